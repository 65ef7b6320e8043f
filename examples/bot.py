"""A program that takes a seat at a table and plays: python examples/bot.py http://HOST:PORT/api/tables/ID [NAME]

It knows of Tafelrunde what docs/protocol.md says, plays each of the games, and needs the library `websockets`.
"""

import hashlib
import itertools
import json
import random
import secrets
import sys
import time
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PAUSE = 1.0  # seconds before a move, so that people can follow


class Bot:
    def __init__(self, link: str, name: str = "Robot") -> None:
        self.server, self.table = urlsplit(link).netloc, urlsplit(link).path.split("/")[-1]
        body = json.dumps({"name": name}).encode()
        with urllib.request.urlopen(f"http://{self.server}/api/session", body) as answer:
            self.session = json.load(answer)
        self.me = ""  # who the bot is at this table
        self.run, self.numbers = secrets.token_hex(4), itertools.count()
        self.commitment, self.part = "", ""  # to what we are committed now, and what it is made of
        self.promise = ""  # what the server was committed to when we came
        self.reveals: list[dict[str, Any]] = []  # how we have revealed our parts, one a round
        self.now: dict[str, Any] = {"version": 0, "lobby": {"phase": "open"}, "seats": {}}  # what the server told last

    def play(self) -> dict[str, Any]:
        """Come back after every interruption until the game is over; the result."""
        while self.now["lobby"]["phase"] != "over":
            try:
                with connect(f"ws://{self.server}/ws/{self.table}") as socket:
                    self.talk(socket)
            except (ConnectionClosed, OSError):
                time.sleep(1)
        return dict(next(iter(self.now["seats"].values()))["view"]["result"])

    def talk(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "token": self.session["token"], "after": self.now["version"], "protocol": 2}
        socket.send(json.dumps(hello))
        waiting = False  # for the answer to a wish
        while self.now["lobby"]["phase"] != "over":
            message = json.loads(socket.recv())
            if message["type"] == "bye" and not message["retry"]:
                sys.exit(message["texts"]["en"])
            if message["type"] == "welcome":
                self.me = message["person"]
            if message["type"] in ("snapshot", "update"):
                self.now = self.whole(message)
            if message["type"] in ("ack", "refused"):  # an update came first, if something changed
                waiting = False
            wish = None if waiting or message["type"] == "welcome" else self.wish()
            if wish:
                ask = {"type": "ask", "id": f"{self.run}-{next(self.numbers)}", "version": self.now["version"]}
                socket.send(json.dumps(ask | {"wish": wish}))
                waiting = True

    def whole(self, message: dict[str, Any]) -> dict[str, Any]:
        """A snapshot or an update with everything: an update that is not whole says only what has changed."""
        if message["type"] == "snapshot" or message["whole"]:
            return message
        message["lobby"] = self.now["lobby"] | message["lobby"]
        for seat, changes in message["seats"].items():
            before = self.now["seats"][seat]
            message["seats"][seat] = before | changes | {"view": before["view"] | changes.get("view", {})}
        return message

    def commit(self) -> str:
        """The commitment to a random part of the deal, which is kept for when it is asked for."""
        self.part = secrets.token_hex(16)
        self.commitment = digest(f"tafelrunde 1 part {self.part}")
        return self.commitment

    def reveal(self) -> dict[str, Any] | None:
        """Our part, to a lock that is as it must be. A part goes to one lock only: so nobody can choose the deal."""
        lock, phase = self.now["lobby"]["lock"], self.now["lobby"]["phase"]
        ours = [each for each in lock["contributors"] if each["person"] == self.me] if lock else []
        known = bool(ours and self.reveals) and self.reveals[-1]["lock"] == lock["digest"]
        if ours and not known:
            if phase != "dealing" or lock["round"] != len(self.reveals) + 1 or not self.fits(lock):
                sys.exit("Something is wrong with the deal: this is not the lock that it should be.")
            part = self.part
            self.reveals.append({"wish": "reveal", "lock": lock["digest"], "part": part, "commitment": self.commit()})
        return self.reveals[-1] if ours and phase == "dealing" and not ours[0]["revealed"] else None

    def fits(self, lock: dict[str, Any]) -> bool:
        """Whether a lock has our commitment, is of people who play, and is what its digest binds."""
        lobby, people = self.now["lobby"], lock["contributors"]
        players = [lobby["places"][place].get("person") for place in lobby["seats"]]
        bound = {
            "version": 1,
            "table": lobby["id"],
            "game": lobby["settings"]["game"],
            "options": lobby["settings"]["options"] | {"players": len(players)},
            "round": lock["round"],
            "commitment": lobby["commitment"],
            "contributors": [{"seat": each["seat"], "commitment": each["commitment"]} for each in people],
        }
        text = json.dumps(bound, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return (
            [each["commitment"] for each in people if each["person"] == self.me] == [self.commitment]
            and len({each["person"] for each in people}) == len(people)
            and all(players[each["seat"]] == each["person"] for each in people)
            and (lock["round"] > 1 or lobby["commitment"] == self.promise)
            and lock["digest"] == digest(f"tafelrunde 1 lock {text}")
        )

    def wish(self) -> dict[str, Any] | None:
        """What to ask for now: to be at the table, to sit, to reveal our part of the deal, to move."""
        me, lobby = self.me, self.now["lobby"]
        if not any(person["id"] == me and person["here"] for person in lobby["people"]):
            self.promise = self.promise or lobby["commitment"]
            return {"wish": "join", "name": self.session["name"], "commitment": self.commitment or self.commit()}
        if lobby["phase"] == "open" and not any(place.get("person") == me for place in lobby["places"]):
            free = [number for number, place in enumerate(lobby["places"]) if place.get("kind", "open") == "open"]
            return {"wish": "sit", "place": free[0]} if free else None
        if lobby["phase"] != "open" and (wish := self.reveal()):
            return wish
        for seat, seen in self.now["seats"].items():
            if seen["moves"]:
                time.sleep(max(PAUSE, seen["wait"]))
                return {"wish": "play", "seat": int(seat), "move": self.choose(int(seat), seen)}
        return None

    def choose(self, seat: int, seen: dict[str, Any]) -> str:
        """One of its moves at a seat of which it is told this: anything will do."""
        move: str = random.choice(seen["moves"])
        return move


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    print(Bot(*sys.argv[1:]).play())
