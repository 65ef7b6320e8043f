"""Debian's Firefox, spoken to in the language of all browsers (WebDriver BiDi): Playwright wants one of its own."""

import json
import re
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

PROGRAM = Path("/usr/bin/firefox-esr")
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PATIENCE = 120


class Firefox:
    """A browser with one page; `complaints` is what the page has complained about."""

    def __init__(self, profile: Path) -> None:
        command = [str(PROGRAM), "--headless", "--remote-debugging-port=0", "--profile", str(profile)]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        assert self._process.stderr is not None
        found = next(match for line in self._process.stderr if (match := LISTENS.search(line)))
        self._open, self._count = ExitStack(), 0
        self._socket = self._open.enter_context(connect(f"{found[1]}/session", max_size=None))
        self.complaints: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._page = self._ask("browsingContext.create", type="tab")["context"]

    def _ask(self, method: str, **given: Any) -> Any:
        """What a command answers; events that come meanwhile are noted."""
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": given}))
        while True:
            message = json.loads(self._socket.recv(PATIENCE))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("warn", "error"):
                self.complaints.append(str(message["params"]["text"]))
            if message.get("id") == self._count:
                assert message["type"] == "success", message
                return message["result"]

    def visit(self, address: str) -> None:
        """Go to an address."""
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def run(self, body: str) -> Any:
        """What a function with this body returns, which may wait."""
        code = f"(async () => JSON.stringify((await (async () => {{ {body} }})()) ?? null))()"
        target = {"context": self._page}
        found = self._ask("script.evaluate", expression=code, target=target, awaitPromise=True)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def until(self, condition: str) -> Any:
        """Wait until this expression is true; what it is."""
        ends = time.monotonic() + PATIENCE
        while not (found := self.run(f"return {condition}")):
            assert time.monotonic() < ends, f"{condition}: {self.run('return document.body.innerText')}"
            time.sleep(0.05)
        return found

    def click(self, name: str, inside: str = "body") -> None:
        """Click the first button or link with this name that can be seen."""
        choose = "each.checkVisibility() && (each.ariaLabel ?? each.innerText).trim().startsWith(name)"
        where = f"[...document.querySelectorAll({json.dumps(inside)} + ' :is(a, button)')]"
        self.until(f"(name => {where}.find(each => {choose}))({json.dumps(name)}) !== undefined")
        self.run(f"const name = {json.dumps(name)}; {where}.find(each => {choose}).click()")

    def close(self) -> None:
        """The end."""
        self._open.close()
        self._process.terminate()
        self._process.wait()
