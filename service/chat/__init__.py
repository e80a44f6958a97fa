"""What people say at tables: messages of the seats and, apart from them, of spectators, outside of the log."""
