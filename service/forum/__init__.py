"""The forum client: an ordinary account's view of a Discuz board over HTTP."""
