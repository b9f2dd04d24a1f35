use super::*;
use crate::text::{Expectations, MAXIMUM_NESTING};
use std::{
    fs::File,
    io::{self, Read, Seek},
    thread,
};

fn config() -> Config {
    Config {
        pipeline: "builtin.module(canonicalize)".into(),
        ..Default::default()
    }
}

fn job<'j>(config: &'j Config, source: &'j [u8]) -> Job<'j> {
    Job::new(config, "a.mlir", source)
}

fn check(config: &Config, source: &str, status: Status, expected: &str) {
    let mut diagnostics = Vec::new();
    let outcome = run(job(config, source.as_bytes()), &mut diagnostics).unwrap();
    let diagnostics = String::from_utf8(diagnostics).unwrap();
    assert_eq!(outcome.status, status, "{diagnostics}");
    assert_eq!(diagnostics, expected);
}

#[test]
fn an_invalid_pipeline_is_reported_without_a_source() {
    let config = Config {
        pipeline: "builtin.module(missing)".into(),
        ..Default::default()
    };
    let Err(Error::Pipeline(error)) = check_config(&config) else {
        panic!("the pipeline is invalid");
    };
    assert_eq!(error.pipeline, config.pipeline);
    assert!(error.reason.contains("'missing' does not refer to"));
}

fn check_config(config: &Config) -> Result<(), Error> {
    super::check(config)
}

#[test]
fn a_run_stops_on_request() {
    let config = config();
    let stop = Stop::default();
    let mut job = job(&config, b"func.func private @f()");
    job.stop = Some(&stop);
    let run = || run_with_diagnostics(job).map(|(outcome, _)| outcome.status);
    assert_eq!(run().unwrap(), Status::Success);
    stop.request();
    assert!(matches!(run(), Err(Error::Stopped)));
}

#[test]
fn a_monitor_shows_how_far_a_run_has_come() {
    let to_bytecode = Config {
        pipeline: "builtin.module()".into(),
        output_format: OutputFormat::Bytecode,
        ..config()
    };
    let text = b"func.func private @f()
func.func @g(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}";
    let bytecode = run(job(&to_bytecode, text), &mut vec![]).unwrap().output;
    for (pipeline, phase, share) in [
        ("func.func(canonicalize),cse", Phase::Writing, None),
        (
            // Of four runs, two on functions and one on the module are over.
            "func.func(canonicalize),verify-broadcastable,cse",
            Phase::Processing(vec![]),
            Some(0.75),
        ),
    ] {
        let config = Config {
            pipeline: format!("builtin.module({pipeline})"),
            isolate_crashes: true,
            ..config()
        };
        for source in [text, bytecode.as_slice()] {
            let monitor = Monitor::default();
            let mut job = job(&config, source);
            job.monitor = Some(&monitor);
            run_with_diagnostics(job).unwrap();
            let progress = monitor.progress();
            assert_eq!((progress.phase, progress.share), (phase.clone(), share));
        }
    }
}

fn irdl(text: &str) -> Config {
    Config {
        irdl: vec![IrdlSource {
            name: "my.irdl".into(),
            text: text.into(),
        }],
        ..config()
    }
}

#[test]
fn irdl_dialects_are_available_in_all_chunks() {
    let config = Config {
        split_marker: Some(split::MARKER.into()),
        ..irdl("irdl.dialect @my { irdl.operation @op {} }")
    };
    let source = "\"my.op\"() : () -> ()\n// -----\n\"my.op\"() : () -> ()";
    check(&config, source, Status::Success, "");
}

#[test]
fn invalid_irdl_is_reported_even_if_diagnostics_are_verified() {
    let config = Config {
        verify_diagnostics: Some(Expectations::OnlyExpected),
        ..irdl("irdl.dialect @func {}")
    };
    let expected = "my.irdl:1:1: error: dialect 'func' already exists; \
                    IRDL can only define new dialects\n\
                    irdl.dialect @func {}\n^\n";
    check(&config, "", Status::Failure, expected);
}

#[test]
fn expectations_without_a_location_are_checked_once() {
    let config = Config {
        verify_diagnostics: Some(Expectations::All),
        ..config()
    };
    check(
        &config,
        "// expected-error@unknown {{never}}",
        Status::Failure,
        "<unknown>:0: error: expected error \"never\" was not produced\n",
    );
}

#[test]
fn unexpected_diagnostics_may_be_allowed() {
    let source = "// expected-error@below {{'wrong' is unknown}}\nwrong\n// -----\nwrong";
    for (expectations, status) in [
        (Expectations::All, Status::Failure),
        (Expectations::OnlyExpected, Status::Success),
    ] {
        let config = Config {
            verify_diagnostics: Some(expectations),
            split_marker: Some(split::MARKER.into()),
            ..config()
        };
        let outcome = run(job(&config, source.as_bytes()), &mut Vec::new()).unwrap();
        assert_eq!(outcome.status, status);
    }
}

#[test]
fn errors_of_verifiers_show_the_op() {
    let source = "\"func.func\"() ({}) : () -> ()";
    let mut diagnostics = Vec::new();
    let outcome = run(job(&config(), source.as_bytes()), &mut diagnostics).unwrap();
    assert_eq!(outcome.status, Status::Failure);
    let diagnostics = String::from_utf8(diagnostics).unwrap();
    assert!(
        diagnostics.contains("note: see current operation"),
        "{diagnostics}"
    );
}

#[test]
fn deeply_nested_text_is_rejected_at_its_location() {
    let source = format!("// -----\n{}", "[".repeat(MAXIMUM_NESTING + 1));
    let config = Config {
        split_marker: Some(split::MARKER.into()),
        ..config()
    };
    let mut diagnostics = Vec::new();
    let outcome = run(job(&config, source.as_bytes()), &mut diagnostics).unwrap();
    assert_eq!(outcome.status, Status::Failure);
    let expected = format!(
        "a.mlir:2:{}: error: nested too deeply: more than {MAXIMUM_NESTING} brackets are open",
        MAXIMUM_NESTING + 1
    );
    assert!(diagnostics.starts_with(expected.as_bytes()));
}

#[test]
fn runs_in_several_threads() {
    let source = "func.func @f(%a: i32) -> i32 { %0 = arith.addi %a, %a : i32 return %0 : i32 }\n";
    let source = source.as_bytes();
    let expected = run(job(&config(), source), &mut Vec::new()).unwrap();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let outcome = run(job(&config(), source), &mut Vec::new()).unwrap();
                    assert_eq!(outcome, expected);
                }
            });
        }
    });
}

#[test]
fn diagnostics_that_cannot_be_written_are_an_error() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let result = run(job(&config(), b"wrong"), &mut Closed);
    assert!(matches!(result, Err(Error::Diagnostics(_))));
}

#[test]
fn output_may_go_to_a_file_and_the_source_may_be_borrowed() {
    let source = b"func.func private @f()\n// -----\nfunc.func private @g()\0";
    let mut config = config();
    config.split_marker = Some(split::MARKER.into());
    assert!(Job::terminated(&config, "a.mlir", b"").is_none());
    assert!(Job::terminated(&config, "a.mlir", b"a").is_none());
    let job = Job::terminated(&config, "a.mlir", source).unwrap();
    assert_eq!(job.source, &source[..source.len() - 1]);
    let in_memory = run(job, &mut vec![]).unwrap();
    let copied = run(Job::new(&config, "a.mlir", job.source), &mut vec![]).unwrap();
    assert_eq!(in_memory, copied);

    for is_whole in [false, true] {
        let mut file = tempfile::tempfile().unwrap();
        let mut job = Job::terminated(&config, "a.mlir", source).unwrap();
        job.output = Some(match is_whole {
            true => Destination::Whole(&file),
            false => Destination::Partial(&file),
        });
        let outcome = run(job, &mut vec![]).unwrap();
        assert_eq!((outcome.status, outcome.output), (Status::Success, vec![]));
        assert_eq!(content(&mut file), in_memory.output);
    }
}

#[test]
fn a_whole_output_is_not_written_after_a_failure() {
    let mut config = config();
    config.split_marker = Some(split::MARKER.into());
    for source in [
        &b"func.func private @f()\n// -----\nfunc.func"[..],
        b"func.func\n// -----\nfunc.func private @f()",
    ] {
        let written = |destination: fn(&File) -> Destination<'_>| {
            let mut file = tempfile::tempfile().unwrap();
            let mut job = Job::new(&config, "a.mlir", source);
            job.output = Some(destination(&file));
            let outcome = run(job, &mut vec![]).unwrap();
            assert_eq!((outcome.status, outcome.output), (Status::Failure, vec![]));
            content(&mut file)
        };
        assert!(!written(|file| Destination::Partial(file)).is_empty());
        assert!(written(|file| Destination::Whole(file)).is_empty());
    }
}

/// Returns everything in a file.
fn content(file: &mut File) -> Vec<u8> {
    let mut content = vec![];
    file.rewind().unwrap();
    file.read_to_end(&mut content).unwrap();
    content
}

#[test]
fn the_message_of_a_failed_check_comes_from_text_and_bytecode() {
    let text = b"func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}";
    let pipeline = "builtin.module(lower-broadcast,pad-to-bounds{bounds=\"4,4\"})";
    for output_format in [
        OutputFormat::Text(PrintOptions::default()),
        OutputFormat::Bytecode,
    ] {
        let config = Config {
            pipeline: pipeline.into(),
            output_format,
            ..Config::default()
        };
        let lowered = run(job(&config, text), &mut vec![]).unwrap().output;
        let message = |sizes, status| {
            let call = FailedCall {
                function: Some("f"),
                sizes,
                status,
            };
            let (message, said) = check_message(job(&config, &lowered), &call).unwrap();
            message.ok_or_else(|| said[0].message.clone())
        };
        assert_eq!(
            message(&[5, 2], 1).as_deref(),
            Ok(
                "the program is for sizes up to bounds; got 5 as size of argument #0 dim 0 (0 to 4), 2 as size of \
                argument #1 dim 0 (0 to 4)"
            )
        );
        assert_eq!(
            message(&[3, 2], 2).as_deref(),
            Ok(
                "chlo.broadcast_add: operand #0 dim 0 has size 3, operand #1 dim 0 has size 2; expected equal sizes, or \
                1 and a size of at least 1"
            )
        );
        assert_eq!(
            message(&[3], 2).unwrap_err(),
            "'func.func' op 'f' has another number of sizes: expected 2, got 1"
        );
    }
    let config = Config::default();
    let call = FailedCall {
        function: None,
        sizes: &[],
        status: 1,
    };
    let (message, said) = check_message(job(&config, b"func.func"), &call).unwrap();
    assert_eq!(message, None);
    assert!(said[0].message.contains("expected"), "{said:?}");
}
