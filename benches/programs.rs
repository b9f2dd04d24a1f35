//! Benchmarks of the passes and the driver. `scripts/write-program` writes the programs.

#[path = "../tests/support/context.rs"]
mod context;

use bcast_lower::{
    driver::{self, Config, Job, Status},
    pipeline::{lower_broadcast_pass, verify_broadcastable_pass},
    shape::TraitRules,
    transform::LowerOptions,
};
use context::context;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use melior::{ir::Module, pass::PassManager};
use std::{io, process::Command};

/// The arguments of `scripts/write-program`, each with a name.
const PROGRAMS: [(&str, &[&str]); 3] = [
    ("small", &["small_chain"]),
    ("chain", &["chain", "--ops", "1000"]),
    ("stack", &["stack", "--layers", "6"]),
];

fn write_program(arguments: &[&str]) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/write-program");
    let output = Command::new(script)
        .args(arguments)
        .output()
        .expect("the generator runs");
    assert!(output.status.success(), "{arguments:?} are wrong");
    String::from_utf8(output.stdout).expect("programs are UTF-8")
}

/// Measures each pass alone, on a module in memory.
fn passes(criterion: &mut Criterion) {
    let mut without_facts = LowerOptions::default();
    without_facts.facts = false;
    let context = context();
    for (program, arguments) in PROGRAMS {
        let text = write_program(arguments);
        let mut group = criterion.benchmark_group(program);
        group.throughput(Throughput::Elements(broadcastable_count(&text)));
        for (name, pass) in [
            ("verify", verify_broadcastable_pass(TraitRules::default())),
            ("lower", lower_broadcast_pass(LowerOptions::default())),
            ("lower without facts", lower_broadcast_pass(without_facts)),
        ] {
            let manager = PassManager::new(&context);
            manager.enable_verifier(false);
            manager.add_pass(pass);
            group.bench_function(name, |bencher| {
                bencher.iter_batched(
                    || Module::parse(&context, &text).expect("the program parses"),
                    |mut module| {
                        manager.run(&mut module).expect("the program is valid");
                        module
                    },
                    BatchSize::LargeInput,
                );
            });
        }
        group.finish();
    }
}

/// Measures runs from text to text, as the tool does them. The one without passes is the least
/// that any of them can take.
fn drive(criterion: &mut Criterion) {
    let mut nothing = Config::default();
    nothing.pipeline = "builtin.module()".into();
    for (program, arguments) in PROGRAMS {
        let text = write_program(arguments);
        let mut group = criterion.benchmark_group(program);
        group.throughput(Throughput::Elements(broadcastable_count(&text)));
        for (name, config) in [
            ("text to text", &Config::default()),
            ("text to text without passes", &nothing),
        ] {
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    let outcome =
                        driver::run(Job::new(config, "-", text.as_bytes()), &mut io::sink())
                            .expect("the configuration is valid");
                    assert_eq!(outcome.status, Status::Success);
                    outcome.output
                });
            });
        }
        group.finish();
    }
}

fn broadcastable_count(text: &str) -> u64 {
    text.matches("chlo.broadcast_").count() as u64
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = passes, drive
}
criterion_main!(benches);
