//! What is fed with bad input.

mod command_line;
mod core;
mod driver;
mod text;

use crate::{corpus::Corpus, mutate};
use fastrand::Rng;

/// Something that takes input.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Target {
    /// The driver, on bytes that are no file of any kind.
    Bytes,
    /// The driver, on files that were mutated.
    Text,
    /// The driver, on bytecode that was mutated.
    Bytecode,
    /// The reader of rule files.
    Rules,
    /// The parser of pipelines and of pass options.
    Pipelines,
    /// Shapes, plans and facts.
    Core,
    /// The tool, in a process of its own.
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

    /// Returns the name, as `scripts/fuzz` takes it.
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

    /// How many of 1,000 inputs it gets.
    pub const fn share(self) -> u64 {
        match self {
            Self::Bytes => 100,
            Self::Text => 400,
            Self::Bytecode => 200,
            Self::Rules | Self::Core => 100,
            Self::Pipelines => 90,
            // Starting a process costs most.
            Self::CommandLines => 10,
        }
    }

    /// Makes an input.
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

    /// Runs it on an input; says what is wrong, if anything is.
    pub fn run(self, input: &[u8], random: &mut Rng) -> Result<(), String> {
        match self {
            Self::Bytes | Self::Text => driver::run_on(input, random, true),
            // Names in bytecode may be such that no text has them.
            Self::Bytecode => driver::run_on(input, random, false),
            Self::Rules => text::read_rules(input),
            Self::Pipelines => text::check_pipeline(input),
            Self::Core => core::run_on(input),
            Self::CommandLines => command_line::run_on(input),
        }
    }
}
