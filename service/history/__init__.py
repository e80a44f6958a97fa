"""The history for analysts: which records have opened, what is derived of them, and who reads it."""
