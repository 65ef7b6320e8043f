"""Studies of Biberbande."""

from tafelrunde.lab.studies import Study
from tafelrunde.lab.studies.biberbande.questions import QUESTIONS

STUDY = Study(questions=QUESTIONS)
