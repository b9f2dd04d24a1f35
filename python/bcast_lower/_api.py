"""Lowering, verifying, and running pipelines. `__init__.pyi` has the types."""

from __future__ import annotations

import atexit
import inspect
import os
from typing import Any, Callable, Iterable, NamedTuple

from . import _diagnostics, _modules, _native, _shapes
from ._options import check_target, normalize, with_options
from ._source import Source

# MLIR must not be in use when the process ends.
atexit.register(_native.finish)


class Reading(NamedTuple):
    """How a module is read, for the extension module."""

    name: str
    irdl: list[tuple[str, bytes]]
    allow_unregistered_dialect: bool
    threads: bool

    @classmethod
    def of(
        cls,
        name: str,
        irdl_files: Iterable[Any],
        allow_unregistered_dialect: bool,
        threads: bool,
    ) -> Reading:
        """Reads the files that define dialects."""
        irdl = []
        for path in irdl_files:
            with open(path, "rb") as file:
                irdl.append((os.fsdecode(path), file.read()))
        return cls(name, irdl, allow_unregistered_dialect, threads)


def lower(
    module,
    *,
    target=None,
    output=None,
    debug_info=None,
    name=None,
    irdl_files=(),
    allow_unregistered_dialect=False,
    threads=True,
    on_diagnostic=None,
    progress=None,
    **options,
):
    """Verifies the ops of a module that broadcast implicitly, and lowers them.

    Returns the lowered module in the form of the input: text for `str`; text, bytecode or a
    portable artifact of the same version for `bytes` and files, like their content; for an
    `ir.Module` of MLIR's Python bindings, a module in the same context; for JAX's `Exported`, an
    `Exported` that JAX calls, serializes and differentiates like that one. With target="iree",
    whose output has ops outside StableHLO, an artifact becomes bytecode and an `Exported` text.
    Raises `BcastLowerError` if the module is invalid.

    module:
        Text (`str`), bytecode, a portable artifact or text (`bytes`), the path of a file
        (`pathlib.Path`, because a `str` is the text itself), or an object: an `ir.Module` of
        jaxlib, IREE or torch-mlir, JAX's `Exported` or `Lowered`, or anything whose `str()` is a
        module.
    target:
        The compiler that the result is for. "xla" leaves functions and StableHLO only, "iree"
        what IREE compiles. None lowers ops that broadcast, and leaves all others.
    output:
        "text" returns `str`, for any input; "bytecode" and "artifact" return `bytes`.
        "artifact=1.17.0" writes a portable artifact of this version of StableHLO;
        "artifact=minimum" and "artifact=current" write one of the oldest and of the newest
        version. "artifact" keeps the version of an artifact, and otherwise means the newest; it
        is an error with target="iree".
    debug_info:
        Whether text has locations. None keeps them for an `ir.Module` only.
    name:
        The name of the source in locations.
    irdl_files:
        Paths of IRDL files that define dialects.
    allow_unregistered_dialect:
        Whether ops, types and attributes of unknown dialects are accepted.
    threads:
        Whether several threads may be used, where they save time.
    on_diagnostic:
        Is called with each `Diagnostic`. Without it, warnings go through `warnings` as
        `BcastLowerWarning`, and remarks to the logger "bcast_lower".
    progress:
        Is called, in the calling thread, some times per second when the run has gone on: with its
        stage ("read", the names of the passes that run, "write" or "done") and the share of the
        passes that have run, from 0 to 1. If it raises an exception, the run stops.
    """
    options = normalize(lower, options)
    text = _pipeline(target, False, options)
    others = {key: value for key, value in options.items() if key not in ("shapes", "sizes", "function")}
    reads = (irdl_files, allow_unregistered_dialect, threads)
    reports = (on_diagnostic, progress)
    passes = Passes(
        text,
        _pipeline(target, False, others),
        lambda sizes: _pipeline(target, False, {**options, "sizes": sizes}),
    )
    return _run(module, passes, output, debug_info, name, reads, reports, options.get("sizes"))


def verify(
    module,
    *,
    name=None,
    irdl_files=(),
    allow_unregistered_dialect=False,
    threads=True,
    on_diagnostic=None,
    progress=None,
    **options,
):
    """Verifies the ops of a module that broadcast implicitly.

    Raises `BcastLowerError` with all violations, if there are any. The arguments are those of
    `lower`.
    """
    text = _pipeline(None, True, normalize(verify, options))
    reads = (irdl_files, allow_unregistered_dialect, threads)
    reports = (on_diagnostic, progress)
    _run(module, _same_passes(text), "nothing", False, name, reads, reports)


def specialize(
    module,
    *arguments,
    sizes=None,
    function=None,
    allow_partial=False,
    output=None,
    debug_info=None,
    name=None,
    irdl_files=(),
    allow_unregistered_dialect=False,
    threads=True,
    on_diagnostic=None,
    progress=None,
    **named,
):
    """Writes a program for the sizes of the arguments of one call; nothing else is lowered.

    arguments:
        The arguments of the call by position, or by name as keywords: arrays, tensors, JAX's
        `ShapeDtypeStruct`, anything else with a `shape`, numbers, tuples of sizes, or shapes as
        text. What has a `dtype` must have the elements of the program's argument; `x.shape` gives
        the sizes alone. A size is an integer of at least 0, or `None`, "?" or a dimension variable
        of JAX, which stays as it is. So does an argument that is `None`.
    sizes:
        The sizes of symbols, such as {"b": 4}. A range, the least and the greatest size and perhaps a
        step, such as {"b": (1, 8), "s": (16, 512, 16)}, is declared; `None` is no bound.
    function:
        The function, if there are several public ones.
    allow_partial:
        Whether sizes that depend on data stay dynamic, or are errors.

    The other arguments are those of `lower`, which takes `shapes` and `sizes`, too. The result for
    JAX's `Exported` is an `Exported` for these sizes.
    Raises `TypeError` for an argument without a shape and for an option that only `lower` has, and
    `BcastLowerError` if the program does not take the arguments.
    """
    _refuse_options(named)
    shapes = _shapes.shapes(arguments, "specialize()")
    by_name = _shapes.shapes(named, "specialize()")
    options = normalize(lower, {"sizes": sizes, "function": function})
    options["shapes"] = ",".join(filter(None, [shapes, by_name])) or None
    # It says better what is wrong with them than the run.
    _pipeline(None, True, options)

    def passes_for(sizes):
        given = {**options, "sizes": sizes}
        words = [f"{option}={_quoted(text)}" for option, text in given.items() if text]
        words += ["allow-partial"] if allow_partial else []
        return f"builtin.module(specialize-sizes{{{' '.join(words)}}},cse)"

    passes = Passes(passes_for(options["sizes"]), "builtin.module(cse)", passes_for)
    reads = (irdl_files, allow_unregistered_dialect, threads)
    reports = (on_diagnostic, progress)
    advice = [_no_argument(it, more) for it in named if (more := _option_advice(it))]
    given = options["sizes"]
    return _run(module, passes, output, debug_info, name, reads, reports, given, advice)


def _refuse_options(named):
    """Raises an error if a keyword of `specialize` can only be meant as an option, because its value
    is no argument."""
    for name, value in named.items():
        is_option = name in inspect.signature(lower).parameters
        if _shapes.is_shape(value) and not (is_option and isinstance(value, bool)):
            continue
        if advice := _option_advice(name):
            raise TypeError(f"specialize() has no option '{name}'{advice}")


def _option_advice(name):
    """Returns what to write instead of an option that `specialize` does not have, as the end of a
    message; nothing if no option has such a name."""
    of_lower = inspect.signature(lower).parameters
    if name in of_lower:
        more = "" if name == "shapes" else f"{name}=..., "
        return f"; use lower(..., {more}shapes=...)"
    own = inspect.signature(specialize).parameters
    keywords = [it for it in own if own[it].kind is inspect.Parameter.KEYWORD_ONLY]
    return _native.did_you_mean(name, [*keywords, *of_lower])


def _no_argument(name, advice):
    """Returns advice on the error that the program does not have an argument of a name, or not as
    many arguments."""
    text = f"'{name}' is the name of an argument, because specialize() has no such option{advice}"
    return "given-arguments", text


def _quoted(text):
    """Returns a text as the value of an option in a pipeline."""
    special = '"\\{}'
    escaped = (c if c.isprintable() and c not in special else f"\\u{ord(c):04x}" for c in text)
    return f'"{"".join(escaped)}"'


def run(
    module,
    pipeline,
    *,
    output=None,
    debug_info=None,
    name=None,
    irdl_files=(),
    allow_unregistered_dialect=False,
    threads=True,
    on_diagnostic=None,
    progress=None,
):
    """Runs a pipeline of passes on a module, such as "builtin.module(lower-broadcast,cse)".

    The pipeline has the form that MLIR's tools take; `pipeline()` returns that of `lower`. The
    other arguments are those of `lower`.
    """
    reads = (irdl_files, allow_unregistered_dialect, threads)
    reports = (on_diagnostic, progress)
    passes = _same_passes(pipeline)
    return _run(module, passes, output, debug_info, name, reads, reports)


def pipeline(*, target=None, **options):
    """Returns the pipeline that `lower` runs, as text for `run` and MLIR's tools."""
    return _pipeline(target, False, normalize(pipeline, options))


def _pipeline(target, verify_only, options):
    check_target(target)
    text, errors = _native.pipeline(target, verify_only, options)
    _diagnostics.report(errors, text is not None, None)
    return text


class Passes(NamedTuple):
    """The pipelines for a module."""

    pipeline: str
    derivative: str
    """That for the derivative of an `Exported`, whose sizes are those of the `Exported`."""
    with_sizes: Callable[[str], str]
    """Returns the pipeline for other sizes of symbols."""


def _run(module, passes, output, debug_info, name, reads, reports, sizes=None, advice=()):
    pipeline = passes.pipeline
    read = _modules.read(module, name)
    on_diagnostic, progress = reports
    if debug_info is None:
        debug_info = read.debug_info and output is None
    if (output or read.form).startswith("artifact") and not _native.has_portable_output(pipeline):
        if output is not None:
            raise ValueError(
                f"output='{output}' does not work with what is for IREE: the result has ops of "
                "other dialects, and an artifact holds only functions and StableHLO's ops; "
                "output='bytecode' and output='text' return what IREE reads"
            )
        read = read.without_artifact()
    if read.is_exported and "pad-to-bounds" in pipeline:
        # Its arguments are others.
        read = read.without_artifact()
    form = output or read.form
    if form == "artifact":
        form = read.form if read.form.startswith("artifact=") else "artifact=current"
    out, diagnostics = _native.run(
        read.source, Reading.of(read.name, *reads), pipeline, form, debug_info, progress
    )
    source = Source(read.name, read.source)
    try:
        _diagnostics.report(diagnostics, out is not None, on_diagnostic, source, advice)
    except _diagnostics.BcastLowerError as error:
        _modules.refuse_likely_path(read, error)
        raise
    if progress is not None:
        progress("done", 1.0)
    if output == "text":
        return out.decode()
    if output is not None:
        return out
    result = read.finish(out)
    if not read.is_exported:
        return result
    if "specialize-sizes" in pipeline:
        reading = Reading.of(read.name, *reads)
        outline, _ = _native.run(out, reading, "builtin.module()", "outline", False, None)
        result, left = _modules.with_sizes(result, outline.decode())
        # One argument gives the size of a symbol, and others have it, too.
        given = sizes or ""
        implied = [f"{name}={size}" for name, size in left.items() if f"{name}=" not in given]
        if implied:
            more = ",".join(filter(None, [given, *implied]))
            again = passes._replace(pipeline=passes.with_sizes(more))
            return _run(module, again, output, debug_info, name, reads, reports, more, advice)

    def run_again(other):
        again = passes._replace(pipeline=passes.derivative)
        return _run(other, again, None, debug_info, name, reads, reports)

    return _modules.with_vjp(result, run_again)


def _same_passes(pipeline):
    return Passes(pipeline, pipeline, lambda _: pipeline)


for _function in (lower, verify, pipeline):
    with_options(_function, only_verification=_function is verify)
