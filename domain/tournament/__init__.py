"""Tournaments: pure rules of seating, scoring and standings."""
