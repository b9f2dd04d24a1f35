"""Compares verdicts on mutated programs with those of jaxlib's parser and verifier.

Each mutant is a function with one op of StableHLO or CHLO whose types, attributes,
operands or regions differ from a valid program's. A difference counts unless it is in
argued.toml, which says why it is there.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from numeric.command_line import add_binary, add_jobs, make_parser
from numeric.tool import find_binary
from numeric.workers import Crash, run

from .compare import Mutants, Pieces, Verdicts, judge, read_argued, read_pieces, read_seeds

_ROOT = Path(__file__).resolve().parents[2]


def report(differences: Sequence[Verdicts], examples: int) -> None:
    """Prints differences, grouped by kind and op, with a short example of each message."""
    groups: dict[tuple[str, str], dict[str, list[Verdicts]]] = defaultdict(lambda: defaultdict(list))
    for found in differences:
        groups[found.kind or "", found.op][_pattern(found.reason)].append(found)
    by_size = sorted(groups.items(), key=lambda group: -sum(map(len, group[1].values())))
    for (kind, op), messages in by_size:
        print(f"{op}: {sum(map(len, messages.values()))} {kind}")
        for _, same in sorted(messages.items(), key=lambda item: -len(item[1]))[:examples]:
            shortest = min(same, key=lambda found: len(found.program))
            print(f"  {len(same)} x {shortest.reason[:200]}")
            print("".join(f"    {line}\n" for line in shortest.program.splitlines()), end="")


def _pattern(message: str) -> str:
    """Removes what differs between messages of one kind."""
    return re.sub(r"'[^']*'|\d+", "", message)[:60]


def main() -> int:
    parser = make_parser("compare-verdicts", __doc__ or "", "Exits with 1 if a verdict differs that is not argued.")
    add_binary(parser)
    parser.add_argument("paths", nargs="*", type=Path, help="valid programs [lit]")
    parser.add_argument("--mutants", type=int, default=10000, metavar="N", help="[10000]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="[1]")
    add_jobs(parser)
    parser.add_argument("--only", nargs="*", default=[], metavar="OP", help="ops to mutate")
    parser.add_argument("--examples", type=int, default=5, metavar="N", help="per op [5]")
    parser.add_argument("--pieces", action="store_true", help="judge the programs themselves, no mutants")
    parser.add_argument("--show-crashes", action="store_true", help="print programs that crash jaxlib")
    arguments = parser.parse_args()
    binary = arguments.binary or find_binary()
    paths = arguments.paths or [_ROOT / "lit"]
    if arguments.pieces:
        programs: Mutants | Pieces = read_pieces(paths)
        count = len(programs.texts)
    else:
        seeds = read_seeds(paths, arguments.jobs)
        only = {name: ops for name, ops in seeds.items() if name in arguments.only}
        programs = Mutants(only or seeds, arguments.seed)
        count = arguments.mutants
    found, crashed = [], 0
    for number, outcome in run(partial(judge, binary, programs), range(count), arguments.jobs):
        if isinstance(outcome, Crash):
            crashed += 1
            if arguments.show_crashes:
                print(f"jaxlib: {outcome.text}\n{programs.name_and_program(number)[1]}")
        else:
            found.append(outcome)
    argued = read_argued()
    differences = [verdicts for verdicts in found if verdicts.kind]
    counted = [verdicts for verdicts in differences if not any(row.covers(verdicts) for row in argued)]
    report(counted, arguments.examples)
    valid = sum(verdicts.jaxlib is None for verdicts in found)
    here_only = sum(verdicts.kind == "accepted here only" for verdicts in counted)
    refused = sum(verdicts.kind == "refused here only" for verdicts in counted)
    print(
        f"{len(found)} programs, {valid} valid for jaxlib ({crashed} more crash it); {here_only} accepted here only, "
        f"{refused} refused here only, {len(counted) - here_only - refused} crashes, "
        f"{len(differences) - len(counted)} argued differences"
    )
    return int(bool(counted))
