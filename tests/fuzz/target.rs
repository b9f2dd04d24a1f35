//! The targets of invalid input.

mod command_line;
mod core;
mod driver;
mod text;

use crate::{corpus::Corpus, mutate};
use fastrand::Rng;

/// A part of the project that processes input.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Target {
    /// The driver, on arbitrary bytes.
    Bytes,
    /// The driver, on mutated files.
    Text,
    /// The driver, on mutated bytecode.
    Bytecode,
    /// The reader of rule files.
    Rules,
    /// The parser of pipelines and of pass options.
    Pipelines,
    /// Shapes, plans and facts.
    Core,
    /// The tool, in a separate process.
    CommandLines,
}

impl Target {
    const ALL: [Self; 7] = [
        Self::Bytes,
        Self::Text,
        Self::Bytecode,
        Self::Rules,
        Self::Pipelines,
        Self::Core,
        Self::CommandLines,
    ];

    /// Returns the name that `scripts/fuzz` accepts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Text => "text",
            Self::Bytecode => "bytecode",
            Self::Rules => "rules",
            Self::Pipelines => "pipelines",
            Self::Core => "core",
            Self::CommandLines => "command-lines",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.name() == name)
    }

    /// Returns the target's share of 1,000 inputs.
    pub const fn share(self) -> u64 {
        match self {
            Self::Bytes => 100,
            Self::Text => 400,
            Self::Bytecode => 200,
            Self::Rules | Self::Core => 100,
            Self::Pipelines => 90,
            // Starting a process is the most expensive.
            Self::CommandLines => 10,
        }
    }

    /// Generates an input.
    pub fn input(self, corpus: &mut Corpus, random: &mut Rng) -> Vec<u8> {
        match self {
            Self::Bytes => mutate::noise(random),
            Self::Text => {
                let (text, other) = (corpus.text(random), corpus.text(random));
                mutate::text(random, text, other)
            }
            Self::Bytecode => {
                let bytecode = corpus.bytecode(random).to_vec();
                mutate::bytes(random, &bytecode)
            }
            Self::Rules => text::rule_file(random),
            Self::Pipelines => text::pipeline(random),
            Self::Core => (0..random.usize(..200)).map(|_| random.u8(..)).collect(),
            Self::CommandLines => command_line::input(corpus, random),
        }
    }

    /// Runs the target on an input; fails with a description of the fault.
    pub fn run(self, input: &[u8], random: &mut Rng) -> Result<(), String> {
        match self {
            Self::Bytes | Self::Text => driver::run_on(input, random, true),
            // Names in bytecode may be impossible in text.
            Self::Bytecode => driver::run_on(input, random, false),
            Self::Rules => text::read_rules(input),
            Self::Pipelines => text::check_pipeline(input),
            Self::Core => core::run_on(input),
            Self::CommandLines => command_line::run_on(input),
        }
    }
}
