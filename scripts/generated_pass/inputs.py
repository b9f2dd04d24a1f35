"""Programs that are lowered by both: FileCheck tests, the conformance kit, and random ones."""

import dataclasses
import pathlib
import re
import shlex

from .build import ROOT, Tables

_DIRECTORIES = ["lower-broadcast", "verify-broadcastable", "rules", "assertions"]
_SEPARATOR = re.compile(r"^// -----.*\n", re.MULTILINE)


@dataclasses.dataclass
class Program:
    """A program, with the tables that have rules for it."""

    name: str
    text: str
    tables: Tables
    # Runs before both.
    pipeline: str = ""
    irdl: tuple[str, ...] = ()


def of_tests():
    """Yields the programs of the FileCheck tests."""
    for directory in _DIRECTORIES:
        for path in sorted((ROOT / "lit" / directory).glob("*.mlir")):
            text = path.read_text()
            run = re.search(r"RUN: (?:not |cp )?(.*)", text)
            tables, irdl = _tables(path, run[1] if run else "")
            pipeline = "convert-torch-tensors{rules=torch}" if "convert-torch-tensors" in text else ""
            for index, part in enumerate(_SEPARATOR.split(text)):
                yield Program(f"{directory}/{path.stem}#{index}", part, tables, pipeline, irdl)


def of_conformance_kit():
    """Yields the programs of the conformance kit."""
    for path in sorted((ROOT / "conformance/mlir").glob("*.mlir")):
        yield Program(f"conformance/{path.stem}", path.read_text(), Tables(("chlo",)))


def _tables(path, command):
    """Returns the tables and the IRDL files of a test's command."""
    directory = path.parent.relative_to(ROOT)
    command = command.replace("%S", str(directory)).replace("%t.toml", f"{directory}/Inputs/arity.toml")
    words = [word for word in shlex.split(command.partition("|")[0]) if "=" in word]
    values = [word.partition("=") for word in words]
    rules = [value for key, _, value in values if key == "--rules"]
    rules += [name for name in re.findall(r"\{rules=([\w]+)", command) if name not in rules]
    irdl = tuple(value for key, _, value in values if key == "--irdl-file")
    names = rules if "--rules-only" in command else ["chlo", *rules]
    return Tables(tuple(dict.fromkeys(names))), irdl


def is_tests_of(tables):
    return pathlib.Path(tables.names[-1]).suffix == ".toml"
