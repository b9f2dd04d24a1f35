"""Blocks that branch to each other."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from jaxlib.mlir import ir

from .interpret import Run, Unsupported
from .number import Bool, all_of, any_of, negate
from .reader import Op, kind_of
from .theory import Value

_T = TypeVar("_T")
# An edge between blocks.
_Edge = tuple[ir.Block, ir.Block]


def run_blocks(run: Run, region: ir.Region, arguments: Sequence[Value]) -> list[Value]:
    """Runs blocks that branch to each other."""
    blocks = list(region.blocks)
    order, back = _order(blocks)
    number = run.count("blocks")
    entering: dict[ir.Block, list[tuple[Bool, list[Value]]]] = {blocks[0]: [(True, list(arguments))]}
    returned: list[tuple[Bool, list[Value]]] = []
    kept = {block: _kept(block, back) for block in blocks}
    outer = run.path
    for position, block in enumerate(order):
        edges = entering.get(block, [])
        if not edges:
            continue
        path = any_of([condition for condition, _ in edges])
        values = run.theory.choose_first(edges)
        is_header = any(to is block for _, to in back)
        if is_header:
            # In a later iteration, only values that every edge passes on are unchanged.
            runs = run.sometimes(f"blocks {number} {position}")
            label = f"blocks {number}.{position}"
            for at, value in enumerate(values):
                if at not in kept[block]:
                    run.agree(f"{label} begins with value {at}", value)
                    values[at] = run.fresh(f"{label} value {at}", value.kind)
            path = all_of([path, runs])
        run.path = all_of([outer, path])
        typed = [run.copy_of(v, kind_of(a.type)) for v, a in zip(values, block.arguments)]
        handed = run.block(block, typed)
        terminator = Op(list(block.operations)[-1].operation)
        if back and terminator.name == "cf.cond_br":
            # What decides how often blocks are run.
            run.agree(f"condition, blocks {number}.{position}", replace(handed[0], elements=(run.truth(handed[0]),)))
        for condition, target, passed in _edges(run, terminator, handed):
            if target is None:
                returned.append((all_of([path, condition]), passed))
            elif (block, target) in back:
                for at, value in enumerate(passed):
                    if at not in kept[target]:
                        run.agree(f"value {at} passed back, blocks {number}.{position}", value)
            else:
                entering.setdefault(target, []).append((all_of([path, condition]), passed))
        run.path = outer
    if not returned:
        raise Unsupported("blocks that never return")
    return run.theory.choose_first(returned)


def _edges(run: Run, op: Op, handed: list[Value]) -> Iterator[tuple[Bool, ir.Block | None, list[Value]]]:
    """Yields the conditions on which a terminator is followed by a block, or by none, and what it passes on."""
    conditions: list[Bool] = [True]
    if op.name == "cf.cond_br":
        condition = run.truth(handed[0])
        conditions = [condition, negate(condition)]
    passed = _passed(op, handed) if op.operation.successors else [(None, handed)]
    for condition, (block, values) in zip(conditions, passed, strict=True):
        yield condition, block, values


def _passed(op: Op, operands: list[_T]) -> list[tuple[ir.Block, list[_T]]]:
    """Returns the successors of a terminator, each with the operands that it gets."""
    successors = list(op.operation.successors)
    if op.name == "cf.br":
        return [(successors[0], operands)]
    if op.name != "cf.cond_br":
        raise Unsupported(f"{op.name} is not followed")
    middle = 1 + (op.integers("operandSegmentSizes") or (1, 0, 0))[1]
    return [(successors[0], operands[1:middle]), (successors[1], operands[middle:])]


def _order(blocks: Sequence[ir.Block]) -> tuple[list[ir.Block], list[_Edge]]:
    """Returns blocks in an order without forward references, and the back edges."""
    back: list[_Edge] = []
    done: list[ir.Block] = []
    active: list[ir.Block] = []

    def visit(block: ir.Block) -> None:
        active.append(block)
        operations = list(block.operations)
        for target in operations[-1].operation.successors:
            target = next(item for item in blocks if item == target)
            if any(item == target for item in active):
                back.append((block, target))
            elif not any(item == target for item in done):
                visit(target)
        active.remove(block)
        done.append(block)

    visit(blocks[0])
    return done[::-1], back


def _kept(block: ir.Block, back: Sequence[_Edge]) -> set[int]:
    """Returns the arguments that every back edge passes on unchanged."""
    kept = set(range(len(block.arguments)))
    for source, target in back:
        if target != block:
            continue
        terminator = Op(list(source.operations)[-1].operation)
        for to, passed in _passed(terminator, list(terminator.operation.operands)):
            if to == block:
                kept -= {at for at, argument in enumerate(block.arguments) if passed[at] != argument}
    return kept
