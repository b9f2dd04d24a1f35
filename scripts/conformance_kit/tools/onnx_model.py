"""Cases as models of ONNX."""

from __future__ import annotations

import onnx
from onnx import TensorProto, helper

from ..answers import refusing, require_no
from ..clamps import split_clamps

_OPS = {"add": "Add", "subtract": "Sub", "maximum": "Max", "minimum": "Min", "greater": "Greater", "select": "Where"}
_ELEMENTS = {"f32": TensorProto.FLOAT, "i1": TensorProto.BOOL}
_OPSET = 21
_IR_VERSION = 10


def model(case: dict) -> onnx.ModelProto:
    """Returns the model of a case, as ONNX's checker accepts it."""
    require_no(case, "bounded", "broadcast-dimensions")
    names = [f"arg{number}" for number in range(len(case["arguments"]))]
    inputs = [_value(name, it) for name, it in zip(names, case["arguments"])]
    nodes = []
    # Its own op, Clip, takes scalars.
    for number, step in enumerate(split_clamps(case)):
        operands = [names[at] for at in step["operands"]]
        names.append(f"step{number}")
        nodes.append(helper.make_node(_OPS[step["op"]], operands, names[-1:]))
    output = _value(names[-1], case["steps"][-1]["type"])
    graph = helper.make_graph(nodes, "case", inputs, [output])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR_VERSION)
    with refusing(onnx.checker.ValidationError, onnx.shape_inference.InferenceError):
        onnx.checker.check_model(made, full_check=True)
    return made


def _value(name: str, it: dict) -> onnx.ValueInfoProto:
    # Each unknown size has a name of its own.
    dims = [f"{name}_{dim}" if size is None else size for dim, size in enumerate(it["shape"])]
    return helper.make_tensor_value_info(name, _ELEMENTS[it["element"]], dims)
