"""The command `tafelrunde`."""
