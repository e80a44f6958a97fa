"""The page: a client of the documented interface, as modules that a browser loads (`static/`), and what serves them."""
