"""Games that were played on a device without a server, and are sent here to be shared."""
