"""The director's files and settings: read whole, every fault with its line, its nearest key and its remedy."""
