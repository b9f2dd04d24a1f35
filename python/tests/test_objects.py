"""Modules of other packages, beside which the extension is loaded."""

import subprocess
import sys

import bcast_lower
import missing
import pytest

IMPORT = {
    "bcast_lower": "import bcast_lower",
    "jax": "import jax, jaxlib.mlir.ir",
    "iree": "import iree.compiler.ir",
}

# Uses all packages, in the other order as well.
PROGRAM = """
import importlib.util
ADD = '''{add}'''
assert "dynamic_broadcast_in_dim" in bcast_lower.lower(ADD)
if "jax" in globals():
    import jax.numpy as jnp
    module = jax.jit(lambda x: x + 1).lower(jnp.ones(3)).compiler_ir()
    assert jax.jit(jnp.sum)(jnp.ones(3)) == 3
if "iree" in globals():
    with iree.compiler.ir.Context():
        module = iree.compiler.ir.Module.parse(ADD)
        assert type(bcast_lower.lower(module)) is type(module)
        iree.compiler.compile_str(
            bcast_lower.lower(ADD, target="iree"), target_backends=["vmvx"], input_type="stablehlo"
        )
assert "dynamic_broadcast_in_dim" in bcast_lower.lower(ADD)
"""

ORDERS = [
    ("bcast_lower", "jax"),
    ("jax", "bcast_lower"),
    ("bcast_lower", "iree"),
    ("iree", "bcast_lower"),
    ("jax", "bcast_lower", "iree"),
]


@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_any_order_of_imports_works(order, add):
    for name in order:
        missing.module({"iree": "iree.compiler"}.get(name, name))
    program = "\n".join(IMPORT[name] for name in order) + PROGRAM.replace("{add}", add)
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_modules_of_jaxlib_come_back_in_their_context(wrong):
    ir = missing.module("jaxlib.mlir.ir")
    from jax.interpreters import mlir
    from jaxlib.mlir.dialects import chlo  # noqa: F401

    with mlir.make_ir_context() as context:
        module = ir.Module.parse(
            "func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {\n"
            "  %0 = chlo.broadcast_add %x, %y"
            " : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> loc(\"sum\")\n"
            "  return %0 : tensor<?xf32>\n}"
        )
        lowered = bcast_lower.lower(module)
        assert type(lowered) is ir.Module and lowered.context is context
        assert lowered.operation.verify()
        # Locations come through.
        assert "sum: operand #0 dim 0" in str(lowered) or 'loc("sum"' in lowered.operation.get_asm(
            enable_debug_info=True
        )
        assert isinstance(bcast_lower.lower(module.operation, output="text"), str)
        bcast_lower.verify(module)
        assert bcast_lower.explain(module).to_dict()["ops"][0]["name"] == "chlo.broadcast_add"


def test_a_context_may_lack_dialects_of_the_result(add):
    class Module:
        context = object()
        operation = property(lambda self: self)

        def get_asm(self, enable_debug_info):
            return add

        @staticmethod
        def parse(text, context):
            raise ValueError("Dialect `stablehlo' not found")

    with pytest.raises(RuntimeError, match="(?s)output='text'.*`stablehlo' not found") as raised:
        bcast_lower.lower(Module())
    assert isinstance(raised.value.__cause__, ValueError)
    assert "stablehlo.add" in bcast_lower.lower(Module(), output="text")


def test_what_jax_serializes_and_lowers_is_taken():
    jax = missing.module("jax")
    import numpy as np
    from jax import export

    function = jax.jit(lambda x, y: x + y)
    arguments = np.ones((2, 3), np.float32), np.ones(3, np.float32)
    specifications = export.symbolic_args_specs(arguments, ("a, 3", "3"))
    exported = export.export(function)(*specifications)
    serialized = bcast_lower.lower(exported.mlir_module_serialized, target="iree")
    assert serialized.startswith(b"ML\xefR") and b"StableHLO_v" not in serialized[:40]
    assert "stablehlo.add" in str(bcast_lower.lower(function.lower(*arguments)))
