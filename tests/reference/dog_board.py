"""Dog, slow and obvious: places, the board, and how far a piece gets. A place is a number, as dog.py says."""

HOME, TRACK, GOAL_1, GOAL_4 = -1, 64, 64, 67


def read_place(text: str) -> int:
    if text == "h":
        return HOME
    return TRACK - 1 + int(text[1:]) if text[0] == "g" else int(text)


def write_place(place: int) -> str:
    if place == HOME:
        return "h"
    return str(place) if place < TRACK else f"g{place - TRACK + 1}"


def start_of(seat: int) -> int:
    return 16 * seat  # DG-02


def partner_of(seat: int) -> int:
    return (seat + 2) % 4  # DG-01


class Board:
    """Who stands where. Whoever is neither on the track nor in the goal is at home."""

    def __init__(self, track: dict[int, int], protected: set[int], goals: list[set[int]]) -> None:
        self.track = track  # field -> seat
        self.protected = protected  # the starts on which a protected piece stands (DG-11)
        self.goals = goals  # for each seat the goal fields that are taken

    @classmethod
    def read(cls, pieces: list[list[str]]) -> "Board":
        board = cls({}, set(), [set(), set(), set(), set()])
        for seat, texts in enumerate(pieces):
            for text in texts:
                place = read_place(text.rstrip("*"))
                if place >= TRACK:
                    board.goals[seat].add(place)
                elif place != HOME:
                    board.track[place] = seat
                    if text.endswith("*"):
                        board.protected.add(place)
        return board

    def write(self) -> list[list[str]]:
        star = dict.fromkeys(self.protected, "*")
        return [
            ["h"] * self.at_home(seat) + [write_place(p) + star.get(p, "") for p in self.places(seat)]
            for seat in range(4)
        ]

    def copy(self) -> "Board":
        return Board(dict(self.track), set(self.protected), [set(goal) for goal in self.goals])

    def places(self, seat: int) -> list[int]:
        return sorted(field for field, owner in self.track.items() if owner == seat) + sorted(self.goals[seat])

    def at_home(self, seat: int) -> int:
        return 4 - len(self.places(seat))

    def all_in(self, seat: int) -> bool:
        return len(self.goals[seat]) == 4

    def over(self) -> bool:
        return any(self.all_in(seat) and self.all_in(partner_of(seat)) for seat in (0, 1))  # DG-01, DG-29

    def owner(self, seat: int) -> int:
        return partner_of(seat) if self.all_in(seat) else seat  # DG-26, DG-27

    def clear(self, field: int) -> None:
        self.track.pop(field, None)
        self.protected.discard(field)

    def move(self, owner: int, origin: int, target: int) -> None:
        if origin >= TRACK:
            self.goals[owner].remove(origin)
        elif origin != HOME:
            self.clear(origin)
        if target >= TRACK:
            self.goals[owner].add(target)
        else:
            self.clear(target)  # DG-13: whoever stands there, own pieces too
            self.track[target] = owner
        if origin == HOME:
            self.protected.add(target)  # DG-11; by moving or a swap nobody becomes protected (DG-12)

    def swap(self, one: int, other: int) -> None:
        self.track[one], self.track[other] = self.track[other], self.track[one]


def fields_after(field: int, steps: int) -> list[int]:
    return [(field + step) % TRACK for step in range(1, steps + 1)]


def fields_before(field: int, steps: int) -> list[int]:
    return [(field - step) % TRACK for step in range(1, steps + 1)]


def to_start(owner: int, field: int) -> int:
    """Steps forwards from a track field to the owner's start, 0 on it."""
    return (start_of(owner) - field) % TRACK


def goal_free(board: Board, owner: int, first: int, last: int) -> bool:
    return board.goals[owner].isdisjoint(range(first, last + 1))  # DG-20: no passing, no landing


def forward(board: Board, owner: int, place: int, steps: int) -> list[int]:
    """Where a piece may come to by so many steps forwards: on the track, in the goal, or both (DG-19)."""
    if place >= TRACK:
        target = place + steps
        return [target] if target <= GOAL_4 and goal_free(board, owner, place + 1, target) else []
    path = fields_after(place, steps)
    targets = []
    if board.protected.isdisjoint(path):  # DG-13, DG-15
        targets.append(path[-1])
    distance = to_start(owner, place)
    depth = steps - distance
    if 1 <= depth <= 4 and place not in board.protected and board.protected.isdisjoint(path[:distance]):  # DG-17, DG-15
        target = GOAL_1 + depth - 1
        if goal_free(board, owner, GOAL_1, target):
            targets.append(target)
    return targets


def backward(board: Board, place: int, steps: int) -> list[int]:
    if place >= TRACK:
        return []  # DG-20
    path = fields_before(place, steps)
    return [path[-1]] if board.protected.isdisjoint(path) else []  # DG-13, DG-15; never into the goal (DG-17)
