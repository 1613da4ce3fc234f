"""From posts as seen to a count or a day's conduct: pure, and the same for every command."""
