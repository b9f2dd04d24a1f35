"""The consumers of outputs, XLA and IREE: each makes of a program a function that runs it with arguments of any sizes."""

import functools
from collections.abc import Callable, Sequence

import numpy as np

from programs import iree

from .peer import Executable, Module, Peer, PeerError
from .tool import Refused

TARGETS = ("xla", "iree")
Run = Callable[[Sequence[np.ndarray]], list[np.ndarray]]
# Before a program runs, and when it does.
REJECTIONS = (Refused, PeerError, iree.NotCompiled)
FAILURES = (PeerError, iree.Failed)


def on_xla(text: str, peer: Peer) -> Run:
    """Prepares a program for XLA, which checks its assertions before it compiles it for sizes."""
    module = Module(peer, text)

    # A program of static shapes is compiled once.
    @functools.lru_cache(maxsize=1)
    def compiled(types: tuple[str, ...]) -> Executable:
        concrete = module.specialise(types)
        try:
            return concrete.compile()
        except PeerError as error:
            # Of sizes that do not fit, XLA may find another consequence first.
            raise PeerError(concrete.failed_assertion() or error) from error

    return lambda arguments: compiled(tuple(map(peer.type_of, arguments))).run(arguments)


def on_iree(text: str, options: Sequence[str] = ()) -> Run:
    """Compiles a program for IREE."""
    executable = iree.Executable(iree.compile_text(text, "auto", options))
    return lambda arguments: executable.run_all("main", arguments)


def only_ops_of_stablehlo(text: str, peer: Peer) -> str:
    """Returns a program that consists of StableHLO, and can be a portable artifact; raises `PeerError` otherwise."""
    module = Module(peer, text)
    module.make_portable()
    others = [name for name in module.op_names() if not name.startswith(("stablehlo.", "func."))]
    if others != ["builtin.module"]:
        raise PeerError(f"other ops remain: {others}")
    return text


def with_padding(run: Run, lowered: str) -> Run:
    """Returns a function that calls a lowered program with arguments of any sizes, and checks its status."""
    # Parts of the Python package, which scripts/run finds.
    from _compare import bounded
    from _compare.draw import Call
    from _compare.values import garbage

    signature = bounded.read_signature(lowered, "main")

    def padded(arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
        shapes = tuple(argument.shape for argument in arguments)
        try:
            given = bounded.pad(signature, arguments, garbage(0, Call(shapes, {})))
            return bounded.cut(signature, run(given), given)
        except bounded.CheckFailed as error:
            raise PeerError(f"check failed: {error}") from error

    return padded
