"""The operator's tools: orders to running servers, backup and restore."""
