"""ONNX's checker, and its reference evaluator."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from onnx.reference import ReferenceEvaluator

from ..answers import Run, refusing
from .onnx_model import model


def compile_case(case: dict) -> Run:
    evaluator = ReferenceEvaluator(model(case))

    @refusing(ValueError, RuntimeError, TypeError)
    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        named = {f"arg{number}": array for number, array in enumerate(arguments)}
        return np.asarray(evaluator.run(None, named)[0])

    return run
