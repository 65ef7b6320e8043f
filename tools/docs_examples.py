"""For `tools.docs`: examples in docstrings are shown as code."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


class Examples(griffe.Extension):
    """Puts every example into a block of its own, which `>>>` alone does not in Markdown."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """When everything was read: whatever is in the package."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """The package itself."""
        self.on_object(obj=pkg)
