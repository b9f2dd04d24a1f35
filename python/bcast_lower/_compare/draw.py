"""Drawing calls: most of them fit, the others miss by one size."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Optional

from .program import Shapes, Space
from .tool import Tool

# Beside small sizes, both sides of those at which compilers choose other code.
SIZES = (1, 2, 3, 16, 63, 64, 65, 128, 129, 257, 0)
# What a size may have to be a multiple of.
_MULTIPLES = (4, 8, 12, 32, 48, 96, 160, 192, 224, 256, 320, 512)
_CHANGES: dict[str, Callable[[int], int]] = {
    "+1": lambda n: n + 1,
    "-1": lambda n: n - 1,
    "0": lambda n: 0,
    "1": lambda n: 1,
    "x2": lambda n: 2 * n,
}
# Elements of all arguments of a call.
_MOST_ELEMENTS = 1 << 18
# Shapes that are checked at once.
_BATCH = 80

Range = tuple[int, Optional[int], int]


class Call(NamedTuple):
    """The shapes of a call, and what they were made of."""

    shapes: Shapes
    values: dict[str, int]
    """The values of the variables; empty if the shapes were given."""
    change: Optional[tuple[int, int, str]] = None
    """The argument, the dim and the change that makes the call a wrong one."""

    def text(self) -> str:
        """Returns the shapes as the option `--shapes` takes them."""
        return ",".join("x".join(map(str, shape)) or "scalar" for shape in self.shapes)

    def elements(self) -> int:
        """Returns the number of elements of the arguments."""
        return sum(map(math.prod, self.shapes))

    def weight(self) -> int:
        """Returns how large the call is, where also dims beside one of size 0 count."""
        return sum(math.prod(1 + size for size in shape) for shape in self.shapes)


def call_of(space: Space, values: Mapping[str, int], change: Optional[tuple[int, int, str]] = None) -> Optional[Call]:
    """Returns the call for some values; `None` if a size would be negative."""
    shapes = [list(shape) for shape in space.shapes(values)]
    if change is not None:
        argument, dim, how = change
        shapes[argument][dim] = _CHANGES[how](shapes[argument][dim])
    if any(size < 0 for shape in shapes for size in shape):
        return None
    return Call(tuple(map(tuple, shapes)), dict(values), change)


class Drawing:
    """Finds calls of a program."""

    def __init__(
        self,
        space: Space,
        tool: Tool,
        ranges: Mapping[str, Range],
        seed: int,
        bounds: Optional[Shapes] = None,
    ) -> None:
        """`bounds` are the greatest shapes that fit."""
        self._space = space
        self._bounds = bounds
        self._tool = tool
        self._random = random.Random(seed)
        self._ranges = {name: ranges.get(name, (0, None, 1)) for name in space.variables}
        self._pools = {name: _pool(ranges.get(name)) for name in space.variables}
        static = sum(math.prod(s) for s in space.shapes({name: 0 for name in space.variables}))
        self._limit = _MOST_ELEMENTS + static
        self._fits: dict[Shapes, bool] = {}
        # The greatest values of variables.
        self._limits: set[tuple[str, int]] = set()

    def draw(self, count: int, first: Optional[Call]) -> list[Call]:
        """Returns calls; none if no call that fits was found. `first` is the first one, if it is given."""
        if first is not None:
            first = first._replace(values=self._space.values(first.shapes))
        if first is not None and (count == 1 or not self._space.variables):
            return [first]
        if not self._space.variables:
            return [call] if (call := self._call({})) else []
        valid = [first] if first is not None and self.fit([first]) else self._find_valid()
        if not valid:
            return [first] if first is not None else []
        valid = self._spread(valid)
        valid = list({it.shapes: it for it in [*valid, *self._at_limits(valid)]}.values())
        wrong = self._wrong(valid, count // 3)
        chosen = self._choose(valid, count - len(wrong), first)
        return [*chosen, *wrong]

    def fit(self, calls: Iterable[Optional[Call]]) -> list[Call]:
        """Returns the calls that fit, without those that are too large."""
        small = [it for it in calls if it is not None and it.elements() <= self._limit and self.is_within(it)]
        unknown = list({it.shapes: it for it in small if it.shapes not in self._fits}.values())
        for start in range(0, len(unknown), _BATCH):
            batch = unknown[start : start + _BATCH]
            fitting = self._tool.fitting([it.text() for it in batch])
            self._fits.update((it.shapes, it.text() in fitting) for it in batch)
        return [it for it in small if self._fits[it.shapes]]

    def is_within(self, call: Call) -> bool:
        """Returns whether no size is beyond its bound."""
        if self._bounds is None:
            return True
        pairs = zip(call.shapes, self._bounds)
        return all(size <= bound for shape, bounds in pairs for size, bound in zip(shape, bounds))

    def _call(self, values: Mapping[str, int]) -> Optional[Call]:
        return call_of(self._space, values)

    def _find_valid(self) -> list[Call]:
        names = self._space.variables
        everywhere = sorted({size for pool in self._pools.values() for size in pool})
        # If all sizes are equal, whatever has to be equal is.
        equal = [dict.fromkeys(names, size) for size in everywhere]
        trials = [[values for values in equal if all(values[it] in self._pools[it] for it in names)]]
        trials += [
            [self._random_values(SIZES) for _ in range(120)],
            [self._random_values(_MULTIPLES) for _ in range(240)],
        ]
        trials += [[self._random_values(range(1, 9)) for _ in range(480)]]
        found: list[Call] = []
        for trial in trials:
            found += self.fit(map(self._call, trial))
            if len(found) >= 2:
                break
        return found

    def _random_values(self, preferred: Iterable[int]) -> dict[str, int]:
        preferred = list(preferred)
        allowed = {name: [it for it in preferred if self._may_be(name, it)] for name in self._pools}
        return {name: self._random.choice(allowed[name] or pool) for name, pool in self._pools.items()}

    def _may_be(self, name: str, size: int) -> bool:
        least, greatest, step = self._ranges[name]
        return size >= least and (greatest is None or size <= greatest) and size % step == 0

    def _spread(self, valid: list[Call]) -> list[Call]:
        """Finds more calls, by other values for some of the variables of those that are known."""
        found = {it.shapes: it for it in valid}
        for _ in range(4):
            starts = [it for it in found.values() if it.values]
            self._random.shuffle(starts)
            new = []
            for start in starts[:8]:
                for names in self._groups(start):
                    size = self._random.choice(self._pools[names[0]])
                    new.append(self._call({**start.values, **dict.fromkeys(names, size)}))
            found.update((it.shapes, it) for it in self.fit(new))
        return list(found.values())

    def _groups(self, call: Call) -> list[list[str]]:
        """Returns sets of variables that may have to change at once: each, and those of one size."""
        names = self._space.variables
        by_size: dict[int, list[str]] = {}
        by_dim: dict[str, list[str]] = {}
        for name in names:
            by_size.setdefault(call.values[name], []).append(name)
            by_dim.setdefault(name.rpartition(".")[2], []).append(name)
        some = [self._random.sample(names, 2)] if len(names) > 2 else []
        groups = [[name] for name in names] + [*by_size.values(), *by_dim.values()] + some
        return [it for it in groups if it]

    def _choose(self, valid: Sequence[Call], count: int, first: Optional[Call]) -> list[Call]:
        """Chooses calls that together have as many values, and orders of values, as possible."""
        chosen = [first] if first is not None else []
        left = [it for it in valid if first is None or it.shapes != first.shapes]
        self._random.shuffle(left)
        seen = {it for call in chosen for it in _features(call)}
        while left and len(chosen) < count:
            best = max(left, key=lambda it: (self._weight(_features(it) - seen), -it.elements()))
            left.remove(best)
            chosen.append(best)
            seen |= _features(best)
        return chosen

    def _at_limits(self, valid: Sequence[Call]) -> list[Call]:
        """Returns calls with the greatest value of each variable for which the call still fits."""
        found = []
        for name in self._space.variables:
            starts = [it for it in valid if it.values]
            if not starts:
                continue
            best = max(starts, key=lambda it: (it.values[name], -it.elements()))
            good = best.values[name]
            bad = min((size for size in self._pools[name] if size > good), default=good)
            while bad - good > 1:
                middle = (good + bad) // 2
                if fitting := self.fit([self._call({**best.values, name: middle})]):
                    good, best = middle, fitting[0]
                else:
                    bad = middle
            self._limits.add((name, good))
            found.append(best)
        return found

    def _weight(self, features: set[tuple[object, ...]]) -> int:
        return sum(9 if it in self._limits else 3 if len(it) == 2 and it[1] in SIZES else 1 for it in features)

    def _wrong(self, valid: Sequence[Call], count: int) -> list[Call]:
        """Returns calls that do not fit, each by the change of one size of a call that does."""
        dims = self._space.function.dynamic_dims()
        starts = [it for it in valid if it.values]
        changes = [(*dim, how) for dim in dims for how in _CHANGES]
        self._random.shuffle(changes)
        tried = [call_of(self._space, self._start(starts, it).values, it) for it in changes] if starts else []
        made = [it for it in tried if it is not None and it.elements() <= self._limit][: 8 * count]
        fitting = {it.shapes for it in self.fit(made)}
        wrong = {it.shapes: it for it in made if it.shapes not in fitting}
        # First one for each dim.
        firsts = {it.change[:2]: it for it in reversed(wrong.values()) if it.change}
        ordered = [*firsts.values(), *(it for it in wrong.values() if it not in firsts.values())]
        return ordered[:count]

    def _start(self, starts: Sequence[Call], change: tuple[int, int, str]) -> Call:
        """Returns a call to change: with the greatest size, if it is to be exceeded."""
        argument, dim, how = change
        if how != "+1":
            return self._random.choice(starts)
        return max(starts, key=lambda it: (it.shapes[argument][dim], -it.elements()))

    def smaller(self, call: Call) -> list[Call]:
        """Returns smaller calls, the smallest first, that may end as this one does."""
        made: list[Optional[Call]] = []
        if call.values:
            for names in self._groups(call):
                least = min(call.values[it] for it in names)
                sizes = [size for size in _below(least) if all(self._may_be(name, size) for name in names)]
                made += [call_of(self._space, {**call.values, **dict.fromkeys(names, it)}, call.change) for it in sizes]
        else:
            dims = self._space.function.dynamic_dims()
            sizes_of = {dim: call.shapes[dim[0]][dim[1]] for dim in dims}
            groups = [[dim] for dim in dims] + [[d for d in dims if sizes_of[d] == s] for s in set(sizes_of.values())]
            for group in groups:
                made += [_with_dims(call, group, size) for size in _below(sizes_of[group[0]])]
        less = {it.shapes: it for it in made if it is not None and it.weight() < call.weight()}
        return sorted(less.values(), key=Call.weight)


def _features(call: Call) -> set[tuple[object, ...]]:
    """Returns what calls are chosen by: the values of variables, and which of two is the greater one."""
    values = list(call.values.items())
    orders = {(a, b, (m > n) - (m < n)) for (a, m), (b, n) in itertools.combinations(values, 2)}
    return {*values, *orders}


def _below(size: int) -> list[int]:
    parts = (size // 2, size * 3 // 4, size * 7 // 8, size // 8 * 4, size - 1)
    return sorted({n for n in (*SIZES, 4, 8, *parts) if 0 <= n < size})


def _with_dims(call: Call, dims: Sequence[tuple[int, int]], size: int) -> Call:
    shapes = [list(shape) for shape in call.shapes]
    for argument, dim in dims:
        shapes[argument][dim] = size
    return Call(tuple(map(tuple, shapes)), {})


def _pool(bounds: Optional[Range]) -> list[int]:
    """Returns the sizes that a variable may have."""
    if bounds is None:
        return [*SIZES, *_MULTIPLES]
    least, greatest, step = bounds
    last = greatest if greatest is not None else max(least, 520)
    near = {least, last // step * step, *(m // step * step for m in (*SIZES, *_MULTIPLES))}
    near |= {n + step for n in near} | {least + step * n for n in range(4)}
    return sorted(n for n in near if least <= n <= last and n % step == 0) or [least]


def read_ranges(text: str) -> dict[str, Range]:
    """Reads the option `sizes`, which the tool has checked."""
    ranges: dict[str, Range] = {}
    for word in filter(None, text.split(",")):
        name, _, size = word.partition("=")
        bounds, _, step = size.partition(":")
        least, dots, greatest = bounds.partition("..")
        if dots:
            ranges[name.strip()] = (int(least or 0), int(greatest) if greatest.strip() else None, int(step or 1))
        else:
            ranges[name.strip()] = (int(least), int(least), 1)
    return ranges
