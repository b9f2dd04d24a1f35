"""Runs ONNX models, with sizes of any named dims, on IREE.

docs/frontends/onnx.md explains it. torch.onnx exports models of HuggingFace's transformers, with
small configurations and random weights, so nothing is downloaded. torch-mlir converts each model
to StableHLO, `bcast-lower --target=iree` lowers it, and its results are compared with those of ONNX
Runtime:

    python -m venv onnx && . onnx/bin/activate
    pip install torch==2.15.0 torch-mlir transformers==5.23.0 onnx onnxscript onnxruntime \\
        iree-base-compiler==3.13.0 iree-base-runtime==3.13.0
    python examples/onnx_models_on_iree.py bert gpt2   # without names: all models

The name of a file that ends in `.onnx` is such a model; it needs neither torch, transformers nor
onnxscript. Integers among its arguments are random and 0 or 1, as in masks. `--write DIRECTORY`
writes what torch-mlir gives as NAME.mlir, for other targets.
"""

import argparse
import itertools
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from google.protobuf.message import DecodeError
from iree_programs import Refused, compile_for_cpu, difference, make_ready
from onnx_export import arguments_of, to_stablehlo

# The sizes of the named dims in each call, in the order in which the names first appear.
CALLS = [(2, 7, 9, 5), (1, 4, 6, 3), (3, 16, 12, 8)]
MODELS = [
    *("bert", "roberta", "distilbert", "electra", "albert", "gpt2", "opt", "llama", "mistral"),
    *("qwen2", "qwen3", "phi3", "gemma2", "t5", "vit", "deit", "dinov2", "clip_vision"),
]


def export(name, path):
    """Writes a model of transformers as ONNX, with names for the batch and the length."""
    import hf_on_iree
    import torch

    model = hf_on_iree.build(name)
    batch = torch.export.Dim("batch", min=1, max=1024)
    if name in hf_on_iree.IMAGE_MODELS:
        arguments, shapes = hf_on_iree.image_arguments(2), ({0: batch},)
    else:
        length = torch.export.Dim("length", min=1, max=64)
        arguments, shapes = hf_on_iree.text_arguments(2, 7), ({0: batch, 1: length},) * 2
    arguments = tuple(map(torch.from_numpy, arguments))
    with torch.no_grad():
        program = torch.onnx.export(
            model, arguments, dynamo=True, dynamic_shapes=shapes, verbose=False
        )
    program.save(path)


def dim_names(arguments):
    """Returns the names of the dims that are unknown, in the order of their first appearance."""
    dims = [dim for argument in arguments for dim in argument.dims]
    return list(dict.fromkeys(dim for dim in dims if isinstance(dim, str)))


def random_values(arguments, sizes):
    """Returns an array for each argument; `sizes` are those of the named dims."""
    generator = np.random.default_rng(sum(sizes.values()))
    for argument in arguments:
        shape = [sizes.get(dim, dim) for dim in argument.dims]
        if np.issubdtype(argument.dtype, np.floating):
            yield generator.standard_normal(shape).astype(argument.dtype)
        else:
            yield generator.integers(0, 2, shape).astype(argument.dtype)


def wrong_call(arguments, sizes):
    """Returns arrays of which two have other sizes for a name; `None` if no two share one."""
    values = list(random_values(arguments, sizes))
    for left, right in itertools.combinations(range(len(arguments)), 2):
        shared = set(dim_names([arguments[left]])) & set(dim_names([arguments[right]]))
        for name in sorted(shared):
            other = random_values([arguments[right]], sizes | {name: sizes[name] + 2})
            values[right] = next(other)
            return values
    return None


def outcome(path, text):
    """Runs a program; returns `runs`, or the first problem."""
    arguments = arguments_of(onnx.load(path))
    module = compile_for_cpu(make_ready(text))
    onnxruntime.set_default_logger_severity(4)  # Calls that it refuses are reported here.
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    names = [argument.name for argument in arguments]
    calls = [dict(zip(dim_names(arguments), itertools.cycle(call))) for call in CALLS]
    for sizes in calls:
        values = list(random_values(arguments, sizes))
        try:
            expected = session.run(None, dict(zip(names, values)))
        except Exception:  # Of several types: dims of different names do not fit each other.
            expected = None
            equal = dict.fromkeys(sizes, min(sizes.values(), default=1))
            if equal not in calls:
                calls.append(equal)
        try:
            found = module["main"](*values)
        except RuntimeError as error:
            if expected is None:
                continue
            return f"stops at {sizes}: {str(error)[:200]}"
        if expected is None:
            return f"WRONG: {sizes} are accepted"
        problem = difference(found, expected, sizes)
        if problem is not None:
            return f"WRONG: {problem}"
    values = wrong_call(arguments, sizes)
    if values is None:
        return "runs"
    try:
        module["main"](*values)
    except RuntimeError:
        return "runs, and rejects arguments of other sizes"
    return f"WRONG: {[value.shape for value in values]} are accepted"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", metavar="MODEL", help="a name, or a file")
    parser.add_argument("--write", type=Path, metavar="DIRECTORY", help="also write the programs")
    options = parser.parse_args()
    for name in options.models:
        if name not in MODELS and not name.endswith(".onnx"):
            parser.error(f"unknown model '{name}'; there are {', '.join(MODELS)}, and .onnx files")
        if name not in MODELS and not Path(name).exists():
            parser.error(f"there is no file '{name}'")
    failed = []
    for name in options.models or MODELS:
        with tempfile.TemporaryDirectory() as directory:
            path = Path(name)
            if name in MODELS:
                path = Path(directory) / f"{name}.onnx"
                export(name, path)
            try:
                text = to_stablehlo(path)
                if options.write:
                    options.write.mkdir(parents=True, exist_ok=True)
                    (options.write / f"{path.stem}.mlir").write_bytes(text)
                found = outcome(path, text)
            except Refused as refused:
                found = f"no: {refused}"
            except DecodeError:
                found = "no: it is not a model of ONNX"
        print(f"{name}: {found}", flush=True)
        if not found.startswith("runs"):
            failed.append(name)
    if failed:
        raise SystemExit(f"these do not run: {', '.join(failed)}")


if __name__ == "__main__":
    main()
