"""All that Python says in some games, as a hash: the same natively and in a browser."""

import hashlib
import json
from random import Random
from typing import Any

import tafelrunde as tr

MOST_MOVES = 120


def trace(name: str, games: int) -> tuple[int, str]:
    """Random games with all their views, events, effects, refusals, positions and records; how many moves they had."""
    digest, moves = hashlib.sha256(), 0

    def note(*things: Any) -> None:
        digest.update(json.dumps(things, sort_keys=True).encode())

    for number in range(games):
        chance = Random(number)
        options = {option.name: chance.choice(option.choices) for option in tr.load(name).OPTIONS if option.choices}
        match = tr.load(name, **options).new(seed=chance.getrandbits(128))
        told = 0
        for _ in range(MOST_MOVES):
            for seat in (None, *range(match.game.players)):
                note(match.view(seat), match.events(told, seat), match.effects(seat), match.moves(seat))
            told = match.event_count
            able = match.actors()
            note(able, match.result)
            if not able:
                break
            seat = chance.choice(able)
            note([[blocked, refusal.rule] for blocked, refusal in match.blocked_moves(seat)])
            tried = match.game.write(chance.randrange(match.game.ACTIONS))
            refusal = match.explain(chance.randrange(match.game.players), tried)
            note(None if refusal is None else [refusal.rule, refusal.texts])
            match.play(seat, chance.choice(match.moves(seat)))
            moves += 1
        note(match.record(), match.position(), match.resample(0, chance.getrandbits(64)).position())
        note(tr.replay(match.record()).view(0), tr.from_position(match.position()).moves(0))
    return moves, digest.hexdigest()
