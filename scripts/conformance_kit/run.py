"""Runs a program on cases."""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from .judge import Judgement, Outcome, judge
from .programs import Program


def run(
    command: Sequence[str],
    cases: Sequence[dict],
    policies: dict[str, str],
    timeout: float,
    jobs: int,
    *,
    shows_errors: bool = False,
) -> Iterator[Judgement]:
    """Yields the outcomes of all calls, in the order of the cases; several copies of the program
    run."""
    shares = [cases[first::jobs] for first in range(jobs)]

    def work(share: Sequence[dict]) -> dict[str, list[Judgement]]:
        with Program(command, timeout, shows_errors=shows_errors) as program:
            return {case["id"]: judge(case, program.ask(case), policies) for case in share}

    with ThreadPoolExecutor(jobs) as pool:
        answered = pool.map(work, shares)
        by_case = {name: found for share in answered for name, found in share.items()}
    for case in cases:
        yield from by_case[case["id"]]


def count(judgements: Sequence[Judgement]) -> dict[Outcome, int]:
    """Returns how many calls have each outcome."""
    counts = Counter(judgement.outcome for judgement in judgements)
    return {outcome: counts[outcome] for outcome in Outcome}
