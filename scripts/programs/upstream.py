"""Upstream's lowering of a program: OpenXLA's pass, from jaxlib, and MLIR's passes."""

from pathlib import Path

from numeric.peer import Module, Peer, PeerError
from numeric.tool import Refused, Tool

_LEGALIZE = "func.func(chlo-legalize-to-stablehlo,canonicalize,cse)"
# Assertions first, because the region of a known witness can be inlined.
_LEGALIZE_SHAPES = (
    "builtin.module(func.func(convert-shape-constraints),canonicalize,cse,"
    "func.func(shape-to-shape-lowering),convert-shape-to-std,canonicalize,cse)"
)


class Upstream:
    """The passes; bcast-lower runs MLIR's own, which it contains unchanged."""

    def __init__(self, binary: Path) -> None:
        self._tool = Tool(binary, (f"--pass-pipeline={_LEGALIZE_SHAPES}",))
        self._peer = Peer()

    def legalize(self, text: str) -> str | None:
        """Runs `chlo-legalize-to-stablehlo` and cleans up; `None` if it fails."""
        try:
            return Module(self._peer, text).run(_LEGALIZE).text()
        except PeerError:
            return None

    def legalize_shapes(self, text: str) -> str | None:
        """Also lowers the shape ops that `legalize` leaves."""
        legal = self.legalize(text)
        try:
            return legal and self._tool.lower(legal)
        except Refused:
            return None
