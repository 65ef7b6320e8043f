"""Libraries that need not be installed."""

from importlib import import_module
from types import ModuleType

from tafelrunde.kernel.errors import Unavailable


def need(module: str, library: str, extra: str) -> ModuleType:
    """A library's module. Raises Unavailable, which says how to install it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise Unavailable("library", library=library, extra=extra) from None
