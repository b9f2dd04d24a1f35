"""What the output of a program is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from .consumers import NotCompiled, Outcome, Worker, compile_for_iree
from .draw import Call
from .program import Function
from .tool import Refused, Tool


class Reference(Protocol):
    """What the output is compared with."""

    def call(self, call: Call, arguments: Sequence[Any]) -> Outcome:
        """Returns the expected results, or why there are none: `refused` or `failed`."""


class Specialised:
    """The program specialised for the shapes of each call, on XLA."""

    def __init__(self, tool: Tool, function: Function, xla: Worker) -> None:
        self._tool = tool
        self._function = function
        self._xla = xla

    def call(self, call: Call, arguments: Sequence[Any]) -> Outcome:
        is_given = bool(self._function.dynamic_dims())
        try:
            artifact = self._tool.specialise(call.text() if is_given else "", "xla", artifact_form())
        except Refused as error:
            return Outcome("refused" if error.is_about_sizes else "failed", [], error.first, 0.0)
        types = [type_of(shape, it.element) for shape, it in zip(call.shapes, self._function.arguments)]
        outcome = self._xla.call("xla", artifact, self._function.name, arguments, types, True)
        return outcome._replace(kind="ok" if outcome.kind == "ok" else "failed")


class SpecialisedOnIree:
    """The program specialised for the shapes of each call, on IREE."""

    def __init__(self, tool: Tool, function: Function, worker: Worker, directory: Path, seconds: float) -> None:
        self._tool = tool
        self._function = function
        self._worker = worker
        self._file = directory / "specialised.vmfb"
        self._seconds = seconds
        self._compiled = ""

    def call(self, call: Call, arguments: Sequence[Any]) -> Outcome:
        text = call.text()
        try:
            if text != self._compiled:
                self._worker.close()
                module = self._tool.specialise(text if self._function.dynamic_dims() else "", "iree", "bytecode")
                compile_for_iree(module, self._file, self._seconds)
                self._compiled = text
        except Refused as error:
            return Outcome("refused" if error.is_about_sizes else "failed", [], error.first, 0.0)
        except NotCompiled as error:
            return Outcome("failed", [], str(error), 0.0)
        outcome = self._worker.call("iree", str(self._file), self._function.name, arguments)
        return outcome._replace(kind="ok" if outcome.kind == "ok" else "failed")


def artifact_form() -> str:
    """Returns the form of artifacts that the installed jaxlib reads."""
    from jaxlib.mlir.dialects import stablehlo

    # The newest version that the tool writes.
    ours, theirs = (1, 22, 0), tuple(map(int, stablehlo.get_current_version().split(".")))
    return f"artifact={'.'.join(map(str, min(ours, theirs)))}"


def type_of(shape: Sequence[int], element: str) -> str:
    """Returns the type of a tensor of static shape."""
    return "tensor<" + "".join(f"{size}x" for size in shape) + f"{element}>"
