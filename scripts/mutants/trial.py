"""Compiles planted faults, and runs the tests with each."""

import contextlib
import dataclasses
import json
import os
import pathlib
import select
import signal
import subprocess
import sys
import time

from .plant import VARIABLE, plant, with_choice

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Attempts to compile without the faults that do not.
_ATTEMPTS = 12
# How much longer tests may take than without a fault, in addition to the factor.
_SECONDS, _FACTOR = 60, 5
# What a test program prints of a test that fails.
_FAILED = b"... FAILED"


@dataclasses.dataclass(frozen=True)
class Package:
    """A package with faults: the root of its library, and its fast tests."""

    root: str
    arguments: tuple[str, ...]
    # What the slow tests, which only faults meet that fast ones miss, are compiled with.
    slow: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Programs:
    """Test programs that have all faults."""

    fast: list[str]
    slow: list[str]


PURE = Package("crates/broadcast/src/lib.rs", ("--package", "bcast-lower-broadcast", "--lib"))
_TESTS = ("lit", "op_facts", "lowering", "shape_arithmetic", "cli")
_SLOW_NAME = "numbers-"


class Failure(Exception):
    """The faults cannot be tried."""


def package_of(name, directory):
    """Returns the package of this name: its unit tests, and tests of the tool."""
    if directory == "crates/broadcast":
        return PURE
    tests = tuple(word for test in _TESTS for word in ("--test", test))
    own = ("--package", name, "--package", "bcast-lower", "--features", "bcast-lower/lsp", "--lib")
    return Package(f"{directory}/src/lib.rs", own + tests, slow=("--test", "numbers"))


@contextlib.contextmanager
def _changed(texts):
    """Changes files while the body of the `with` statement runs."""
    before = {file: (ROOT / file).read_text() for file in texts}
    try:
        for file, text in texts.items():
            (ROOT / file).write_text(text)
        yield
    finally:
        for file, text in before.items():
            (ROOT / file).write_text(text)


def build(package, faults):
    """Compiles the tests with all faults that compile.

    Returns the programs, and the faults that they have.
    """
    left = {fault.number: fault for fault in faults}
    for _ in range(_ATTEMPTS):
        planted, texts = {}, {}
        for file in sorted({fault.file for fault in left.values()}):
            own = [fault for fault in left.values() if fault.file == file]
            planted[file] = plant((ROOT / file).read_text(), own)
            texts[file] = planted[file].text
        root = texts.get(package.root) or (ROOT / package.root).read_text()
        texts[package.root] = with_choice(root)
        with _changed(texts):
            programs, errors = _compile(package)
        if not errors:
            compiled = set().union(*(s for file in planted.values() for _, s in file.places))
            return programs, [fault for fault in left.values() if fault.number in compiled]
        wrong = set()
        for file, line in errors:
            if file in planted:
                wrong |= planted[file].faults_at(line)
        if not wrong:
            raise Failure("the source does not compile, and no fault is to blame")
        left = {number: fault for number, fault in left.items() if number not in wrong}
    raise Failure("faults that do not compile are left")


def _compile(package):
    """Returns the test programs, and the places of errors."""
    tests = [*package.arguments, *package.slow]
    command = ["cargo", "test", *tests, "--no-run", "--message-format=json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    messages = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    # Each with the directory that cargo runs it in.
    found = [
        (pathlib.Path(item["executable"]), pathlib.Path(item["manifest_path"]).parent)
        for item in messages
        if item.get("executable")
    ]
    # Some tests run the programs of the package, which are not tests. Unit tests come first, and the
    # tests that take longest last.
    programs = [item for item in found if item[0].parent.name == "deps"]
    own = package.root.removesuffix("/src/lib.rs")
    programs.sort(key=lambda it: (it[1] != ROOT / own, it[0].name.startswith("cli-")))
    if not done.returncode:
        slow = [item for item in programs if item[0].name.startswith(_SLOW_NAME)]
        return Programs([item for item in programs if item not in slow], slow), []
    spans = [
        _outermost(span)
        for item in messages
        if item["reason"] == "compiler-message" and item["message"]["level"] == "error"
        for span in item["message"]["spans"]
        if span["is_primary"]
    ]
    errors = [(span["file_name"], span["line_start"]) for span in spans]
    if not errors:
        raise Failure(f"cargo fails:\n{done.stderr}")
    return Programs([], []), errors


def _outermost(span):
    """Returns where the macro that a span is in is used, in a file of the package."""
    while expansion := span.get("expansion"):
        span = expansion["span"]
    return span


def run(programs, number, limit, room=None):
    """Returns whether test programs pass with a fault; they end at the first failure.

    The unit tests of a room run first, if it is given: they find most of its faults.
    """
    environment = {**os.environ, "INSTA_UPDATE": "no", "INSTA_FORCE_PASS": "0"}
    # A test that lacks a program to compare with would pass.
    environment["BCAST_LOWER_MAY_SKIP"] = ""
    environment[VARIABLE] = str(number)
    end = time.monotonic() + limit
    own = [(program, directory, f"{room}::") for program, directory in programs[:1] if room]
    for program, directory, *chosen in (*own, *programs):
        process = subprocess.Popen(
            [program, *chosen],
            cwd=directory,
            env=environment | {"CARGO_MANIFEST_DIR": str(directory)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        if not _passes(process, end):
            return False
    return True


def _passes(process, end):
    """Returns whether a test program passes before a time."""
    output = process.stdout.fileno()
    last = b""
    with contextlib.suppress(subprocess.TimeoutExpired):
        while (left := end - time.monotonic()) > 0:
            if not select.select([output], [], [], left)[0]:
                continue
            text = os.read(output, 1 << 16)
            if not text:
                return process.wait(left) == 0
            if _FAILED in last + text:
                break
            last = text[-len(_FAILED) :]
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return False


def time_without(programs):
    """Returns the time limit of a run, from a run without a fault, which must pass."""
    begin = time.monotonic()
    if not run(programs, 0, 24 * 3600):
        raise Failure("the tests fail without a fault")
    return _FACTOR * (time.monotonic() - begin) + _SECONDS


def report(text):
    """Prints progress."""
    print(text, file=sys.stderr, flush=True)
