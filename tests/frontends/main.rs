//! Every option about sizes, with every frontend, for every target, in every format.

#[path = "../support/attributes.rs"]
mod attributes;
#[path = "../support/context.rs"]
mod context;
#[path = "../support/interpret/mod.rs"]
mod interpret;

use Expected::{Dynamic, Refused, Static};
use bcast_lower::{
    artifact::Version,
    driver::{Config, Job, OutputFormat, Status, run},
    pipeline::{OptionError, Target, lowering_pipeline, parse_lowering_options},
    plan::ZeroExtents,
};
use interpret::{Outcome, Rules, Tensor, interpret};
use melior::ir::Module;
use std::{fs, path::Path};

/// The files in `programs`, each of which computes sums of a matrix and a row: tensors of these sizes.
const PROGRAMS: [(&str, &str); 7] = [
    ("torch", "2x3,3"),
    ("tensorflow", "2x3,3"),
    ("onnx", "2x3,3"),
    ("jax", "2x3,3"),
    ("tosa", "2x3,1x3"),
    ("own", "2x3,3"),
    ("rules", "2x3,3"),
];

const TARGETS: [Option<Target>; 3] = [None, Some(Target::Xla), Some(Target::Iree)];

/// What is said of the sizes; `SHAPES` stands for those of the arguments, `PART` for the same with unknown rows.
const GIVEN: [(&str, &str); 7] = [
    ("nothing", ""),
    ("shapes", "shapes=SHAPES"),
    ("part of the shapes", "shapes=PART"),
    ("sizes", "sizes=b=2,n=3"),
    ("part of the sizes", "sizes=n=3"),
    ("ranges", "sizes=b=1..8,n=2..64"),
    ("a profile", "profile=SHAPES"),
];

/// What a run is meant to do.
#[derive(Clone, Copy, Debug)]
enum Expected {
    /// It writes a program with static types.
    Static,
    /// It writes a program for several sizes.
    Dynamic,
    /// It fails with this reason, on an op.
    Refused(&'static str),
}

fn expected(program: &str, target: Option<Target>, given: &str) -> Expected {
    match (program, target, given) {
        ("onnx", Some(_), _) => Refused(
            "'onnx.Constant' op has no equivalent in StableHLO; run onnx-mlir's or torch-mlir's conversion to \
             StableHLO first",
        ),
        ("own", Some(_), _) => Refused("'my.sum' op has no equivalent in StableHLO"),
        ("tosa", Some(Target::Xla), _) => Refused(
            "'tosa.pad' op has no equivalent in StableHLO; choose a target that accepts TOSA, or convert it to \
             StableHLO first",
        ),
        (_, _, "shapes" | "sizes") => Static,
        _ => Dynamic,
    }
}

fn read(file: &str) -> Vec<u8> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frontends/programs");
    let path = directory.join(file);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns what a run writes, or its diagnostics.
fn convert(source: &[u8], pipeline: &str, format: OutputFormat) -> Result<Vec<u8>, String> {
    let mut config = Config::default();
    config.pipeline = pipeline.into();
    config.allow_unregistered = true;
    config.output_format = format;
    let mut diagnostics = vec![];
    let outcome = run(Job::new(&config, "program.mlir", source), &mut diagnostics);
    let outcome = outcome.expect("there is nothing wrong but with the source");
    match outcome.status {
        Status::Success => Ok(outcome.output),
        Status::Failure => Err(String::from_utf8(diagnostics).expect("diagnostics are text")),
    }
}

fn print(source: &[u8]) -> String {
    let text = convert(source, "builtin.module()", OutputFormat::default());
    String::from_utf8(text.expect("it is valid")).expect("it is printed as text")
}

/// Calls a function with each program, the pipeline for each target and sizes, the target, and what the run is meant to
/// do.
fn for_each(mut check: impl FnMut(&str, &str, Option<Target>, Expected) -> Result<(), String>) {
    let mut failures = vec![];
    for (program, shapes) in PROGRAMS {
        let part = shapes.replace("2x", "?x").replace(",3", ",?");
        let part = part.replace("1x3", "1x?");
        for target in TARGETS {
            for (name, given) in GIVEN {
                let given = given.replace("SHAPES", shapes).replace("PART", &part);
                let given = match given.split_once('=') {
                    Some((key, value)) => format!("{key}=\"{value}\""),
                    None => given,
                };
                let rules = match program {
                    // IREE reads TOSA as it is.
                    "tosa" if target == Some(Target::Iree) => "chlo".into(),
                    "tensorflow" | "onnx" | "tosa" => program.to_string(),
                    "own" | "rules" => {
                        let root = env!("CARGO_MANIFEST_DIR");
                        format!("{root}/tests/frontends/programs/own.toml")
                    }
                    _ => "chlo".into(),
                };
                let options = format!("rules=\"{rules}\" {given}");
                let options = match parse_lowering_options(target, &options) {
                    Ok(options) => options,
                    Err(error) => {
                        assert_eq!(error, OptionError::Profiles);
                        assert!(target != Some(Target::Iree) && name == "a profile");
                        continue;
                    }
                };
                let pipeline = lowering_pipeline(target, &options);
                let expected = expected(program, target, name);
                if let Err(reason) = check(program, &pipeline, target, expected) {
                    failures.push(format!("{program}, {target:?}, {name}: {reason}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Checks what a run has written, or why it failed.
fn check(
    result: Result<String, String>,
    expected: Expected,
    target: Option<Target>,
) -> Result<(), String> {
    let text = match (result, expected) {
        (Err(diagnostics), Refused(reason)) if diagnostics.contains(reason) => return Ok(()),
        (Err(diagnostics), _) => return Err(diagnostics),
        (Ok(text), Refused(_)) => return Err(format!("it is not refused:\n{text}")),
        (Ok(text), Static | Dynamic) => text,
    };
    let is_dynamic = text.contains("tensor<?") || text.contains("x?x");
    if is_dynamic != matches!(expected, Dynamic) {
        return Err(format!("{expected:?} is expected:\n{text}"));
    }
    if target != Some(Target::Xla) {
        return Ok(());
    }
    let context = context::context();
    let module = Module::parse(&context, &text).ok_or("it is not read back")?;
    let argument = |shape: &[i64]| Tensor::of_shape(shape.to_vec());
    let rules = Rules {
        zero_extents: ZeroExtents::Numpy,
        has_witnesses: false,
    };
    let outcome = |row| interpret(&module, &[argument(&[2, 3]), argument(&[row])], rules).outcome;
    let results = Outcome::Shapes(vec![vec![2, 1], vec![2, 3]]);
    match outcome(3) {
        found if found == results => {}
        Outcome::Shapes(found) if found == [[2, 3]] => {}
        found => return Err(format!("{found:?}:\n{text}")),
    }
    match outcome(4) {
        Outcome::Failed(_) => Ok(()),
        _ if !text.contains("%arg1: tensor<?xf32>") => Ok(()),
        found => Err(format!("with 4 columns, {found:?}:\n{text}")),
    }
}

#[test]
fn sizes_are_given_to_programs_in_text_and_in_bytecode() {
    for_each(|program, pipeline, target, expected| {
        let source = read(&format!("{program}.mlir"));
        let text = convert(&source, pipeline, OutputFormat::default());
        let bytecode = convert(&source, "builtin.module()", OutputFormat::Bytecode)?;
        let bytecode = convert(&bytecode, pipeline, OutputFormat::Bytecode);
        let bytecode = bytecode.map(|bytecode| print(&bytecode));
        let text = text.map(|text| print(&text));
        if let (Ok(text), Ok(other)) = (&text, &bytecode)
            && text != other
        {
            return Err(format!("other bytecode:\n{other}"));
        }
        check(text, expected, target).and_then(|()| check(bytecode, expected, target))
    });
}

/// What XLA gets is written as an artifact, in which the sizes of arguments keep their names.
#[test]
fn sizes_are_given_to_programs_in_artifacts() {
    let format = || OutputFormat::Artifact(Version::CURRENT);
    let options = parse_lowering_options(Some(Target::Xla), "rules=tensorflow");
    let to_artifact = lowering_pipeline(Some(Target::Xla), &options.expect("they are right"));
    for_each(|program, pipeline, target, expected| {
        let source = read(&format!("{program}.mlir"));
        let source = match (program, convert(&source, &to_artifact, format())) {
            ("onnx" | "own" | "tosa" | "rules", Err(_)) => return Ok(()),
            (_, artifact) => artifact?,
        };
        let text = convert(&source, pipeline, OutputFormat::default()).map(|text| print(&text));
        check(text, expected, target)?;
        match target {
            Some(Target::Xla) => {
                let written = convert(&source, pipeline, format());
                check(written.map(|artifact| print(&artifact)), expected, target)
            }
            _ => Ok(()),
        }
    });
}
