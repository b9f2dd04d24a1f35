"""Runs tools and measures their time, by phase, and their memory."""

from __future__ import annotations

import json
import os
import re
import signal
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

NO_THREADS = "--mlir-disable-threading"

_TIMEOUT_SECONDS = 300
# A row of the report that `--mlir-timing` prints; nested rows are indented further.
_ROW = re.compile(r"^ +([\d.]+) \( *[\d.]+%\)  (\S.*)$", re.MULTILINE)


class TooSlow(Exception):
    """A tool timed out."""


class Fails(Exception):
    """A tool failed."""


@dataclass(frozen=True)
class Phases:
    """The time of each phase of a run, in seconds, and its peak memory, in bytes."""

    parse: float
    passes: float
    output: float
    total: float
    memory: int

    @staticmethod
    def median(runs: Sequence[Phases]) -> Phases:
        """Returns the median of each figure, and the lowest peak."""
        figures = zip(*((run.parse, run.passes, run.output, run.total) for run in runs))
        return Phases(*map(statistics.median, figures), min(run.memory for run in runs))


def run(command: Sequence[str | Path]) -> tuple[str, int]:
    """Runs a command; returns its standard error and its peak memory."""
    with tempfile.NamedTemporaryFile() as file:
        # A direct child would include this process's memory from before `exec`.
        measured = ["/usr/bin/time", "--format=%M", f"--output={file.name}", *map(str, command)]
        process = subprocess.Popen(measured, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
        try:
            text = process.communicate(timeout=_TIMEOUT_SECONDS)[1].decode()
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise TooSlow(f"no answer after {_TIMEOUT_SECONDS} seconds") from None
        if process.returncode != 0:
            raise Fails(text.strip())
        return text, 1024 * int(file.read())


def measure_phases(command: Sequence[str | Path], runs: int) -> Phases:
    """Runs a tool like `mlir-opt` several times, on one thread."""
    return measure_in_turn([command], runs)[0]


def measure_in_turn(commands: Sequence[Sequence[str | Path]], runs: int, *, with_threads: bool = False) -> list[Phases]:
    """Runs tools like `mlir-opt` several times, each once per round, so that other load
    on the machine affects all of them equally."""
    options = ["--mlir-timing"] if with_threads else ["--mlir-timing", NO_THREADS]
    turns = [[_phases(*run([*command, *options])) for command in commands] for _ in range(runs)]
    return [Phases.median(of_command) for of_command in zip(*turns)]


def _phases(report: str, memory: int) -> Phases:
    seconds = {name: float(figure) for figure, name in _ROW.findall(report)}
    total = seconds.pop("Total")
    seconds.pop("Rest", None)
    parse, output = seconds.pop("Parser"), seconds.pop("Output")
    return Phases(parse, sum(seconds.values()), output, total, memory)


def measure_processes(commands: Sequence[Sequence[str | Path]], runs: int) -> list[tuple[float, int]]:
    """Returns the median seconds of each command, including start-up, and its lowest
    peak memory in bytes. Each command runs once per round."""

    def measure(command: Sequence[str | Path]) -> tuple[float, int]:
        begin = time.perf_counter()
        memory = run(command)[1]
        return time.perf_counter() - begin, memory

    turns = [[measure(command) for command in commands] for _ in range(runs)]
    of_commands = [zip(*of_command) for of_command in zip(*turns)]
    return [(statistics.median(seconds), min(memory)) for seconds, memory in of_commands]


def measure_whole(commands: Sequence[Sequence[str | Path]], runs: int) -> list[float]:
    """Returns the median seconds of each command, including start-up, measured by hyperfine."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        options = ["--shell=none", "--warmup=3", f"--min-runs={runs}", "--style=none"]
        lines = [" ".join(map(str, command)) for command in commands]
        subprocess.run(
            ["hyperfine", *options, f"--export-json={file.name}", *lines],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return [result["median"] for result in json.load(file)["results"]]
