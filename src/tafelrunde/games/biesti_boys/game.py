"""Biesti Boys: the Python face."""

from collections.abc import Iterable, Sequence
from functools import cache
from operator import add
from typing import Any, ClassVar

from tafelrunde.games.biesti_boys import knowledge, rules, sound
from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.games.biesti_boys.facts import FACTS
from tafelrunde.kernel.fields import Fields, Option, Value, one_of
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Event
from tafelrunde.kernel.targets import arrays

TEXTS = [
    *(f"lay {card} {lift}" for card in biesti.CARDS for lift in range(1, biesti.LIFTS + 1)),
    "draw",
    *(f"halt {lift}" for lift in range(1, biesti.LIFTS + 1)),
    "window",
]
LIMIT: list[int] = biesti.LIMIT.tolist()
SHARE: list[int] = biesti.SHARE.tolist()
ACTION_OF = {text: action for action, text in enumerate(TEXTS)}


def names(kinds: Iterable[int]) -> list[str]:
    """Kinds of cards as they are written."""
    return [biesti.CARDS[kind] for kind in kinds]


def counted(hand: int) -> list[int]:
    """How many cards of each kind there are in a hand."""
    return [hand >> shift & 15 for shift in range(0, biesti.LIFTS * biesti.KINDS, biesti.LIFTS)]


@cache
def kinds_in(word: int) -> tuple[int, ...]:
    """The kinds in a set that is one machine word."""
    return tuple(kind for kind in range(biesti.KINDS) if word >> kind & 1)


@cache
def lifts_of(board: int) -> tuple[str, ...]:
    """What a board shows on its lifts."""
    return tuple(names(biesti.unpacked(board)))


class BiestiBoys(Game):
    """Four lifts that everybody sends up and down at the same time; whoever is rid of all cards first wins."""

    facts = FACTS
    OPTIONS: ClassVar[Sequence[Option]] = (
        one_of("players", FACTS.players),
        one_of("draw", ("auto", "hand")),
        one_of("referee", ("strict", "honour")),
    )
    STATE = biesti.STATE
    ACTIONS = biesti.ACTIONS
    MAX_MOVES = biesti.ACTIONS
    KINDS = ("number", "stop", "go", "draw", "halt", "window")
    NOTATION = "lay 5 2 · lay S 1 · lay G 3 · draw · halt 2"
    TABLE_ACTS = True

    def fill(self, state: Any) -> None:
        state["by_hand"] = self.options["draw"] == "hand"
        state["honour"] = self.options["referee"] == "honour"

    def parse(self, text: str) -> int | None:
        return ACTION_OF.get(" ".join(text.split()))

    def write(self, action: int) -> str:
        return TEXTS[action]

    # what there is to know

    def public(self, state: Any) -> dict[str, Any]:
        shown = {
            "lifts": names(state["lifts"]),
            "hand": None,
            "hand_sizes": state["held"][: self.players],
            "pile_sizes": state["left"][: self.players],
            "unseen": self._unseen(state, None),
            "boards_left": [list(lifts_of(board)) for board in sorted(self._boards(state))],
            "excluded": [[names(kinds) for kinds in self._excluded(state, other)] for other in self._seats()],
        }
        return shown | self._race(state)

    def private(self, state: Any, seat: int) -> dict[str, Any]:
        return {"hand": names(self._hand(state, seat)), "unseen": self._unseen(state, seat)}

    def _unseen(self, state: Any, seat: int | None) -> dict[str, int]:
        """How many cards of each kind are in the piles and in hands other than the seat's."""
        unseen = [0] * biesti.KINDS
        for other in self._seats():
            for kind in self._pile(state, other):
                unseen[kind] += 1
            if other != seat:
                unseen = list(map(add, unseen, counted(state["hand"][other])))
        return dict(zip(biesti.CARDS, unseen, strict=True))

    def position(self, state: Any) -> dict[str, Any]:
        hidden = {
            "lifts": names(state["lifts"]),
            "hands": [names(self._hand(state, seat)) for seat in self._seats()],
            "piles": [names(reversed(self._pile(state, seat))) for seat in self._seats()],
            "boards": [names(biesti.unpacked(board)) for board in reversed(self._boards(state))],
            "excluded": [[names(kinds) for kinds in self._excluded_by_card(state, seat)] for seat in self._seats()],
        }
        return hidden | self._race(state)

    def _race(self, state: Any) -> dict[str, Any]:
        """What views and positions say alike."""
        winner = {"winner": state["winner"] - 1 if state["winner"] else None}
        if self._options["referee"] == "strict":
            return winner
        laid = zip(state["laid_by"], state["laid_on"], strict=True)
        return winner | {
            "laid": [{"seat": by - 1, "on": biesti.CARDS[on]} if by else None for by, on in laid],
            "false_calls": state["false_calls"][: self.players],
            "claims": [place - 1 for place in state["line"] if place],
        }

    def _seats(self) -> range:
        return range(self.players)

    def _hand(self, state: Any, seat: int) -> list[int]:
        return [kind for kind, count in enumerate(counted(state["hand"][seat])) for _ in range(count)]

    def _pile(self, state: Any, seat: int) -> list[int]:
        first = seat * SHARE[self.players]
        pile: list[int] = state["pile"][first : first + state["left"][seat]]
        return pile

    def _boards(self, state: Any) -> list[int]:
        boards: list[int] = state["boards"][: state["boards_left"]]
        return boards

    def _excluded(self, state: Any, seat: int) -> list[tuple[int, ...]]:
        """For each card of a hand the kinds that everybody knows it is not, the best known card first."""
        return [kinds_in(excluded) for excluded in state["excluded"][seat][: state["held"][seat]]]

    def _excluded_by_card(self, state: Any, seat: int) -> list[tuple[int, ...]]:
        """The same in the order of the hand: which card is which does not matter, as long as it can be."""
        hand = self._hand(state, seat)
        placed: list[tuple[int, ...] | None] = [None] * len(hand)
        for excluded in self._excluded(state, seat):
            free = (i for i, kind in enumerate(hand) if placed[i] is None and kind not in excluded)
            placed[next(free)] = excluded
        return [excluded or () for excluded in placed]

    # the race

    def acting(self, view: dict[str, Any], actors: list[int]) -> list[int]:
        """Whether somebody has a card that fits is a secret: all who have cards may act."""
        if view["winner"] is not None:
            return []
        return [seat for seat in self._seats() if view["hand_sizes"][seat] + view["pile_sizes"][seat] > 0]

    def awaited(self, view: dict[str, Any]) -> tuple[Any, ...]:
        """The window for calls is that of the first who claims to have won: nobody can hold it open by playing on."""
        return tuple(view.get("claims", [])[:1])

    def overtakes(self, event: dict[str, Any], move: str, view: dict[str, Any]) -> bool:
        """A card that was held comes too late for a lift that has just changed."""
        word, *rest = move.split() or [""]
        if word != "lay" or len(rest) != 2 or rest[0] not in view["hand"]:
            return False
        on_this_lift = event["type"] in ("laid", "called_back") and str(event["lift"]) == rest[1]
        return event["type"] == "new_board" or on_this_lift

    # positions

    def place(self, fields: Fields, state: Any) -> None:
        deck = Deck()
        state["lifts"] = [entry.index(biesti.CARDS) for entry in fields.get("lifts").items(biesti.LIFTS)]
        self._place_cards(fields, state, deck)
        self._place_boards(fields.get("boards", []), state)
        self._place_laid(fields.get("laid", None), state, deck)
        self._place_excluded(fields.get("excluded", None), fields.get("hands"), state)
        self._place_line(fields, state)
        self._place_false_calls(fields.get("false_calls", None), state)

    def _place_cards(self, fields: Fields, state: Any, deck: "Deck") -> None:
        share = SHARE[self.players]
        largest = LIMIT[self.players] + (biesti.LIFTS if self.options["referee"] == "honour" else 0)
        for seat, hand in enumerate(fields.get("hands").items(self.players)):
            cards = [deck.take(entry) for entry in hand.items(0, largest)]
            state["hand"][seat] = sum(1 << biesti.LIFTS * kind for kind in cards)
            state["held"][seat] = len(cards)
        for seat, pile in enumerate(fields.get("piles", [[]] * self.players).items(self.players)):
            cards = [deck.take(entry) for entry in pile.items(0, share)]
            state["pile"][seat * share : seat * share + len(cards)] = cards[::-1]
            state["left"][seat] = len(cards)
            if state["held"][seat] + len(cards) > share:
                raise pile.bad("impossible")

    def _place_boards(self, value: Value, state: Any) -> None:
        """The boards that lie face down, which may be invented ones (BB-03 is assumed); one of all is turned up."""
        boards = [
            [lift.index(biesti.CARDS) for lift in entry.items(biesti.LIFTS)]
            for entry in value.items(0, len(biesti.BOARDS) - 1)
        ]
        state["boards"][: len(boards)] = [biesti.packed(board) for board in reversed(boards)]
        state["boards_left"] = len(boards)

    def _place_laid(self, value: Value, state: Any, deck: "Deck") -> None:
        """The cards that can be called; each is one of its player's share."""
        if value.raw is None:
            return
        for lift, entry in enumerate(value.items(biesti.LIFTS)):
            if entry.raw is None:
                continue
            if self.options["referee"] == "strict":
                raise entry.bad("impossible")
            laid = entry.fields()
            seat = laid.get("seat").integer(0, self.players - 1)
            state["laid_by"][lift] = seat + 1
            state["laid_on"][lift] = laid.get("on").index(biesti.CARDS)
            laid.done()
            deck.take(Value(biesti.CARDS[state["lifts"][lift]], entry.name))
            mine = [i for i in range(biesti.LIFTS) if state["laid_by"][i] == seat + 1]
            wrong = [i for i in mine if not biesti.fits(state["lifts"][i], state["laid_on"][i])]
            own = state["held"][seat] + state["left"][seat] + len(mine)
            too_large = state["held"][seat] + len(wrong) > LIMIT[self.players] + biesti.LIFTS
            if too_large or own > SHARE[self.players]:
                raise entry.bad("impossible")

    def _place_excluded(self, value: Value, hands: Value, state: Any) -> None:
        if value.raw is None:
            return
        sets: list[int] = []
        for seat, (known, hand) in enumerate(zip(value.items(self.players), hands.items(self.players), strict=True)):
            masks: list[int] = []
            cards = hand.items(state["held"][seat])
            for entry, card in zip(known.items(len(cards)), cards, strict=True):
                mask = sum(1 << kind for kind in {kind.index(biesti.CARDS) for kind in entry.items(0, biesti.KINDS)})
                if mask >> card.index(biesti.CARDS) & 1 or not all(knowledge.agree(mask, other) for other in sets):
                    raise entry.bad("impossible")
                sets.append(mask)
                masks.append(mask)
            state["excluded"][seat][: len(masks)] = sorted(masks, reverse=True)

    def _place_line(self, fields: Fields, state: Any) -> None:
        """Whoever has no cards has won or stands in line; those that `claims` does not name stand first."""
        without = [seat for seat in self._seats() if not state["held"][seat] and not state["left"][seat]]
        if len(without) > 1 and self.options["referee"] == "strict":
            raise fields.get("hands").bad("impossible")
        value = fields.get("winner", None)
        winner = value.maybe(0, self.players - 1)
        if winner is not None:
            if winner not in without:
                raise value.bad("impossible")
            without.remove(winner)
            state["winner"] = winner + 1
        claims: list[int] = []
        given = fields.get("claims", None)
        for entry in given.items(0, len(without)) if given.raw is not None else []:
            seat = entry.integer(0, self.players - 1)
            if seat in claims or seat not in without or self.options["referee"] == "strict":
                raise entry.bad("impossible")
            claims.append(seat)
        line = [seat for seat in without if seat not in claims] + claims
        state["line"][: len(line)] = [seat + 1 for seat in line]

    def _place_false_calls(self, value: Value, state: Any) -> None:
        """Each was about another player's right card, which has left that player's share for good."""
        if value.raw is None:
            return
        states = arrays.packed(self.STATE, state)
        for seat, entry in enumerate(value.items(self.players)):
            possible = sound.in_vain(states, seat)
            state["false_calls"][seat] = entry.integer(0, biesti.MOST_FALSE_CALLS if possible else 0)

    # what happened

    def report(self, before: Any, seat: int | None, action: int, after: Any) -> list[Event]:
        word, *rest = TEXTS[action].split()
        if word == "lay":
            lift = int(rest[1])
            laid = {
                "type": "laid",
                "seat": seat,
                "card": rest[0],
                "lift": lift,
                "on": biesti.CARDS[before["lifts"][lift - 1]],
            }
            finished = seat is not None and not after["held"][seat] and not after["left"][seat]
            then = [Event({"type": "finished", "seat": seat})] if finished else self._drawn(before, after)
            return [Event(laid), *then]
        if word == "draw":
            return self._drawn(before, after)
        if word == "window":
            return [Event({"type": "window_passed"})]
        lift = int(rest[0])
        called = {"seat": seat, "lift": lift, "card": biesti.CARDS[before["lifts"][lift - 1]]}
        called |= {"owner": before["laid_by"][lift - 1] - 1, "on": biesti.CARDS[before["laid_on"][lift - 1]]}
        wrong = sum(before["held"]) < sum(after["held"])
        return [Event({"type": "called_back" if wrong else "called_in_vain", **called})]

    def report_step(self, before: Any, step: int, after: Any) -> list[Event]:
        if step == rules.FILLED_UP:
            return self._drawn(before, after)
        if step == rules.NEW_BOARD:
            return [Event({"type": "new_board", "lifts": names(after["lifts"])})]
        if step == rules.SHUFFLED:
            return [Event({"type": "boards_shuffled"})]
        return []  # who has won is told by the end of the game

    def _drawn(self, before: Any, after: Any) -> list[Event]:
        """The cards that were drawn, one by one."""
        drawn = [(seat, self._pile(before, seat)[after["left"][seat] :]) for seat in self._seats()]
        return [
            Event({"type": "drew", "seat": seat}, {seat: {"card": biesti.CARDS[kind]}})
            for seat, cards in drawn
            for kind in reversed(cards)
        ]

    # in words

    def describe(self, view: dict[str, Any], lang: str) -> str:
        laid = view.get("laid") or [None] * biesti.LIFTS
        lines = [
            self.label("lifts", lang, lifts=" · ".join(map(self._lift(lang), range(biesti.LIFTS), view["lifts"], laid)))
        ]
        for seat, (held, left) in enumerate(zip(view["hand_sizes"], view["pile_sizes"], strict=True)):
            line = self.label("seat", lang, seat=seat, held=held, left=left)
            if seat in view.get("claims", []):
                line += self.label("claims", lang)
            if any(view.get("false_calls", [])):
                line += self.label("false_calls", lang, count=view["false_calls"][seat])
            lines.append(line)
        if view["hand"] is not None:
            lines.append(self.label("hand", lang, cards=" ".join(view["hand"]) or "–"))
        lines.append(self.label("boards", lang, count=len(view["boards_left"])))
        return "\n".join(lines)

    def _lift(self, lang: str) -> Any:
        def said(lift: int, shown: str, laid: dict[str, Any] | None) -> str:
            text = f"{lift + 1}: {shown}"
            return text if laid is None else text + self.label("laid", lang, **laid)

        return said


class Deck:
    """Counts the cards that a position names: no more of a kind than the deck has (BB-01, BB-02)."""

    def __init__(self) -> None:
        self.left = biesti.COPIES.copy()

    def take(self, value: Value) -> int:
        kind = value.index(biesti.CARDS)
        if self.left[kind] == 0:
            raise value.bad("too-many", value=biesti.CARDS[kind], limit=biesti.COPIES[kind])
        self.left[kind] -= 1
        return kind


GAME = BiestiBoys
