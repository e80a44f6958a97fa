"""Apps of others sign players in by OAuth 2.1: RFC 8414 says where everything is."""
