"""What commands share: names, lines for a terminal, looking without touching, examining a board."""
