"""Where compiled code runs: one module for each target."""
