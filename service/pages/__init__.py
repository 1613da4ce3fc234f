"""Pages and data for everybody: the public status, the archive of a finished game."""
