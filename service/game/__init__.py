"""One game as the judge leads it: what is due, what was read, what is decided, what is said."""
