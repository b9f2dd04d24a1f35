"""Compares bcast-lower's printing with that of jaxlib, which contains OpenXLA's own
StableHLO and CHLO.

Each file is read and printed by both, in pretty and in generic form, and the texts are
compared. With --bytecode or --artifact, what jaxlib writes is read by bcast-lower, and the
other way round; both must print what jaxlib reads from its own bytes, and refuse the same
programs.
"""

import argparse
import contextlib
import difflib
import io
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from .command_line import add_binary, exit_codes, make_parser
from .tool import files_in, find_binary

_EPILOG = """\
examples:
  Programs that JAX exports, through bytecode:
    scripts/compare-with-jaxlib --export=DIRECTORY --bytecode

  One file, as an artifact of the version that jaxlib writes by default:
    scripts/compare-with-jaxlib --artifact=current FILE

""" + exit_codes("all files are printed identically", "a file is not", nothing="compared")
# Ops whose bytecode StableHLO 1.17 does not read; jaxlib 0.10.2 contains it.
_NEWER_BYTECODE = ("chlo.top_k", "collective_broadcast")
# The lines of a difference that are printed.
_SHOWN = 6
_NO_PASSES = ("--pass-pipeline=builtin.module()", "--allow-unregistered-dialect")


class Jaxlib:
    """Reads and prints programs with OpenXLA's dialects."""

    def parse(self, program: str | bytes) -> ir.Module:
        """Parses text or bytecode, in a context of its own."""
        # A context keeps the names of resources.
        context = mlir.make_ir_context()
        context.allow_unregistered_dialects = True
        # The error's text contains its position; a handler suppresses the output on
        # stderr.
        handler = context.attach_diagnostic_handler(lambda _: True)
        try:
            with refusals():
                return ir.Module.parse(program, context)
        finally:
            handler.detach()

    def print(self, program: str | bytes, generic: bool = False) -> str:
        module = self.parse(program)
        return module.operation.get_asm(print_generic_op_form=generic)

    def write_bytecode(self, program: str) -> bytes:
        file = io.BytesIO()
        self.parse(program).operation.write_bytecode(file)
        return file.getvalue()

    def write_artifact(self, program: str, version: str) -> bytes:
        with refusals():
            return stablehlo.serialize_portable_artifact_str(program, version)

    def print_artifact(self, artifact: bytes) -> str:
        with refusals():
            module = stablehlo.deserialize_portable_artifact(mlir.make_ir_context(), artifact)
        return module.decode() if isinstance(module, bytes) else str(module)

    def version(self, name: str) -> str:
        known = {"current": stablehlo.get_current_version, "minimum": stablehlo.get_minimum_version}
        return known[name]() if name in known else name


class Refused(Exception):
    """A reader does not accept a program."""


@contextlib.contextmanager
def refusals() -> Iterator[None]:
    """Takes any error of jaxlib for a refusal: MLIRError is no public name."""
    try:
        yield
    except Exception as error:
        raise Refused(first_line(str(error))) from error


def run_tool(tool: Path, arguments: list[str | Path]) -> bytes:
    result = subprocess.run([tool, *_NO_PASSES, *arguments], capture_output=True, timeout=60)
    if result.returncode < 0:
        raise SystemExit(f"{tool} crashed on {arguments[-1]}")
    if result.returncode != 0:
        raise Refused(first_line(result.stderr.decode()))
    return result.stdout


def print_with_tool(tool: Path, path: Path | str, generic: bool) -> str:
    form = ["--mlir-print-op-generic"] if generic else []
    return run_tool(tool, [*form, path]).decode()


def first_line(text: str) -> str:
    lines = [line for line in text.splitlines() if "error" in line]
    return (lines or text.splitlines() or ["?"])[0]


def compare(tool: Path, jaxlib: Jaxlib, path: Path) -> tuple[str, str]:
    """Returns `identical`, `refused by ...` or `different`, and details."""
    program = path.read_text()
    for generic in (False, True):
        texts, refusals = {}, {}
        for name, print_it in (
            ("bcast-lower", lambda: print_with_tool(tool, path, generic)),
            ("jaxlib", lambda: jaxlib.print(program, generic)),
        ):
            try:
                texts[name] = print_it()
            except Refused as refusal:
                refusals[name] = str(refusal)
        if refusals:
            if len(refusals) == 2:
                return "refused by both", refusals["bcast-lower"]
            ((name, reason),) = refusals.items()
            return f"refused by {name}", reason
        if found := difference(texts["jaxlib"], texts["bcast-lower"]):
            return "different", found
    return "identical", ""


def compare_bytes(
    tool: Path,
    path: Path,
    option: str,
    write: Callable[[str], bytes],
    print_bytes: Callable[[bytes], str],
    is_read_by_jaxlib: bool = True,
) -> tuple[str, str]:
    """Compares what each reads of the other's bytes; returns what `compare` does.

    The option makes bcast-lower write them; the functions write them, and print what they
    contain, with jaxlib, which may be too old to read those of bcast-lower.
    """
    theirs = ours = None
    try:
        theirs = write(path.read_text())
    except Refused as refusal:
        reason = str(refusal)
    try:
        ours = run_tool(tool, [option, path])
    except Refused as refusal:
        if theirs is None:
            return "refused by both", str(refusal)
        return "not written by bcast-lower", str(refusal)
    if theirs is None:
        return "not written by jaxlib", reason
    expected = print_bytes(theirs)
    try:
        read = print_bytes_with_tool(tool, theirs)
    except Refused as refusal:
        return "not read by bcast-lower", str(refusal)
    try:
        read_by_jaxlib = print_bytes(ours) if is_read_by_jaxlib else expected
    except Refused as refusal:
        return "not read by jaxlib", str(refusal)
    for verdict, text in (
        ("read", read),
        ("written", read_by_jaxlib),
        ("read back", print_bytes_with_tool(tool, ours)),
    ):
        if found := difference(expected, text):
            return f"different when {verdict}", found
    return "identical", ""


def print_bytes_with_tool(tool: Path, content: bytes) -> str:
    with tempfile.NamedTemporaryFile(suffix=".mlirbc") as file:
        file.write(content)
        file.flush()
        return print_with_tool(tool, file.name, generic=False)


def difference(expected: str, found: str) -> str:
    texts = [text.strip().splitlines() for text in (expected, found)]
    return "\n".join(difflib.unified_diff(*texts, lineterm="", n=0))


def main() -> int:
    arguments = _options()
    paths = list(arguments.paths)
    if arguments.export:
        import export_jax_programs

        export_jax_programs.export_all(arguments.export)
        paths.append(arguments.export)
    files = sorted(files_in(paths))
    tool = arguments.binary or find_binary()
    jaxlib = Jaxlib()
    counts: dict[str, int] = {}
    for file in files:
        verdict, details = _compare_file(tool, jaxlib, file, arguments)
        counts[verdict] = counts.get(verdict, 0) + 1
        if verdict != "identical":
            shown = "\n    ".join(details.splitlines()[:_SHOWN])
            print(f"{file}: {verdict}\n    {shown}")
    identical = counts.pop("identical", 0)
    others = "".join(f", {count} {verdict}" for verdict, count in sorted(counts.items()))
    print(f"{len(files)} files, {identical} identical{others}")
    return 1 if identical != len(files) or not files else 0


def _compare_file(tool: Path, jaxlib: Jaxlib, file: Path, arguments: argparse.Namespace) -> tuple[str, str]:
    if arguments.artifact:
        version = jaxlib.version(arguments.artifact)
        return compare_bytes(
            tool,
            file,
            f"--emit-artifact={version}",
            lambda program: jaxlib.write_artifact(program, version),
            jaxlib.print_artifact,
        )
    if arguments.bytecode:
        program = file.read_text()
        is_read = jaxlib.version("current") != "1.17.0" or not any(op in program for op in _NEWER_BYTECODE)
        return compare_bytes(tool, file, "--emit-bytecode", jaxlib.write_bytecode, jaxlib.print, is_read)
    return compare(tool, jaxlib, file)


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/compare-with-jaxlib", __doc__, _EPILOG)
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE|DIRECTORY", help="programs, as text")
    parser.add_argument("--export", type=Path, metavar="DIRECTORY", help="have JAX export programs there first")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--bytecode", action="store_true", help="through bytecode")
    form.add_argument(
        "--artifact",
        metavar="VERSION",
        help="through artifacts of a version of StableHLO, or jaxlib's `current` or `minimum`",
    )
    add_binary(parser)
    return parser.parse_args()
