"""Compares the message of a failed assertion with the sizes that caused the failure."""

import re

from .reference import Failure

_MESSAGE = re.compile(r"(?P<source>chlo\.broadcast_\w+): (?P<text>.*)", re.DOTALL)
# A message also contains the operand's name in the source, if it has one.
_DIM = r"operand #(\d+)(?: '([^']*)')? dim (\d+) has size (\d+)"
_PAIR = re.compile(rf"{_DIM}, {_DIM}; expected .*")
_JOIN = re.compile(rf"{_DIM}, the operands broadcast to size (\d+) in result dim (\d+); expected .*")
_DECLARED = re.compile(r"the operands broadcast to size (\d+) in result dim (\d+), which is declared as (\d+)")


def explain_mismatch(message: str, failure: Failure) -> str | None:
    """Returns what is wrong with a message, if anything.

    It must name the first op that rejects its operands, and a rejected dim with its
    sizes.
    """
    found = _MESSAGE.fullmatch(message)
    if not found:
        return "this is no message of a guard"
    if found["source"] != failure.op.source:
        return f"the first op that rejects its operands is {failure}"
    text = found["text"]
    if pair := _PAIR.fullmatch(text):
        lhs, rhs = pair.groups()[:4], pair.groups()[4:]
        return (
            _check_name(failure, *lhs[:2])
            or _check_name(failure, *rhs[:2])
            or _check_pair(failure, *map(int, (lhs[0], *lhs[2:], rhs[0], *rhs[2:])))
        )
    if join := _JOIN.fullmatch(text):
        operand, name, *sizes = join.groups()
        return _check_name(failure, operand, name) or _check_join(failure, *map(int, (operand, *sizes)))
    if declared := _DECLARED.fullmatch(text):
        return _check_declared(failure, *map(int, declared.groups()))
    return "this is no message of a guard"


def unquote(text: str) -> str:
    """Returns the original of a program's text in a message.

    Messages escape it as MLIR's strings do: a byte may be a backslash and two digits.
    """
    byte = lambda found: bytes([int(found[1], 16)])
    return re.sub(rb"\\([0-9A-F]{2})", byte, text.encode()).decode(errors="replace")


def _check_name(failure: Failure, operand: str, name: str | None) -> str | None:
    operands = failure.op.operands
    if name is None or int(operand) >= len(operands):
        return None
    label = operands[int(operand)].label
    return None if unquote(name) == label else f"operand #{operand} is called '{label}'"


def _check_pair(failure: Failure, lhs: int, lhs_dim: int, a: int, rhs: int, rhs_dim: int, b: int) -> str | None:
    dims = [_result_dim(failure, lhs, lhs_dim, a), _result_dim(failure, rhs, rhs_dim, b)]
    for dim in dims:
        if isinstance(dim, str):
            return dim
    if dims[0] != dims[1]:
        return f"the dims stand at different result dims, {dims[0]} and {dims[1]}"
    both_dynamic = all(
        failure.op.operands[operand].type.dims[dim] is None for operand, dim in ((lhs, lhs_dim), (rhs, rhs_dim))
    )
    is_zero_against_one = failure.zero_extents == "reject" and both_dynamic and {a, b} == {0, 1}
    if (a == b or 1 in (a, b)) and not is_zero_against_one:
        return f"sizes {a} and {b} do fit"
    return None


def _check_join(failure: Failure, operand: int, dim: int, size: int, join: int, result_dim: int) -> str | None:
    at = _result_dim(failure, operand, dim, size)
    if isinstance(at, str):
        return at
    if at != result_dim:
        return f"that dim stands at result dim {at}"
    sizes = [size for _, _, size in failure.aligned(result_dim)]
    if join not in sizes:
        return f"no operand has size {join} there"
    if failure.zero_extents == "reject" and join != max(sizes):
        return f"the largest size there is {max(sizes)}"
    return f"sizes {size} and {join} do fit" if size in (1, join) else None


def _check_declared(failure: Failure, size: int, result_dim: int, declared: int) -> str | None:
    if result_dim >= len(failure.op.result.type.dims):
        return f"there is no result dim {result_dim}"
    if failure.op.result.type.dims[result_dim] != declared:
        return f"the result declares {failure.op.result.type.dims[result_dim]}"
    sizes = {size for _, _, size in failure.aligned(result_dim)}
    expected = next(iter(sizes - {1}), 1)
    if size != expected:
        return f"the operands broadcast to {expected}"
    return f"size {size} is what is declared" if size == declared else None


def _result_dim(failure: Failure, operand: int, dim: int, size: int) -> int | str:
    """Returns the result dim of an operand's dim, or what is wrong with its size."""
    if operand >= len(failure.shapes) or dim >= len(failure.shapes[operand]):
        return f"there is no operand #{operand} dim {dim}"
    actual = failure.shapes[operand][dim]
    if actual != size:
        return f"operand #{operand} dim {dim} has size {actual}"
    return failure.op.alignment()[operand][dim]
