"""ONNX Runtime on the CPU."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as errors

from ..answers import Run, refusing
from .onnx_model import model

_ERRORS = (errors.Fail, errors.InvalidArgument, errors.InvalidGraph, errors.NotImplemented, errors.RuntimeException)


def compile_case(case: dict) -> Run:
    with refusing(*_ERRORS):
        session = onnxruntime.InferenceSession(model(case).SerializeToString(), providers=["CPUExecutionProvider"])

    @refusing(*_ERRORS)
    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        named = {f"arg{number}": array for number, array in enumerate(arguments)}
        return session.run(None, named)[0]

    return run
