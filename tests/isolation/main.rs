//! Tests that the process that reads bytecode takes no lock that another thread held at its
//! start.

use bcast_lower::{
    driver::{self, Config, Job, Lowering, OutputFormat, ReportFormat, Status},
    rule::{RuleBuilder, RuleTableBuilder},
    transform::Rules,
};
use std::{
    io::{self, Write},
    panic, process,
    sync::mpsc,
    thread,
    time::Duration,
};

const SOURCE: &[u8] = b"
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = \"x.y\"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}";

fn bytecode() -> Vec<u8> {
    let mut config = Config::default();
    config.pipeline = "builtin.module()".into();
    config.allow_unregistered = true;
    config.output_format = OutputFormat::Bytecode;
    let outcome = driver::run(Job::new(&config, "a.mlir", SOURCE), &mut vec![]);
    outcome.expect("the program is valid").output
}

/// Explains a program in a separate process, with a rule whose hook does not return; returns the
/// diagnostics.
fn explain_with_hook(source: &[u8], hook: fn() -> !) -> String {
    let rule = RuleBuilder::with_hook("x.y", "fails").build();
    let table = RuleTableBuilder::new()
        .add_rule(rule.expect("the rule is valid"))
        .build();
    let rules = Rules::new(table.expect("there is one rule"));
    let lowering = Lowering {
        rules: rules.with_hook("fails", move |_| hook()),
        ..Default::default()
    };
    let mut config = Config::default();
    config.allow_unregistered = true;
    config.isolate_crashes = true;
    let format = ReportFormat::Json;
    let mut diagnostics = vec![];
    let job = Job::new(&config, "a.mlirbc", source);
    let outcome = driver::explain(job, &lowering, format, &mut diagnostics);
    assert_eq!(outcome.expect("it can be run").status, Status::Failure);
    String::from_utf8(diagnostics).expect("diagnostics are text")
}

/// The panic hook locks standard error, as the tool's and the standard library's do, while
/// another thread holds that lock.
#[test]
fn a_panic_in_the_process_needs_no_lock() {
    let source = bytecode();
    // The hook below is set after a run, as a program may do.
    let _ = explain_with_hook(&source, || process::abort());
    let (locked, is_locked) = mpsc::channel();
    let (release, is_released) = mpsc::channel::<()>();
    let holder = thread::spawn(move || {
        let _lock = io::stderr().lock();
        locked.send(()).expect("the test waits");
        // Holds the lock until the parent's hook runs or cannot run any more.
        let _ = is_released.recv();
    });
    is_locked.recv().expect("the thread takes the lock");

    let parent = process::id();
    panic::set_hook(Box::new(move |information| {
        if process::id() == parent {
            let _ = release.send(());
        }
        let _ = writeln!(io::stderr().lock(), "{information}");
    }));
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || done.send(explain_with_hook(&source, || panic!("as expected"))));
    let result = is_done.recv_timeout(Duration::from_secs(60));
    // The harness needs its own hook, and the lock.
    drop(panic::take_hook());
    let message = result.expect("the process waits for no lock");
    assert!(
        message.contains("'x.y' op cannot be lowered by its hook: it panics: as expected"),
        "{message}"
    );
    holder.join().expect("the thread ends");
}

#[test]
fn a_crash_after_reading_is_not_one_of_the_reader() {
    assert_eq!(
        explain_with_hook(&bytecode(), || process::abort()),
        "a.mlirbc: error: the run, after the source has been read, crashes with SIGABRT\n"
    );
}

/// Runs in the test's process, and runs in separate processes, at the same time.
#[test]
fn processes_begin_while_no_other_run_holds_a_lock() {
    let source = bytecode();
    let mut config = Config::default();
    config.allow_unregistered = true;
    config.isolate_crashes = true;
    let run = |source| {
        let (outcome, diagnostics) =
            driver::run_with_diagnostics(Job::new(&config, "a", source)).expect("it can be run");
        assert_eq!((outcome.status, diagnostics), (Status::Success, vec![]));
        outcome.output
    };
    let expected = run(SOURCE);
    thread::scope(|scope| {
        for source in [SOURCE, &source, SOURCE, &source] {
            let (run, expected) = (&run, &expected);
            scope.spawn(move || {
                for _ in 0..20 {
                    assert_eq!(run(source), *expected);
                }
            });
        }
    });
}

#[test]
fn values_come_from_processes() {
    let source = bytecode();
    let mut config = Config::default();
    config.isolate_crashes = true;
    let lowering = Lowering::default();
    let report = |config: &Config, source| {
        driver::report(Job::new(config, "a.mlirbc", source), &lowering).expect("it can be run")
    };
    // The op's dialect is unknown.
    let (status, nothing, diagnostics) = report(&config, &source);
    assert_eq!((status, nothing), (Status::Failure, None));
    assert!(
        diagnostics[0].message.contains("dialect"),
        "{diagnostics:?}"
    );

    config.allow_unregistered = true;
    let (status, isolated, _) = report(&config, &source);
    config.isolate_crashes = false;
    assert_eq!(status, Status::Success);
    assert_eq!(isolated, report(&config, &source).1);

    config.isolate_crashes = true;
    let crash = include_bytes!("../cli/malformed/crash.mlirbc");
    let (_, diagnostics) =
        driver::run_with_diagnostics(Job::new(&config, "a.mlirbc", crash)).expect("it can be run");
    let message = "malformed bytecode: MLIR's reader crashes with ";
    assert!(
        diagnostics[0].message.starts_with(message),
        "{diagnostics:?}"
    );
}
