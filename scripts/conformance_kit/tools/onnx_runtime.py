"""ONNX Runtime on the CPU."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as errors

from ..answers import Refused, Run, serve
from .onnx_model import model

_ERRORS = (errors.Fail, errors.InvalidArgument, errors.InvalidGraph, errors.NotImplemented, errors.RuntimeException)


def compile_case(case: dict) -> Run:
    try:
        session = onnxruntime.InferenceSession(model(case).SerializeToString(), providers=["CPUExecutionProvider"])
    except _ERRORS as error:
        raise Refused(error) from error

    def run(arguments: Sequence[np.ndarray]) -> np.ndarray:
        try:
            named = {f"arg{number}": array for number, array in enumerate(arguments)}
            return session.run(None, named)[0]
        except _ERRORS as error:
            raise Refused(error) from error

    return run


if __name__ == "__main__":
    serve(compile_case)
