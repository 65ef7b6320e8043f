"""The games in other libraries, each with its owner's own tests."""
