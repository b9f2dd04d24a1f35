"""Programs as PyTorch's compiler hands them to IREE: in torch-mlir's dialect, for any sizes."""


def _program(arguments: dict[str, str], body: str, result: str) -> str:
    """Returns a function of arguments, each with its sizes; `[sizes]` in the body is a tensor's type."""
    given = ", ".join(f"%{name}: [{sizes}]" for name, sizes in arguments.items())
    text = f"func.func @main({given}) -> [{result}] {{\n{body}\n  return %r : [{result}]\n}}\n"
    return text.replace("[", "!torch.vtensor<[").replace("]", "],f32>")


_ONE = "  %one = torch.constant.int 1\n"
_ROWS = "?,?,64"

# By the name of the program in `functions`, which computes the same.
TEXTS = {
    "bias": _program(
        {"x": _ROWS, "bias": "64"},
        _ONE + f"  %r = torch.aten.add.Tensor %x, %bias, %one : [{_ROWS}], [64], !torch.int -> [{_ROWS}]",
        _ROWS,
    ),
    "softmax": _program(
        {"x": "?,?,?"},
        "  %last = torch.constant.int -1\n"
        + "  %false = torch.constant.bool false\n"
        + "  %r = torch.aten._softmax %x, %last, %false : [?,?,?], !torch.int, !torch.bool -> [?,?,?]",
        "?,?,?",
    ),
    "batch_matmul": _program(
        {"x": "?,?,?", "y": "?,?,?"}, "  %r = torch.aten.matmul %x, %y : [?,?,?], [?,?,?] -> [?,?,?]", "?,?,?"
    ),
    "pooled": _program(
        {"x": _ROWS, "weights": "64,64"},
        _ONE
        + "  %none = torch.constant.none\n"
        + "  %false = torch.constant.bool false\n"
        + "  %dims = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>\n"
        + f"  %0 = torch.aten.matmul %x, %weights : [{_ROWS}], [64,64] -> [{_ROWS}]\n"
        + f"  %1 = torch.aten.relu %0 : [{_ROWS}] -> [{_ROWS}]\n"
        + f"  %r = torch.aten.mean.dim %1, %dims, %false, %none : [{_ROWS}], !torch.list<int>, "
        + "!torch.bool, !torch.none -> [?,64]",
        "?,64",
    ),
    "mlp": _program(
        {"x": _ROWS, "up": "64,256", "first": "256", "down": "256,64", "second": "64"},
        _ONE
        + '  %tanh = torch.constant.str "tanh"\n'
        + f"  %0 = torch.aten.matmul %x, %up : [{_ROWS}], [64,256] -> [?,?,256]\n"
        + "  %1 = torch.aten.add.Tensor %0, %first, %one : [?,?,256], [256], !torch.int -> [?,?,256]\n"
        + "  %2 = torch.aten.gelu %1, %tanh : [?,?,256], !torch.str -> [?,?,256]\n"
        + f"  %3 = torch.aten.matmul %2, %down : [?,?,256], [256,64] -> [{_ROWS}]\n"
        + f"  %r = torch.aten.add.Tensor %3, %second, %one : [{_ROWS}], [64], !torch.int -> [{_ROWS}]",
        _ROWS,
    ),
    "chlo_broadcasts": _program(
        {"x": _ROWS, "row": "?,64", "scale": "?,1,64"},
        _ONE
        + f"  %0 = torch.aten.add.Tensor %x, %row, %one : [{_ROWS}], [?,64], !torch.int -> [{_ROWS}]\n"
        + f"  %1 = torch.aten.mul.Tensor %0, %scale : [{_ROWS}], [?,1,64] -> [{_ROWS}]\n"
        + f"  %r = torch.aten.relu %1 : [{_ROWS}] -> [{_ROWS}]",
        _ROWS,
    ),
}
