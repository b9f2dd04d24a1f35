"""Comparing programs before and after their lowering."""

import json
import re
import shlex
import shutil
import subprocess
import sys

import bcast_lower
import missing
import pytest
from bcast_lower._compare import comparison, consumers, draw, program, references, values
from bcast_lower._compare.tool import Refused, UsageError

ADD = """\
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


@pytest.fixture(autouse=True)
def peers():
    missing.module("jax")
    missing.module("iree.compiler")


def export(function, *arguments, constraints=()):
    """Exports a function of JAX for arguments given as `"b, 8": "float32"`."""
    import jax

    scope = jax.export.SymbolicScope(constraints)
    types = [jax.ShapeDtypeStruct(jax.export.symbolic_shape(shape, scope=scope), dtype) for shape, dtype in arguments]
    return jax.export.export(jax.jit(function))(*types)


def outcomes(found):
    return {call.outcome for call in found.rows}


@pytest.mark.parametrize("target", ["iree", "xla"])
def test_calls_that_fit_agree_and_others_are_refused_by_both(target):
    import jax.numpy as jnp

    def pool(x, scale):
        return x.reshape(x.shape[0], -1, 4).sum(-1) * scale[:, None], jnp.argmax(x, 1)

    exported = export(pool, ("b, 4*s", "float32"), ("b", "float32"), constraints=("s <= 64",))
    found = bcast_lower.compare(exported, target=target, calls=9)
    assert found.ok and outcomes(found) == {"equal", "both refuse"}
    fitting = [call for call in found.rows if call.outcome == "equal"]
    assert len(fitting) == 6
    assert all(call.shapes == ((b := call.sizes["b"], 4 * call.sizes["s"]), (b,)) for call in fitting)
    assert all(call.difference < 1e-4 for call in fitting)
    assert str(found).startswith("shapes ") and "6 equal, 3 both refuse" in str(found)
    assert found._repr_html_().startswith("<table>") and repr(found).startswith("<Comparison of 9 calls: all")


class Wrong:
    """A tool whose output is that of another program."""

    def __init__(self, right, wrong):
        self.module, self._wrong = right, wrong
        self.sizes = ""

    def lower(self, target, form):
        return bcast_lower.lower(self._wrong.encode(), target=target, output=form)

    def __getattr__(self, name):
        return getattr(self._tool(), name)

    def _tool(self):
        from bcast_lower import _comparing, _modules

        read = _modules.read(self.module, None)
        return _comparing._Module(read, "iree", None, {}, {"irdl_files": (), "allow_unregistered_dialect": False})


def test_a_difference_is_found_made_small_and_repeated():
    import jax.numpy as jnp

    right = export(lambda x: x + 1, ("n, 2", "float32")).mlir_module()
    wrong = export(lambda x: jnp.where(jnp.arange(x.shape[0])[:, None] < 64, x + 1, x), ("n, 2", "float32"))
    tool = Wrong(right, wrong.mlir_module())
    found = comparison.compare(tool, comparison.Settings("iree", calls=12))
    assert not found.ok and outcomes(found) >= {"equal", "differs"}
    assert found.smallest.shapes == ((65, 2),)
    assert "result #0 at [64, " in found.smallest.message and "2 of 130 elements differ" in found.smallest.message
    assert found.command == "bcast_lower.compare(program, target='iree', shapes='65x2', seed=0)"
    again = comparison.compare(tool, comparison.Settings("iree", shapes="65x2", calls=1))
    (call,) = again.rows
    assert (call.outcome, call.difference) == ("differs", found.smallest.difference)


def test_a_wrong_call_that_is_accepted_is_found():
    found = bcast_lower.compare(ADD, shapes="2,3", guard_sizes=False)
    assert outcomes(found) == {"accepted, but wrong"}
    assert "guard_sizes=False" in found.command and "shapes=" in found.command
    found = bcast_lower.compare(ADD, shapes="2,3")
    assert repr(found).startswith("<Comparison of 1 call: ")
    assert found.ok and outcomes(found) == {"both refuse"}
    # Others are made from the given call.
    found = bcast_lower.compare(ADD, shapes="5,5", calls=6)
    assert found.ok and found.rows[0].shapes == ((5,), (5,)) and outcomes(found) == {"equal", "both refuse"}
    assert len({call.shapes for call in found.rows}) == 6


def test_elements_of_many_types_are_passed_and_compared():
    types = ["i1", "bf16", "f16", "f64", "complex<f32>", "ui8", "i8", "ui32", "i64"]
    arguments = ", ".join(f"%x{index}: tensor<?x2x{it}>" for index, it in enumerate(types))
    names = ", ".join(f"%x{index}" for index in range(len(types)))
    results = ", ".join(f"tensor<?x2x{it}>" for it in types)
    module = f"func.func @f({arguments}, %s: tensor<f32>) -> ({results}, tensor<f32>) {{ return {names}, %s : {results}, tensor<f32> }}"
    found = bcast_lower.compare(module, calls=4)
    assert found.ok and "equal" in outcomes(found), str(found)


@pytest.mark.parametrize(
    ("type_", "part"),
    [
        ("tensor<?xi4>", "which cannot be passed to IREE"),
        ("tensor<?x!quant.uniform<i8:f32, 0.5>>", "for which NumPy has no type"),
        ("index", "only ranked tensors"),
        ("tensor<*xf32>", "only ranked tensors"),
    ],
)
def test_arguments_that_cannot_be_made_are_errors(type_, part):
    with pytest.raises(ValueError, match=f"argument #0 .*{part}"):
        bcast_lower.compare(f"func.func @f(%x: {type_}) {{ return }}")


def test_the_reference_of_what_xla_does_not_take_is_on_iree():
    module = """\
func.func @f(%x: tensor<?x4xf32>, %y: tensor<?x1xf32>) -> tensor<?x4xf32> {
  %0 = tosa.add %x, %y : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %1 = tosa.tanh %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = "tosa.const"() <{values = dense<1.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %3 = tosa.pow %1, %2 : (tensor<?x4xf32>, tensor<1x1xf32>) -> tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}
"""
    found = bcast_lower.compare(module, calls=6)
    assert found.ok and outcomes(found) == {"equal", "both refuse"}, str(found)
    assert "on IREE" in found.note
    with pytest.raises(bcast_lower.BcastLowerError):
        bcast_lower.compare(module, target="xla")


def test_a_function_is_named_if_there_are_several():
    module = ADD + ADD.replace("@f", "@g")
    with pytest.raises(ValueError, match="the program has several functions; name one of 'f', 'g'"):
        bcast_lower.compare(module)
    with pytest.raises(ValueError, match="the program has no function 'h'"):
        bcast_lower.compare(module, function="h")
    with pytest.raises(ValueError, match="no public function"):
        bcast_lower.compare("")
    assert bcast_lower.compare(module, function="g", shapes="2,2").ok


def test_invalid_programs_and_arguments_raise_errors(wrong):
    with pytest.raises(bcast_lower.BcastLowerError):
        bcast_lower.compare(wrong)
    with pytest.raises(ValueError, match="target must be 'iree' or 'xla'"):
        bcast_lower.compare(ADD, target=None)
    with pytest.raises(TypeError, match="no option 'zero_extent'; did you mean 'zero_extents'"):
        bcast_lower.compare(ADD, zero_extent="numpy")


def test_inputs_are_made_by_functions():
    import numpy as np

    seen = []

    def make(index, shape, dtype, rng):
        seen.append((index, shape))
        return None if index else np.full(shape, 3, dtype)

    assert bcast_lower.compare(ADD, shapes="2,2", inputs=make).ok
    assert seen == [(0, (2,)), (1, (2,))]
    assert bcast_lower.compare(ADD, shapes="2,2", inputs={1: np.float32([1, 2])}).ok
    with pytest.raises(ValueError, match=r"shape \(1,\) and type float32 for argument #1"):
        bcast_lower.compare(ADD, shapes="2,2", inputs={1: np.float32([1])})


def test_random_keys_and_unused_arguments_are_passed():
    import jax

    def noise(key, x, unused):
        return jax.random.uniform(key, x.shape) + x

    key = jax.ShapeDtypeStruct((), jax.random.key(0).dtype)
    n = jax.ShapeDtypeStruct(jax.export.symbolic_shape("n"), "float32")
    exported = jax.export.export(jax.jit(noise, keep_unused=False))(key, n, n)
    found = bcast_lower.compare(exported, shapes="2,5" if len(exported.module_kept_var_idx) == 2 else "2,5,5")
    assert found.ok and outcomes(found) == {"equal"}


class Checks:
    """A tool that says which calls fit by a function of the sizes of the arguments' dims."""

    sizes = ""

    def __init__(self, fits):
        self._fits = fits

    def fitting(self, calls):
        return {it for it in calls if self._fits(*(int(size) for size in it.replace("x", ",").split(",")))}


def drawn(types, fits, ranges="", count=12):
    arguments = ", ".join(f"%arg{index}: tensor<{it}xf32>" for index, it in enumerate(types))
    function = program.read_function(f"module {{\n  func.func @f({arguments}) {{\n", None)
    tool = Checks(fits)
    drawing = draw.Drawing(program.space_of(function, tool), tool, draw.read_ranges(ranges), 0)
    return drawing.draw(count, None)


@pytest.mark.parametrize(
    ("types", "fits"),
    [
        (["?x?x8"], lambda b, s, _: b >= 1 and s >= 1),
        (["?x?", "?"], lambda b, s, c: b == c and s % 16 == 0 and s > 0),
        (["?x?x?"], lambda b, h, w: b > 0 and h % 32 == 0 and w % 32 == 0 and h and w),
        (["?x?", "?x?", "?"], lambda b, s, c, t, d: b == c == d and s == t <= 64),
        (["?", "?"], lambda m, n: m == n or m == 1 or n == 1),
        (["?"], lambda n: n == 7),
    ],
)
def test_most_calls_that_are_drawn_fit(types, fits):
    calls = drawn(types, fits)
    good = [it for it in calls if fits(*(size for shape in it.shapes for size in shape))]
    assert len({it.shapes for it in calls}) == len(calls)
    assert good and len(good) >= 2 * len(calls) // 3 - 4
    assert len(good) >= 4 or types == ["?"]
    assert len(good) < len(calls)


def test_limits_are_found():
    calls = drawn(["?x?"], lambda b, n: b > 0 and 5 <= n <= 100)
    assert {100, 101} <= {it.shapes[0][1] for it in calls}


def test_nothing_is_drawn_if_nothing_fits():
    assert drawn(["?"], lambda n: n == 1000003) == []


def test_sizes_are_drawn_within_ranges():
    assert draw.read_ranges("b=1..8,s=16..512:16,n=4,m=3..") == {
        "b": (1, 8, 1), "s": (16, 512, 16), "n": (4, 4, 1), "m": (3, None, 1)
    }  # fmt: skip
    pool = draw._pool((16, 512, 16))
    assert min(pool) == 16 and max(pool) == 512 and all(size % 16 == 0 for size in pool)
    assert draw._pool((4, 4, 1)) == [4]


def test_results_are_compared_by_their_types():
    import ml_dtypes
    import numpy as np

    nan, inf = np.nan, np.inf
    bf16 = ml_dtypes.bfloat16
    for found, expected, differs in [
        (np.float32([1, nan, inf]), np.float32([1, nan, inf]), False),
        (np.float32([1, 2]), np.float32([1.00001, 2]), False),
        (np.float32([1, 2]), np.float32([1.001, 2]), True),
        (np.float32([1000, 1e-3]), np.float32([1000, 0]), False),
        (np.float32([nan]), np.float32([1]), True),
        (np.float32([inf]), np.float32([-inf]), True),
        (np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32), False),
        (np.zeros((0, 2), np.float32), np.zeros((0, 3), np.float32), True),
        (np.array([1], bf16), np.array([1.01], bf16), False),
        (np.array([1], bf16), np.array([1.2], bf16), True),
        (np.int8([-1]), np.uint8([255]), False),
        (np.int8([1, 0]), np.array([True, False]), False),
        (np.int32([3]), np.int32([4]), True),
        (np.complex64([1 + 1j]), np.complex64([1 - 1j]), True),
    ]:
        result = values.difference([found], [expected], None)
        assert bool(result.text) == differs, (found, expected)
    # A difference that rounding of the inputs makes, too, is none.
    found, expected = np.int32([3, 5]), np.int32([4, 5])
    result = values.difference([found], [expected], None, [[np.int32([3, 5])]])
    assert (result.text, result.unstable) == ("", 1)


def test_what_is_tolerated_does_not_make_rounding_a_reason_to_leave_elements_out():
    import numpy as np

    found, expected, nudged = np.float32([1 + 1e-6]), np.float32([1]), np.float32([1 - 1e-7])
    assert values.difference([found], [expected], None, [[nudged]]).text == ""
    result = values.difference([found], [expected], 0.0, [[nudged]])
    assert "1 of 1 elements differ" in result.text and result.unstable == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"calls": 0}, "calls must be at least 1, not 0"),
        ({"seed": -1}, "seed must be at least 0, not -1"),
        ({"tolerance": -1.0}, "tolerance must be at least 0, not -1.0"),
        ({"tolerance": float("nan")}, "tolerance must be at least 0, not nan"),
        ({"timeout": 0}, "timeout must be greater than 0, not 0"),
        ({"inputs": {2: 1.0}}, "inputs gives values for argument 2, but the program has 2, counted from 0"),
        ({"inputs": {"x": 1.0}}, "inputs gives values for argument 'x'"),
    ],
)
def test_wrong_arguments_are_errors(options, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        bcast_lower.compare(ADD, **options)


def test_a_process_that_ends_or_does_not_answer_is_an_outcome():
    with consumers.Worker(60) as worker:
        assert worker.call("none").kind == "crashed"
        outcome = worker.call("iree", "/nonexistent", "f", [])
        assert outcome.kind == "crashed" and "No such file" in outcome.message
    with consumers.Worker(0) as worker:
        assert worker.call("none").kind == "timeout"
    assert consumers.ended(-11) == "was ended by SIGSEGV"


def run(*arguments, text=""):
    tool = shutil.which("bcast-lower")
    command = [tool, "compare", *arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_the_tool_compares(wrong, tmp_path):
    python = f"--python={sys.executable}"
    code, out, err = run(python, "--shapes=2,3", "--guard-sizes=off", "--target=iree", "--tolerance=1e-3", "-", text=ADD)
    assert (code, err) == (1, "")
    assert "accepted, but wrong" in out
    command = shlex.split(out.strip().rpartition("\n")[2])
    assert "--tolerance=0.001" in command
    code, out, err = run(python, "--format=json", *command[2:], text=ADD)
    assert (code, err) == (1, "")
    assert json.loads(out)["rows"][0]["outcome"] == "accepted, but wrong"
    code, out, err = run(python, text=wrong)
    assert (code, out) == (1, "")
    assert err.count("-:2:8: error: ") == 1
    code, out, err = run(python, "--function=g", text=ADD)
    assert (code, out) == (2, "") and err.startswith("error: the program has no function 'g'")
    code, out, err = run(python, "--sizes=b=2..1", text=ADD)
    assert (code, out) == (2, "") and err.startswith("error: ")


def test_missing_packages_are_named(tmp_path):
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n')
    python.chmod(0o755)
    code, out, err = run(f"--python={python}", text=ADD)
    assert (code, out) == (2, "")
    assert "cannot import numpy" in err
    assert "-m pip install numpy jax iree-base-compiler iree-base-runtime" in err


def test_what_a_compiler_says_is_the_error(monkeypatch):
    def reject(*_):
        raise consumers.NotCompiled("IREE's compiler rejects the output:\nwhy")

    monkeypatch.setattr(comparison, "compile_for_iree", reject)
    found = bcast_lower.compare(ADD)
    assert not found.ok and str(found) == "IREE's compiler rejects the output:\nwhy"


def test_the_interface_for_tools_says_what_is_refused():
    tool = Wrong(ADD, ADD)
    with pytest.raises(Refused) as error:
        tool.specialise("2,3", "xla", references.artifact_form())
    assert error.value.is_about_sizes and "2" in error.value.first
    with pytest.raises(UsageError):
        program.read_function(tool.outline(), "g")


def test_sizes_of_which_one_is_at_most_another_are_drawn():
    exported = export(
        lambda x, y: (x * 2, y + 1), ("t", "float32"), ("s", "float32"), constraints=["t <= s"]
    )
    found = bcast_lower.compare(exported, target="xla", calls=9)
    assert found.ok, str(found)
    assert any(row.sizes["t"] < row.sizes["s"] for row in found.rows if row.outcome == "equal")
