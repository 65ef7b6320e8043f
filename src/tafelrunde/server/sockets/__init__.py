"""One WebSocket for each client at a table."""
