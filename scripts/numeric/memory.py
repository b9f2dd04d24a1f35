"""Runs outputs for IREE under Electric Fence (scripts/setup memory), which puts a page that must not be accessed behind
each buffer, at the sizes of right and of wrong calls: none may read or write behind its tensors, but for the few bytes
that alignment leaves. The wrong calls are run without assertions, too, and some of them must be caught, or the check
would show nothing.
"""

import argparse
import importlib.util
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from programs import iree

from .command_line import add_binary, exit_codes, make_parser
from .frontend_programs import Program, programs
from .tool import Tool, find_binary

_EPILOG = exit_codes("no call leaves its tensors", "a call does, or none is caught without assertions")
_FILES = ("sizes", "forms", "layers")
_LIBRARY = "libefence.so.0"
# SIGSEGV, as Electric Fence and shells report it.
_CAUGHT = (-11, 139)
_SECONDS = 120


def main() -> int:
    """Runs the command line; returns the exit code."""
    options = _options()
    tool = Tool(options.binary or find_binary(), ("--target=iree",))
    unchecked = Tool(options.binary or find_binary(), ("--target=iree", "--assertions=none"))
    found = [it for file in _FILES for it in programs(file) if "iree" in it.targets]
    found = [it for it in found if not options.only or it.name in options.only]
    count = caught = failures = 0
    for program in found:
        calls = [(sizes, False) for sizes in program.calls] + [(sizes, True) for sizes, _ in program.wrong_calls]
        for sizes, code in _run(tool, program, [sizes for sizes, _ in calls]):
            count += 1
            if code in _CAUGHT:
                failures += 1
                print(f"{program.name}: {sizes}: reads or writes outside of its tensors", flush=True)
        wrong = [sizes for sizes, is_wrong in calls if is_wrong]
        caught += sum(code in _CAUGHT for _, code in _run(unchecked, program, wrong)) if wrong else 0
        if options.verbose:
            print(f"{program.name}: {len(calls)} calls", flush=True)
    print(f"{count} calls of {len(found)} programs, {failures} wrong; {caught} wrong calls caught without assertions")
    return 1 if failures or not count or not caught and not options.only else 0


def _run(tool: Tool, program: Program, calls: Sequence[Sequence[tuple[int, ...]]]) -> Iterator[tuple[object, int]]:
    """Yields the exit code of the program for each call."""
    with tempfile.TemporaryDirectory() as directory:
        module = Path(directory, "program.vmfb")
        module.write_bytes(iree.compile_text(tool.lower(program.text), "auto", ()))
        for sizes in calls:
            inputs = []
            for index, array in enumerate(program.arguments(sizes)):
                file = Path(directory, f"{index}.npy")
                np.save(file, array.astype(np.int8) if array.dtype == bool else array)
                inputs.append(f"--input=@{file}")
            command = [_runner(), "--device=local-sync", f"--module={module}", "--function=main", *inputs]
            environment = {**os.environ, "LD_PRELOAD": _LIBRARY, "EF_ALLOW_MALLOC_0": "1"}
            done = subprocess.run(command, env=environment, capture_output=True, timeout=_SECONDS)
            yield sizes, done.returncode


def _runner() -> str:
    """Returns IREE's program that runs modules; the one of that name on the path is a script."""
    found = importlib.util.find_spec("iree.runtime")
    assert found and found.origin, "scripts/peers installs it"
    return str(Path(found.origin).parents[1] / "_runtime_libs" / "iree-run-module")


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-memory", __doc__, _EPILOG)
    add_binary(parser)
    parser.add_argument("--only", action="append", metavar="NAME", help="a program to run [all]")
    parser.add_argument("--verbose", action="store_true", help="also print successes")
    return parser.parse_args()
