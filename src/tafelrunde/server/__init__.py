"""The table on the network: HTTP, WebSockets, live tables, storage, and the server process."""
