"""Explaining what the lowering decides. `__init__.pyi` has the types."""

from __future__ import annotations

import itertools
import json
import os

from . import _diagnostics, _modules, _native
from ._api import Reading
from ._options import check_target, normalize, with_options
from ._source import Source

# What ids in one notebook begin with.
_PREFIXES = (f"bcast-lower-{os.urandom(4).hex()}-{number}-" for number in itertools.count())


class Explanation:
    """What the lowering of a module decides for each op that broadcasts, and why, and what the
    module asks of its sizes if its broadcasts are explicit.

    A notebook shows it as a page, and `print` as text. It can be pickled and copied.
    """

    def __init__(self, report, diagnostics):
        self._report = report
        self.diagnostics = tuple(diagnostics)

    def text(self):
        """Returns the explanation as text."""
        return self._report.text()

    def to_json(self):
        """Returns the explanation as JSON; docs/explain.md documents the keys."""
        return self._report.json()

    def to_dict(self):
        """Returns the content of `to_json` as dicts and lists."""
        return json.loads(self._report.json())

    def to_html(self):
        """Returns a self-contained page, with the source beside the explanation."""
        return self._report.page()

    def _repr_html_(self):
        return self._report.page_part(next(_PREFIXES))

    def __str__(self):
        return self.text()

    def __repr__(self):
        report = self.to_dict()
        counts = [_counted(len(report["ops"]), "op")]
        if explicit := len(report["requirements"]["broadcasts"]):
            counts.append(_counted(explicit, "explicit broadcast"))
        return f"<Explanation of {' and '.join(counts)}; print() shows it>"


def _counted(count, noun):
    return f"{count} {noun}{'' if count == 1 else 's'}"


def explain(
    module,
    *,
    target=None,
    why=None,
    name=None,
    irdl_files=(),
    allow_unregistered_dialect=False,
    threads=True,
    on_diagnostic=None,
    progress=None,
    **options,
):
    """Explains what `lower` decides for each op of a module that broadcasts, and why.

    Returns an `Explanation`, which a notebook shows as a page. Raises `BcastLowerError` if the
    module is invalid; its `explanation` then says what is known, with the errors at their ops.

    why:
        A line (12) or a position ("12:8"): explains only the ops there, with everything that
        their facts follow from instead of the closest origins. "all" does that for all ops.

    The other arguments are those of `lower`. With a target, the changes of each of its passes
    are explained, too.
    """
    check_target(target)
    read = _modules.read(module, name)
    report, is_success, raw = _native.explain(
        read.source,
        Reading.of(read.name, irdl_files, allow_unregistered_dialect, threads),
        target,
        normalize(explain, options),
        None if why is None else str(why),
        progress,
    )
    try:
        source = Source(read.name, read.source)
        diagnostics = _diagnostics.report(raw, is_success, on_diagnostic, source)
    except _diagnostics.BcastLowerError as error:
        if report is not None:
            error.explanation = Explanation(report, error.diagnostics)
        _modules.refuse_likely_path(read, error)
        raise
    if progress is not None:
        progress("done", 1.0)
    return Explanation(report, diagnostics)


with_options(explain)
