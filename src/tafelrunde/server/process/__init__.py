"""One server process: settings, startup, limits, logs and metrics."""
