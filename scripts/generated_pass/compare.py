"""Runs a program through both, and compares what they say and write."""

import dataclasses
import pathlib
import re
import subprocess
import tempfile

from . import argued
from .build import ROOT, tool

_LINE = re.compile(r"^(.*?): (error|warning|remark|note): (.*)$")


@dataclasses.dataclass(frozen=True)
class Case:
    """Options of both passes."""

    name: str
    options: str
    verify: bool = False


CASES = [
    Case("verify-documented", "", verify=True),
    Case("verify-strict", "trait-rules=strict", verify=True),
    Case("verify-mlir", "trait-rules=mlir", verify=True),
    Case("lower", ""),
    Case("numpy-cf", "zero-extents=numpy assertions=cf"),
    Case("shape", "assertions=shape"),
    Case("partial", "assertions=none allow-partial=true trait-rules=mlir"),
]


@dataclasses.dataclass
class Outcome:
    """What one of them did: `text` is the output, none after errors."""

    messages: list[str]
    text: str | None


def compare(program, case, plugin, llvm):
    """Returns `equal`, `skipped`, the name of an argued difference, or a description of another one."""
    with tempfile.TemporaryDirectory() as scratch:
        source = pathlib.Path(scratch) / "in.mlir"
        generic = pathlib.Path(scratch) / "generic.mlir"
        lowered = pathlib.Path(scratch) / "lowered.mlir"
        source.write_text(program.text)
        irdl = [f"--irdl-file={file}" for file in program.irdl]
        read = [*irdl, "--allow-unregistered-dialect"]
        # Both get the same text, in the form that needs no dialect.
        first = _run(
            [tool(), *read, f"--pass-pipeline=builtin.module({program.pipeline})", "--mlir-print-op-generic"]
            + ["--mlir-print-debuginfo", source, "-o", generic]
        )
        if first.returncode:
            return "skipped"
        own = _own(program, case, generic, read)
        name = "cse" if not case.verify else ""
        options = " ".join(["verify-only=true"] * case.verify + [case.options])
        pipeline = f"builtin.module({plugin.argument}{{{options}}})"
        run = _run(
            [f"{llvm}/bin/mlir-opt", *read, f"--load-pass-plugin={plugin.path}", f"--pass-pipeline={pipeline}", generic]
            + ["-o", lowered]
        )
        other = Outcome(_messages(run.stderr), None)
        if run.returncode not in (0, 1):
            return f"crash: {run.stderr[-2000:]}"
        if run.returncode == 0 and not case.verify:
            again = _run([tool(), *read, f"--pass-pipeline=builtin.module({name})", lowered])
            if again.returncode:
                return f"output does not parse: {again.stderr}"
            other.text = again.stdout
    return argued.classify(program, case, own, other)


def _own(program, case, generic, read):
    names = [name for name in program.tables.names if name != "chlo"]
    rules = f'rules="{",".join(names)}"' if names else ""
    if "chlo" not in program.tables.names:
        rules += " rules-only=on"
    options = case.options.replace("=true", "=on")
    if case.verify:
        pipeline = f"builtin.module(verify-broadcastable{{{rules} {options}}})"
    else:
        pipeline = f"builtin.module(lower-broadcast{{facts=off {rules} {options}}},cse)"
    run = _run([tool(), *read, f"--pass-pipeline={pipeline}", generic])
    if run.returncode not in (0, 1):
        raise RuntimeError(f"{program.name}: {run.stderr}")
    text = run.stdout if run.returncode == 0 and not case.verify else None
    return Outcome(_messages(run.stderr), text)


def _run(command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def _messages(stderr):
    """Returns the errors, and the remarks on ops that stay, each with its notes."""
    messages = []
    is_kept = False
    for line in stderr.splitlines():
        match = _LINE.match(line)
        if not match or match[3].startswith("see current operation"):
            continue
        severity, text = match[2], match[3]
        if severity != "note":
            is_kept = severity == "error" or (severity == "remark" and "cannot be lowered" in text)
            if is_kept:
                messages.append("")
        if is_kept:
            text = re.sub(r" at \S*?([^/\s]+\.toml:\d+:\d+)", r" at \1", text)
            text = re.sub(r"; did you mean .*?\?$", "", text)
            messages[-1] += f"{match[1].rpartition('/')[2]}: {severity}: {text}\n"
    return sorted(messages)
