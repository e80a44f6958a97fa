"""Seals of the log: all lanes as one hash, signed and published now and then; what they prove, and of what."""
