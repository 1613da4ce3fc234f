"""Text in, values out: pages → posts → ballots, orders, conduct. Knows the engine's words, never its rules."""
