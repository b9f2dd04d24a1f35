"""Parses programs with jaxlib's bindings of MLIR."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir
from numeric.tool import Refused, Tool

from .theory import Kind

_DYNAMIC = ir.ShapedType.get_dynamic_size()
# Ops of which jaxlib rejects what the tool accepts, as a size of -1 or quantised types, with names that no
# verifier knows.
_UNVERIFIED = {f"stablehlo.{op}": f"unverified.{op}" for op in ("dynamic_reshape", "dynamic_broadcast_in_dim")}
_VERIFIED = {hidden: name for name, hidden in _UNVERIFIED.items()}
_CONSTANTS = {"chlo.constant_like", "chlo.constant"}
_FUNCTIONS = {"chlo.next_after", "chlo.polygamma", "chlo.zeta"}
_SIZES = {"!shape.shape", "!tosa.shape"}
# Tensors of any rank in IREE.
_BUFFERS = {"!hal.buffer", "!hal.buffer_view"}


class Unreadable(Exception):
    """A program that cannot be parsed."""


class Reader:
    """Parses programs, with the help of the tool if jaxlib lacks a dialect."""

    def __init__(self, tool: Path | None = None) -> None:
        self._tool = tool

    def read(self, text: str) -> Program:
        """Reads a program; raises `Unreadable` if that fails."""
        try:
            return self.parse(text)
        except ir.MLIRError as error:
            if self._tool is None:
                raise Unreadable(str(error)) from error
            problem = error
        # jaxlib lacks dialects whose own form it does not parse.
        options = ("--pass-pipeline=builtin.module()", "--mlir-print-op-generic")
        try:
            tool = Tool(self._tool, (*options, "--allow-unregistered-dialect"), is_silent=False)
            generic = tool.lower(text)
        except Refused as error:
            raise Unreadable(f"{problem}\n{error}") from error
        for name, hidden in _UNVERIFIED.items():
            generic = generic.replace(f'"{name}"(', f'"{hidden}"(')
        try:
            return self.parse(generic)
        except ir.MLIRError as error:
            raise Unreadable(f"{problem}\n{error}") from error

    @staticmethod
    def parse(text: str) -> Program:
        """Reads a program of which jaxlib has all dialects, or that is in generic form."""
        # A separate context, because resources are renamed in a context that already
        # has others.
        context = jax_mlir.make_ir_context()
        context.allow_unregistered_dialects = True
        with context:
            module = ir.Module.parse(text)
            return Program(module, _resources(text))


def _resources(text: str) -> dict[str, bytes]:
    """Returns the resources at the end of a file, without the alignment that each begins with."""
    _, _, end = text.rpartition("{-#")
    # Every other part is in quotes.
    parts = end.split('"')
    found = {}
    for index in range(1, len(parts), 2):
        if not parts[index].startswith("0x"):
            continue
        before = parts[index - 1].rstrip().removesuffix(":").split()
        name = before[-1] if before else parts[index - 2]
        found[name] = bytes.fromhex(parts[index].removeprefix("0x"))[_ALIGNMENT:]
    return found


# The number of bytes of an alignment.
_ALIGNMENT = 4


class Program:
    """A module."""

    def __init__(self, module: ir.Module, resources: dict[str, bytes] | None = None) -> None:
        self.module = module
        # The bytes of the elements of `dense_resource`.
        self.resources = resources or {}
        self.functions: dict[str, Op] = {}
        self.calls: dict[str, int] = {}
        self._collect(Op(module.operation), "")

    def _collect(self, scope: Op, prefix: str) -> None:
        for op in scope.walk():
            if op.name == "func.func":
                self.functions[prefix + op.attribute_text("sym_name").strip('"')] = op
            for symbol in self._called_by(op):
                self.calls[symbol] = self.calls.get(symbol, 0) + 1

    @staticmethod
    def _called_by(op: Op) -> Iterator[str]:
        """Yields the functions that are proven where an op calls them."""
        names = ["callee", "decomposition"]
        if op.attribute_text("call_target_name") == '"stablehlo.dynamic_reduce_window"':
            names.append("called_computations")
        for name in names:
            yield from re.findall(r"@([\w$.-]+)", op.attribute_text(name))

    def entries(self) -> Iterator[str]:
        """Yields the functions that external code may call, or that call themselves."""
        for name, function in self.functions.items():
            if not function.regions or not function.regions[0].blocks:
                continue
            if self.is_public(name) or not self.calls.get(name) or self._calls_itself(name):
                yield name

    def is_public(self, name: str) -> bool:
        """Returns whether other modules may call a function."""
        return self.functions[name].attribute_text("sym_visibility") != '"private"'

    def is_unused(self, name: str) -> bool:
        """Returns whether no op refers to a private function, but for others of which that holds."""
        top = [Op(operation.operation) for operation in self.module.body.operations]
        own = {op.attribute_text("sym_name").strip('"'): op for op in top if op.name == "func.func"}
        private = {it for it, op in own.items() if op.attribute_text("sym_visibility") == '"private"'}
        if name not in private or self.is_public(name):
            return False
        attributes = self.module.operation.attributes
        listed = [item if isinstance(item, str) else item.name for item in attributes]
        texts = [str(attributes[item]) for item in listed]
        texts += [_generic(op) for op in top if op.attribute_text("sym_name").strip('"') not in private]
        used: set[str] = set()
        while texts:
            names = (it.strip('"') for it in _REFERENCES.findall(texts.pop()))
            found = private.intersection(names) - used
            used |= found
            texts += [_generic(own[it]) for it in found]
        return name not in used

    def specialized(self, name: str) -> str:
        """Returns the function of which shapes are given: that of this name, or the only public one."""
        entries = (it for it in self.entries() if self.is_public(it) and not self.calls.get(it))
        return name or next(entries, "")

    def names(self, name: str) -> set[str]:
        """Returns the names of the ops of a function and of its callees; of those that broadcast, of what they become."""
        names = set()
        for function in self.called(name):
            for op in function.walk():
                if op.attribute_text("call_target_name") == '"shape_assertion"':
                    continue
                name = op.name.replace("chlo.broadcast_", "chlo.")
                if name != op.name and name not in _FUNCTIONS:
                    name = name.replace("chlo.", "stablehlo.")
                if name not in _CONSTANTS:
                    names.add(name)
        return names

    def windows(self, name: str) -> set[tuple[tuple[int, ...], ...]]:
        """Returns the sizes and strides of the windows of a function and of its callees."""
        names = "window_dimensions", "window_strides"
        ops = (op for function in self.called(name) for op in function.walk() if op.name == "stablehlo.reduce_window")
        return {tuple(tuple(op.integers(word) or ()) for word in names) for op in ops}

    def called(self, name: str) -> Iterator[Op]:
        """Yields a function and its callees."""
        seen = {name}
        rest = [name]
        while rest:
            current = rest.pop()
            function = self.functions.get(current) if current else Op(self.module.operation)
            if function is None:
                continue
            yield function
            for op in function.walk():
                callee = op.attribute_text("callee").lstrip("@")
                if callee and callee not in seen:
                    seen.add(callee)
                    rest.append(callee)

    def _calls_itself(self, name: str) -> bool:
        callees = (op.attribute_text("callee").lstrip("@") for function in self.called(name) for op in function.walk())
        return name in callees


# References to symbols; text that only looks like one hides none.
_REFERENCES = re.compile(r'@(?=("[^"]*"|[\w$.-]+))')


def _generic(op: Op) -> str:
    """Returns an op as text in which only references to symbols begin with `@`."""
    return op.operation.get_asm(print_generic_op_form=True, use_local_scope=True)


@dataclass(frozen=True)
class Text:
    """An attribute of which only the text is known."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, eq=False)
class Op:
    """An operation."""

    operation: ir.Operation

    @cached_property
    def name(self) -> str:
        return _VERIFIED.get(self.operation.name, self.operation.name)

    @cached_property
    def attributes(self) -> dict[str, ir.Attribute]:
        """Returns its attributes, including the properties of unregistered ops."""
        found = dict(self._listed())
        if not self.operation.context.is_registered_operation(self.operation.name):
            found.update(self._properties())
        return found

    def _listed(self) -> Iterator[tuple[str, ir.Attribute]]:
        for item in self.operation.attributes:
            name = item if isinstance(item, str) else item.name
            try:
                yield name, self.operation.attributes[name]
            except TypeError:
                # The bindings have no class for constants that are complex numbers.
                yield name, self._text_of(name)

    def _text_of(self, name: str) -> Text:
        text = self.operation.get_asm(print_generic_op_form=True, skip_regions=True)
        found = re.search(rf"\b{name} = (dense<.*?> : tensor<[^>]*>+)", text)
        if found is None:
            raise Unreadable(f"the attribute {name} of {self.name}")
        return Text(found[1])

    def _properties(self) -> dict[str, ir.Attribute]:
        # The bindings do not expose properties of unregistered ops.
        text = self.operation.get_asm(print_generic_op_form=True, skip_regions=True)
        start = text.find("<{")
        for end in re.finditer(r"\}>", text) if start >= 0 else ():
            try:
                with self.operation.context:
                    parsed = ir.DictAttr.parse(text[start + 1 : end.start() + 1])
            except (ir.MLIRError, ValueError):
                continue
            return {item.name: item.attr for item in parsed}
        return {}

    @property
    def regions(self) -> Sequence[ir.Region]:
        return list(self.operation.regions)

    def attribute_text(self, name: str) -> str:
        """Returns an attribute as text; empty if there is none."""
        attribute = self.attributes.get(name)
        return "" if attribute is None else str(attribute)

    def integers(self, name: str) -> tuple[int, ...] | None:
        """Returns an attribute that lists integers."""
        attribute = self.attributes.get(name)
        if attribute is None:
            return None
        return tuple(int(item) for item in attribute)

    def integer(self, name: str) -> int:
        """Returns an attribute that is an integer."""
        return int(self.attributes[name].value)

    def truth(self, name: str) -> bool:
        """Returns an attribute that is a truth value."""
        return self.attribute_text(name) in ("true", "unit", "1 : i1")

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Returns the types of the results."""
        return tuple(kind_of(result.type) for result in self.operation.results)

    @cached_property
    def operand_kinds(self) -> tuple[Kind, ...]:
        """Returns the types of the operands."""
        return tuple(kind_of(operand.type) for operand in self.operation.operands)

    def walk(self) -> Iterator[Op]:
        """Yields all ops in its regions."""
        for region in self.regions:
            for block in region.blocks:
                for operation in block.operations:
                    op = Op(operation.operation)
                    yield op
                    yield from op.walk()

    def __str__(self) -> str:
        text = self.operation.get_asm(skip_regions=True, use_local_scope=True)
        return text.splitlines()[0][:300]


def kind_of(type_: ir.Type) -> Kind:
    """Returns the kind of a type."""
    return _kind_of(type_.context, str(type_))


# Signed integers, which builtin tensors write without the `s`, and a ranked tensor of torch-mlir.
_SIGNED = re.compile(r"^s(i\d+)$")
_PYTORCH = re.compile(r"!torch\.vtensor<\[([\d?,]*)\],(.*)>$")


def _pytorch_tensor(text: str) -> Kind | None:
    """Returns the kind of a ranked tensor of torch-mlir, which is that of a builtin tensor."""
    found = _PYTORCH.match(text)
    if found is None or found[2].startswith(("unk", "!")):
        return None
    dims = tuple(None if dim == "?" else int(dim) for dim in found[1].split(",") if dim)
    return Kind(_SIGNED.sub(r"\1", found[2]), dims)


def element_of(type_: ir.Type) -> str | None:
    """Returns the element type of a tensor or a vector; `None` of other types."""
    if isinstance(type_, (ir.RankedTensorType, ir.UnrankedTensorType, ir.VectorType)):
        return str(type_.element_type)
    kind = _pytorch_tensor(str(type_))
    return None if kind is None else kind.element


@lru_cache(maxsize=4096)
def _kind_of(context: ir.Context, text: str) -> Kind:
    if text in _SIZES or text.startswith("!tosa.shape"):
        return Kind("index", None)
    if text in _BUFFERS:
        return Kind(text, None)
    if (pytorch := _pytorch_tensor(text)) is not None:
        return pytorch
    with context:
        type_ = ir.Type.parse(text)
    shaped = (ir.RankedTensorType, ir.VectorType, ir.MemRefType)
    for class_ in shaped:
        if isinstance(type_, class_):
            dims = tuple(None if dim == _DYNAMIC else dim for dim in type_.shape)
            if class_ is ir.VectorType and any(type_.scalable_dims):
                # Multiplied by vscale, whose value is irrelevant.
                element = f"{type_.element_type} of {text}"
                return Kind(element, dims)
            bounds: tuple[int | None, ...] = ()
            encoding = getattr(type_, "encoding", None)
            if encoding is not None and (found := re.search(r"bounds<([^>]*)>", str(encoding))):
                bounds = tuple(None if bound == "?" else int(bound) for bound in found[1].split(", "))
            return Kind(str(type_.element_type), dims, bounds)
    if isinstance(type_, ir.UnrankedTensorType):
        return Kind(str(type_.element_type), None)
    return Kind(text, (), is_shaped=False)
