"""The module's functions on text, bytecode and files."""

import copy
import faulthandler
import inspect
import linecache
import logging
import pathlib
import pickle
import subprocess
import sysconfig
import warnings

import bcast_lower
import pytest

MAGIC = b"ML\xefR"
MALFORMED = pathlib.Path(__file__).parents[2] / "tests/cli/malformed"
TOOL = pathlib.Path(sysconfig.get_path("scripts"), "bcast-lower")


def test_text_becomes_what_the_tool_makes_of_it(add):
    def tool(*arguments):
        command = [TOOL, *arguments]
        return subprocess.run(command, input=add, text=True, capture_output=True, check=True).stdout

    assert bcast_lower.lower(add) == tool()
    assert bcast_lower.lower(add, target="xla") == tool("--target=xla")
    assert bcast_lower.lower(add, zero_extents="numpy", facts=False) == tool(
        "--zero-extents=numpy", "--facts=off"
    )
    assert bcast_lower.lower(add, debug_info=True) == tool("--mlir-print-debuginfo").replace(
        "<stdin>", "<string>"
    )
    version = subprocess.run([TOOL, "--version"], text=True, capture_output=True, check=True).stdout
    assert version == f"bcast-lower {bcast_lower.__version__} (LLVM {bcast_lower.LLVM_VERSION})\n"


def test_what_comes_in_comes_out(add, tmp_path):
    text = bcast_lower.lower(add)
    assert bcast_lower.lower(add.encode()) == text.encode()
    assert bcast_lower.lower(bytearray(add.encode()), output="text") == text
    bytecode = bcast_lower.run(add, "builtin.module()", output="bytecode")
    assert bytecode.startswith(MAGIC)
    lowered = bcast_lower.lower(bytecode)
    assert isinstance(lowered, bytes) and lowered.startswith(MAGIC)
    assert bcast_lower.lower(memoryview(bytecode), output="text") == text

    path = tmp_path / "a.mlir"
    path.write_text(add)
    assert bcast_lower.lower(path) == text
    path.write_bytes(bytecode)
    assert bcast_lower.lower(path) == lowered
    with pytest.raises(FileNotFoundError):
        bcast_lower.lower(tmp_path / "missing.mlir")


@pytest.mark.parametrize("source", ["", "\r\n", "module {}", "func.func private @f()\r\n"])
def test_modules_without_ops_that_broadcast(source):
    assert bcast_lower.lower(source).startswith("module {")
    assert bcast_lower.verify(source) is None
    assert bcast_lower.explain(source).to_dict()["ops"] == []


def test_any_object_that_prints_a_module(add):
    class Printed:
        def __str__(self):
            return add

    assert bcast_lower.lower(Printed()) == bcast_lower.lower(add)


def test_diagnostics_of_whole_files_have_no_line():
    place = bcast_lower.Location("a.mlirbc", 0, 0)
    diagnostic = bcast_lower.Diagnostic("error", "too new", place, ())
    assert (diagnostic.file, diagnostic.line, diagnostic.column) == ("a.mlirbc", None, None)


def test_an_explanation_of_a_wrong_module_comes_with_the_error(wrong):
    with pytest.raises(bcast_lower.BcastLowerError) as raised:
        bcast_lower.explain(wrong)
    explanation = raised.value.explanation
    assert explanation.diagnostics == raised.value.diagnostics
    assert "is not lowered: it has errors" in explanation.text()
    with pytest.raises(bcast_lower.BcastLowerError) as raised:
        bcast_lower.explain("func.func")
    assert raised.value.explanation is None


@pytest.mark.parametrize(
    "path",
    [
        "model.mlir",
        "a b/Model (1).MLIRBC\n",
        "../m.stablehlo",
        b"model.mlir",
        "m.mlir.bc",
        "./model",
        b"models/layer\n",
        "my-model.bin",
    ],
)
def test_paths_that_are_text_are_refused(path):
    for function in (bcast_lower.lower, bcast_lower.verify, bcast_lower.explain):
        with pytest.raises(ValueError, match=r"of a module, but .* is a path; pass pathlib.Path\(") as raised:
            function(path)
        name = path.decode() if isinstance(path, bytes) else path
        assert f"pathlib.Path({name.strip()!r})" in str(raised.value)
    with pytest.raises(ValueError, match="is a path"):
        bcast_lower.run(path, "builtin.module()")


def test_names_of_files_are_paths_whatever_their_ends(tmp_path, monkeypatch, add):
    (tmp_path / "model").write_text(add)
    monkeypatch.chdir(tmp_path)
    for path in ("model", str(tmp_path / "model"), b"./model"):
        with pytest.raises(ValueError, match="is a path"):
            bcast_lower.verify(path)
    bcast_lower.verify(tmp_path / "model")


@pytest.mark.parametrize(
    "path", ["model.jax", "model.bin\n", b"model.pb", "tensor.pt", "model.jax.bin", "model.safetensors"]
)
def test_names_that_are_no_ops_are_paths(path):
    name = (path.decode() if isinstance(path, bytes) else path).strip()
    message = rf"of a module, but .* looks like a path; pass pathlib.Path\('{name}'\) to read the file"
    for function in (bcast_lower.lower, bcast_lower.verify, bcast_lower.explain):
        with pytest.raises(ValueError, match=message) as raised:
            function(path)
        assert isinstance(raised.value.__cause__, bcast_lower.BcastLowerError)


@pytest.mark.parametrize("op", ["stablehlo.add", "stablehl.add", "func.retrn", "tensor.empty"])
def test_names_of_ops_are_no_paths(op):
    for function in (bcast_lower.lower, bcast_lower.explain):
        with pytest.raises(bcast_lower.BcastLowerError, match="SSA|did you mean|expected"):
            function(op)


@pytest.mark.parametrize("module", ["module {} // a.mlir", "// a.mlir", "//a/b.mlir", b"// a.mlir"])
def test_text_that_ends_like_a_path_is_text(module):
    bcast_lower.verify(module)


@pytest.mark.parametrize("module", [None, 3, [], object()])
def test_other_objects_are_refused(module):
    with pytest.raises(TypeError, match="a module must be str, bytes, a path, or an object of"):
        bcast_lower.lower(module)


def test_errors_are_exceptions_with_diagnostics(wrong):
    with pytest.raises(bcast_lower.BcastLowerError) as raised:
        bcast_lower.verify(wrong, name="model.mlir")
    first, second = raised.value.diagnostics
    assert (first.severity, first.id) == ("error", "broadcastable_c4")
    assert first.message.startswith("'chlo.broadcast_add' op operands don't have")
    assert (first.file, first.line, first.column) == ("model.mlir", 2, 8)
    assert second.line == 3
    assert first.notes and isinstance(first.notes[0], bcast_lower.Note)
    assert str(raised.value).startswith("model.mlir:2:8: error: 'chlo.broadcast_add' op")
    for function in (bcast_lower.lower, bcast_lower.explain):
        with pytest.raises(bcast_lower.BcastLowerError):
            function(wrong)


def test_errors_show_the_lines_of_the_source(wrong, tmp_path, monkeypatch):
    def shown(source, name="a.mlir"):
        with pytest.raises(bcast_lower.BcastLowerError) as raised:
            bcast_lower.verify(source, name=name)
        return raised.value

    error = shown(wrong)
    first = error.diagnostics[0]
    line = wrong.splitlines()[1]
    assert first.snippet == f"{line}\n       ^"
    assert str(error).startswith(f"{first.location}: error: {first.message}\n{line}\n       ^\n")
    assert first.notes[0].snippet in str(error)
    # The tool shows the same.
    path = tmp_path / "a.mlir"
    tabs = wrong.replace("  %0", "\t %0").replace("\n", "\r\n")
    for source in (wrong, tabs):
        path.write_bytes(source.encode())
        command = [TOOL, "--verify-only", path]
        tool = subprocess.run(command, capture_output=True, text=True).stderr
        assert str(shown(source, str(path))) == tool.rstrip("\n")
    # Columns count bytes, and a caret stands under a character.
    other = shown('"\u00e4"').diagnostics[0]
    assert (other.column, other.snippet) == (4, '"\u00e4"\n  ^')
    # A long line, such as one with weights, is cut.
    weights = f"%0 = arith.constant dense<[{'1.0, ' * 9999}x]> : tensor<10000xf32>"
    line, caret = shown(weights).diagnostics[0].snippet.splitlines()
    assert len(line) < 200 and line[len(caret) - 1] == "x" and line.startswith("...")
    # In other files, and in cells of notebooks.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.py").write_text("one\n  two\n")
    monkeypatch.setitem(linecache.cache, "<cell>", (8, None, ["three\n"], "<cell>"))
    for place, expected in [
        ('"model.py":2:3', "  two\n  ^"),
        ('"<cell>":1:1', "three\n^"),
        ('"model.py":9:1', None),
        ('"missing.py":1:1', None),
        ('"/dev/zero":1:1', None),
        ('"model.py":0:0', None),
    ]:
        located = wrong.replace("tensor<3xf32>\n", f"tensor<3xf32> loc({place})\n", 1)
        assert shown(located).diagnostics[0].snippet == expected, place


def test_errors_in_rules_show_their_lines(add, tmp_path):
    path = tmp_path / "a.toml"
    path.write_text('[[rule]]\nsource = "tosa.add"\ntarget = 3\n')
    with pytest.raises(bcast_lower.BcastLowerError) as raised:
        bcast_lower.lower(add, rules=path)
    assert raised.value.diagnostics[0].snippet == "target = 3\n         ^"


def test_errors_come_with_advice():
    with pytest.raises(bcast_lower.BcastLowerError) as raised:
        bcast_lower.lower("%0 = stablehl.add")
    with pytest.raises(bcast_lower.BcastLowerError, match="did you mean `stablehlo.add`"):
        bcast_lower.lower("stablehl.add")
    assert raised.value.diagnostics[0].suggestions == ("stablehlo.add",)


@pytest.mark.parametrize("name", ["crash.mlirbc", "endless.mlirbc", "silent.mlirbc"])
def test_malformed_bytecode_ends_no_process_and_prints_nothing(name, capfd):
    source = (MALFORMED / name).read_bytes()
    for function in (bcast_lower.lower, bcast_lower.explain):
        with pytest.raises(bcast_lower.BcastLowerError) as raised:
            function(source)
        assert raised.value.diagnostics[-1].severity == "error"
    assert capfd.readouterr() == ("", "")


def test_a_crash_in_the_copy_calls_no_handler(tmp_path):
    with open(tmp_path / "traces", "w+") as traces:
        faulthandler.enable(traces)
        try:
            with pytest.raises(bcast_lower.BcastLowerError, match="crashes with SIGABRT"):
                bcast_lower.lower((MALFORMED / "crash.mlirbc").read_bytes())
        finally:
            faulthandler.disable()
    assert (tmp_path / "traces").read_text() == ""


UNRANKED = """\
func.func @f(%x: tensor<*xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<*xf32>, tensor<?xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
"""


def test_remarks_go_to_a_logger_or_to_a_function(caplog, capfd):
    with caplog.at_level(logging.INFO, logger="bcast_lower"), warnings.catch_warnings():
        warnings.simplefilter("error")
        bcast_lower.lower(UNRANKED, allow_partial=True)
    assert "remark: " in caplog.text
    told = []
    bcast_lower.lower(UNRANKED, allow_partial=True, on_diagnostic=told.append)
    assert [diagnostic.severity for diagnostic in told] == ["remark"]
    assert capfd.readouterr() == ("", "")


def test_warnings_are_warnings():
    from bcast_lower import _diagnostics

    raw = [("warning", "warning", "odd", ("a.mlir", 1, 2), [("because", None)], None)]

    def lower():
        _diagnostics.report(raw, True, None)

    with pytest.warns(bcast_lower.BcastLowerWarning, match="a.mlir:1:2: warning: odd\nnote: because"):
        lower()


def test_artifacts_keep_their_version(add, tmp_path):
    pipeline = "builtin.module(lower-broadcast)"
    artifact = bcast_lower.run(add, pipeline, output="artifact=1.13.0")
    assert b"StableHLO_v1.13.0\0" in artifact[:40]
    for module in (artifact, memoryview(artifact)):
        assert b"StableHLO_v1.13.0\0" in bcast_lower.lower(module)[:40]
        assert b"StableHLO_v1.13.0\0" in bcast_lower.lower(module, output="artifact")[:40]
        assert b"StableHLO_v0.9.0\0" in bcast_lower.lower(module, output="artifact=minimum")[:40]
        assert bcast_lower.lower(module, output="text") == bcast_lower.lower(add)
    path = tmp_path / "a.mlirbc"
    path.write_bytes(artifact)
    assert bcast_lower.lower(path) == bcast_lower.lower(artifact)
    assert bcast_lower.lower(add, output="artifact").startswith(MAGIC)
    for version, message in [("1.99.0", "StableHLO 1.99.0 is not known"), ("one", "`one` is not a")]:
        with pytest.raises(ValueError, match=message):
            bcast_lower.lower(add, output=f"artifact={version}")


def test_options_that_a_target_does_not_accept_are_named(add):
    message = r"^assertions='shape' cannot be combined with target='iree': option 'assertions' of pass"
    for call in (bcast_lower.lower, bcast_lower.explain):
        with pytest.raises(ValueError, match=message) as raised:
            call(add, assertions="shape", target="iree")
        assert "builtin.module" not in str(raised.value)


def test_options_without_effect_are_refused(add):
    message = "option 'keep-tosa' has no effect here: it is for `--target=xla` and `--target=iree`"
    for call in (bcast_lower.lower, bcast_lower.explain):
        with pytest.raises(ValueError, match=message):
            call(add, keep_tosa=True)
    assert bcast_lower.lower(add, keep_tosa=True, target="xla")


def test_artifacts_become_bytecode_for_iree(add):
    source = bcast_lower.lower(add, target="xla", output="artifact=1.13.0")
    for lowered in (
        bcast_lower.lower(source, target="iree"),
        bcast_lower.run(source, "builtin.module(target-iree)"),
    ):
        assert lowered.startswith(MAGIC) and b"StableHLO_v" not in lowered[:40]
        text = bcast_lower.run(lowered, "builtin.module()", output="text")
        assert text == bcast_lower.lower(source, target="iree", output="text")
    for output in ("artifact", "artifact=1.13.0"):
        with pytest.raises(ValueError, match="output='bytecode' and output='text' return what"):
            bcast_lower.lower(source, target="iree", output=output)
        with pytest.raises(ValueError, match="does not work with what is for IREE"):
            bcast_lower.run(source, "builtin.module(legalize-for-iree)", output=output)
    assert b"StableHLO_v1.13.0\0" in bcast_lower.lower(source, target="xla")[:40]


def test_wrong_options_are_refused_with_advice(add):
    def check(error, message, **options):
        with pytest.raises(error) as raised:
            bcast_lower.lower(add, **options)
        assert message in str(raised.value)

    check(TypeError, "lower() has no option 'zero_extent'; did you mean 'zero_extents'?", zero_extent=1)
    check(ValueError, "zero_extents must be 'reject' or 'numpy', not 'nump'; did you mean", zero_extents="nump")
    check(ValueError, "target must be 'xla' or 'iree', not 'xl'; did you mean 'xla'?", target="xl")
    check(TypeError, "target must be 'xla', 'iree' or None, not 3", target=3)
    check(TypeError, "function must be a name, not 3", function=3)
    check(TypeError, "facts must be True or False, not 'on'", facts="on")
    check(ValueError, "output must be 'text', 'bytecode' or 'artifact', not 'json'", output="json")
    check(ValueError, "did you mean `tosa`?", rules="tsoa")
    check(ValueError, "did you mean `tensorflow`?", rules="tf")
    check(TypeError, "lower() has no option 'rule'; did you mean 'rules'", rule="tosa")
    check(ValueError, "'facts=off'", facts=False, hoist_assertions=True)
    check(ValueError, "not 'cf facts=off'", assertions="cf facts=off")
    with pytest.raises(TypeError, match="target must be 'xla', 'iree' or None, not 3"):
        bcast_lower.explain(add, target=3)
    with pytest.raises(TypeError, match="has no option 'facts'"):
        bcast_lower.verify(add, facts=True)
    with pytest.raises(ValueError, match="invalid pass pipeline"):
        bcast_lower.run(add, "builtin.module(missing)")
    with pytest.raises(ValueError, match="why='here'"):
        bcast_lower.explain(add, why="here")
    with pytest.raises(bcast_lower.BcastLowerError, match="no op broadcasts implicitly at line 7"):
        bcast_lower.explain(add, why=7)


def test_rules_are_names_and_paths(tmp_path):
    path = tmp_path / 'my "rules", {1}.toml'
    path.write_text('[[rule]]\nsource = "tosa.add"\ntarget = "stablehlo.add"\n')
    source = (
        "func.func @f(%x: tensor<1xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {\n"
        "  %0 = tosa.add %x, %y : (tensor<1xf32>, tensor<2xf32>) -> tensor<2xf32>\n"
        "  return %0 : tensor<2xf32>\n}"
    )
    assert "tosa.add" in bcast_lower.lower(source, rules=[])
    for rules in (path, str(path), [path], "tosa", ["tosa", "chlo"]):
        assert "stablehlo.add" in bcast_lower.lower(source, rules=rules)
        assert len(bcast_lower.explain(source, rules=rules).to_dict()["ops"]) == 1
    path.write_text('[[rule]]\nsource = "tosa.add"\ntarget = 3\n')
    for function in (bcast_lower.lower, bcast_lower.verify, bcast_lower.explain):
        with pytest.raises(bcast_lower.BcastLowerError) as raised:
            function(source, rules=path)
        assert (raised.value.diagnostics[0].file, raised.value.diagnostics[0].line) == (str(path), 3)
    path.write_text('[[rule]]\nsource = "tosa.add"\ntarget = "stablehlo.ad"\n')
    with pytest.raises(bcast_lower.BcastLowerError, match="stablehlo.ad"):
        bcast_lower.lower(source, rules=path)


def test_rules_say_what_other_ops_do_to_sizes(tmp_path):
    source = (
        "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
        '  %0 = "ml.relu"(%x) : (tensor<?xf32>) -> tensor<?xf32>\n'
        "  %1 = chlo.broadcast_add %x, %0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n"
        "  return %1 : tensor<?xf32>\n}"
    )
    example = '"ml.relu"(%x) : (tensor<2xf32>) -> tensor<2xf32>'
    path = tmp_path / "ml.toml"
    path.write_text(f"[[facts]]\nop = 'ml.relu'\nresult = {{ like = 0 }}\nexample = '{example}'\n")
    options = {"allow_unregistered_dialect": True}
    assert "shape_assertion" in bcast_lower.lower(source, **options)
    assert "shape_assertion" not in bcast_lower.lower(source, rules=path, **options)
    origins = bcast_lower.explain(source, rules=path, **options).to_dict()["origins"]
    assert {"file": str(path), "line": 2, "column": 6} in [it.get("facts") for it in origins]
    path.write_text(path.read_text().replace("-> tensor<2xf32>", "-> tensor<3xf32>"))
    with pytest.raises(bcast_lower.BcastLowerError, match="contradicts the facts"):
        bcast_lower.lower(source, rules=path, **options)


def test_tables_for_frontends_are_built_in(caplog):
    source = (
        "func.func @f(%x: tensor<1xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {\n"
        '  %0 = "tf.AddV2"(%x, %y) : (tensor<1xf32>, tensor<2xf32>) -> tensor<2xf32>\n'
        "  return %0 : tensor<2xf32>\n}"
    )
    lowered = bcast_lower.lower(source, rules="tensorflow", allow_unregistered_dialect=True)
    assert "stablehlo.add" in lowered
    with caplog.at_level(logging.INFO, logger="bcast_lower"):
        assert "tf.AddV2" in bcast_lower.lower(source, allow_unregistered_dialect=True)
    assert "`--rules=tensorflow` adds it" in caplog.text


def test_dialects_are_defined_or_allowed(tmp_path):
    source = '"my.op"() : () -> ()'
    with pytest.raises(bcast_lower.BcastLowerError):
        bcast_lower.lower(source)
    assert "my.op" in bcast_lower.lower(source, allow_unregistered_dialect=True)
    path = tmp_path / "my.irdl.mlir"
    path.write_text("irdl.dialect @my { irdl.operation @op {} }")
    assert "my.op" in bcast_lower.lower(source, irdl_files=[path])


def test_pipelines_are_those_of_the_tool(add):
    pipeline = bcast_lower.pipeline(target="xla", assertions="cf")
    assert pipeline.startswith("builtin.module(lower-broadcast{assertions=cf zero-extents=numpy},")
    assert bcast_lower.run(add, pipeline) == bcast_lower.lower(add, target="xla", assertions="cf")


def test_explanations_have_many_forms(add):
    explanation = bcast_lower.explain(add)
    assert explanation.to_dict()["ops"][0]["dims"][0]["guards"]
    assert "guard: a = b or min(a, b) = 1" in explanation.text()
    assert str(explanation) == explanation.text()
    assert repr(explanation) == "<Explanation of 1 op; print() shows it>"
    page = explanation.to_html()
    assert page.startswith("<!DOCTYPE html>") and "func.func @f" in page
    bytecode = bcast_lower.run(add, "builtin.module()", output="bytecode")
    assert bcast_lower.explain(bytecode).to_dict()["summary"] == explanation.to_dict()["summary"]
    changes = bcast_lower.explain(add, target="xla").to_dict()["changes"]
    assert isinstance(changes, list)


def test_explicit_broadcasts_are_explained():
    source = """
func.func @f(%x: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""
    explanation = bcast_lower.explain(source)
    expected = "<Explanation of 0 ops and 1 explicit broadcast; print() shows it>"
    assert repr(explanation) == expected
    (broadcast,) = explanation.to_dict()["requirements"]["broadcasts"]
    assert len(broadcast["unchecked"]) == 1
    assert "no check" in explanation._repr_html_()
    assert "needs" in explanation.text()
def test_explanations_and_errors_are_pickled_and_copied(add, wrong):
    explanation = bcast_lower.explain(add)
    copies = [
        pickle.loads(pickle.dumps(explanation, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]
    for other in [*copies, copy.copy(explanation), copy.deepcopy(explanation)]:
        assert other.to_html() == explanation.to_html() and str(other) == str(explanation)
        assert other.to_dict() == explanation.to_dict()
    with pytest.raises(bcast_lower.BcastLowerError) as raised:
        bcast_lower.explain(wrong)
    other = pickle.loads(pickle.dumps(raised.value))
    assert (str(other), other.diagnostics) == (str(raised.value), raised.value.diagnostics)
    assert other.explanation.text() == raised.value.explanation.text()


def test_explanations_of_other_versions_are_refused(add):
    restore, arguments = bcast_lower.explain(add)._report.__reduce__()
    with pytest.raises(ValueError, match="is not one of this version of bcast_lower"):
        restore(b"{}", *arguments[1:])


def test_progress_is_reported(add):
    bytecode = bcast_lower.run(add, "builtin.module()", output="bytecode")

    def stages(function, *arguments, **options):
        told = []
        function(*arguments, progress=lambda *it: told.append(it), **options)
        shares = [share for _, share in told]
        assert shares == sorted(shares) and (shares[0], shares[-1]) == (0, 1)
        return [stage for stage, _ in told]

    for module in (add, bytecode):
        for function in (bcast_lower.lower, bcast_lower.explain, bcast_lower.verify):
            told = stages(function, module)
            # Which stages of a short run are seen depends on the machine.
            assert (told[0], told[-1]) == ("read", "done")
            assert len(told) == len(set(told))
    for module in (add, bytecode):
        # How long a run takes depends on the machine, too.
        for count in (4_000, 16_000, 64_000, 256_000):
            many = ",".join(["verify-broadcastable"] * count)
            told = stages(bcast_lower.run, module, f"builtin.module({many})")
            if told.count("verify-broadcastable") > 1:
                break
        assert told.count("verify-broadcastable") > 1


def test_parts_of_notebooks_share_no_ids_and_style_nothing_else(add):
    explanation = bcast_lower.explain(add)
    first, second = explanation._repr_html_(), explanation._repr_html_()
    ids = [set(part.split('"')[0] for part in html.split(' id="')[1:]) for html in (first, second)]
    assert ids[0] and not ids[0] & ids[1]
    style = first.split("<style>")[1].split("</style>")[0]
    # One rule at the top, in which all others are nested.
    depth = 0
    tops = []
    rule = ""
    for character in style.split("*/", 1)[1]:
        if character == "{":
            if depth == 0:
                tops.append(rule.strip())
            depth += 1
        elif character == "}":
            depth -= 1
            rule = ""
        elif depth == 0:
            rule += character
    assert (depth, tops) == (0, [":is(.bcast-lower, #bcast-lower)"])
    assert "<html" not in first and "http" not in first
    # The script is about this page only.
    assert first.count("<script") == 1
    prefix = first.split('id="', 1)[1].split("root", 1)[0]
    assert f'getElementById("{prefix}root")' in first and prefix not in second


def test_options_are_those_of_the_table():
    tool = subprocess.run([TOOL, "--help"], text=True, capture_output=True, check=True).stdout
    for option in bcast_lower.OPTIONS.values():
        assert f"--{option.name.replace('_', '-')}" in tool
        assert option.default in (option.values or [None])
    assert bcast_lower.OPTIONS["facts"].values == (True, False)
    assert bcast_lower.OPTIONS["zero_extents"].defaults == {"xla": "numpy", "iree": "numpy"}
    assert list(bcast_lower.TARGETS) == ["xla", "iree"]


@pytest.mark.parametrize("function", [bcast_lower.lower, bcast_lower.explain, bcast_lower.verify])
def test_help_has_all_options(function):
    parameters = inspect.signature(function).parameters
    for option in bcast_lower.OPTIONS.values():
        is_taken = option.is_verification or function is not bcast_lower.verify
        assert (option.name in parameters) == is_taken
        assert (f"\n{option.name}:\n" in function.__doc__) == is_taken
    assert max(map(len, function.__doc__.splitlines())) <= 100
    assert function.__module__ == "bcast_lower"


def test_typed_dictionaries_have_the_options():
    assert set(bcast_lower.LowerOptions.__annotations__) == set(bcast_lower.OPTIONS)
    verify = {"trait_rules", "rules", "rules_only", "shapes", "sizes", "function"}
    assert set(bcast_lower.VerifyOptions.__annotations__) == verify
