"""Webhooks: the service tells players, at addresses of theirs, that something has happened which concerns them."""
