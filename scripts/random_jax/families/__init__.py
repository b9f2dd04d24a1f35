"""Families of ops, each a function from a generator to the text of an expression."""

from collections.abc import Callable, Mapping, Sequence

from ..generate import Generator
from . import aliases, control, folds, templates, windows

FAMILIES = {
    function.__name__: function
    for module in (templates, windows, control, aliases, folds)
    for function in module.FAMILIES
}


def families(names: Sequence[str] | None) -> Mapping[str, Callable[[Generator], str]]:
    """Returns the families of these names, or all of them."""
    return FAMILIES if names is None else {name: FAMILIES[name] for name in names}
