"""A log of several shards, as one store."""
