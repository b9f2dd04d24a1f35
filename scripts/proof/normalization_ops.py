"""Batch normalization for inference."""

from collections.abc import Sequence

from .constants import known_float
from .elementwise import computed
from .interpret import Run, handles, sizes_of
from .number import all_of, equal
from .reader import Op
from .theory import Kind, Value


@handles("stablehlo.batch_norm_inference")
def batch_norm_inference(run: Run, op: Op, operands: list[Value]) -> Sequence[Value]:
    """What defines it: `(x - mean) / sqrt(variance + epsilon) * scale + offset`, where all are of one feature."""
    if any(operand.sizes is None for operand in operands):
        return run.opaque(op, operands)
    value, scale, offset, mean, variance = operands
    feature, sizes = op.integer("feature_index"), sizes_of(value)
    count = (sizes[feature],)
    own = [sizes_of(operand) for operand in operands[1:]]
    run.demand(all_of([equal(size, count[0]) for (size,) in own]), "there is a number for each feature")
    scalar = Kind(value.kind.element, ())
    epsilon = Value(scalar, (), known_float(run, scalar, op.attributes["epsilon"].value))
    terms = [variance, run.theory.repeated(epsilon, (), count)]
    deviation = computed(run, op, "sqrt", [computed(run, op, "add", terms, count)], count)
    for name, other in (("subtract", mean), ("divide", deviation), ("multiply", scale), ("add", offset)):
        value = computed(run, op, name, [value, run.theory.repeated(other, (feature,), sizes)], sizes)
    return [run.result(op, sizes, run.theory.tensor(value))]
