"""Write all playthroughs anew."""

from . import GAMES, file_of, openspiel, playthrough

for name in GAMES:
    file_of(name).write_text(playthrough(name), encoding="utf-8")
    print(file_of(name).name)

openspiel.FILE.write_text(openspiel.playthrough(), encoding="utf-8")
print(openspiel.FILE.name)
