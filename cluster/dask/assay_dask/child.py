"""The process of Assay that a worker uses for one step after the other."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Sequence


class ChildDied(Exception):
    """The process of Assay ended in the middle of a step. Another attempt may succeed."""


class Child:
    """A process of `assay step serve`. It is started for the first step, and again after it has died."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = [*command, "step", "serve"]
        self._process: subprocess.Popen[str] | None = None
        self._messages: list[str] = []
        self._reading: threading.Thread | None = None

    @property
    def pid(self) -> int | None:
        """The number of the process, if it runs."""
        return None if self._process is None else self._process.pid

    def run(self, step: str, folder: str, blocks: str | None) -> tuple[int, str]:
        """Runs a step, and returns its exit code and its error messages.

        Raises ChildDied if the process ends before the step does.
        """
        process = self._running()
        request = {"step": step, "dir": folder, **({} if blocks is None else {"blocks": blocks})}
        self._messages.clear()
        try:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            for line in process.stdout:
                event = json.loads(line)
                if event["event"] == "exit":
                    if event["code"] != 0:
                        # Messages come through another pipe.
                        time.sleep(0.2)
                    return event["code"], "".join(self._messages)
        except (BrokenPipeError, ValueError):
            # Half a line, or a pipe without a reader: the process was killed.
            pass
        code = process.wait()
        if self._reading is not None:
            self._reading.join()
        self._process = None
        raise ChildDied(f"assay ended with {code} during `{step}` of {blocks or 'all'}: {''.join(self._messages)}".strip())

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(self._command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
            # Read all the time: a process whose messages nobody reads would stop.
            self._reading = threading.Thread(target=self._read_messages, args=[self._process], daemon=True)
            self._reading.start()
        return self._process

    def _read_messages(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        self._messages.extend(process.stderr)
