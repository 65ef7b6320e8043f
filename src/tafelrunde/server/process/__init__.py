"""One server process: settings, start, transport limits, logs and metrics."""
