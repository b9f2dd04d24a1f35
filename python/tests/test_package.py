"""How the package is built."""

import os
import pathlib
import subprocess
import sys
from importlib import metadata

import bcast_lower
import pytest

PYTHON = pathlib.Path(__file__).parents[1]


def check_needs(**variables: str) -> str:
    program = "import backend; backend._check_needs()"
    command = [sys.executable, "-c", program]
    environment = {**os.environ, "PYTHONPATH": str(PYTHON), **variables}
    result = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert result.returncode == 1
    return result.stderr


@pytest.mark.parametrize(
    ("variables", "reason"),
    [
        ({"PATH": "/nonexistent"}, "there is no cargo"),
        ({"MLIR_SYS_220_PREFIX": "/nonexistent"}, "/nonexistent/bin/llvm-config"),
    ],
)
def test_a_build_says_what_it_needs(variables, reason):
    message = check_needs(**variables)
    assert message.startswith("Building bcast-lower from source needs\n- Rust ")
    assert "libmlir-22-dev" in message and reason in message


def test_the_wheel_has_the_module_the_tools_and_a_tag():
    distribution = metadata.distribution("bcast-lower")
    assert distribution.version == bcast_lower.__version__
    names = {pathlib.PurePath(str(file)).name for file in distribution.files}
    tools = {"bcast-lower", "bcast-lsp-server"}
    assert names >= {"_native.abi3.so", "py.typed", "__init__.pyi", *tools}
    assert "Tag: cp39-abi3-manylinux_2_" in distribution.read_text("WHEEL")
