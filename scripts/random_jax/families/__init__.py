"""Families of ops, each a function from a generator to the text of an expression."""

from __future__ import annotations

from . import control, elementwise, indexing, moving, reducing

FAMILIES = {
    function.__name__: function
    for module in (elementwise, moving, reducing, indexing, control)
    for function in module.FAMILIES
}
