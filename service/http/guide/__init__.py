"""Pages for people: the guide and the API reference."""
