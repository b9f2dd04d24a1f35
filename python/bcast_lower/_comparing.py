"""Comparing a program with its lowered form. `__init__.pyi` has the types."""

from __future__ import annotations

import contextlib

from . import _api, _diagnostics, _modules, _native
from ._compare import comparison
from ._compare.consumers import Outcome
from ._compare.references import artifact_form
from ._compare.tool import MEANING, MissingPackage, Refused, UsageError
from ._compare.worker import with_64_bits
from ._options import normalize, with_options


def compare(
    program,
    *,
    target="iree",
    calls=None,
    seed=0,
    inputs=None,
    tolerance=None,
    timeout=600.0,
    name=None,
    irdl_files=(),
    allow_unregistered_dialect=False,
    progress=None,
    **options,
):
    """Compares what a program computes before and after it is lowered, by calls of many sizes.

    Lowers the program, compiles it with IREE's or XLA's compiler for the CPU, and calls it with
    shapes that fit and with some that do not. The results must be those of the reference, and it must
    refuse what the reference refuses. The reference is JAX's `Exported.call` for an `Exported`, and
    otherwise the program specialised for the shapes of each call, on XLA. It needs the packages `jax`
    and, with target="iree", `iree-base-compiler` and `iree-base-runtime`.

    Returns a `Comparison`, which `print` and notebooks show as a table.
    Raises `BcastLowerError` if the module is invalid, and `ModuleNotFoundError` if a package is missing.

    program:
        A module as `lower` takes it.
    target:
        The compiler that the program is lowered for, and that runs it: "iree" or "xla".
    calls:
        The number of calls: 20, or 1 with `shapes`, which is the first call.
    seed:
        The seed of what is random: shapes and elements.
    inputs:
        A function that makes an argument of its index, its shape, its type and a generator of NumPy, or
        returns `None` for the default; or such functions, of the last three, and arrays by index. By
        default, floats are normally distributed, and integers from 0 to 7.
    tolerance:
        The largest difference of floats, relative to the largest element of a result; by default it
        depends on the type: 1e-4 for `float32`.
    timeout:
        The time in seconds that compiling, or a call, may take.
    progress:
        Is called with the stage of the comparison and the share of the calls that are done.

    The other arguments are those of `lower`; sizes are chosen within those that `sizes` declares.
    """
    if target not in ("iree", "xla"):
        raise ValueError(f"target must be 'iree' or 'xla', not {target!r}")
    options = normalize(compare, options)
    shapes, function = options.pop("shapes", None), options.pop("function", None)
    options = {key: value for key, value in options.items() if value is not None}
    read = _modules.read(program, name)
    reads = {"irdl_files": irdl_files, "allow_unregistered_dialect": allow_unregistered_dialect}
    tool = _Module(read, target, function, options, reads, inputs is not None)
    settings = comparison.Settings(
        target=target,
        calls=calls if calls is not None else 1 if shapes else 20,
        seed=seed,
        shapes=shapes or "",
        function=function,
        inputs=inputs,
        tolerance=tolerance,
        timeout=timeout,
        progress=progress,
    )
    reference = _Exported(program, tool) if _modules.is_exported(program) else None
    try:
        return comparison.compare(tool, settings, reference)
    except MissingPackage as error:
        raise ModuleNotFoundError(str(error)) from None
    except UsageError as error:
        raise ValueError(str(error)) from None
    except Refused as error:
        raise error.__cause__ or error from None


class _Module:
    """The module's functions as the tool that a comparison uses."""

    def __init__(self, read, target, function, options, reads, has_inputs=False):
        self._read = read
        self._target = target
        self._function = function
        self._options = options
        self._has_inputs = has_inputs
        self._reads = {"name": read.name, "on_diagnostic": lambda _: None, **reads}
        self.sizes = options.get("sizes") or ""
        self.bounds = options.get("bounds") or ""

    def lower(self, target, form):
        options = self._options if target == self._target else self._meaning(MEANING)
        function = self._function if self.sizes or self.bounds else None
        return self._call(_api.lower, {**options, "function": function}, target=target, output=form)

    def specialise(self, shapes, target, form):
        options = {**self._meaning(MEANING), "function": self._function if shapes else None}
        return self._call(_api.lower, options, target=target, shapes=shapes or None, output=form)

    def outline(self, shapes="", sizes=""):
        given = {"shapes": shapes, "sizes": sizes, "function": self._function if shapes or sizes else None}
        words = [f"{name}={_api._quoted(value)}" for name, value in given.items() if value]
        passes = f"specialize-sizes{{{' '.join(words)}}}" if shapes or sizes else ""
        reads = self._reads
        reading = _api.Reading.of(self._read.name, reads["irdl_files"], reads["allow_unregistered_dialect"], True)
        source = self._read.source
        out, found = _native.run(source, reading, f"builtin.module({passes})", "outline", False, None)
        with _refusals():
            _diagnostics.report(found, out is not None, lambda _: None, None, ())
        return out.decode()

    def fitting(self, calls):
        return {call for call in calls if self._fits(call)}

    def command(self, shapes, seed, tolerance):
        given = {"target": self._target, "shapes": shapes, "seed": seed, "tolerance": tolerance}
        given.update({"function": self._function, **self._options})
        words = [f"{name}={value!r}" for name, value in given.items() if value is not None]
        words += ["inputs=inputs"] if self._has_inputs else []
        return f"bcast_lower.compare({', '.join(['program', *words])})"

    def _fits(self, call):
        options = {**self._meaning(("rules", "rules-only", "sizes", "trait-rules")), "function": self._function}
        try:
            self._call(_api.verify, options, shapes=call)
        except Refused:
            return False
        return True

    def _meaning(self, names):
        names = [name.replace("-", "_") for name in names]
        return {name: self._options[name] for name in names if name in self._options}

    def _call(self, function, options, **more):
        with _refusals():
            return function(self._read.source, **self._reads, **options, **more)


@contextlib.contextmanager
def _refusals():
    try:
        yield
    except _diagnostics.BcastLowerError as error:
        errors = [it for it in error.diagnostics if it.severity == "error"]
        raise Refused(str(error), errors[0].message, [it.id for it in errors]) from error


class _Exported:
    """An exported function of JAX as the reference."""

    def __init__(self, exported, tool):
        self._exported = exported
        self._tool = tool

    def call(self, call, arguments):
        text = call.text()
        if self._tool.sizes and text not in self._tool.fitting([text]):
            # The limits are not those of the exported function.
            try:
                self._tool.specialise(text, "xla", artifact_form())
            except Refused as error:
                return Outcome("refused", [], error.first, 0.0)
        import jax
        import numpy

        try:
            with with_64_bits():
                given, keywords = jax.tree.unflatten(self._exported.in_tree, self._leaves(arguments))
                results = jax.tree.leaves(self._exported.call(*given, **keywords))
                return Outcome("ok", [numpy.asarray(_key_data(it)) for it in results], "", 0.0)
        except (TypeError, ValueError) as error:
            return Outcome("refused", [], str(error), 0.0)
        except Exception as error:
            fits = text in self._tool.fitting([text])
            return Outcome("failed" if fits else "refused", [], str(error), 0.0)

    def _leaves(self, arguments):
        """Returns the arguments of the exported function: the module lacks those that it does not use, and
        its first one may be the index of the platform."""
        import numpy

        exported = self._exported
        kept = exported.module_kept_var_idx
        given = dict(zip(kept, arguments[len(arguments) - len(kept) :]))
        sizes = {}
        for index, array in given.items():
            sizes.update(zip(map(str, exported.in_avals[index].shape), array.shape))
        leaves = []
        for index, aval in enumerate(exported.in_avals):
            array = given.get(index)
            if array is None:
                shape = [sizes.get(str(dim), 1) if not isinstance(dim, int) else dim for dim in aval.shape]
                array = numpy.zeros(shape, aval.dtype)
            leaves.append(_key(array, aval.dtype))
        return leaves


# JAX's names of the types of keys, and of what makes them.
_KEYS = {"fry": "threefry2x32", "rbg": "rbg", "urbg": "unsafe_rbg"}


def _key(array, dtype):
    if not str(dtype).startswith("key<"):
        return array
    import jax

    return jax.random.wrap_key_data(array, impl=_KEYS.get(str(dtype)[4:-1], str(dtype)[4:-1]))


def _key_data(array):
    import jax

    return jax.random.key_data(array) if str(array.dtype).startswith("key<") else array


with_options(compare)
