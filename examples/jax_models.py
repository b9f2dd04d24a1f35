"""Exports functions of JAX for any sizes, runs them on IREE, and compares their results.

keras_on_iree.py and flax_on_iree.py use it. It needs jax, iree-base-compiler and
iree-base-runtime.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import jax
import numpy as np
from iree_programs import Refused, compile_for_cpu, difference, make_ready
from jax import export

# The sizes of each call, in the order of the unknown dims.
SIZES = [(2, 7, 9), (1, 8, 6), (3, 16, 12)]
# The greatest number in arguments that are tokens.
TOKENS = 100


@dataclass(frozen=True)
class Model:
    """A function of one argument; `None` in its shape is a size that is unknown."""

    function: Callable
    shape: tuple
    dtype: str = "float32"


def exported(model):
    """Returns what JAX exports for any sizes: a batch, and lengths or an image from 6 on."""
    names = iter("bst")
    dims = [next(names) if size is None else str(size) for size in model.shape]
    constraints = [f"{name} >= 6" for name in "st" if name in dims]
    shape = export.symbolic_shape(",".join(dims), constraints=constraints)
    return export.export(jax.jit(model.function))(jax.ShapeDtypeStruct(shape, model.dtype))


def random_argument(model, sizes):
    sizes = iter(sizes)
    shape = tuple(next(sizes) if size is None else size for size in model.shape)
    generator = np.random.default_rng(0)
    if model.dtype == "int32":
        return generator.integers(0, TOKENS, shape).astype(np.int32)
    return generator.standard_normal(shape).astype(np.float32)


def problem(model, text):
    """Returns what is wrong with a program on IREE; `None` if it computes what the model does."""
    try:
        module = compile_for_cpu(make_ready(text.encode()))
    except Refused as error:
        return str(error)
    for sizes in SIZES:
        x = random_argument(model, sizes)
        found = difference(module.main(x), [model.function(x)], x.shape)
        if found is not None:
            return found
    return None


def run(description, builders):
    """The command line of a script: `builders` are functions that return a model each."""
    parser = argparse.ArgumentParser(description=description)
    builders = {builder.__name__: builder for builder in builders}
    parser.add_argument("models", nargs="*", metavar="MODEL", help=", ".join(builders))
    parser.add_argument("--write", type=Path, metavar="DIRECTORY", help="write programs there")
    options = parser.parse_args()
    for name in options.models:
        if name not in builders:
            parser.error(f"there is no model '{name}'; there are {', '.join(builders)}")
    chosen = options.models or list(builders)
    failed = 0
    for name in chosen:
        model = builders[name]()
        text = exported(model).mlir_module()
        if options.write is not None:
            options.write.mkdir(parents=True, exist_ok=True)
            (options.write / f"{name}.mlir").write_text(text)
            continue
        found = problem(model, text)
        failed += found is not None
        print(f"{name}: {found or 'runs, with the values of the model'}", flush=True)
    if failed:
        raise SystemExit(f"{failed} of {len(chosen)} models do not run")
