"""How each version of the board answers and looks."""
