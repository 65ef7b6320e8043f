"""One live table without any I/O: seats, clock, who may see what, versions, the log."""
