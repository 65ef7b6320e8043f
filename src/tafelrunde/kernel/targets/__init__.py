"""Where compiled code runs: one module per target."""
