"""A small Discuz look-alike over real HTTP, for the demo and the tests. It knows nothing of the product."""
