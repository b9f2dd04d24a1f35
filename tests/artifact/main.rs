//! Portable artifacts and bytecode: what jaxlib writes is read, and what is written is read back.

use bcast_lower::{
    artifact::Version,
    driver::{Config, Job, OutputFormat, Status, run},
};
use std::{fs, path::Path};

/// Runs no pass; returns what comes out, or the diagnostics.
fn convert(name: &str, source: &[u8], format: OutputFormat) -> Result<Vec<u8>, String> {
    let mut config = Config::default();
    config.pipeline = "builtin.module()".into();
    config.output_format = format;
    let mut diagnostics = vec![];
    let outcome = run(Job::new(&config, name, source), &mut diagnostics);
    let outcome = outcome.expect("there is nothing wrong but with the source");
    match outcome.status {
        Status::Success => Ok(outcome.output),
        Status::Failure => Err(String::from_utf8(diagnostics).expect("diagnostics are text")),
    }
}

fn print(source: &[u8]) -> Result<String, String> {
    let text = convert("source", source, OutputFormat::default())?;
    Ok(String::from_utf8(text).expect("it is printed as text"))
}

fn write(source: &[u8], version: Version) -> Result<Vec<u8>, String> {
    convert("source", source, OutputFormat::Artifact(version))
}

fn read_file(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// `scripts/write-artifacts` has written the files. Their headers say the version of the bytecode
/// and that of StableHLO.
#[test]
fn artifacts_of_jaxlib_are_read() {
    for (name, versions) in [
        (
            "basic",
            &["0.9.0", "0.11.0", "0.13.0", "0.14.0", "1.0.0", "1.17.0"][..],
        ),
        ("recent", &["1.13.0", "1.17.0"]),
        ("meshes", &["1.16.0"]),
    ] {
        let program = read_file(&format!("tests/artifact/{name}.mlir"));
        let text = print(&program).unwrap();
        for version in versions {
            let artifact = read_file(&format!("tests/artifact/jaxlib/{name}.{version}.mlirbc"));
            assert_eq!(print(&artifact).as_ref(), Ok(&text), "{name} {version}");
            // MLIR's writers number attributes in different orders.
            let written = write(&program, version.parse().unwrap()).unwrap();
            assert_eq!(print(&written).as_ref(), Ok(&text), "{name} {version}");
            let header = artifact.iter().position(|&byte| byte == 0).unwrap();
            assert_eq!(written[..header], artifact[..header], "{name} {version}");
        }
    }
}

/// As above, of bytecode of StableHLO itself: its attributes and types have codes, as have small
/// The order of their attributes in bytecode has changed: jaxlib 0.10.2 has written one of the files, 0.12 the other.
#[test]
fn both_forms_of_ops_with_added_attributes_are_read() {
    let program = read_file("tests/artifact/added_attributes.mlir");
    let text = print(&program);
    for version in ["1.17.0", "1.22.0"] {
        let name = format!("tests/artifact/jaxlib/added_attributes.{version}.mlirbc");
        assert_eq!(print(&read_file(&name)), text, "{version}");
    }
    let bytecode = convert("added_attributes", &program, OutputFormat::Bytecode).unwrap();
    assert_eq!(print(&bytecode), text);
}

/// floats in bytecode of newer versions of MLIR.
#[test]
fn bytecode_of_jaxlib_is_read() {
    for name in ["attributes", "meshes", "types", "quantized"] {
        let text = print(&read_file(&format!("tests/artifact/{name}.mlir"))).unwrap();
        let bytecode = read_file(&format!("tests/artifact/jaxlib/{name}.mlirbc"));
        assert_eq!(print(&bytecode).as_ref(), Ok(&text), "{name}");
    }
}

#[test]
fn attributes_and_types_are_encoded() {
    for name in ["attributes", "meshes", "types"] {
        let program = read_file(&format!("tests/artifact/{name}.mlir"));
        let bytecode = convert(name, &program, OutputFormat::Bytecode).unwrap();
        assert_eq!(print(&bytecode), print(&program), "{name}");
        for text in ["#stablehlo", "!stablehlo", "#chlo<comparison"] {
            let found = bytecode
                .windows(text.len())
                .any(|window| window == text.as_bytes());
            assert!(!found, "{name} has {text} as text");
        }
    }
}

/// Earlier versions of the tool wrote the attributes as text.
#[test]
fn attributes_as_text_are_read() {
    let bytecode = read_file("tests/artifact/attributes_as_text.mlirbc");
    let program = read_file("tests/artifact/attributes.mlir");
    assert_eq!(print(&bytecode), print(&program));
}

/// Writes an artifact of a program of StableHLO's ops.
fn write_ops(source: &[u8]) -> Vec<u8> {
    write(source, Version::CURRENT).unwrap_or_else(|error| {
        panic!("each op of StableHLO needs a row in crates/driver/src/artifact/table.rs: {error}")
    })
}

/// All ops of StableHLO, but where an attribute is given that is the default.
#[test]
fn what_is_written_is_read_back() {
    let recent = ["since_1_14", "since_1_18"];
    let names = ["collective", "control", "elementwise", "numeric"];
    for name in names.into_iter().chain(recent) {
        let source = read_file(&format!("lit/syntax/stablehlo/{name}.mlir"));
        assert_eq!(print(&write_ops(&source)), print(&source), "{name}");
    }
    for name in ["compatible_types", "contraction", "region", "shape"] {
        let source = read_file(&format!("lit/syntax/stablehlo/{name}.mlir"));
        let text = print(&write_ops(&source)).unwrap();
        let artifact = write(text.as_bytes(), Version::CURRENT).unwrap();
        assert_eq!(print(&artifact), Ok(text), "{name}");
    }
}

/// Shardy's ops and attributes stay as they are, between casts, as in artifacts of jaxlib.
#[test]
fn shardy_is_read_back() {
    for name in ["attributes", "ops"] {
        let source = read_file(&format!("lit/syntax/sdy/{name}.mlir"));
        // What no artifact holds.
        let source = String::from_utf8_lossy(&source)
            .replace("chlo.broadcast_add", "stablehlo.add")
            .replace("sdy.func_data_flow_edge", "sdy.data_flow_edge");
        let source = source.split("func.func @collectives").next().unwrap();
        for version in [Version::MINIMUM, Version::CURRENT] {
            let artifact = write(source.as_bytes(), version).unwrap();
            assert_eq!(
                print(&artifact),
                print(source.as_bytes()),
                "{name} {version}"
            );
        }
    }
}

#[test]
fn modules_may_be_empty_or_nested() {
    for source in [
        "module {\n}\n",
        "module @m attributes {a.b = 1 : i32, a.c} {\n  module @n {\n  }\n}\n",
    ] {
        let artifact = write(source.as_bytes(), Version::MINIMUM).unwrap();
        assert_eq!(print(&artifact).as_deref(), Ok(source));
    }
}

/// What arguments declare of their sizes is understood after it has been in an artifact.
#[test]
fn declared_symbols_are_kept() {
    let source = b"
func.func @f(%a: tensor<?xf32> {bcast.dims = [\"n\"]}, %b: tensor<?xf32> {bcast.dims = [\"n\"]})
    -> tensor<?xf32> attributes {bcast.ranges = {n = array<i64: 8, 64, 8>}} {
  %0 = stablehlo.add %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}";
    let artifact = write(source, Version::CURRENT).unwrap();
    let lower = |source: &[u8]| {
        let outcome = run(Job::new(&Config::default(), "source", source), &mut vec![]);
        let outcome = outcome.unwrap();
        assert_eq!(outcome.status, Status::Success);
        let text = String::from_utf8(outcome.output).unwrap();
        // The list stays what it is.
        text.replace("dense<[8, 64, 8]> : tensor<3xi64>", "array<i64: 8, 64, 8>")
    };
    assert_eq!(lower(&artifact), lower(source));
}

/// Checks that an op can be written as the version, and what is said of the one before it.
fn check_since(since: &str, body: &str, before: &str, reason: &str) {
    let source =
        format!("func.func @f(%a: tensor<2x2xf32>, %t: !stablehlo.token) {{\n{body}\nreturn\n}}");
    let write = |version: &str| write(source.as_bytes(), version.parse().unwrap());
    let artifact = write(since).unwrap_or_else(|error| panic!("{since}: {error}\n{body}"));
    assert!(print(&artifact).is_ok(), "{body}");
    let error = write(before).expect_err(body);
    let expected = format!("cannot be written as StableHLO {before}: {reason}");
    assert!(error.contains(&expected), "{error}");
}

#[test]
fn what_a_version_lacks_is_named() {
    let check = check_since;
    check(
        "1.4.0",
        "%0 = stablehlo.tan %a : tensor<2x2xf32>",
        "1.3.9",
        "it needs StableHLO 1.4.0",
    );
    check(
        "1.10.0",
        "%0 = \"stablehlo.tanh\"(%a) <{result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>",
        "1.9.0",
        "its attribute 'result_accuracy' needs StableHLO 1.10.0",
    );
    check(
        "1.6.0",
        "%0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>",
        "1.5.0",
        "its attribute 'algorithm' needs StableHLO 1.6.0",
    );
    check(
        "1.5.0",
        "%0:2 = \"stablehlo.all_to_all\"(%a, %a) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>)",
        "1.4.0",
        "with 2 operands it needs StableHLO 1.5.0",
    );
    check(
        "1.3.0",
        "stablehlo.custom_call @x(%a) {api_version = 4 : i32, backend_config = {}} : (tensor<2x2xf32>) -> ()",
        "1.2.0",
        "a custom call with a typed interface needs StableHLO 1.3.0",
    );
    check(
        "1.12.0",
        "%0 = \"stablehlo.send\"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>, !stablehlo.token) -> !stablehlo.token",
        "1.11.0",
        "its attribute 'source_target_pairs' needs StableHLO 1.12.0",
    );
    check(
        "1.7.0",
        "%0 = stablehlo.convert %a : (tensor<2x2xf32>) -> tensor<2x2xf8E4M3>",
        "1.6.0",
        "type 'tensor<2x2xf8E4M3>' needs StableHLO 1.7.0",
    );
    let mesh = "#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = \"x\", size = 2>]>, axes = [#stablehlo.axis_ref<name = \"x\">]>";
    check(
        "1.16.0",
        &format!(
            "%0 = \"stablehlo.all_gather\"(%a) <{{all_gather_dim = 0 : i64, replica_groups = {mesh}}}> : (tensor<2x2xf32>) -> tensor<4x2xf32>"
        ),
        "1.15.0",
        "its attribute 'replica_groups' needs StableHLO 1.16.0",
    );
    check(
        "1.18.0",
        "stablehlo.custom_call @x(%a) {result_tilings = [[dense<2> : tensor<1xindex>]]} : (tensor<2x2xf32>) -> tensor<2x2xf32>",
        "1.17.0",
        "its attribute 'result_tilings' needs StableHLO 1.18.0",
    );
    check(
        "1.20.0",
        "%0:2 = \"stablehlo.collective_broadcast\"(%a, %a) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)",
        "1.19.0",
        "with 2 operands it needs StableHLO 1.20.0",
    );
    check(
        "1.15.0",
        "%0 = \"stablehlo.async_start\"(%a) ({
         ^bb0(%b: tensor<2x2xf32>):
           %1 = stablehlo.slice %b [0:1, 0:2] : (tensor<2x2xf32>) -> tensor<1x2xf32>
           stablehlo.return %1 : tensor<1x2xf32>
         }) : (tensor<2x2xf32>) -> !stablehlo.future<tensor<1x2xf32>>",
        "1.14.0",
        "it needs StableHLO 1.15.0",
    );
    check(
        "1.19.0",
        "%0 = \"stablehlo.collective_reduce\"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
         ^bb0(%x: tensor<f32>, %y: tensor<f32>):
           stablehlo.return %x : tensor<f32>
         }) : (tensor<2x2xf32>) -> tensor<2x2xf32>",
        "1.18.0",
        "it needs StableHLO 1.19.0",
    );
    check(
        "1.20.0",
        "%l = stablehlo.convert %a : (tensor<2x2xf32>) -> tensor<2x2xf8E4M3FN>
         %r = stablehlo.convert %a : (tensor<2x2xf32>) -> tensor<2x2xf8E5M2>
         %0 = stablehlo.convolution(%l, %r) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2xf8E4M3FN>, tensor<2x2xf8E5M2>) -> tensor<2x2xf32>",
        "1.19.0",
        "with operands of different element types it needs StableHLO 1.20.0",
    );
    check(
        "1.21.0",
        "%l = stablehlo.convert %a : (tensor<2x2xf32>) -> tensor<2x2xf8E4M3FN>
         %0 = stablehlo.dot_general %l, %l, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f8E4M3FN, rhs_precision_type = f8E4M3FN, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<2x2xf8E4M3FN>, tensor<2x2xf8E4M3FN>) -> tensor<2x2xf32>",
        "1.20.0",
        "with an algorithm of several operations on floats of 8 bits it needs StableHLO 1.21.0",
    );
    check(
        "1.22.0",
        "%0 = stablehlo.compare LT, %a, %a, WEAKORDER : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>",
        "1.21.0",
        "its attribute 'compare_type' needs StableHLO 1.22.0",
    );
    check(
        "0.17.0",
        "%c = stablehlo.constant dense<0.0> : tensor<f64>
         %0 = stablehlo.reduce(%a init: %c) across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f64>) -> tensor<f64>
         reducer(%x: tensor<f64>, %y: tensor<f64>) {
           %1 = stablehlo.add %x, %y : tensor<f64>
           stablehlo.return %1 : tensor<f64>
         }",
        "0.16.0",
        "with a result of another element type it needs StableHLO 0.17.0",
    );
}

#[test]
fn what_no_version_has_is_named() {
    for (body, expected) in [
        (
            "%0 = chlo.tan %a : tensor<2xf32> -> tensor<2xf32>",
            "'chlo.tan' op cannot be written as StableHLO 1.22.0: it is of another dialect",
        ),
        (
            "%0 = sdy.func_data_flow_edge %a : tensor<2xf32>",
            "it is checked against the op that defines its operand, which a cast",
        ),
        (
            "%0 = stablehlo.abs %a {x.y = affine_map<(d0) -> (d0)>} : tensor<2xf32>",
            "its attribute 'x.y' has no portable form",
        ),
        (
            "%0 = \"stablehlo.abs\"(%a) {x.y = vector<2xf32>} : (tensor<2xf32>) -> tensor<2xf32>",
            "its attribute 'x.y' has no portable form",
        ),
    ] {
        let source = format!("func.func @f(%a: tensor<2xf32>) {{\n{body}\nreturn\n}}");
        let error = write(source.as_bytes(), Version::CURRENT).expect_err(body);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn newer_artifacts_are_refused() {
    let artifact = write(b"", Version::CURRENT).unwrap();
    let replace = |version: &str| {
        let text = String::from_utf8_lossy(&artifact);
        let start = text.find("1.22.0").expect("the header names the version");
        // What comes before is not all text.
        let start = start - text[..start].chars().filter(|&c| c == '\u{fffd}').count() * 2;
        [
            &artifact[..start],
            version.as_bytes(),
            &artifact[start + "1.22.0".len()..],
        ]
        .concat()
    };
    assert_eq!(print(&replace("1.22.9")).as_deref(), Ok("module {\n}\n"));
    for (version, expected) in [
        (
            "1.23.0",
            "StableHLO 1.23.0 is not known; versions 0.9.0 to 1.22.0 are",
        ),
        ("0.8.00", "StableHLO 0.8.0 is not known"),
        ("1.22.x", "`1.22.x` is not a version of StableHLO"),
    ] {
        let error = print(&replace(version)).expect_err(version);
        assert!(error.contains(expected), "{error}");
    }
}
