"""Programs that are compiled once for all sizes up to bounds. `__init__.pyi` has the types."""

from __future__ import annotations

import dataclasses
import functools
import sys
from collections.abc import Mapping

from . import _api, _modules, _native, _shapes
from ._compare import bounded as calls
from ._compare import worker
from ._compare.consumers import check_packages
from ._compare.references import artifact_form
from ._compare.tool import MissingPackage
from ._options import check_target, normalize, with_options


@dataclasses.dataclass
class Bucket:
    """A program for all sizes up to some bounds, and what it has been called with."""

    bounds: str
    """The bounds, as the option `bounds` takes them."""
    shapes: tuple[tuple[int, ...], ...]
    """The shapes of the tensors that it takes."""
    calls: int = 0
    """The number of calls."""
    elements: int = 0
    """The number of elements of the arguments of all calls."""
    padded: int = 0
    """The number of elements of the arguments with padding."""

    @property
    def padding(self) -> float:
        """The share of the elements of arguments that are padding."""
        return 1 - self.elements / self.padded if self.padded else 0.0


def bounded(
    program,
    *,
    bounds,
    target=None,
    call=None,
    name=None,
    irdl_files=(),
    allow_unregistered_dialect=False,
    **options,
):
    """Makes a function of a program that is compiled once, and called with arguments of any sizes up to bounds.

    The program gets static shapes with `pad-to-bounds`. A call pads its arguments, passes their sizes,
    and cuts off the results. A call whose sizes do not fit raises `CheckFailed`, a `ValueError`, with the
    message of the check that fails.

    program:
        A module as `lower` takes it. JAX's `Exported` is called as itself: with trees of arrays. If it has a
        gradient, and bounds have names, `jax.grad` and `jax.vjp` take the function.
    bounds:
        The greatest sizes of symbols, such as {"b": 8, "s": 512}, or the greatest shapes of the arguments, as
        text, "8x512,8x512", in order, [(8, 512), (8, 512)], or by name, {"x": (8, 512)}; or a list of these. A
        call takes the first of these that its sizes fit, so list smaller ones first.
    target:
        "xla", the default, or "iree", for which `call` compiles.
    call:
        A function that compiles a program: it gets the text of the module and the name of its function, and returns a
        function from a list of arrays to a list of arrays. By default, JAX compiles it.

    The other arguments are those of `lower`.
    """
    if not bounds:
        raise ValueError("bounds must not be empty")
    check_target(target)
    if target not in (None, "xla") and call is None:
        raise ValueError(f"JAX cannot compile what target={target!r} writes; give call, a function that compiles it")
    are_several = isinstance(bounds, (list, tuple)) and not all(map(_is_shape, bounds))
    given = bounds if are_several else [bounds]
    read = _modules.read(program, name)
    reads = {"name": read.name, "irdl_files": irdl_files, "allow_unregistered_dialect": allow_unregistered_dialect}
    options = normalize(bounded, options)
    reads["target"] = target or "xla"
    programs = [_Program(read, _text(it), options, reads, call) for it in given]
    if not _modules.is_exported(program):
        return BoundedProgram(programs, None, None)

    def gradient():
        if any(isinstance(it, str) for it in given):
            raise ValueError("a gradient needs bounds by name, such as {'b': 8}")
        if not program.has_vjp():
            raise ValueError("the Exported has no gradient; serialize it with vjp_order=1")
        return bounded(program.vjp(), bounds=bounds, call=call, **reads, **options)

    return BoundedProgram(programs, program, gradient)


def _text(bounds):
    if not bounds:
        raise ValueError("bounds must not be empty")
    if _is_shape(bounds) or not isinstance(bounds, (str, Mapping, list, tuple)):
        raise TypeError(
            f"bounds are {bounds!r}; expected the greatest sizes by name, such as {{'b': 8, 's': 512}}, or the greatest "
            "shapes of all arguments, such as '8x512,8x512' or [(8, 512), (8, 512)], or a list of these"
        )
    if isinstance(bounds, Mapping):
        for name, size in bounds.items():
            # A number that is no size would be the shape of a scalar.
            if isinstance(size, (bool, float)):
                raise TypeError(f"the bound of {name!r} is {size!r}; expected an integer, or a shape such as (8, 512)")
    return _shapes.profile(bounds, "bounds")


def _is_shape(given):
    return isinstance(given, (list, tuple)) and all(map(_shapes.is_integer, given))


class _Program:
    """The program for some bounds."""

    def __init__(self, read, bounds, options, reads, compile_):
        options = {key: value for key, value in options.items() if value is not None}
        self.text = _api.lower(read.source, output="text", bounds=bounds, **options, **reads)
        reading = _api.Reading.of(read.name, (), False, True)
        outline, _ = _native.run(self.text.encode(), reading, "builtin.module()", "outline", False, None)
        outline = outline.decode()
        self.name = options.get("function") or _name(outline)
        self.signature = calls.read_signature(outline, self.name)
        self._compile = compile_
        self._called = None
        self._dtypes = None
        self.bucket = Bucket(bounds, tuple(shape for shape, _ in self.signature.arguments))

    def fits(self, shapes):
        return len(shapes) == len(self.bucket.shapes) and all(
            len(shape) == len(bound) and all(size <= most for size, most in zip(shape, bound))
            for shape, bound in zip(shapes, self.bucket.shapes)
        )

    def exported(self):
        try:
            check_packages("xla")
        except MissingPackage as error:
            raise ModuleNotFoundError(str(error)) from None
        import numpy

        types = [*self.signature.arguments, *[((), "i32")] * len(self.signature.sizes)]
        arguments = [numpy.zeros(shape, worker.dtype_of(element)) for shape, element in types]
        artifact = _api.run(self.text, "builtin.module()", output=artifact_form())
        with worker.with_64_bits():
            return worker._exported(worker._read(artifact, self.name), arguments)

    def run(self, arguments):
        import numpy

        if self._dtypes is None:
            self._dtypes = [numpy.dtype(worker.dtype_of(element)) for _, element in self.signature.arguments]
        given = calls.pad_arrays(self.signature, arguments, numpy.zeros)
        sizes = calls.sizes_of(self.signature, arguments)
        for index, (array, expected) in enumerate(zip(given, self._dtypes)):
            if array.dtype != expected:
                raise TypeError(f"argument #{index} has elements of type {array.dtype}; expected {expected}")
        if self._called is None:
            self._called = self._with_compiler() if self._compile else self._with_jax()
        outputs = [numpy.asarray(it) for it in self._called(given, sizes)]
        results = calls.cut(self.signature, outputs, [*given, *sizes])
        self.bucket.calls += 1
        self.bucket.elements += sum(it.size for it in arguments)
        self.bucket.padded += sum(it.size for it in given)
        return results

    def _with_compiler(self):
        import numpy

        call = self._compile(self.text, self.name)
        return lambda arrays, sizes: call([*arrays, *map(numpy.int32, sizes)])

    def _with_jax(self):
        import jax
        import numpy

        exported = self.exported()
        call = jax.jit(calls.packed(self.signature, exported.call))
        # What is on the device is passed in a quarter of the time.
        listed = functools.lru_cache(1 << 12)(lambda *sizes: jax.device_put(numpy.array(sizes, numpy.int32)))

        def called(arrays, sizes):
            return calls.unpacked(self.signature, call(*arrays, listed(*sizes)))

        def called_with_64_bits(arrays, sizes):
            with worker.with_64_bits():
                return called(arrays, sizes)

        # To enter the context takes longer than a small program.
        avals = [*exported.in_avals, *exported.out_avals]
        is_wide = any(numpy.dtype(it.dtype).itemsize > 4 for it in avals)
        return called_with_64_bits if is_wide else called


def _name(outline):
    """Returns the name of the function that has bounds."""
    line = next(line for line in outline.splitlines() if "bcast.checks" in line)
    return line.partition("@")[2].partition("(")[0].strip('"')


def _check_traced(arguments):
    """Raises an error if JAX traces the call."""
    jax = sys.modules.get("jax")
    if jax and any(isinstance(it, jax.core.Tracer) for it in arguments):
        raise TypeError(
            "a program for bounds reads the sizes and elements of arrays, so that jax.jit, jax.vmap and loops "
            "cannot trace it, and that only an Exported has gradients; call it outside of them: it is compiled "
            "anyway"
        )


class BoundedProgram:
    """A program that is compiled once for each of its bounds. Calling it calls the program."""

    def __init__(self, programs, exported, make_gradient):
        self._programs = programs
        self._model = exported
        self._make_gradient = make_gradient
        self._gradient = None
        self._differentiable = None

    def __reduce__(self):
        raise TypeError("a program for bounds cannot be pickled; keep its text, lower_text(), or serialize its exported")

    @property
    def buckets(self):
        """The bounds, and how often and with how much padding the program of each has been called."""
        return [it.bucket for it in self._programs]

    @property
    def exported(self):
        """JAX's `Exported` of the program for the last bounds: its arguments are the padded tensors, and their sizes."""
        return self._programs[-1].exported()

    def lower_text(self, index=-1):
        """Returns the module for the bounds at an index, as text."""
        return self._programs[index].text

    def __call__(self, *arguments, **keywords):
        model = self._model
        if model is None:
            if keywords:
                raise TypeError("only an Exported of JAX has arguments with names")
            _check_traced(arguments)
            results = self._run(arguments)
            return results[0] if len(results) == 1 else tuple(results)
        import jax

        leaves, tree = jax.tree.flatten((arguments, keywords))
        if tree != model.in_tree:
            raise TypeError(f"expected arguments of the structure {model.in_tree}, got {tree}")
        if any(isinstance(it, jax.core.Tracer) for it in leaves):
            results = self._with_gradient()(*leaves)
        else:
            results = self._run_model(leaves)
        return jax.tree.unflatten(model.out_tree, results)

    def _run(self, leaves):
        import numpy

        arrays = [numpy.asarray(it) for it in leaves]
        first, *others = self._programs
        if others:
            shapes = [it.shape for it in arrays]
            first = next((it for it in self._programs if it.fits(shapes)), others[-1])
        return first.run(arrays)

    def _run_model(self, leaves):
        import jax
        import numpy

        def array(leaf, aval):
            if type(leaf) is numpy.ndarray:
                return leaf
            # As for JAX, a number of Python has the type that is expected.
            if isinstance(leaf, (bool, int, float, complex)):
                return numpy.asarray(leaf, aval.dtype)
            is_key = jax.dtypes.issubdtype(getattr(leaf, "dtype", None), jax.dtypes.prng_key)
            return jax.random.key_data(leaf) if is_key else leaf

        return self._run([array(leaves[index], self._model.in_avals[index]) for index in self._model.module_kept_var_idx])

    def _with_gradient(self):
        """Returns the program as a function of arrays that JAX differentiates: its gradient has bounds, too."""
        import jax
        import numpy

        if self._differentiable is None:
            of_integers = jax.dtypes.float0

            @jax.custom_vjp
            def call(*leaves):
                _check_traced(leaves)
                return tuple(self._run_model(leaves))

            def forward(*leaves):
                # It may be differentiated again.
                results = call(*leaves)
                return results, (leaves, results)

            def backward(kept, cotangents):
                leaves, results = kept
                if self._gradient is None:
                    self._gradient = self._make_gradient()
                # Of integers, JAX has no cotangents, and the exported gradient takes and gives zeros.
                pairs = zip(cotangents, results)
                given = [numpy.zeros(it.shape, it.dtype) if ct.dtype == of_integers else ct for ct, it in pairs]
                found = self._gradient(*leaves, *given)
                kinds = [jax.dtypes.result_type(it).kind for it in leaves]
                return tuple(
                    numpy.zeros(numpy.shape(it), of_integers) if kind in "biu" else ct
                    for it, kind, ct in zip(leaves, kinds, found)
                )

            call.defvjp(forward, backward)
            self._differentiable = call
        return self._differentiable


with_options(bounded)
