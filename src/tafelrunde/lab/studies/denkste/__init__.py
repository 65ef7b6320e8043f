"""Studies of Denkste!."""

from tafelrunde.lab.studies import Study
from tafelrunde.lab.studies.denkste.questions import QUESTIONS
from tafelrunde.lab.studies.denkste.solution import solve

STUDY = Study(solve=solve, questions=QUESTIONS)
