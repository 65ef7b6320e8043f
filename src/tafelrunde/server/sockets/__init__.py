"""The WebSocket protocol: one connection for each client at a table."""
