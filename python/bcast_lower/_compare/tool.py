"""What a comparison needs of bcast-lower, and the command-line tool as its implementation."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from typing import Protocol

# Options that the reference needs, too: they change what the program computes or which sizes it takes.
MEANING = ("rules", "rules-only", "sizes", "trait-rules", "zero-extents")
# Those of them that apply if nothing is lowered.
_CHECKING = ("rules", "rules-only", "sizes", "trait-rules")
# A program whose sizes depend on data has no program for given sizes.
_NOT_A_REFUSAL = {"not-specialised", "not-lowered", "unknown-sizes", "crash", "internal-error", "usage"}


class Refused(Exception):
    """A program, or the sizes of a call, are rejected."""

    def __init__(self, text: str, first: str, kinds: Sequence[str]) -> None:
        super().__init__(text)
        self.first = first
        """The message of the first error."""
        self.is_about_sizes = _NOT_A_REFUSAL.isdisjoint(kinds)


class UsageError(Exception):
    """An argument is wrong, a file cannot be read, or a package is missing."""


class MissingPackage(UsageError):
    """A package is not installed."""


class Tool(Protocol):
    """Runs bcast-lower on one program with the options of the comparison."""

    sizes: str
    """The option `sizes`, as text."""
    bounds: str
    """The option `bounds`, as text."""

    def lower(self, target: str, form: str) -> bytes:
        """Lowers for a target, to `bytecode`, `artifact=VERSION` or `outline`; raises `Refused`."""

    def specialise(self, shapes: str, target: str, form: str) -> bytes:
        """Writes the program for the shapes of one call; raises `Refused`."""

    def outline(self, shapes: str = "", sizes: str = "") -> str:
        """Returns the program as text without weights, for given shapes or sizes of symbols."""

    def fitting(self, calls: Sequence[str]) -> set[str]:
        """Returns the calls whose shapes fit."""

    def command(self, shapes: str, seed: int, tolerance: float | None) -> str:
        """Returns what repeats the comparison for one call."""


class CommandLine:
    """The tool `bcast-lower`."""

    def __init__(
        self,
        binary: str,
        file: str,
        shown_file: str,
        target: str,
        options: Mapping[str, Sequence[str]],
        function: str | None,
        reading: Sequence[str],
    ) -> None:
        self._binary = binary
        self._file = file
        self._shown_file = shown_file
        self._target = target
        self._options = options
        self._function = function
        self._reading = list(reading)
        self.sizes = ",".join(options.get("sizes", ()))
        self.bounds = ",".join(options.get("bounds", ()))

    def lower(self, target: str, form: str) -> bytes:
        options = list(self._options) if target == self._target else MEANING
        with_function = bool(self.sizes or self.bounds)
        return self._run([f"--target={target}", *self._given(options, with_function), *_emit(form)])

    def specialise(self, shapes: str, target: str, form: str) -> bytes:
        shapes_option = [f"--shapes={shapes}"] if shapes else []
        return self._run([f"--target={target}", *self._given(MEANING, bool(shapes)), *shapes_option, *_emit(form)])

    def outline(self, shapes: str = "", sizes: str = "") -> str:
        names = ("rules", "rules-only")
        given = {"shapes": shapes, "sizes": sizes, "function": self._function if shapes or sizes else None}
        options = [f"{name}={json.dumps(value)}" for name, value in given.items() if value]
        options += [
            f"{name}={','.join(map(json.dumps, self._options[name]))}" for name in names if name in self._options
        ]
        passes = f"specialize-sizes{{{' '.join(options)}}}" if shapes or sizes else ""
        return self._run([f"--pass-pipeline=builtin.module({passes})", *_emit("outline")]).decode()

    def fitting(self, calls: Sequence[str]) -> set[str]:
        options = ["--verify-only", *self._given(_CHECKING, True), *(f"--shapes={call}" for call in calls)]
        done = self._start([*options, "--diagnostics-format=json"])
        found = [json.loads(line) for line in done.stderr.decode().splitlines() if line.startswith("{")]
        messages = [it["message"] for it in found if it["id"] == "fitting-call"]
        more = f",{self.sizes}" if self.sizes else ""
        return {call for call in calls if any(it.startswith(f"a call with {call}{more} fits") for it in messages)}

    def command(self, shapes: str, seed: int, tolerance: float | None) -> str:
        tolerated = [] if tolerance is None else [f"--tolerance={tolerance!r}"]
        given = self._given(list(self._options), self._function is not None)
        words = [f"--target={self._target}", f"--shapes={shapes}", f"--seed={seed}", *tolerated, *given, *self._reading]
        return shlex.join(["bcast-lower", "compare", *words, self._shown_file])

    def _given(self, names: Sequence[str], with_function: bool) -> list[str]:
        words = [f"--{name}={value}" for name in names for value in self._options.get(name, ())]
        return words + ([f"--function={self._function}"] if self._function and with_function else [])

    def _start(self, options: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
        command = [self._binary, *options, *self._reading, self._file]
        return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, env=_environment())

    def _run(self, options: Sequence[str]) -> bytes:
        done = self._start(options)
        if done.returncode == 0:
            return done.stdout
        if done.returncode == 2:
            raise UsageError(done.stderr.decode().partition("\n\nUsage:")[0].removeprefix("error: ").strip())
        again = self._start([*options, "--diagnostics-format=json"])
        found = [json.loads(line) for line in again.stderr.decode().splitlines() if line.startswith("{")]
        errors = [it for it in found if it["severity"] == "error"]
        text = done.stderr.decode().strip() or f"bcast-lower ends with exit code {done.returncode}"
        first = errors[0]["message"] if errors else text
        raise Refused(text.replace(self._file, self._shown_file), first, [it["id"] for it in errors] or ["crash"])


def _emit(form: str) -> list[str]:
    if form == "outline":
        return ["--mlir-elide-elementsattrs-if-larger=0", "--mlir-elide-resource-strings-if-larger=0"]
    return ["--emit-bytecode" if form == "bytecode" else f"--emit-{form}"]


def _environment() -> dict[str, str]:
    return {**os.environ, "NO_COLOR": "1"}
