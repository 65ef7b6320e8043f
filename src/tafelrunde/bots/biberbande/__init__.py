"""Players of Biberbande."""
