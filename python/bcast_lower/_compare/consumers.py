"""Running programs: IREE's compiler, and processes that call what IREE and XLA have compiled."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, NamedTuple

from . import worker
from .tool import MissingPackage

# docs/deploy.md says what they are for.
IREE_FLAGS = (
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host",
    "--iree-opt-level=O3",
    "--iree-opt-strip-assertions=false",
    "--iree-input-demote-f64-to-f32=false",
)
_PACKAGES = {"iree": "iree-base-compiler iree-base-runtime", "jax": "jax", "jaxlib": "jax", "numpy": "numpy"}


class NotCompiled(Exception):
    """IREE's compiler rejects a program."""


class Outcome(NamedTuple):
    """What a call ends with."""

    kind: str
    """`ok`, `refused`, `failed`, `crashed` or `timeout`."""
    results: list[Any]
    message: str
    seconds: float


def check_packages(target: str) -> None:
    """Raises `MissingPackage` if a package is missing."""
    needed = ["numpy", "jax.export", "jax.extend.mlir", "jaxlib.mlir.ir"]
    if target == "iree":
        needed += ["iree.compiler", "iree.runtime"]
    missing = []
    for package in needed:
        try:
            __import__(package)
        except ImportError as reason:
            missing.append((package, reason))
    if missing:
        packages = list(dict.fromkeys(_PACKAGES[name.partition(".")[0]] for name, _ in missing))
        name, error = missing[0]
        raise MissingPackage(
            f"{sys.executable} cannot import {name} ({error}); install what is missing with\n"
            f"    {sys.executable} -m pip install {' '.join(packages)}"
        )
    import jax
    from jax.extend import mlir

    if not hasattr(mlir, "serialize_portable_artifact"):
        raise MissingPackage(
            f"jax {jax.__version__} is too old; install another one with\n"
            f"    {sys.executable} -m pip install --upgrade jax"
        )


def compile_for_iree(module: bytes, output: Path, seconds: float) -> None:
    """Compiles bytecode to a file; raises `NotCompiled`."""
    from iree.compiler.tools.binaries import find_tool  # type: ignore[import-untyped]

    command = [find_tool("iree-compile"), "--iree-input-type=auto", *IREE_FLAGS, "-", "-o", str(output)]
    try:
        done = subprocess.run(command, input=module, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise NotCompiled(f"IREE's compiler has not ended after {seconds:g} seconds") from None
    if done.returncode != 0:
        text = done.stderr.decode(errors="replace").strip()
        raise NotCompiled(f"IREE's compiler rejects the output:\n{text or ended(done.returncode)}")


class Worker:
    """A process that calls programs; another one is started after it has ended."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: Any = None

    def call(self, *request: Any) -> Outcome:
        """Sends a request, and returns what it ends with."""
        process = self._process or self._start()
        late = threading.Event()

        def stop() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(self._seconds, stop)
        timer.start()
        try:
            assert process.stdin is not None and process.stdout is not None, "they are pipes"
            worker.send(process.stdin, request)
            answer = worker.receive(process.stdout)
        except OSError:
            answer = None
        finally:
            timer.cancel()
        if answer is not None:
            kind, result, seconds = answer
            return Outcome(kind, result, "", seconds) if kind == "ok" else Outcome(kind, [], result, seconds)
        code = process.wait()
        lines = self._last_lines()
        self.close()
        if late.is_set():
            return Outcome("timeout", [], f"no answer after {self._seconds:g} seconds", self._seconds)
        return Outcome("crashed", [], "; ".join([f"the process {ended(code)}", *lines]), 0.0)

    def close(self) -> None:
        """Ends the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout, self._errors):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> subprocess.Popen[bytes]:
        self._errors = tempfile.TemporaryFile()
        # Ctrl-C is for the comparison, which ends the process.
        self._process = subprocess.Popen(
            [sys.executable, worker.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=_environment(),
            start_new_session=True,
        )
        return self._process

    def _last_lines(self) -> list[str]:
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").splitlines()
        return [line for line in lines if "Error" in line or "error" in line][-1:]


def ended(code: int) -> str:
    """Says how a process ended."""
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def _environment() -> dict[str, str]:
    return {**os.environ, "JAX_PLATFORMS": "cpu", "TF_CPP_MIN_LOG_LEVEL": "2", "PYTHONDONTWRITEBYTECODE": "1"}
