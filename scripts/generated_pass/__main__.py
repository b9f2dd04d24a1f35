"""`scripts/check-generated`."""

import argparse
import collections
import concurrent.futures
import difflib
import itertools
import pathlib
import tempfile

from . import inputs
from .argued import ARGUED
from .build import LLVM, Tables, build, run_own_test
from .compare import CASES, compare
from .faults import FAULTS

_TABLES = ["chlo", "tosa", "onnx", "torch", "tensorflow", "examples/rules/nn.toml"]
# Of the descriptions of differences.
_SHOWN = 20


def main():
    parser = argparse.ArgumentParser(prog="scripts/check-generated", description=__doc__)
    parser.add_argument("--table", action="append", help="a table; without it, all, and the FileCheck tests")
    parser.add_argument("--programs", type=int, default=2000, metavar="N", help="random programs, of all tables [2000]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of random programs [1]")
    parser.add_argument("--match", default="", metavar="TEXT", help="only batches with this in their name")
    parser.add_argument("--llvm", default=LLVM.format(version=22), metavar="DIRECTORY", help="of mlir-opt and headers")
    parser.add_argument("--faults", type=int, metavar="N", help="plant N faults instead; each must be found")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIRECTORY", help="where the passes are left")
    arguments = parser.parse_args()

    names = arguments.table or _TABLES
    batches = []
    if "chlo" in names:
        batches.append(inputs.of_conformance_kit())
    if not arguments.table:
        batches += inputs.of_tests()
    for name in names:
        batches += inputs.random_batches(Tables((name,)), -(-arguments.programs // len(names)), arguments.seed)
    batches = [batch for batch in batches if arguments.match in batch.name]
    with tempfile.TemporaryDirectory() as scratch:
        directory = arguments.keep or pathlib.Path(scratch)
        if arguments.faults:
            return plant(FAULTS[: arguments.faults], batches, directory, arguments.llvm)
        plugins = build_passes(batches, directory, arguments.llvm)
        own = [plugin for tables, plugin in plugins.items() if tables.names[0] in names and len(tables.names) == 1]
        if wrong := [text for plugin in own if (text := run_own_test(plugin, arguments.llvm))]:
            print(*wrong, sep="\n")
            return 1
        counts = collections.defaultdict(collections.Counter)
        for batch, case, results in compare_all(batches, plugins, arguments.llvm):
            kind = batch.name.partition("/")[0] if "/" in batch.name else batch.name.rpartition(" ")[0] or batch.name
            for index, outcome, own, other in results:
                if outcome == "different" and counts["all"]["different"] < _SHOWN:
                    describe(batch, index, case, own, other)
                counts[kind][outcome] += 1
                counts["all"][outcome] += 1
    report(plugins, counts)
    return int(counts["all"]["different"] > 0 or not counts["all"]["equal"])


def build_passes(batches, directory, llvm, change=None):
    return build(list(dict.fromkeys(batch.tables for batch in batches)), directory, llvm, change)


def compare_all(batches, plugins, llvm):
    """Yields batches and cases with the results of the comparison."""

    def run(pair):
        batch, case = pair
        return batch, case, list(compare(batch, case, plugins[batch.tables], llvm))

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        yield from pool.map(run, itertools.product(batches, CASES))


def plant(faults, batches, directory, llvm):
    """Plants faults one after the other; returns whether one is not found."""
    missed = 0
    for fault in faults:
        plugins = build_passes(batches, directory, llvm, fault.plant)
        results = compare_all(batches, plugins, llvm)
        count = sum(outcome == "different" for _, _, each in results for _, outcome, _, _ in each)
        missed += not count
        print(f"{fault.name}: {count} differences", flush=True)
    return int(missed > 0)


def describe(batch, index, case, own, other):
    """Prints a difference."""
    lines = difflib.unified_diff(str(own).splitlines(), str(other).splitlines(), "tool", "pass", lineterm="")
    print(f"== {batch.name}, program {index}, {case.name}\n{batch.programs[index]}", *lines, sep="\n", flush=True)


def report(plugins, counts):
    """Prints tables of the passes and of the outcomes."""
    for tables, plugin in plugins.items():
        print(f"{tables.title:30} {plugin.lines} lines, compiled in {plugin.seconds:.0f} s")
    kinds = ["equal", *ARGUED, "different"]
    print(f"{'':30}", *(f"{kind:>20}" for kind in kinds))
    for name, outcomes in counts.items():
        print(f"{name:30}", *(f"{outcomes[kind]:20}" for kind in kinds))
    for name, (reason, _) in ARGUED.items():
        print(f"{name}: {reason}")
