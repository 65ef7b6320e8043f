"""What has learned Beam me up plays at a table, in the browser: python -m examples.play_trained LINK

LINK is the address of a table that waits for players, as the page shows it (http://HOST:PORT/t/ID). With
`--against LEVEL` it is the address of the server: then it opens a table of its own against a bot, for you to watch.

It is a program like `examples/bot.py`: it knows what docs/protocol.md says that its seat is told, and nothing else.
"""

import argparse
import json
import urllib.request
from pathlib import Path
from typing import Any

from examples.agent import Agent
from examples.bot import Bot

import tafelrunde as tr
from tafelrunde.kernel.match import Match

GAME = "beam-me-up"
AGENT = Path("build/beam_me_up.npz")


class TrainedBot(Bot):
    """Sits down at a table, and plays what an agent chooses."""

    def __init__(self, link: str, agent: Agent, name: str = "PPO") -> None:
        super().__init__(link, name)
        self.agent = agent

    def choose(self, seat: int, seen: dict[str, Any]) -> str:
        """The agent's move."""
        return self.agent.choose(match_of(seen["view"]), seat)


def match_of(view: dict[str, Any]) -> Match:
    """A match in which the seat sees what it sees now.

    In Beam me up everything lies open, so the view holds the whole position. Where something is hidden, any position
    that fits the view would do: what is observed depends on nothing else (tests/kernel/test_batch.py). Only what a
    careful player remembers is not in a view, but in the events that came before.
    """
    fields = tr.load(GAME, **view["options"]).new(seed=0).position().keys() - {"seed", "chance"}
    return tr.from_position({key: view[key] for key in fields})


class HostBot(TrainedBot):
    """Opens a table against a bot of the server, and starts when somebody has come to watch."""

    def __init__(self, server: str, agent: Agent, level: str) -> None:
        super().__init__(server, agent)
        self.table = self.open(level)
        self.link = f"http://{self.server}/t/{self.table}"

    def open(self, level: str) -> str:
        """Open the table; its id."""
        places = [{"kind": "person"}, {"kind": "bot", "level": level}, {"kind": "empty"}, {"kind": "empty"}]
        body = {"name": self.session["name"], "settings": {"game": GAME, "options": {}}, "places": places}
        request = urllib.request.Request(
            f"http://{self.server}/api/tables",
            json.dumps(body | {"commitment": self.commit()}).encode(),
            {"authorization": f"Bearer {self.session['token']}"},
        )
        with urllib.request.urlopen(request) as answer:
            return str(json.load(answer)["id"])

    def wish(self) -> dict[str, Any] | None:
        """What any player wishes, and to start as soon as it may."""
        if self.now["lobby"]["phase"] == "open":
            self.promise = self.promise or self.now["lobby"]["commitment"]
            return {"wish": "start"}
        return super().wish()


def main() -> None:
    """Read the options, and play."""
    options = argparse.ArgumentParser(description="Plays Beam me up at a table of a server, as it has learned it.")
    options.add_argument("link", help="the address of a table, or with --against of a server")
    options.add_argument("--against", metavar="LEVEL", help="open a table against a bot, such as greedy or strongest")
    options.add_argument("--agent", type=Path, default=AGENT, help=f"what examples.ppo_beam_me_up has saved ({AGENT})")
    chosen = options.parse_args()
    agent = Agent.load(chosen.agent)
    if chosen.against:
        host = HostBot(chosen.link, agent, chosen.against)
        input(f"Open {host.link} in a browser to watch, then press Enter here.")
        print(host.play())
    else:
        print(TrainedBot(chosen.link, agent).play())


if __name__ == "__main__":
    main()
