"""Runs programs of StableHLO on XLA's CPU, as JAX does: sizes are made constant, the assertions
checked, and the rest compiled."""

import functools
from collections.abc import Sequence

import numpy as np
from numeric.peer import Module, Peer, PeerError

from ..answers import Refused, Run, Undefined, refusing
from ..types import Type
from .bounds import without_bounds


# Made when it is needed first.
peer = functools.cache(Peer)


def run_program(text: str, case: dict) -> Run:
    """Returns how a program is run on the arguments of a call."""
    with refusing(PeerError):
        module = Module(peer(), without_bounds(text))

    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        elements = [it["element"] for it in case["arguments"]]
        types = [Type(array.shape, (None,) * array.ndim, element).mlir() for array, element in zip(arguments, elements)]
        with refusing(PeerError):
            concrete = module.specialise(types)
        try:
            if message := concrete.failed_assertion():
                raise Refused(message)
            return concrete.compile().run(arguments)[0]
        except PeerError as error:
            # Other consumers know no sizes when they compile, and would run it.
            raise Undefined(error) from error

    return run
