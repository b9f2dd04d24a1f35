"""Verdicts of jaxlib and of bcast-lower on many programs."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

_MARKER = "// -----\n"
_TIMEOUT_SECONDS = 600
# A context keeps all types and attributes that were parsed in it.
_PROGRAMS_PER_CONTEXT = 5000


class Jaxlib:
    """jaxlib's parser and verifier."""

    def __init__(self) -> None:
        from jax._src.interpreters import mlir
        from jaxlib.mlir import ir
        from jaxlib.mlir.dialects import stablehlo

        version = stablehlo.get_current_version()
        self._artifact = stablehlo.serialize_portable_artifact_str("module {}", version)
        self._read_artifact = stablehlo.deserialize_portable_artifact
        self._module = ir.Module
        self._make_context = mlir.make_ir_context
        self._count = 0
        self._renew()

    def _renew(self) -> None:
        self._context = self._make_context()
        # This loads the dialect of quantized types, which has no other binding.
        self._read_artifact(self._context, self._artifact)
        # The errors contain the messages; without a handler they are also printed.
        self._handler = self._context.attach_diagnostic_handler(lambda _: True)

    def generic_form(self, program: str) -> str | None:
        """Returns a program's generic form without aliases, or None if it is not valid."""
        try:
            module = self._module.parse(program, self._context)
        except Exception:  # MLIRError is no public name
            return None
        operation = module.operation
        return operation.get_asm(print_generic_op_form=True, use_local_scope=True)

    def refusal(self, program: str) -> str | None:
        """Returns why a program is not valid, or None if it is."""
        self._count += 1
        if self._count % _PROGRAMS_PER_CONTEXT == 0:
            self._renew()
        try:
            self._module.parse(program, self._context)
        except Exception as error:
            lines = [line for line in str(error).splitlines() if line.startswith("error: ")]
            return re.sub(r"^error: .*?:\d+:\d+: ", "", lines[0]) if lines else "no message"
        return None


class Tool:
    """bcast-lower without passes."""

    def __init__(self, binary: Path) -> None:
        self._binary = binary

    def refusals(self, programs: Sequence[str]) -> list[str | None]:
        """Returns why each program is not valid, or None if it is."""
        refusals: list[str | None] = [None] * len(programs)
        # The position of each line's program.
        owners = [index for index, program in enumerate(programs) for _ in range(program.count("\n") + 1)]
        done = self._run(_MARKER.join(programs), "--split-input-file")
        if done.returncode not in (0, 1):
            return [self._refusal(program) for program in programs]
        for line, message in _errors_in(done.stderr):
            owner = owners[line - 1]
            refusals[owner] = refusals[owner] or message
        if (done.returncode == 0) != (not any(refusals)):
            return [self._refusal(program) for program in programs]
        return refusals

    def _refusal(self, program: str) -> str | None:
        done = self._run(program)
        if done.returncode == 0:
            return None
        if done.returncode != 1:
            return f"CRASH: exit code {done.returncode}"
        return next((message for _, message in _errors_in(done.stderr)), "no message")

    def _run(self, text: str, *options: str) -> subprocess.CompletedProcess[str]:
        command = [str(self._binary), "--pass-pipeline=builtin.module()", *options]
        command += ["-o", "/dev/null", "-"]
        return subprocess.run(command, input=text, capture_output=True, text=True, timeout=_TIMEOUT_SECONDS)


def _errors_in(text: str) -> Iterator[tuple[int, str]]:
    for found in re.finditer(r"(?m)^(?:<stdin>|-):(\d+):\d+: error: (.*)$", text):
        yield int(found[1]), found[2]
