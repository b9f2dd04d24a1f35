"""A mapping with terms as keys."""

from collections.abc import Iterator, MutableMapping
from typing import TypeVar

import z3

V = TypeVar("V")


class TermMap(MutableMapping[z3.ExprRef, V]):
    """Finds values by the ids of terms.

    It keeps the terms: the solver gives the id of a deleted term to another one.
    """

    def __init__(self) -> None:
        self._items: dict[int, tuple[z3.ExprRef, V]] = {}

    def __getitem__(self, term: z3.ExprRef) -> V:
        found = self._items.get(term.get_id())
        if found is None:
            raise KeyError(term)
        return found[1]

    def __setitem__(self, term: z3.ExprRef, value: V) -> None:
        self._items[term.get_id()] = term, value

    def __delitem__(self, term: z3.ExprRef) -> None:
        del self._items[term.get_id()]

    def __contains__(self, term: object) -> bool:
        return isinstance(term, z3.ExprRef) and term.get_id() in self._items

    def __iter__(self) -> Iterator[z3.ExprRef]:
        return (term for term, _ in self._items.values())

    def __len__(self) -> int:
        return len(self._items)
