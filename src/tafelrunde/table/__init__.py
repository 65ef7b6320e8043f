"""One live table without any I/O: seats, clock, permissions, visibility, versions and the log."""
