"""HTTP: the endpoints, the client's files, and the application."""
