"""What surrounds every request: the shell, who is asking, what it costs, and what an exception becomes."""
