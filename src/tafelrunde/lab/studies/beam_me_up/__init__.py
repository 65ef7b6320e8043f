"""Studies of Beam me up."""

from tafelrunde.lab.studies import Count, Study
from tafelrunde.lab.studies.beam_me_up import boards
from tafelrunde.lab.studies.beam_me_up.questions import QUESTIONS

STUDY = Study(counts={"board": Count(games=200_000, steps=boards.CELLS, run=boards.measure)}, questions=QUESTIONS)
