"""Files with weights: few ops, and constants of many bytes."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

_BYTES_PER_ELEMENT = 4
# Where the bytes of a constant are.
FORMS = ("dense", "dense_resource")


@dataclass(frozen=True)
class Weights:
    """A program that adds `constants` constants of `mebibytes` MiB each in each of `functions`
    functions."""

    constants: int = 8
    mebibytes: int = 16
    functions: int = 1
    # One of `FORMS`.
    form: str = "dense"

    def write(self, file: TextIO) -> None:
        """Writes the program. In hexadecimal digits, a constant takes twice its size."""
        elements = self.mebibytes * 2**20 // _BYTES_PER_ELEMENT
        constant, result = f"tensor<{elements}xf32>", f"tensor<?x{elements}xf32>"
        # The same for every run, and incompressible.
        digits = self._digits(random.Random(self.constants))
        resources = []
        for function in range(self.functions):
            name = f"weights{function}" if self.functions > 1 else "weights"
            file.write(f"func.func @{name}(%x: {result}) -> {result} {{\n")
            last = "%x"
            for at in range(self.constants):
                file.write(f"  %w{at} = stablehlo.constant ")
                if self.form == "dense":
                    file.write(f'dense<"0x{next(digits)}">')
                else:
                    resources.append(f"{name}_{at}")
                    file.write(f"dense_resource<{resources[-1]}>")
                file.write(f" : {constant}\n")
                types = f"({result}, {constant}) -> {result}"
                file.write(f"  %{at} = chlo.broadcast_add {last}, %w{at} : {types}\n")
                last = f"%{at}"
            file.write(f"  return {last} : {result}\n}}\n")
        if resources:
            _write_resources(file, resources, digits)

    def _digits(self, source: random.Random) -> Iterator[str]:
        while True:
            yield source.randbytes(self.mebibytes * 2**20).hex().upper()


def _write_resources(file: TextIO, names: list[str], digits: Iterator[str]) -> None:
    # A resource begins with its alignment, a 32-bit integer.
    alignment = _BYTES_PER_ELEMENT.to_bytes(4, "little").hex().upper()
    file.write("\n{-#\n  dialect_resources: {\n    builtin: {\n")
    for name in names:
        end = "\n" if name == names[-1] else ",\n"
        file.write(f'      {name}: "0x{alignment}{next(digits)}"{end}')
    file.write("    }\n  }\n#-}\n")
