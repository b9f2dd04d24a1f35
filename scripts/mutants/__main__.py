"""Plants faults in the source, and counts those that fast tests find.

A room is a row of the table of layers in ARCHITECTURE.md, named by the end of its path: shape, plan,
analysis, legalize. cargo-mutants lists the possible faults of a room, changes of one expression; of
these, a sample is tried. Those of `crates/broadcast` meet its unit tests; others meet unit tests,
FileCheck tests and those of facts and lowerings, and then, if these pass, `tests/numbers`, which compares
and proves what lowered programs compute.

The source is changed while it is compiled, so nothing may be uncommitted. After an interruption then,
`git checkout src crates` undoes what is left.

A table counts, for each room, the faults that are possible, those that were tried, and of these the ones
that cannot be planted (they do not compile, or are in a function that runs at compile time), those that
fast tests found, those that `tests/numbers` found, those that no test can find, and those that were missed.
The score is the part of the found and missed ones that was found. scripts/mutants/argued.toml lists faults that no test can find, with the
reasons.
"""

import dataclasses
import json
import random
import re
import subprocess
import tomllib

from numeric.command_line import make_parser

from .plant import Fault
from .trial import ROOT, Failure, build, package_of, report, run, time_without

_EPILOG = """\
examples:
  scripts/mutate --sample=100 shape plan
  scripts/mutate --sample=20 --seed=2 analysis legalize

exit codes:
  0  all faults that were tried were found, or are argued
  1  faults were missed; they are printed
  2  invalid usage, or the source is changed or does not compile
  3  cargo-mutants is not installed
"""
_ARGUED = ROOT / "scripts/mutants/argued.toml"


@dataclasses.dataclass
class Counts:
    """The faults of a room."""

    room: str
    possible: int
    tried: int
    unviable: int = 0
    found: int = 0
    found_slowly: int = 0
    argued: int = 0
    missed: list = dataclasses.field(default_factory=list)

    def row(self):
        """Returns the cells of the table."""
        found = self.found + self.found_slowly
        total = found + len(self.missed)
        score = f"{100 * found / total:.0f} %" if total else "-"
        numbers = (self.possible, self.tried, self.unviable, self.found, self.found_slowly, self.argued)
        return (self.room, *map(str, numbers), str(len(self.missed)), score)


def _rooms():
    """Returns the paths of the library's modules in the table of layers, by the ends of the paths."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    paths = re.findall(r"^\| `(crates/[\w-]+/src(?:/\w+)?)` \|", text, re.MULTILINE)
    return {path.removesuffix("/src").rsplit("/", 1)[-1]: path for path in paths}


def _package(path):
    """Returns the name and the directory of the package that a room is in."""
    directory = path.partition("/src")[0]
    return directory.replace("crates/", "bcast-lower-"), directory


def _list_faults(path):
    """Returns all faults of a module."""
    name, _ = _package(path)
    files = ("--file", f"{path}.rs", "--file", f"{path}/**/*.rs")
    command = ["cargo", "mutants", "--list", "--json", "--package", name, *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"cargo mutants --list fails:\n{done.stderr}")
    items = sorted(json.loads(done.stdout), key=lambda item: item["name"])
    return [
        Fault(number, item["name"], item["file"], item["function"]["span"], item["span"], item["replacement"])
        for number, item in enumerate(items, 1)
        if item.get("function")
    ]


def _try_room(room, path, options, argued):
    """Tries a sample of the faults of a room."""
    faults = _list_faults(path)
    count = min(options.sample, len(faults))
    chosen = random.Random(f"{options.seed}/{room}").sample(faults, count)
    counts = Counts(room, len(faults), count)
    if options.list:
        print("\n".join(fault.name for fault in chosen))
        return counts
    if not chosen:
        return counts
    package = package_of(*_package(path))
    programs, compiled = build(package, chosen)
    counts.unviable = count - len(compiled)
    limit = time_without(programs.fast)
    left = []
    for fault in compiled:
        if not run(programs.fast, fault.number, limit, room if "/src/" in path else None):
            counts.found += 1
        elif fault.key() in argued:
            counts.argued += 1
        else:
            left.append(fault)
    slow_limit = time_without(programs.slow) if left and programs.slow else 0
    for fault in left:
        if programs.slow and not run(programs.slow, fault.number, slow_limit):
            counts.found_slowly += 1
            report(f"found by slow tests only: {fault.name}")
        else:
            counts.missed.append(fault)
            report(f"missed: {fault.name}")
    return counts


def _read_argued():
    """Returns the faults that no test can find."""
    entries = tomllib.loads(_ARGUED.read_text()).get("fault", [])
    without = [entry["name"] for entry in entries if not entry.get("reason", "").strip()]
    if without:
        raise Failure(f"{_ARGUED.name} has no reason for {', '.join(without)}")
    return {entry["name"] for entry in entries}


def _options():
    parser = make_parser("scripts/mutate", __doc__, _EPILOG)
    rooms = sorted(_rooms())
    parser.add_argument("rooms", nargs="+", choices=rooms, metavar="ROOM", help=", ".join(rooms))
    parser.add_argument("--sample", type=int, default=20, metavar="N", help="for each room [20]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="chooses the sample [1]")
    parser.add_argument("--list", action="store_true", help="print the sample, and try nothing")
    return parser.parse_args()


def _check_unchanged():
    """Fails if a file that may be changed has changes of its own."""
    command = ["git", "status", "--porcelain", "src", "crates"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    if done.stdout:
        raise Failure(f"commit these changes first:\n{done.stdout}")


def main():
    """Runs the script."""
    options = _options()
    if subprocess.run(["cargo", "mutants", "--version"], capture_output=True).returncode:
        report("mutate: run `cargo install cargo-mutants --locked` first")
        return 3
    try:
        argued = _read_argued()
        if not options.list:
            _check_unchanged()
        paths = _rooms()
        results = [_try_room(room, paths[room], options, argued) for room in options.rooms]
    except Failure as problem:
        report(f"mutate: {problem}")
        return 2
    if options.list:
        return 0
    head = ("room", "possible", "tried", "unviable", "found", "slowly", "argued", "missed", "score")
    rows = [head, *(counts.row() for counts in results)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    missed = [fault.name for counts in results for fault in counts.missed]
    for name in missed:
        print(f"missed: {name}")
    return 1 if missed else 0
