"""How people who do not know of one another come to one table: seeks, and the pairings that come of them."""
