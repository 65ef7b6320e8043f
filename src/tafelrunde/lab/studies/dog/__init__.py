"""Studies of Dog."""

from tafelrunde.lab.studies import Study
from tafelrunde.lab.studies.dog.questions import QUESTIONS

STUDY = Study(questions=QUESTIONS)
