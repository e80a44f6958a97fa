"""Records of finished games: made, signed, checked."""
