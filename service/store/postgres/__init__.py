"""The event store in PostgreSQL. The SQL that makes its tables is in `service/store/migrations/log/`."""
