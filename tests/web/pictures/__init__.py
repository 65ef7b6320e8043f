"""Pictures for docs/screenshots: `make screenshots`."""
