"""The history for analysts: which records have opened, what is derived from them, and who reads it."""
