"""Lowers programs with bcast-lower, compiles them with IREE and compares their results.

The examples that end in `_on_iree.py` use it. It needs iree-base-compiler and
iree-base-runtime.
"""

import re
import shutil
import subprocess
import sysconfig

import numpy as np
from iree import runtime


def find_program(name):
    """Returns a program that a wheel installs in this environment, or any other of its name."""
    return shutil.which(name, path=sysconfig.get_path("scripts")) or name


TOOL = find_program("bcast-lower")
COMPILER = find_program("iree-compile")
COMPILER_OPTIONS = [
    "--iree-input-type=auto",
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=generic",
]


class Refused(Exception):
    """A tool rejects a program."""


def run_tool(command, text):
    """Runs a command on a text; returns its output, or raises `Refused` with its error."""
    try:
        done = subprocess.run(command, input=text, capture_output=True)
    except FileNotFoundError:
        hint = {TOOL: "docs/install.md says how", COMPILER: "pip install iree-base-compiler"}
        raise SystemExit(f"{command[0]} is not installed: {hint.get(command[0])}") from None
    if done.returncode != 0:
        lines = done.stderr.decode().splitlines()
        line = next((line for line in lines if "error:" in line), f"exit code {done.returncode}")
        raise Refused(re.sub(r"^.*error: ", "", line)[:90])
    return done.stdout


def make_ready(text):
    """Lowers a program for IREE."""
    return run_tool([TOOL, "--target=iree"], text)


def compile_for_cpu(text):
    """Compiles a program; returns a module whose functions can be called."""
    module = run_tool([COMPILER, *COMPILER_OPTIONS, "-", "-o", "-"], text)
    return runtime.load_vm_flatbuffer(module, driver="local-sync")


def difference(found, expected, where):
    """Returns the first difference from a call's expected results; `None` if there is none."""
    found = found if isinstance(found, (list, tuple)) else [found]
    for result, wanted in zip(found, expected, strict=True):
        result, wanted = result.to_host(), np.asarray(wanted)
        if result.shape != wanted.shape:
            return f"has shape {result.shape}, not {wanted.shape}, at {where}"
        tolerance, least = 1e-3, 1e-4
        if wanted.dtype == np.float16:  # IREE adds up in it, others in a wider type.
            finite = np.abs(wanted[np.isfinite(wanted)])
            tolerance, least = 1e-2, 1e-2 * finite.max(initial=0)
        if not np.allclose(result, wanted, rtol=tolerance, atol=least, equal_nan=True):
            return f"has other values at {where}"
    return None


def layer_arguments(batch, rows):
    """Returns arguments of the layer with a mask: `[batch, 8]`, and a mask `[rows, 1]`."""
    x = np.linspace(-1, 1, batch * 8, dtype=np.float32).reshape(batch, 8)
    return x, np.linspace(0, 2, rows, dtype=np.float32).reshape(rows, 1)


def check(text, name, reference, calls, wrong_call):
    """Lowers and runs a frontend's program, and compares it with the frontend.

    `reference` computes a call's results; `wrong_call` has sizes that do not broadcast.
    """
    module = compile_for_cpu(make_ready(text))
    for arguments in calls:
        sizes = [argument.shape for argument in arguments]
        problem = difference(module[name](*arguments), reference(*arguments), sizes)
        if problem is not None:
            raise SystemExit(f"WRONG: {problem}")
        print(f"{name} runs at {sizes}")
    try:
        module[name](*wrong_call)
    except RuntimeError as error:
        if "expected equal sizes" not in str(error):
            raise SystemExit(f"WRONG: incompatible sizes stop at {error}") from None
        print(f"{name} rejects incompatible sizes")
    else:
        raise SystemExit("WRONG: incompatible sizes are accepted")
