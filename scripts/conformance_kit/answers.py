"""The side of the protocol that a tool is on: reads cases and prints its outcomes."""

import contextlib
import importlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

# Runs a compiled case on the arguments of a call.
Run = Callable[[Sequence[np.ndarray]], np.ndarray]

_DTYPES = {"f32": np.float32, "i1": np.bool_}
_SHOWN = 300
_TIMEOUT_SECONDS = 240


class Refused(Exception):
    """The tool refuses a case, or a call."""


class Crashed(Exception):
    """A process that the tool starts ends without an answer."""


class Undefined(Exception):
    """The tool accepts a call for which its program's behaviour is undefined."""


class NotApplicable(Exception):
    """The tool cannot express a case."""


@contextlib.contextmanager
def refusing(*errors: type[Exception]) -> Iterator[None]:
    """Takes errors of these types for refusals."""
    try:
        yield
    except errors as error:
        raise Refused(error) from error


def computed(steps: Sequence[dict], ops: Mapping[str, Callable], arguments: Sequence[Any]) -> Any:
    """Applies the ops of steps; returns the last result."""
    values = list(arguments)
    for step in steps:
        values.append(ops[step["op"]](*(values[number] for number in step["operands"])))
    return values[-1]


def command_of(module: str, arguments: Sequence[str]) -> list[str]:
    """Returns the program that answers by `compile_case` of a module."""
    text = f"import sys; from {__name__} import serve; serve(sys.argv.pop(1))"
    return [sys.executable, "-c", text, f"{__package__}.tools.{module}", *arguments]


def serve(module: str) -> None:
    """Answers cases until the end of the input.

    What else the process prints, such as messages of libraries, goes to standard error.
    """
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    compile_case = importlib.import_module(module).compile_case
    for line in sys.stdin:
        answers.write(json.dumps(_answer(compile_case, json.loads(line))) + "\n")
        answers.flush()


def _answer(compile_case: Callable[[dict], Run], case: dict) -> dict[str, object]:
    try:
        run = compile_case(case)
    except (NotApplicable, Refused, Crashed) as reason:
        return _failure(reason)
    return {"calls": [_call(run, case, call) for call in case["calls"]]}


def _failure(reason: NotApplicable | Refused | Crashed) -> dict[str, object]:
    """Returns the answer for a program, or a call, that gives no result."""
    match reason:
        case NotApplicable():
            return {"not_applicable": str(reason)}
        case Refused():
            return {"refused": _shortened(reason)}
        case Crashed():
            return {"crashed": _shortened(reason)}


def _call(run: Run, case: dict, call: dict) -> dict[str, object]:
    arguments = [
        np.array(it["values"], dtype=_DTYPES[argument["element"]]).reshape(it["shape"])
        for it, argument in zip(call["arguments"], case["arguments"])
    ]
    try:
        result = run(arguments)
    except (NotApplicable, Refused, Crashed) as reason:
        return _failure(reason)
    except Undefined as reason:
        return {"undefined": _shortened(reason)}
    # JSON has no NaN and no infinity; no result has them.
    values = [it if np.isfinite(it) else str(it) for it in result.reshape(-1).tolist()]
    return {"result": {"shape": list(result.shape), "values": values}}


def run_command(command: Sequence[str], text: str | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a command that may crash or never end."""
    try:
        done = subprocess.run(command, input=text or "", capture_output=True, text=True, timeout=_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        raise Crashed(f"no answer after {_TIMEOUT_SECONDS} seconds") from None
    if done.returncode < 0:
        raise Crashed(f"{command[0]} ends by {signal.Signals(-done.returncode).name}")
    return done


def require_no(case: dict, *features: str) -> None:
    """Raises an error if a case needs one of these features."""
    if found := [name for name in features if name in case["features"]]:
        raise NotApplicable(f"there is no {', no '.join(found)}")


def _shortened(error: object) -> str:
    return " ".join(str(error).split())[:_SHOWN]
