"""Runs bcast-lower."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

_MARKER = "// -----"
_TIMEOUT_SECONDS = 120
# The characters of a message that are shown; MLIR's contain whole ops.
_REASON = 100


class Refused(Exception):
    """bcast-lower did not lower a program; the text is its error output."""


@dataclass(frozen=True)
class Mode:
    """Options that determine the semantics of a lowered program."""

    zero_extents: str
    facts: str

    def options(self) -> tuple[str, ...]:
        """Returns the tool's options."""
        return (f"--zero-extents={self.zero_extents}", f"--facts={self.facts}")


# The warnings that the sizes of an op that may not run never fit, and that a function gets no profiles.
_ALLOWED = re.compile(r"warning: .* (whenever this op runs|so the function gets none)$", re.MULTILINE)


@dataclass(frozen=True)
class Tool:
    """The binary and its options; if `is_silent`, it must print no diagnostics."""

    binary: Path
    options: tuple[str, ...] = ()
    is_silent: bool = True

    def lower(self, text: str) -> str:
        """Lowers one module; raises `Refused` on failure."""
        return self.lower_to_bytes(text).decode()

    def lower_to_bytes(self, source: str | bytes) -> bytes:
        """Lowers one module from or to bytecode or an artifact; raises `Refused` on failure."""
        source = source if isinstance(source, bytes) else source.encode()
        done = _run([str(self.binary), *self.options], source)
        errors = done.stderr.decode()
        if done.returncode != 0:
            raise Refused(f"exit code {done.returncode}: {errors.strip()}")
        if errors and self.is_silent and not _ALLOWED.search(errors):
            raise Refused(f"it prints diagnostics: {errors.strip()}")
        return done.stdout

    def diagnostics(self, text: str) -> str:
        """Returns the diagnostics for a module, whether it can be lowered or not; raises `Refused` on a crash."""
        done = _run([str(self.binary), *self.options], text.encode())
        errors = done.stderr.decode().strip()
        if done.returncode not in (0, 1):
            raise Refused(f"exit code {done.returncode}: {errors}")
        return errors

    def lower_all(self, texts: Sequence[str]) -> list[str | Refused]:
        """Lowers modules, all in one call unless one fails."""
        together = Tool(self.binary, (*self.options, "--split-input-file"))
        try:
            lowered = split(together.lower(f"{_MARKER}\n".join(texts)))
            if len(lowered) == len(texts):
                return list(lowered)
        except Refused:
            pass
        return [self._try_to_lower(text) for text in texts]

    def _try_to_lower(self, text: str) -> str | Refused:
        try:
            return self.lower(text)
        except Refused as refused:
            return refused


def _run(command: list[str], source: bytes) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(command, input=source, capture_output=True, timeout=_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        raise Refused(f"no answer after {_TIMEOUT_SECONDS} seconds") from None


def split(text: str) -> list[str]:
    """Splits a file at its lines `// -----`."""
    return re.split(rf"^{_MARKER}\n", text, flags=re.MULTILINE)


def files_in(paths: Iterable[Path]) -> list[Path]:
    """Returns files, and those of directories, `*.mlir`, at any depth."""
    return [file for path in paths for file in (sorted(path.rglob("*.mlir")) if path.is_dir() else [path])]


def shapes_text(shapes: Iterable[Sequence[object]]) -> str:
    """Writes shapes as the tool's options have them, such as `2x?,scalar`."""
    return ",".join("x".join(map(str, shape)) or "scalar" for shape in shapes)


def find_binary(*arguments: str) -> Path:
    """Returns the path of the tool that `scripts/tool` finds or builds with these arguments, or of the installed one."""
    script = Path(__file__).parents[1] / "tool"
    if not script.exists():
        # A package, without the repository.
        installed = os.environ.get("BCAST_LOWER_BIN") or shutil.which("bcast-lower")
        if installed is None:
            print("there is no `bcast-lower` on the PATH; name one with --binary", file=sys.stderr)
            raise SystemExit(2)
        return Path(installed)
    found = subprocess.run([script, *arguments], stdout=subprocess.PIPE, text=True)
    if found.returncode != 0:
        # The script has reported the error.
        raise SystemExit(2)
    return Path(found.stdout.rstrip("\n"))


def shortened(error: object) -> str:
    """Returns the part of a message that says what is wrong, without locations."""
    text = re.sub(r"\s+", " ", str(error))
    return re.sub(r"^.*?error: ", "", text)[:_REASON]
