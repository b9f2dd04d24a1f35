"""The types, as a type checker sees them."""

import re
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
    mlir_module_serialized: bytes = b""
    def mlir_module(self, serialized: bool = True) -> Any:
        return ""

class Printed:
    def mlir_module(self) -> str:
        return ""

reveal_type(bcast_lower.lower(""))
reveal_type(bcast_lower.lower(b""))
reveal_type(bcast_lower.lower(Module()))
reveal_type(bcast_lower.lower(Exported(), target="xla", rules=["tosa", pathlib.Path("a.toml")]))
reveal_type(bcast_lower.lower(Exported()))
reveal_type(bcast_lower.lower(Exported(), target="iree"))
reveal_type(bcast_lower.lower(Exported(), output="artifact"))
reveal_type(bcast_lower.specialize(Exported()))
bcast_lower.lower(Printed())
reveal_type(bcast_lower.lower(pathlib.Path("a.mlir")))
reveal_type(bcast_lower.lower(Module(), output="text"))
reveal_type(bcast_lower.lower("", output="bytecode"))
reveal_type(bcast_lower.explain("").to_dict())
options: LowerOptions = {"zero_extents": "numpy", "facts": False}
bcast_lower.lower("", **options)
bcast_lower.lower("", progress=lambda stage, share: print(stage.upper(), share + 1))
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
    "Exported",
    "Exported",
    "str",
    "bytes",
    "Exported",
    "str | bytes",
    "str",
    "bytes",
    "dict[str, Any]",
    "int | None",
]

# Wrong calls, each with what the one error says of it.
WRONG = [
    ('lower("", target="tpu")', "expected \"Literal['xla', 'iree']"),
    ('lower(b"", target="tpu")', "expected \"Literal['xla', 'iree']"),
    ('lower("", target="tpu", output="text")', "expected \"Literal['xla', 'iree']"),
    ('lower("", zero_extents="nump")', "expected \"Literal['reject', 'numpy']"),
    ('lower("", facts="on")', 'expected "bool'),
    ('explain("", target="tpu")', "expected \"Literal['xla', 'iree'] | None"),
    ('pipeline(target="tpu")', "expected \"Literal['xla', 'iree'] | None"),
    ('verify("", facts=True)', "facts"),
    ('explain("", fact=True)', "fact"),
    ("pipeline(threads=True)", "threads"),
    ("lower(3)", '"int"; expected "str | bytes | '),
    ("run([], '')", '"list[Never]"; expected "str | bytes | '),
    ("verify(3)", 'has incompatible type "int"'),
]


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
    shorten = {"program.Module": "Module", "program.Exported": "Exported", "builtins.": "", "Union[str, bytes]": "str | bytes"}
    for long, short in shorten.items():
        revealed = [text.replace(long, short) for text in revealed]
    assert revealed == REVEALED


def test_wrong_options_are_one_type_error_each(tmp_path):
    calls = "\n".join(f"bcast_lower.{call}" for call, _ in WRONG)
    lines, code = mypy(tmp_path, f"import bcast_lower\n{calls}\n")
    assert code == 1
    *lines, _ = lines
    for index, (call, message) in enumerate(WRONG):
        errors = [line for line in lines if line.split(":")[1] == str(index + 2)]
        # Where the function is.
        errors = [line for line in errors if f'note: "{call.split("(")[0]}" defined in' not in line]
        assert len(errors) == 1 and message in errors[0], (call, errors)
    # A name that does not exist is an error, too, with a suggestion.
    lines, _ = mypy(tmp_path, 'import bcast_lower\nbcast_lower.lower("", zero_extent="numpy")\n')
    assert 'did you mean "zero_extents"?' in lines[0]


def test_the_types_are_those_of_the_module(tmp_path):
    command = [sys.executable, "-m", "mypy.stubtest", "bcast_lower", "--concise"]
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    # The other modules have no types of their own, but those of the extension. In functions with
    # overloads, stubtest does not see the keywords in `Unpack`; other functions have the same.
    ignored = re.compile(
        r"bcast_lower\.(_api\.|_bounded\.|_comparing\.|_compare\.|_explain\.|_native\.__all__|(bounded|lower|run) is inconsistent, "
        r"(stub does not have parameter|runtime does not have \*\*kwargs))"
    )
    errors = [line for line in result.stdout.splitlines() if not ignored.match(line)]
    assert not errors and not result.stderr
