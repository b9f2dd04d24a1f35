"""Makes a program smaller that shows a problem."""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from .program import Argument, Program, Statement, used_names

# Returns the position of the first candidate that shows the same problem.
FirstBad = Callable[[Sequence[Program]], "int | None"]
# Candidates that are tried together: most are not bad, and a process takes seconds to start.
_AT_ONCE = 8
# The helpers that say how values are compared.
_MARKS = ("rounded", "summed", "wide")


def shrink(program: Program, result: int | None, call: int | None, first_bad: FirstBad) -> Program:
    """Returns a program that is not bad any more if anything else is removed.

    It may begin with the result and call that are known to be wrong.
    """
    if result is not None:
        program = _kept_if_bad(program, _of_results(program, (program.results[result],)), first_bad)
    if call is not None:
        program = _kept_if_bad(program, replace(program, calls=(program.calls[call],)), first_bad)
    while True:
        candidates = list(_smaller(program))
        for begin in range(0, len(candidates), _AT_ONCE):
            some = candidates[begin : begin + _AT_ONCE]
            found = first_bad(some)
            if found is not None:
                program = some[found]
                break
        else:
            return program


def _kept_if_bad(program: Program, candidate: Program, first_bad: FirstBad) -> Program:
    return program if first_bad([candidate]) is None else candidate


def _smaller(program: Program) -> Iterator[Program]:
    """Yields programs with less, those with the least first."""
    if len(program.results) > 1:
        half = len(program.results) // 2
        yield _of_results(program, program.results[half:])
        yield _of_results(program, program.results[:half])
        for position in range(len(program.results)):
            yield _of_results(program, program.results[:position] + program.results[position + 1 :])
    if len(program.calls) > 1:
        for position in range(len(program.calls)):
            yield replace(program, calls=program.calls[:position] + program.calls[position + 1 :])
    # The operand of a result instead of it.
    for statement in reversed(program.statements):
        if statement.name in program.results:
            for name in sorted(used_names(statement.expression)):
                if any(name == other.name for other in program.statements):
                    others = tuple(one for one in program.results if one != statement.name)
                    yield _of_results(program, (*others, name))
    for position, statement in enumerate(program.statements):
        for expression in filter(_is_expression, _simpler(statement.expression)):
            statements = list(program.statements)
            statements[position] = Statement(statement.name, expression)
            yield _of_results(replace(program, statements=tuple(statements)), program.results)
    if program.level != "O0":
        yield replace(program, level="O0")
    if program.donated:
        yield replace(program, donated=False)
    if program.constraints:
        # Other sizes may not fit what is declared.
        yield replace(program, constraints=())
        return
    for position, call in enumerate(program.calls):
        for symbol, size in call.items():
            for smaller in (1, 2, 3):
                if smaller < size:
                    changed = {**call, symbol: smaller}
                    yield replace(program, calls=(*program.calls[:position], changed, *program.calls[position + 1 :]))


def _of_results(program: Program, results: tuple[str, ...]) -> Program:
    """Returns a program without what some results do not need."""
    needed = set(results)
    statements = []
    for statement in reversed(program.statements):
        if statement.name in needed:
            needed |= used_names(statement.expression)
            statements.append(statement)
    arguments = tuple(_needed(program.arguments, needed))
    return replace(program, results=results, statements=tuple(reversed(statements)), arguments=arguments)


def _needed(arguments: Sequence[Argument], names: set[str]) -> Iterator[Argument]:
    """Yields the arguments that are used, and those that give their symbols a value."""
    symbols = set()
    for argument in arguments:
        if argument.name in names:
            symbols |= used_names(f"({argument.sizes})")
    for argument in arguments:
        if argument.name in names or argument.sizes in symbols:
            yield argument


def _is_expression(text: str) -> bool:
    """Returns whether a part is an expression: what selects elements is none without them."""
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    return True


def _simpler(expression: str) -> Iterator[str]:
    """Yields expressions in which a part stands for the whole, or for what contains it."""
    tree = ast.parse(expression, mode="eval").body
    seen = {ast.unparse(tree)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.expr) or isinstance(node, (ast.Tuple, ast.List)) or _is_mark(node):
            continue
        for part in ast.iter_child_nodes(node):
            is_function = isinstance(node, ast.Call) and part is node.func
            if not isinstance(part, ast.expr) or isinstance(part, (ast.Starred, ast.Slice)) or is_function:
                continue
            text = _with_replaced(tree, node, part)
            if text not in seen:
                seen.add(text)
                yield text


def _is_mark(node: ast.expr) -> bool:
    """Returns whether an expression says how its part is compared, which would be wrong without it."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MARKS


class _Replacer(ast.NodeTransformer):
    def __init__(self, node: ast.AST, part: ast.AST) -> None:
        self._node, self._part = node, part

    def visit(self, node: ast.AST) -> ast.AST:
        return self._part if node is self._node else self.generic_visit(node)


def _with_replaced(tree: ast.expr, node: ast.AST, part: ast.expr) -> str:
    """Returns the text of an expression with a part in place of what contains it."""
    # The transformer changes a tree, so it gets a copy, whose nodes are in the same order.
    copy = ast.parse(ast.unparse(tree), mode="eval").body
    pairs = dict(zip(map(id, ast.walk(tree)), ast.walk(copy), strict=True))
    return ast.unparse(_Replacer(pairs[id(node)], pairs[id(part)]).visit(copy))
