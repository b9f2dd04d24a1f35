"""Compares the answers of a tool with the expected outcomes."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from .programs import Answer


class Outcome(enum.Enum):
    """What a tool made of a call."""

    RIGHT = "right"
    WRONG = "wrong result"
    ACCEPTED = "accepted wrong call"
    REFUSED = "refused right call"
    CRASHED = "crashed"
    NOT_APPLICABLE = "n/a"

    @property
    def is_failure(self) -> bool:
        """Returns whether it is a fault of the tool."""
        return self not in (Outcome.RIGHT, Outcome.NOT_APPLICABLE)


@dataclass(frozen=True)
class Judgement:
    """The outcome of a call, and what shows it."""

    case: str
    call: int
    outcome: Outcome
    detail: str


def judge(case: dict, answers: Sequence[Answer], policies: dict[str, str]) -> list[Judgement]:
    """Returns the outcome of each call. A policy is `numpy`, `refuse` or `either`."""
    must_run = any(call["expected"] is not None and not _may_refuse(call, policies) for call in case["calls"])
    judgements = []
    for number, (call, answer) in enumerate(zip(case["calls"], answers)):
        outcome, detail = _judge(call, answer, policies, must_run)
        judgements.append(Judgement(case["id"], number, outcome, detail))
    return judgements


def _judge(call: dict, answer: Answer, policies: dict[str, str], must_run: bool) -> tuple[Outcome, str]:
    expected = call["expected"]
    if "crashed" in answer:
        return Outcome.CRASHED, str(answer["crashed"])
    if "not_applicable" in answer:
        return Outcome.NOT_APPLICABLE, str(answer["not_applicable"])
    if "refused" in answer:
        reason = str(answer["refused"])
        if expected is None or _may_refuse(call, policies):
            # It says nothing of a wrong call that no call of the case is accepted.
            if must_run and answer.get("is_whole"):
                return Outcome.NOT_APPLICABLE, f"the whole case is refused: {reason}"
            return Outcome.RIGHT, reason
        return Outcome.REFUSED, reason
    if "undefined" in answer:
        reason = f"undefined behaviour: {answer['undefined']}"
        return Outcome.REFUSED if expected is not None else Outcome.ACCEPTED, reason
    result = answer.get("result")
    if not isinstance(result, dict) or not {"shape", "values"} <= set(result):
        return Outcome.CRASHED, f"an answer that is not in the protocol: {answer}"[:100]
    if expected is None or policies.get(call["may_refuse"]) == "refuse":
        return Outcome.ACCEPTED, f"result {_text(result)}"
    if result["shape"] == expected["shape"] and result["values"] == expected["values"]:
        return Outcome.RIGHT, ""
    return Outcome.WRONG, f"result {_text(result)}, expected {_text(expected)}"


def _may_refuse(call: dict, policies: dict[str, str]) -> bool:
    policy = call["may_refuse"]
    return policy is not None and policies.get(policy, "either") != "numpy"


def _text(array: dict) -> str:
    values = " ".join(map(_number, array["values"][:6]))
    dots = " ..." if len(array["values"]) > 6 else ""
    shape = "x".join(map(str, array["shape"])) or "()"
    return f"{shape} [{values}{dots}]"


def _number(value: object) -> str:
    return f"{value:.9g}" if isinstance(value, float) else str(value)
