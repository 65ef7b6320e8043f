"""The people at a table: what they are called, who may come and who is in charge, and how much each may do."""
