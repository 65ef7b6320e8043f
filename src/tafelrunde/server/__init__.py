"""The table on the network: HTTP, sockets, storage, lobby, limits."""
