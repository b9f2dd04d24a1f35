"""Introduces faults into lowered programs, to test the comparison with NumPy.

One fault of each kind is introduced into each program, if there is one; then the program is checked as usual. Not
every mutant can be detected: a dropped assertion may repeat an earlier one, and exchanged operands may be equal. But
some mutants of each kind must be detected.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable

from .check import Case, Settings, check_lowered, inline
from .mutators import MUTATORS, mutants
from .peer import Module, Peer, PeerError
from .printer import print_program
from .tool import Tool
from .workers import Crash, each, run

# Kinds of faults that lowered programs may not show: they have no effects, and what is undefined for some elements is
# defined on XLA.
_UNSEEN = ("an effect twice", "an op that is undefined for some elements", "branches exchanged", "another part")


def main(settings: Settings, programs: int, jobs: int) -> int:
    """Checks mutants of `programs` programs, and prints the results."""
    outcomes: dict[str, Counter[str]] = {kind: Counter() for kind in MUTATORS}
    for number, outcome in run(each(_check_mutants, settings), range(programs), jobs):
        if isinstance(outcome, Crash):
            print(f"a mutant of program {number} ends the peer: {outcome.text}")
            continue
        for kind, result in outcome:
            outcomes[kind][result] += 1
    width = max(map(len, MUTATORS))
    print(f"{'mutation':{width}}  mutants  caught  invalid  missed")
    for kind, counts in outcomes.items():
        columns = (counts.total(), counts["caught"], counts["invalid"], counts["missed"])
        print(f"{kind:{width}}  {columns[0]:7}  {columns[1]:6}  {columns[2]:7}  {columns[3]:6}")
    unseen = [kind for kind, counts in outcomes.items() if not counts["caught"] and kind not in _UNSEEN]
    for kind in unseen:
        print(f"never caught: {kind}")
    total = sum((counts for counts in outcomes.values()), Counter())
    print(
        f"{programs} programs, {total.total()} mutants: {total['caught']} caught, "
        f"{total['invalid']} invalid, {total['missed']} missed; "
        f"{len(MUTATORS) - len(unseen)} of {len(MUTATORS)} kinds caught"
    )
    return 1 if unseen else 0


def _check_mutants(settings: Settings) -> Callable[[int], list[tuple[str, str]]]:
    """Returns a function that checks one mutant of each kind of a program, for `workers.each`."""
    peer = Peer()

    def check(number: int) -> list[tuple[str, str]]:
        case = Case.make(number, settings)
        lowered = Tool(settings.binary, case.mode.options()).lower(print_program(case.program))
        text = Module(peer, inline(case, lowered, settings.binary)).generic_text()
        rng = random.Random(f"{settings.seed}/{number}/mutations")
        made: dict[str, list[Callable[[], str | None]]] = defaultdict(list)
        for kind, _, write in mutants(text, changes_loops=False):
            made[kind].append(write)
        return [(kind, _check_mutant(case, rng.choice(found)(), peer)) for kind, found in made.items()]

    return check


def _check_mutant(case: Case, text: str | None, peer: Peer) -> str:
    if text is None:
        return "invalid"
    try:
        Module(peer, text)
    except PeerError:
        return "invalid"
    report = check_lowered(case, text, peer, is_one_enough=True)
    return "caught" if report.wrong else "missed"
