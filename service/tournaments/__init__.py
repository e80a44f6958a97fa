"""Tournaments: the engine of their streams, and what is done for their rounds at tables."""
