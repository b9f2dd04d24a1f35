"""Runs programs of StableHLO on XLA's CPU, as JAX does: sizes are made constant, the assertions
checked, and the rest compiled."""

from collections.abc import Sequence

import numpy as np
from numeric.peer import Module, Peer, PeerError

from ..answers import Refused, Run, Undefined
from ..types import Type
from .bounds import without_bounds


def run_program(peer: Peer, text: str, case: dict) -> Run:
    """Returns how a program is run on the arguments of a call."""
    try:
        module = Module(peer, without_bounds(text))
    except PeerError as error:
        raise Refused(error) from error

    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        elements = [it["element"] for it in case["arguments"]]
        types = [Type(array.shape, (None,) * array.ndim, element).mlir() for array, element in zip(arguments, elements)]
        try:
            concrete = module.specialise(types)
        except PeerError as error:
            raise Refused(error) from error
        try:
            if message := concrete.failed_assertion():
                raise Refused(message)
            return concrete.compile().run(arguments)[0]
        except PeerError as error:
            # Other consumers know no sizes when they compile, and would run it.
            raise Undefined(error) from error

    return run
