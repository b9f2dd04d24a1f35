"""Plants faults in programs for bounds, one at a time: `bcast-lower compare` has to find each.

A fault is a mask that is left out, and each dim has its own; a number that is not neutral in place of a neutral one; or a
bound in place of a size, in a mask, a position, a check or the size of a result.
"""

import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

# Part of the Python package, which scripts/run finds.
from _compare import comparison
from _compare.bounded import read_signature
from _compare.comparison import Settings
from _compare.consumers import Outcome, Worker
from _compare.draw import Call
from _compare.program import read_function
from _compare.references import Specialised
from _compare.tool import CommandLine

_MASK, _NEUTRAL, _SIZE = "a mask left out", "not neutral", "a bound instead of a size"
_KINDS = (_MASK, _NEUTRAL, _SIZE)
# Faults that change no result, by the op of the program, the kind and the op where the fault is.
_EQUAL = (
    # What is subtracted from is multiplied by the padding between elements, and that is 0 in these dims.
    ("pad", _SIZE, "subtract"),
    # The other factor is 0 there, too.
    ("dot_general", _NEUTRAL, "select"),
)
_LINE = re.compile(r"\s+(?P<name>%\w+) = stablehlo\.(?P<op>\w+) (?P<operands>%.*?) : (?P<types>.*)")
_SELECT = re.compile(r"(%\w+), (%\w+), (%\w+)$")
_TENSOR = re.compile(r"tensor<(?:\d+x)+[\w<>]+>$")


def _faults(text: str) -> Iterator[tuple[str, str, str]]:
    """Yields the kind of each fault, the line where it is, and the program with it."""
    lines = text.splitlines()
    sizes = _sizes(text)
    for number, line in enumerate(lines):
        found = _LINE.fullmatch(line)
        if found is None:
            continue
        for kind, changed in _changed(found, line, sizes):
            yield kind, line.strip(), "\n".join([*lines[:number], changed, *lines[number + 1 :]])


def _sizes(text: str) -> dict[str, int]:
    """Returns the arguments that are sizes, with their bounds."""
    signature = read_signature(text, "main")
    first = len(signature.arguments)
    bounds = [signature.arguments[dims[0][0]][0][dims[0][1]] for dims in signature.sizes]
    return {f"%arg{first + position}": bound for position, bound in enumerate(bounds)}


def _changed(found: re.Match[str], line: str, sizes: dict[str, int]) -> Iterator[tuple[str, str]]:
    name, op, operands, types = found.groups()
    result = types.rpartition(", ")[2]
    if op == "select" and (parts := _SELECT.match(operands)) and _TENSOR.match(result):
        yield _MASK, f"{name} = stablehlo.optimization_barrier {parts[2]} : {result}"
        if "complex" not in result:
            number = "true" if result.endswith("xi1>") else "3.0" if re.search(r"x(bf|f)\d", result) else "3"
            constant = f"%planted = stablehlo.constant dense<{number}> : {result}"
            yield _NEUTRAL, f"{constant}\n{line.replace(parts[3] + ' :', '%planted :')}"
    # No call has a size below 0.
    if "compare GE" in line:
        return
    for size in sorted(sizes.keys() & set(re.findall(r"%\w+", operands))):
        constant = f"%planted = stablehlo.constant dense<{sizes[size]}> : tensor<i32>"
        yield _SIZE, constant + "\n" + re.sub(rf"{size}\b", "%planted", line)


class _Planted(CommandLine):
    """The tool, with a fault in what it writes."""

    def __init__(self, binary: Path, file: Path, bounds: str, target: str) -> None:
        super().__init__(str(binary), str(file), file.name, target, {"bounds": [bounds]}, "main", ())
        self._binary_path = binary
        self._fitting: dict[str, bool] = {}
        self.text = self._run([f"--target={target}", f"--bounds={bounds}", "--function=main"]).decode()

    def lower(self, target: str, form: str) -> bytes:
        emit = [] if form == "outline" else ["--emit-bytecode" if form == "bytecode" else f"--emit-{form}"]
        command = [self._binary_path, "--pass-pipeline=builtin.module()", *emit]
        return subprocess.run(command, input=self.text.encode(), stdout=subprocess.PIPE, check=True).stdout

    def fitting(self, calls: Sequence[str]) -> set[str]:
        if new := [call for call in calls if call not in self._fitting]:
            found = super().fitting(new)
            self._fitting |= {call: call in found for call in new}
        return {call for call in calls if self._fitting[call]}


class _Once:
    """What programs are compared with: it computes each call once."""

    def __init__(self, reference: Specialised) -> None:
        self._reference = reference
        self._outcomes: dict[tuple[str, bytes], Outcome] = {}

    def call(self, call: Call, arguments: Sequence[Any]) -> Outcome:
        key = call.text(), b"".join(argument.tobytes() for argument in arguments)
        if key not in self._outcomes:
            self._outcomes[key] = self._reference.call(call, arguments)
        return self._outcomes[key]


def main(binary: Path, programs: Sequence[tuple[str, str, str]], target: str, calls: int, jobs: int) -> int:
    """Plants faults in programs, each with its name and its bounds; returns the exit code."""
    counts: Counter[tuple[str, str]] = Counter()
    with ThreadPoolExecutor(jobs) as pool:
        checked = pool.map(lambda program: list(_check(binary, *program[1:], target, calls)), programs)
        for (name, *_), rows in zip(programs, checked, strict=True):
            for kind, line, is_found in rows:
                outcome = "found" if is_found else "equal" if _is_equal(name, kind, line) else "missed"
                counts[kind, outcome] += 1
                if outcome == "missed":
                    print(f"{name}: {kind} is not found: {line}", flush=True)
    for kind in _KINDS:
        shown = ", ".join(f"{counts[kind, outcome]} {outcome}" for outcome in ("found", "equal", "missed"))
        print(f"{kind}: {shown}")
    found = {kind for kind, outcome in counts if outcome == "found"}
    return 1 if any(outcome == "missed" for _, outcome in counts) or found != set(_KINDS) else 0


def _is_equal(program: str, kind: str, line: str) -> bool:
    found = _LINE.fullmatch(f" {line}")
    return found is not None and (program.partition("-")[0], kind, found["op"]) in _EQUAL


def _check(binary: Path, text: str, bounds: str, target: str, calls: int) -> Iterator[tuple[str, str, bool]]:
    """Yields the kind and the line of each fault, and whether a call differs."""
    with tempfile.TemporaryDirectory() as directory, Worker(600) as xla:
        file = Path(directory) / "program.mlir"
        file.write_text(text)
        tool = _Planted(binary, file, bounds, target)
        reference = _Once(Specialised(tool, read_function(tool.outline(), "main"), xla))
        for kind, line, planted in _faults(tool.text):
            tool.text = planted
            found = comparison.compare(tool, Settings(target, calls, function="main"), reference)
            yield kind, line, not found.ok
