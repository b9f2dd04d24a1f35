"""Asks a program for the outcomes of cases, one case after another, and survives its crashes."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import threading
from collections.abc import Sequence

# What a program answered for a call, or a case: a member of an answer, or `crashed`.
Answer = dict[str, object]

_ANSWERS = {"calls", "refused", "not_applicable", "crashed"}


class Program:
    """A program that reads cases and prints answers, one per line. It is started again if it
    ends."""

    def __init__(self, command: Sequence[str], timeout: float, *, shows_errors: bool = False) -> None:
        self._command = command
        self._timeout = timeout
        self._errors = None if shows_errors else subprocess.DEVNULL
        self._process: subprocess.Popen | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def ask(self, case: dict) -> list[Answer]:
        """Returns an answer for each call. If the program crashes, it is asked for each call
        alone."""
        answer = self._ask(case)
        calls = case["calls"]
        if "calls" in answer:
            answers = answer["calls"]
            if not isinstance(answers, list) or len(answers) != len(calls):
                reason = "an answer without one entry for each call"
                return [{"crashed": reason}] * len(calls)
            return answers
        if answer.pop("ended", False) and len(calls) > 1:
            return [self.ask(case | {"calls": [call]})[0] for call in calls]
        return [answer | {"is_whole": True}] * len(calls)

    def _ask(self, case: dict) -> Answer:
        if self._process is None or self._process.poll() is not None:
            self._start()
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(case) + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=self._timeout)
        except BrokenPipeError:
            line = None
        except queue.Empty:
            self._stop()
            return {"crashed": f"no answer after {self._timeout:g} seconds", "ended": True}
        if line is None:
            return {"crashed": self._ending(), "ended": True}
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or not _ANSWERS & set(answer):
            self._stop()
            return {"crashed": f"an answer that is not in the protocol: {line.strip()[:100]}"}
        return answer

    def _start(self) -> None:
        self._lines = queue.Queue()
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            start_new_session=True,
        )
        threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()

    def _stop(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        self._process = None

    def _ending(self) -> str:
        assert self._process is not None
        code = self._process.wait()
        self._process = None
        if code >= 0:
            return f"it ends with exit code {code} and no answer"
        return f"it ends by {signal.Signals(-code).name}"


def _read(process: subprocess.Popen, lines: queue.Queue) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put(None)
