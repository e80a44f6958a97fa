"""The public contract as files: the OpenAPI document, its examples, and what checks them."""
