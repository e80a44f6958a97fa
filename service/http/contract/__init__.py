"""The OpenAPI document, made of the routes, the types and one row for each operation."""
