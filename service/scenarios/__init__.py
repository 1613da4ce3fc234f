"""Written and random games played through the engine, and the record that others check."""
