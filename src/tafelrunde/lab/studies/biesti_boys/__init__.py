"""Studies of Biesti Boys."""

from tafelrunde.lab.studies import Study
from tafelrunde.lab.studies.biesti_boys.questions import QUESTIONS

STUDY = Study(questions=QUESTIONS)
