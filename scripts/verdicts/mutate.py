"""Random changes of an op's types, attributes, operands and regions.

A mutant need not be invalid: what it means is for the two verifiers to decide.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from .generic import Op, split_list

_TENSOR = re.compile(r"tensor<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>")
_NUMBER = re.compile(r"(?<![\w.#%$@])-?\d+(?![\w.])")
_ELEMENTS = (
    *("i1", "i8", "i16", "i32", "i64", "ui8", "ui32", "ui64", "i4", "i2", "f16", "bf16", "f32"),
    *("f64", "f8E4M3FN", "f8E5M2", "complex<f32>", "complex<f64>", "index"),
    *("!quant.uniform<i8:f32, 1.0>", "!quant.uniform<i8:f32, 2.0:5>"),
    *("!quant.uniform<u8:f32, 1.0>", "!quant.uniform<i8:bf16, 1.0>"),
    *("!quant.uniform<i32:f32, 1.0>", "!quant.uniform<i8<-127:127>:f32, 1.0>"),
    *("!quant.uniform<i8:f32:0, {1.0, 2.0}>", "!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>"),
)
_ENUMS = (
    ("EQ", "NE", "GE", "GT", "LE", "LT"),
    ("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"),
    ("FFT", "IFFT", "RFFT", "IRFFT"),
    ("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"),
    ("UNIFORM", "NORMAL"),
    ("DEFAULT", "THREE_FRY", "PHILOX"),
    ("DEFAULT", "HIGH", "HIGHEST"),
    ("DEFAULT", "HIGHEST", "TOLERANCE"),
    ("true", "false"),
)

Mutation = Callable[[random.Random, Op], Op]


class _Tensor:
    """A tensor type's sizes, element type and encoding; `sizes` is None without a rank."""

    def __init__(self, text: str) -> None:
        inner = text[len("tensor<") : -1]
        found = re.match(r"(?:(\*)x|((?:(?:\d+|\?)x)*))", inner)
        assert found
        self.sizes = None if found[1] else [size for size in found[2].split("x") if size]
        rest = split_list(inner[found.end() :])
        self.element = rest[0]
        self.encoding = rest[1] if len(rest) > 1 else ""

    def __str__(self) -> str:
        sizes = ["*"] if self.sizes is None else self.sizes
        encoding = f", {self.encoding}" if self.encoding else ""
        return f"tensor<{'x'.join([*sizes, self.element])}{encoding}>"


def _change_tensor(random_: random.Random, text: str) -> str:
    tensor = _Tensor(text)
    sizes = tensor.sizes
    kind = random_.randrange(10)
    if kind < 2 or sizes is None:
        tensor.element = random_.choice(_ELEMENTS)
    elif kind == 2:
        sizes.insert(random_.randint(0, len(sizes)), random_.choice("0123?"))
        tensor.encoding = ""
    elif kind == 3 and sizes:
        del sizes[random_.randrange(len(sizes))]
        tensor.encoding = ""
    elif kind == 4 and random_.random() < 0.3:
        tensor.sizes, tensor.encoding = None, ""
    elif kind == 5 and sizes:
        index = random_.randrange(len(sizes))
        bounds = ["?"] * len(sizes)
        bounds[index] = _other_size(random_, sizes[index])
        bounds[index] = bounds[index] if bounds[index] != "?" else "4"
        sizes[index] = "?"
        tensor.encoding = f"#stablehlo.bounds<{', '.join(bounds)}>"
    elif kind == 6 and len(sizes) > 1:
        random_.shuffle(sizes)
    elif sizes:
        index = random_.randrange(len(sizes))
        sizes[index] = _other_size(random_, sizes[index])
        if sizes[index] != "?":
            tensor.encoding = ""
    return str(tensor)


def _other_size(random_: random.Random, size: str) -> str:
    if size == "?":
        return random_.choice("0123?")
    number = int(size)
    return str(random_.choice((number + 1, max(number - 1, 0), 1, 0, 2 * number, "?", number)))


def _with_text(texts: Sequence[str], index: int, text: str) -> tuple[str, ...]:
    return (*texts[:index], text, *texts[index + 1 :])


def _replace_one_match(
    random_: random.Random, pattern: re.Pattern[str], text: str, change: Callable[[str], str]
) -> str:
    matches = list(pattern.finditer(text))
    if not matches:
        return text
    found = random_.choice(matches)
    return text[: found.start()] + change(found[0]) + text[found.end() :]


def _in_types(random_: random.Random, op: Op) -> Op:
    types = [*op.operand_types, *op.result_types]
    if not types:
        return op
    index = random_.randrange(len(types))
    types[index] = _replace_one_match(random_, _TENSOR, types[index], lambda text: _change_tensor(random_, text))
    count = len(op.operand_types)
    return replace(op, operand_types=tuple(types[:count]), result_types=tuple(types[count:]))


def _all_equal_types(random_: random.Random, op: Op) -> Op:
    types = [*op.operand_types, *op.result_types]
    tensors = _TENSOR.findall(" ".join(types))
    if not tensors:
        return op
    old = random_.choice(tensors)
    return op.with_types(old, _change_tensor(random_, old))


def _all_elements(random_: random.Random, op: Op) -> Op:
    tensors = _TENSOR.findall(" ".join([*op.operand_types, *op.result_types]))
    if not tensors:
        return op
    element = _Tensor(random_.choice(tensors)).element
    new = random_.choice(_ELEMENTS)
    mapped = op.with_types(f"x{element}>", f"x{new}>").with_types(f"<{element}>", f"<{new}>")
    return mapped.with_types(f"x{element},", f"x{new},")


def _all_sizes(random_: random.Random, op: Op) -> Op:
    tensors = [_Tensor(text) for text in _TENSOR.findall(" ".join(op.operand_types))]
    sizes = [size for tensor in tensors for size in tensor.sizes or () if size != "?"]
    if not sizes:
        return op
    old = random_.choice(sizes)
    new = _other_size(random_, old)

    def resize(text: str) -> str:
        tensor = _Tensor(text)
        if tensor.sizes is not None:
            tensor.sizes = [new if size == old else size for size in tensor.sizes]
        return str(tensor)

    def in_types(types: Sequence[str]) -> tuple[str, ...]:
        return tuple(_TENSOR.sub(lambda found: resize(found[0]), type_) for type_ in types)

    return replace(op, operand_types=in_types(op.operand_types), result_types=in_types(op.result_types))


def _numbers(random_: random.Random, op: Op) -> Op:
    def change(text: str) -> str:
        number = int(text)
        choices = (number + 1, number - 1, number + 2, 0, 1, 2, -1, -2, 7, 2**40, -(2**40))
        return str(random_.choice(choices))

    return _in_properties(random_, op, lambda text: _replace_one_match(random_, _NUMBER, text, change))


def _lists(random_: random.Random, op: Op) -> Op:
    pattern = re.compile(r"(?<=\[)[^\[\]]+(?=\])|(?<=array<i64: )[^<>]+(?=>)|(?<=array<i1: )[^<>]+(?=>)")

    def change(text: str) -> str:
        items = split_list(text)
        _change_list(random_, items)
        return ", ".join(items)

    mutant = _in_properties(random_, op, lambda text: _replace_one_match(random_, pattern, text, change))
    empty = tuple(re.sub(r"array<(i\d+): >", r"array<\1>", text) for text in mutant.properties)
    return replace(mutant, properties=empty)


def _enums(random_: random.Random, op: Op) -> Op:
    def change(text: str) -> str:
        words = [words for words in _ENUMS if text in words]
        return random_.choice(random_.choice(words))

    every = "|".join(sorted({word for words in _ENUMS for word in words}))
    pattern = re.compile(rf"\b(?:{every})\b")
    return _in_properties(random_, op, lambda text: _replace_one_match(random_, pattern, text, change))


def _in_properties(random_: random.Random, op: Op, change: Callable[[str], str]) -> Op:
    if not op.properties:
        return op
    index = random_.randrange(len(op.properties))
    text = change(op.properties[index])
    return replace(op, properties=_with_text(op.properties, index, text))


def _drop_property(random_: random.Random, op: Op) -> Op:
    kept = [text for text in op.properties if not text.startswith("operandSegmentSizes")]
    if not kept:
        return op
    dropped = random_.choice(kept)
    return replace(op, properties=tuple(text for text in op.properties if text != dropped))


def _change_list(random_: random.Random, items: list[Any]) -> None:
    """Removes, repeats or shuffles items; there is at least one."""
    index = random_.randrange(len(items))
    match random_.randrange(4):
        case 0:
            del items[index]
        case 1:
            items.insert(index, items[index])
        case 2:
            items.append(items[index])
        case _:
            random_.shuffle(items)


def _operands(random_: random.Random, op: Op) -> Op:
    pairs = list(zip(op.operands, op.operand_types))
    if not pairs:
        return op
    _change_list(random_, pairs)
    names, types = (tuple(items) for items in zip(*pairs)) if pairs else ((), ())
    return replace(op, operands=names, operand_types=types)


def _results(random_: random.Random, op: Op) -> Op:
    types = list(op.result_types)
    if not types:
        return op
    _change_list(random_, types)
    return replace(op, result_types=tuple(types))


def _regions(random_: random.Random, op: Op) -> Op:
    if not op.regions:
        # What is known of valid ops of its signature must not hide it.
        return replace(op, regions=("{\n}",))
    index = random_.randrange(len(op.regions))
    region = op.regions[index]
    tensors = _TENSOR.findall(region)
    match random_.randrange(6):
        case 0 if tensors:
            old = random_.choice(tensors)
            region = region.replace(old, _change_tensor(random_, old))
        case 1 if tensors:
            element = _Tensor(random_.choice(tensors)).element
            new = random_.choice(_ELEMENTS)
            region = region.replace(f"<{element}>", f"<{new}>").replace(f"x{element}>", f"x{new}>")
        case 2 if tensors:
            region = _replace_one_match(random_, _TENSOR, region, lambda text: _change_tensor(random_, text))
        case 3:
            region = _replace_one_match(
                random_, re.compile(r"(?<=\^bb0\().+(?=\):)"), region, lambda text: _without_one(random_, text)
            )
        case 4:
            region = _replace_one_match(
                random_, re.compile(r'"stablehlo\.return"\(.*'), region, lambda text: _other_return(random_, text)
            )
        case _:
            regions = list(op.regions)
            if random_.random() < 0.5:
                del regions[index]
            else:
                regions.insert(index, region)
            return replace(op, regions=tuple(regions))
    return replace(op, regions=_with_text(op.regions, index, region))


def _without_one(random_: random.Random, text: str) -> str:
    arguments = split_list(text)
    if random_.random() < 0.5:
        del arguments[random_.randrange(len(arguments))]
    else:
        arguments.append(f"%extra: {random_.choice(arguments).partition(': ')[2]}")
    return ", ".join(arguments)


def _other_return(random_: random.Random, text: str) -> str:
    found = re.fullmatch(r'"stablehlo\.return"\((.*)\) : \((.*)\) -> \(\)', text)
    if not found:
        return text
    pairs = list(zip(split_list(found[1]), split_list(found[2])))
    if not pairs:
        return text
    _change_list(random_, pairs)
    names, types = (", ".join(items) for items in zip(*pairs)) if pairs else ("", "")
    return f'"stablehlo.return"({names}) : ({types}) -> ()'


# Changes that usually keep an op valid, and those that usually do not.
_VARIATIONS: tuple[Mutation, ...] = (_all_equal_types, _all_elements, _all_sizes)
_FAULTS: tuple[Mutation, ...] = (
    *(_in_types, _in_types, _in_types, _all_equal_types, _all_elements),
    *(_all_sizes, _numbers, _numbers, _numbers, _lists, _lists, _enums, _drop_property),
    *(_operands, _results, _regions, _regions),
)


def mutate(random_: random.Random, op: Op) -> Op:
    """Returns a mutant that differs from the op."""
    for _ in range(20):
        mutant = op
        for _ in range(random_.choice((0, 0, 1, 1, 2))):
            mutant = random_.choice(_VARIATIONS)(random_, mutant)
        for _ in range(random_.choice((0, 1, 1, 1, 2))):
            mutant = random_.choice(_FAULTS)(random_, mutant)
        if mutant != op:
            return mutant
    return op
