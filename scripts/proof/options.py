"""What the options of the tool mean for a proof."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import tomllib
from numeric.tool import Tool

from .interpret import Settings


@dataclass(frozen=True)
class Tables:
    """The contents of rule tables."""

    # The rules, in order, by source op.
    rules: dict[str, list[dict]] = field(default_factory=dict)
    # What they say that ops do to sizes, in order, by op.
    facts: dict[str, list[dict]] = field(default_factory=dict)

    @classmethod
    def of(cls, contents: dict) -> Tables:
        """Returns the tables of a file that has been read as TOML."""
        rules: dict[str, list[dict]] = {}
        for rule in contents.get("rule", ()):
            rules.setdefault(rule["source"], []).append(rule)
        known: dict[str, list[dict]] = {}
        for facts in contents.get("facts", ()):
            known.setdefault(facts["op"], []).append(facts)
        return cls(rules, known)


def settings_of(options: Sequence[str], tables: Tables) -> Settings:
    """Returns the semantics that options of the tool select."""
    text = " ".join(options)

    def given(name: str, default: str) -> str:
        found = re.findall(rf"{name}(?:=(\S+?))?(?=[\s}},]|$)", text)
        return (found[-1] or "on") if found else default

    return Settings(
        zero_extents=given("zero-extents", "numpy" if "--target" in text else "reject"),
        assertions=given("assertions", "custom-call"),
        assume_symbols=given("assume-symbols", "off") in ("on", "true", "1"),
        is_rewritten="iree" in text,
        guards_sizes=_guards_sizes(text),
        keeps_sizes="iree" in text and "carried-tensors" not in text,
        guards_scatters="iree" in text and "scatters-outside" not in text,
        guards_several="iree" in text and "scatters-of-several" not in text,
        leaves_tosa=_leaves_tosa(text),
        shapes=_shapes(text),
        function=_function(text),
        profiles=text.count("profile=") if "target" in text else 0,
        rules=tables.rules,
        facts=tables.facts,
    )


def _guards_sizes(text: str) -> bool:
    """Returns whether the output checks what its ops need of sizes."""
    return "target=iree" in text and "guard-sizes=off" not in text and "assertions=none" not in text


def _shapes(text: str) -> str:
    """Returns the shapes that the program is specialised for."""
    found = re.search(r'\bshapes=(?:"([^"]*)"|([^\s}]+))', text)
    return (found[1] or found[2]) if found else ""


def _function(text: str) -> str:
    """Returns the function that the shapes are for; empty if it is not named."""
    found = re.search(r"\bfunction=([^\s}]+)", text)
    return found[1] if found else ""


def names_rules(text: str) -> bool:
    """Returns whether options name rule tables."""
    return "rules=" in text or "target=" in text or _leaves_tosa(text)


def _leaves_tosa(text: str) -> bool:
    return "guard-broadcasts" in text or "target=iree" in text


def tables_of(binary: Path, options: Sequence[str]) -> Tables:
    """Returns what the tables that options name contain."""
    text = " ".join(options)
    names = re.findall(r"(?<!-)rules=([^\s},]+)|--rules=(\S+)", text)
    # Several passes may name the same table.
    tables = list(dict.fromkeys(f"--rules={one.strip(chr(34)) or other}" for one, other in names))
    # A target reads ops of TensorFlow.
    implied = ["tosa"] * _leaves_tosa(text) + ["tensorflow"] * ("target=" in text)
    tables += [f"--rules={name}" for name in implied if f"--rules={name}" not in tables]
    if not tables:
        return Tables()
    tool = Tool(binary, (*tables, "--allow-unregistered-dialect", "--print-rules"), False)
    return Tables.of(tomllib.loads(tool.lower("")))
