"""`scripts/check-generated`."""

import argparse
import collections
import concurrent.futures
import itertools
import pathlib
import sys
import tempfile

from . import inputs
from .build import build
from .compare import CASES, compare


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--match", default="", help="only programs whose names contain this")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22")
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    programs = [*inputs.of_conformance_kit(), *inputs.of_tests()]
    programs = [program for program in programs if arguments.match in program.name]
    directory = arguments.keep or pathlib.Path(tempfile.mkdtemp())
    plugins = build(list(dict.fromkeys(program.tables for program in programs)), directory, arguments.llvm)
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        def run(pair):
            program, case = pair
            return compare(program, case, plugins[program.tables], arguments.llvm)

        pairs = list(itertools.product(programs, CASES))
        for (program, case), outcome in zip(pairs, pool.map(run, pairs)):
            if "\n" in outcome:
                print(f"== {program.name} {case.name}\n{outcome}")
                counts["different"] += 1
            else:
                counts[outcome] += 1
    print(counts, file=sys.stderr)
    return int(counts["different"] > 0)


if __name__ == "__main__":
    sys.exit(main())
