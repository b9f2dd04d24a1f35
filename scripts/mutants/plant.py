"""Plants faults in source text."""

import collections
import dataclasses
import re

from .rust import body_start, offset

VARIABLE = "BCAST_LOWER_FAULT"
_CHOICE = f"""
/// Returns whether this run has a planted fault.
pub(crate) fn is_planted(number: u32) -> bool {{
    static CHOSEN: std::sync::OnceLock<Option<u32>> = std::sync::OnceLock::new();
    let chosen = || std::env::var("{VARIABLE}").ok()?.parse().ok();
    *CHOSEN.get_or_init(chosen) == Some(number)
}}
"""


@dataclasses.dataclass(frozen=True)
class Fault:
    """A change of a function, as cargo-mutants lists it."""

    number: int
    name: str
    file: str
    function: dict
    span: dict
    replacement: str

    def key(self):
        """Returns the name without line and column, which other changes of a file move."""
        file, _, _, text = self.name.split(":", 3)
        return f"{file}: {text.strip()}"


@dataclasses.dataclass
class Planted:
    """A file with faults: where each one is, and where the functions are that have any."""

    text: str
    places: list[tuple[range, frozenset[int]]]

    def faults_at(self, line):
        """Returns the faults in the smallest planted part that contains a line."""
        found = [(len(lines), faults) for lines, faults in self.places if line in lines]
        return min(found, key=lambda item: item[0])[1] if found else frozenset()


def plant(text, faults):
    """Plants faults in the text of a file, each beside the function as it is."""
    functions = collections.defaultdict(list)
    for fault in faults:
        start, end = (offset(text, fault.function[side]) for side in ("start", "end"))
        functions[start, end].append(fault)
    result, end_of_last = "", 0
    parts = []
    for (start, end), own in sorted(functions.items()):
        body = None if start < end_of_last else _body(text, start, end)
        if body is None:
            # The function is in another one, or runs when the program is compiled.
            continue
        result += text[end_of_last:body]
        begin = len(result)
        result += "{ "
        for fault in own:
            first, last = (offset(text, fault.span[side]) for side in ("start", "end"))
            changed = text[body:first] + fault.replacement + text[last:end]
            result += f"if crate::is_planted({fault.number}) "
            parts.append((len(result), len(result) + len(changed), {fault.number}))
            result += f"{changed} else "
        result += text[body:end] + " }"
        parts.append((begin, len(result), {fault.number for fault in own}))
        end_of_last = end
    result += text[end_of_last:]

    def line(place):
        return result.count("\n", 0, place) + 1

    places = [(range(line(a), line(b) + 1), frozenset(own)) for a, b, own in parts]
    return Planted(result, places)


def _body(text, start, end):
    """Returns where a function's body begins, if it may call other functions."""
    place = body_start(text[start:end])
    if place is None or re.search(r"\bconst\s+(unsafe\s+)?fn\b", text[start : start + place]):
        return None
    return start + place


def with_choice(text):
    """Adds the function that says which fault a run has to the root of a crate."""
    return text + _CHOICE
