"""IREE: its compiler for the CPU, and its runtime."""

import pickle
import re
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
# Reads of values that are not yet computed are detected only if tasks run in threads.
_DRIVERS = ("local-sync", "local-task")
_TIMEOUT_SECONDS = 240
# The runtime raises an IndexError for its status OUT_OF_RANGE.
_RUNTIME_ERRORS = (RuntimeError, ValueError, IndexError)


class NotCompiled(Exception):
    """The compiler rejects a program."""


class Failed(Exception):
    """A compiled program stops with an error."""


def compile_text(text: str, input_type: str = "stablehlo", options: Sequence[str] = ()) -> bytes:
    """Compiles a module."""
    command = [str(_COMPILER), *flags(input_type, options), "-", "-o", "-"]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        raise NotCompiled(f"no answer after {_TIMEOUT_SECONDS} seconds") from None
    if done.returncode != 0:
        raise NotCompiled(_first_error(done.stderr.decode()) or f"exit code {done.returncode}")
    return done.stdout


def flags(input_type: str, options: Sequence[str]) -> list[str]:
    """Returns the options with which modules are compiled."""
    return [f"--iree-input-type={input_type}", *_OPTIONS, *options]


def version() -> str:
    """Returns the compiler's release and revision."""
    printed = subprocess.run([_COMPILER, "--version"], stdout=subprocess.PIPE, text=True, check=True)
    found = re.search(r"IREE compiler version (.*)", printed.stdout)
    return found[1] if found else printed.stdout.strip()


def _first_error(text: str) -> str:
    return next((line for line in text.splitlines() if "error:" in line), "")


def run_apart(module: bytes, function: str, arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Calls a function with each driver in a process of its own, because it may access memory that is
    not its own; raises `Failed`, also if the process ends."""
    (results,) = run_all_apart(module, [(function, arguments)])
    if isinstance(results, str):
        raise Failed(results)
    return results


def run_all_apart(
    module: bytes, calls: Sequence[tuple[str, Sequence[np.ndarray]]], seconds: int = _TIMEOUT_SECONDS
) -> list[list[np.ndarray] | str]:
    """Calls functions in one process; returns the results of each, or its error.

    Raises `Failed` if the process ends, or does not.
    """
    command, program = [sys.executable, __file__], pickle.dumps((module, calls))
    try:
        done = subprocess.run(command, input=program, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Failed(f"no answer after {seconds} seconds") from None
    if done.returncode != 0:
        last = done.stderr.decode().strip().rpartition("\n")[2]
        raise Failed(last or f"its process ends with exit code {done.returncode}")
    return pickle.loads(done.stdout)


class Executable:
    """A loaded compiled module."""

    def __init__(self, module: bytes) -> None:
        from iree import runtime

        self._modules = [runtime.load_vm_flatbuffer(module, driver=driver) for driver in _DRIVERS]

    def run(self, function: str, arguments: Sequence[np.ndarray]) -> np.ndarray:
        """Calls a function of one result."""
        return self.run_all(function, arguments)[0]

    def run_all(self, function: str, arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
        """Calls a function with each driver; all must give the same results, bit by bit."""
        first, *others = self._modules
        results = self._run(first, function, arguments)
        for module in others:
            other = self._run(module, function, arguments)
            if [array.tobytes() for array in results] != [array.tobytes() for array in other]:
                raise Failed(f"{' and '.join(_DRIVERS)} give different results")
        return results

    @staticmethod
    def _run(module: object, function: str, arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
        try:
            return _to_host(module[function](*arguments))
        except _RUNTIME_ERRORS as error:
            raise Failed(str(error)) from error


class Call:
    """A call of a function of a compiled module, on one thread, with arguments that are copied
    to the device once."""

    def __init__(self, module: bytes, function: str, arguments: Sequence[np.ndarray]) -> None:
        from iree import runtime

        config = runtime.Config(_DRIVERS[0])
        context = runtime.SystemContext(config=config)
        loaded = runtime.VmModule.copy_buffer(context.instance, module)
        context.add_vm_module(loaded)
        self._function = context.modules[loaded.name][function]
        self._arguments = [runtime.asdevicearray(config.device, argument) for argument in arguments]

    def run(self) -> object:
        """Calls it once; the results stay on the device."""
        try:
            return self._function(*self._arguments)
        except _RUNTIME_ERRORS as error:
            raise Failed(str(error)) from error

    def results(self) -> list[np.ndarray]:
        """Calls it once."""
        return _to_host(self.run())


def _to_host(results: object) -> list[np.ndarray]:
    if results is None:
        return []
    results = results if isinstance(results, (list, tuple)) else [results]
    if any(result is None for result in results):
        raise Failed("a result is null")
    # Copies: what the runtime returns may be freed with the result.
    return [np.array(result.to_host()) for result in results]


if __name__ == "__main__":
    # As `run_all_apart` calls it. The directory of this file would hide the package of the same name.
    sys.path.pop(0)
    program, calls = pickle.load(sys.stdin.buffer)
    executable = Executable(program)
    outcomes: list[list[np.ndarray] | str] = []
    for name, values in calls:
        try:
            outcomes.append(executable.run_all(name, values))
        except Failed as error:
            outcomes.append(str(error))
    sys.stdout.buffer.write(pickle.dumps(outcomes))
