"""Faults in a generated pass, each of which the comparison must find."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Fault:
    """A text of the source, and what stands in its place."""

    name: str
    text: str
    replacement: str

    def plant(self, source):
        """Returns a source with the fault."""
        if source.count(self.text) != 1:
            raise ValueError(f"fault '{self.name}': its text occurs {source.count(self.text)} times")
        return source.replace(self.text, self.replacement)


FAULTS = [
    Fault("dims are aligned to the left", "return dim + resultRank - rank;", "return dim;"),
    Fault("0 against 1 is not rejected", "isReject ? Guard::MaximumCompatible", "!isReject ? Guard::MaximumCompatible"),
    Fault("a dim that may grow is claimed not to", "if (isDynamic && hasSize)", "if (isDynamic)"),
    Fault("a message is another one", 'both("equal sizes, or 1 and a size of at least 1")', 'both("equal sizes")'),
    Fault("scopes do not end", "for (; log.size() > begin; log.pop_back())", "for (; false && log.size() > begin;)"),
    Fault("nothing is reused", "if (found != known.end())", "if (false)"),
    Fault(
        "a declared size is not checked",
        "if (dim.kind != ResultDim::Constant) {\n        dim.declared",
        "if (false) {\n        dim.declared",
    ),
    Fault(
        "strict accepts what documented does",
        "case TraitRules::Strict:\n    return inferred == actual ||",
        "case TraitRules::Strict:\n    return true ||",
    ),
    Fault("all attributes are carried over", '!keys.get("carry") || has("carry", name)', 'true || has("carry", name)'),
    Fault("requirements are not checked", 'if (!found && key == "require")', "if (false)"),
]
