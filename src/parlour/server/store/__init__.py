"""The durable log, on SQLite or PostgreSQL."""
