"""What people see of tables while they are played: views, feeds, streams, wake-ups."""
