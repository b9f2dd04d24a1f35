"""Programs that both lower: FileCheck tests, the conformance kit, and random ones."""

import dataclasses
import random
import re
import shlex
import subprocess
import tomllib

from .build import ROOT, Tables, tool
from .random_program import random_program

_DIRECTORIES = ["lower-broadcast", "verify-broadcastable", "rules", "assertions"]
_SEPARATOR = re.compile(r"^// -----.*\n", re.MULTILINE)
_BATCH = 100


@dataclasses.dataclass
class Batch:
    """Programs that one command lowers, with the tables that have rules for them."""

    name: str
    programs: list[str]
    tables: Tables
    # Passes that prepare them.
    pipeline: str = ""
    irdl: tuple[str, ...] = ()


def of_tests():
    """Yields the programs of the FileCheck tests."""
    for directory in _DIRECTORIES:
        for path in sorted((ROOT / "lit" / directory).glob("*.mlir")):
            text = path.read_text()
            if "RUN: split-file" in text:
                # Its tables are parts of it.
                continue
            tables, irdl = _tables(path, text)
            pipeline = "convert-torch-tensors{rules=torch}" if "convert-torch-tensors{" in text else ""
            yield Batch(f"{directory}/{path.stem}", _SEPARATOR.split(text), tables, pipeline, irdl)


def of_conformance_kit():
    """Returns the programs of the conformance kit."""
    programs = [path.read_text() for path in sorted((ROOT / "conformance/mlir").glob("*.mlir"))]
    return Batch("conformance", programs, Tables(("chlo",)))


def random_batches(tables, count, seed):
    """Yields batches of random programs of ops that tables have rules for."""
    options = ["--rules-only", *(f"--rules={name}" for name in tables.names), "--print-rules"]
    printed = subprocess.run([tool(), *options], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    rules = tomllib.loads(printed)["rule"]
    choices = random.Random(f"{seed} {tables.title}")
    for begin in range(0, count, _BATCH):
        programs = [random_program(rules, choices) for _ in range(min(_BATCH, count - begin))]
        yield Batch(f"random {tables.title} {begin}", programs, tables)


def _tables(path, text):
    """Returns the tables and the IRDL files of a test's first command."""
    command = re.search(r"RUN: .*?(bcast-lower .*)", text)
    directory = path.parent.relative_to(ROOT)
    command = command[1].replace("%S", str(directory)) if command else ""
    command = command.replace("%t.toml", f"{directory}/Inputs/arity.toml")
    values = [word.partition("=") for word in shlex.split(command.partition("|")[0])]
    rules = [value for key, _, value in values if key == "--rules"]
    rules += re.findall(r"\{rules=(\w+)", command)
    irdl = tuple(value for key, _, value in values if key == "--irdl-file")
    names = rules if "--rules-only" in command else ["chlo", *rules]
    return Tables(tuple(dict.fromkeys(names))), irdl
