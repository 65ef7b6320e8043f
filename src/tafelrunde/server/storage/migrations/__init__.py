"""The steps from one schema to the next; the server takes them when it starts."""
