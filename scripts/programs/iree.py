"""IREE: its compiler for the CPU, and its runtime."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

_COMPILER = Path(sys.executable).with_name("iree-compile")
_OPTIONS = (
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host",
    "--iree-input-demote-f64-to-f32=false",
)
_DRIVER = "local-sync"
_TIMEOUT_SECONDS = 240


class NotCompiled(Exception):
    """The compiler refuses a program."""


class Failed(Exception):
    """A compiled program stops with an error."""


def compile_text(text: str, input_type: str = "stablehlo") -> bytes:
    """Compiles a module."""
    command = [str(_COMPILER), f"--iree-input-type={input_type}", *_OPTIONS, "-", "-o", "-"]
    try:
        done = subprocess.run(
            command, input=text.encode(), capture_output=True, timeout=_TIMEOUT_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise NotCompiled(f"no answer after {_TIMEOUT_SECONDS} seconds") from None
    if done.returncode != 0:
        raise NotCompiled(_first_error(done.stderr.decode()) or f"exit code {done.returncode}")
    return done.stdout


def _first_error(text: str) -> str:
    return next((line for line in text.splitlines() if "error:" in line), "")


class Executable:
    """A compiled module that is loaded."""

    def __init__(self, module: bytes) -> None:
        from iree import runtime

        self._module = runtime.load_vm_flatbuffer(module, driver=_DRIVER)

    def run(self, function: str, arguments: Sequence[np.ndarray]) -> np.ndarray:
        """Calls a function of one result."""
        return self.run_all(function, arguments)[0]

    def run_all(self, function: str, arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
        """Calls a function."""
        try:
            results = self._module[function](*arguments)
            results = results if isinstance(results, (list, tuple)) else [results]
            return [np.asarray(result.to_host()) for result in results]
        except (RuntimeError, ValueError) as error:
            raise Failed(str(error)) from error
