"""The bytes of large arrays: they stay in the memory of the compiled code that works with them.

Python never has them all: it reads and writes the pieces that it asks for.
"""

from typing import Any, Protocol


class Home(Protocol):
    """The memory of a module."""

    def alloc(self, size: int) -> int:
        """A place for so many bytes, all of them 0."""

    def free(self, place: int) -> None:
        """Take a place back."""

    def read(self, place: int, into: Any) -> None:
        """Fill a buffer with the bytes from a place on."""

    def write(self, place: int, data: Any) -> None:
        """Write bytes to a place."""


class Large:
    """So many bytes, at first all 0 or as given; once a module is called with them, they are in its memory."""

    def __init__(self, size: int, data: bytes | None = None) -> None:
        self.size = size
        self._here = None if data is None else bytearray(data)
        """The bytes as long as no module has them; None while all are 0."""
        self._home: Home | None = None
        self._place = 0

    def place_in(self, home: Home) -> int:
        """Where the bytes are in the memory of a module, to which they move if they are elsewhere."""
        if home is not self._home:
            data = self._here if self._home is None else self.read(0, self.size)
            self._leave()
            self._here, self._home, self._place = None, home, home.alloc(self.size)
            if data is not None:
                home.write(self._place, data)
        return self._place

    def read(self, start: int, stop: int) -> bytearray:
        """A copy of some of the bytes."""
        if self._home is None:
            return bytearray(stop - start) if self._here is None else self._here[start:stop]
        found = bytearray(stop - start)
        if found:
            self._home.read(self._place + start, found)
        return found

    def write(self, start: int, data: bytes) -> None:
        """Write some of the bytes."""
        if self._home is not None:
            self._home.write(self._place + start, data)
            return
        if self._here is None:
            self._here = bytearray(self.size)
        self._here[start : start + len(data)] = data

    def _leave(self) -> None:
        if self._home is not None:
            self._home.free(self._place)
            self._home = None

    def __del__(self) -> None:
        self._leave()


class Piece:
    """A piece of a large array, with what arrays ask of a memoryview; what `cast` gives is for reading only."""

    __slots__ = ("large", "start", "stop")
    readonly = False

    def __init__(self, large: Large, start: int, stop: int) -> None:
        self.large, self.start, self.stop = large, start, stop

    def __len__(self) -> int:
        return self.stop - self.start

    def __getitem__(self, part: slice) -> "Piece":
        start, stop, _ = part.indices(len(self))
        return Piece(self.large, self.start + start, self.start + max(start, stop))

    def __setitem__(self, part: slice, data: bytes) -> None:
        piece = self[part]
        if len(piece) != len(data):
            raise ValueError(f"{len(piece)} bytes, not {len(data)}")
        if data:
            self.large.write(piece.start, data)

    def tobytes(self) -> bytes:
        """The bytes as they are now."""
        return bytes(self.large.read(self.start, self.stop))

    def cast(self, code: Any) -> memoryview:
        """The numbers as they are now."""
        return memoryview(self.tobytes()).cast(code)
