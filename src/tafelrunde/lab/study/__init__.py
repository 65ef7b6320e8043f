"""What is known about a game, worked out and written down: one report a game, with pictures, tables and intervals.

`plan` says what is played, `chapters` turns it into figures and figures into texts, `report` writes them to a folder.
What is asked about one game in particular stands in `lab/studies/<game>/`.
"""
