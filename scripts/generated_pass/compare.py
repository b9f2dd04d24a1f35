"""Runs programs through both, and compares what they say and write."""

import dataclasses
import pathlib
import re
import subprocess
import tempfile

from . import argued
from .build import ROOT, tool

_MESSAGE = re.compile(r"^(\S*?):(\d+):(\d+): (error|warning|remark|note): (.*)$")
_SEPARATOR = "// -----\n"


@dataclasses.dataclass(frozen=True)
class Case:
    """Options of both passes."""

    name: str
    options: str
    verify: bool = False


CASES = [
    Case("verify, documented", "", verify=True),
    Case("verify, strict", "trait-rules=strict", verify=True),
    Case("verify, mlir", "trait-rules=mlir", verify=True),
    Case("custom-call", ""),
    Case("cf, numpy", "assertions=cf zero-extents=numpy"),
    Case("shape", "assertions=shape"),
    Case("none, partial, mlir", "assertions=none allow-partial=true trait-rules=mlir"),
]


@dataclasses.dataclass
class Outcome:
    """What one of them made of a program: its messages, and its output, which errors prevent."""

    messages: list[str]
    text: str | None = None
    # Why the tool cannot read the output.
    problem: str = ""

    def __str__(self):
        return "".join(self.messages) + (self.text or "") + self.problem


def compare(batch, case, plugin, llvm):
    """Yields for each program what `argued.judge` says of the two outcomes; nothing for one that does not parse."""
    with tempfile.TemporaryDirectory() as scratch:
        source = pathlib.Path(scratch) / "in.mlir"
        generic = pathlib.Path(scratch) / "generic.mlir"
        lowered = pathlib.Path(scratch) / "lowered.mlir"
        source.write_text(_SEPARATOR.join(batch.programs))
        read = ["--split-input-file", "--allow-unregistered-dialect", *(f"--irdl-file={file}" for file in batch.irdl)]
        # Both get the same text, in the form that needs no dialect.
        first = [f"--pass-pipeline=builtin.module({batch.pipeline})", "--mlir-print-op-generic"]
        parsed = _run([tool(), *read, *first, "--mlir-print-debuginfo", source]).stdout.split(_SEPARATOR)
        generic.write_text(_SEPARATOR.join(text or "module {\n}\n" for text in parsed))
        own = _run([tool(), *read, f"--pass-pipeline={_own_pipeline(batch, case)}", generic])
        options = f"verify-only={str(case.verify).lower()} {case.options}"
        pipeline = f"builtin.module({plugin.argument}{{{options}}})"
        load = f"--load-pass-plugin={plugin.path}"
        other = _run([f"{llvm}/bin/mlir-opt", *read, load, f"--pass-pipeline={pipeline}", generic])
        lowered.write_text(other.stdout)
        # StableHLO's ops are written as it writes them.
        again = _run([tool(), *read, "--pass-pipeline=builtin.module(cse)", lowered])
    parts = [run.stdout.split(_SEPARATOR) for run in (own, other, again)]
    if {len(texts) for texts in parts} != {len(batch.programs)}:
        raise RuntimeError(f"{batch.name}, {case.name}: {own.stderr}{other.stderr}{again.stderr}")
    problems = _problems(again.stderr, other.stdout)
    begin = 1
    for index, program in enumerate(batch.programs):
        end = begin + program.count("\n") + 1
        own_text, other_text, again_text = (texts[index] for texts in parts)
        lines = range(begin, end)
        begin = end
        one = Outcome(_messages(own.stderr, lines))
        two = Outcome(_messages(other.stderr, lines))
        if own_text.strip() and not case.verify:
            one.text = own_text
        if other_text.strip() and not case.verify:
            two.text, two.problem = again_text, problems.get(index, "")
        if parsed[index]:
            yield index, argued.judge(batch, program, one, two), one, two


def _own_pipeline(batch, case):
    names = [name for name in batch.tables.names if name != "chlo"]
    rules = f'rules="{",".join(names)}"' if names else ""
    if "chlo" not in batch.tables.names:
        rules += " rules-only=on"
    if case.verify:
        return f"builtin.module(verify-broadcastable{{{rules} {case.options}}})"
    options = case.options.replace("=true", "=on")
    return f"builtin.module(lower-broadcast{{facts=off {rules} {options}}},cse)"


def _run(command):
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        raise RuntimeError(f"{command}: {run.stderr}")
    return run


def _messages(stderr, lines):
    """Returns the errors on some lines, and the remarks on ops that stay, each with its notes."""
    messages = []
    is_kept = False
    for line in stderr.splitlines():
        match = _MESSAGE.match(line)
        if not match or match[5].startswith("see current operation"):
            continue
        severity, text = match[4], match[5]
        if severity != "note":
            is_kept = severity == "error" or (severity == "remark" and "cannot be lowered" in text)
            is_kept &= int(match[2]) in lines
            if is_kept:
                messages.append("")
        if is_kept:
            messages[-1] += f"{match[2]}:{match[3]}: {severity}: {argued.without_hints(text)}\n"
    return sorted(messages)


def _problems(stderr, text):
    """Returns the errors in a file by the positions of its programs."""
    ends = [index for index, line in enumerate(text.splitlines(), 1) if line == _SEPARATOR.strip()]
    problems = {}
    for line in stderr.splitlines():
        match = _MESSAGE.match(line)
        if match and match[4] == "error":
            index = sum(end < int(match[2]) for end in ends)
            problems.setdefault(index, f"{match[5]}\n")
    return problems
