"""The HTTP surface: Litestar handlers and what surrounds them."""
