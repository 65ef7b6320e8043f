"""Studies of Biberbande."""

from tafelrunde.lab.studies import Study

STUDY = Study()
