"""Files with weights: few ops, and constants of many bytes."""

from __future__ import annotations

import random
from pathlib import Path

_BYTES_PER_ELEMENT = 4


def write_weights(path: Path, count: int, mebibytes: int) -> None:
    """Writes a program that adds `count` constants of `mebibytes` MiB; in hexadecimal
    digits, each takes twice its size."""
    size = mebibytes * 2**20
    elements = size // _BYTES_PER_ELEMENT
    constant, result = f"tensor<{elements}xf32>", f"tensor<?x{elements}xf32>"
    # Seeded, so that every run writes the same file; random, so that it cannot be compressed.
    source = random.Random(count)
    with path.open("w") as file:
        file.write(f"func.func @weights(%x: {result}) -> {result} {{\n")
        last = "%x"
        for at in range(count):
            digits = source.randbytes(size).hex().upper()
            file.write(f'  %w{at} = stablehlo.constant dense<"0x{digits}"> : {constant}\n')
            types = f"({result}, {constant}) -> {result}"
            file.write(f"  %{at} = chlo.broadcast_add {last}, %w{at} : {types}\n")
            last = f"%{at}"
        file.write(f"  return {last} : {result}\n}}\n")
