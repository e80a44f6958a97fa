"""Players, their tokens and roles."""
