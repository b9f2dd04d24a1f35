"""The types, as a type checker sees them."""

import subprocess
import sys

PROGRAM = """\
import pathlib
from typing import Any
import bcast_lower
from bcast_lower import Diagnostic, LowerOptions

class Module:
    @classmethod
    def parse(cls, text: str, context: Any) -> "Module":
        return cls()
    @property
    def operation(self) -> Any:
        return None
    @property
    def context(self) -> Any:
        return None

class Exported:
    def mlir_module(self) -> str:
        return ""

reveal_type(bcast_lower.lower(""))
reveal_type(bcast_lower.lower(b""))
reveal_type(bcast_lower.lower(Module()))
reveal_type(bcast_lower.lower(Exported(), target="xla", rules=["tosa", pathlib.Path("a.toml")]))
reveal_type(bcast_lower.lower(pathlib.Path("a.mlir")))
reveal_type(bcast_lower.lower(Module(), output="text"))
reveal_type(bcast_lower.lower("", output="bytecode"))
reveal_type(bcast_lower.explain("").to_dict())
options: LowerOptions = {"zero_extents": "numpy", "facts": False}
bcast_lower.lower("", **options)
try:
    bcast_lower.verify("", trait_rules="strict")
except bcast_lower.BcastLowerError as error:
    first: Diagnostic = error.diagnostics[0]
    reveal_type(first.line)
"""

REVEALED = [
    "str",
    "bytes",
    "Module",
    "str",
    "str | bytes",
    "str",
    "bytes",
    "dict[str, Any]",
    "int | None",
]

WRONG = """\
import bcast_lower
bcast_lower.lower("", zero_extents="nump")
bcast_lower.lower("", zero_extent="numpy")
bcast_lower.verify("", facts=True)
bcast_lower.lower("", target="tpu")
"""


def mypy(tmp_path, program: str) -> "tuple[list[str], int]":
    path = tmp_path / "program.py"
    path.write_text(program)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(path)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    return result.stdout.splitlines(), result.returncode


def test_results_have_the_types_of_arguments(tmp_path):
    lines, code = mypy(tmp_path, PROGRAM)
    assert code == 0, lines
    revealed = [line.split('"')[1] for line in lines if "Revealed type" in line]
    shorten = {"program.Module": "Module", "builtins.": "", "Union[str, bytes]": "str | bytes"}
    for long, short in shorten.items():
        revealed = [text.replace(long, short) for text in revealed]
    assert revealed == REVEALED


def test_wrong_options_are_type_errors(tmp_path):
    lines, code = mypy(tmp_path, WRONG)
    wrong = {int(line.split(":")[1]) for line in lines if ": error:" in line}
    assert (code, wrong) == (1, {2, 3, 4, 5}), lines


def test_the_types_are_those_of_the_module(tmp_path):
    command = [sys.executable, "-m", "mypy.stubtest", "bcast_lower", "--concise"]
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    # The other modules have no types of their own, but those of the extension.
    errors = [
        line
        for line in result.stdout.splitlines()
        if not line.startswith(("bcast_lower._api.", "bcast_lower._explain.", "bcast_lower._native.__all__"))
    ]
    assert not errors and not result.stderr
