"""The form that some modules have in a browser: there those modules are what these are."""
