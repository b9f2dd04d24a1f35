//! The process that runs inputs and reports the current one.

use crate::{corpus::Corpus, target::Target};
use std::{
    any::Any,
    env, fs,
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind, set_hook},
    path::PathBuf,
};

/// The share of the inputs that a child runs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Share {
    pub target: Target,
    pub seed: u64,
    pub first: u64,
    pub end: u64,
}

/// The environment variables for the share and for the directory of saved inputs.
pub const SHARE: &str = "BCAST_LOWER_FUZZ_SHARE";
pub const KEEP: &str = "BCAST_LOWER_FUZZ_KEEP";

impl Share {
    /// Returns the text that [`parse`](Self::parse) reads.
    pub fn format(&self) -> String {
        format!(
            "{} {} {} {}",
            self.target.name(),
            self.seed,
            self.first,
            self.end
        )
    }

    fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let target = Target::named(words.next()?)?;
        let mut number = || words.next()?.parse().ok();
        Some(Self {
            target,
            seed: number()?,
            first: number()?,
            end: number()?,
        })
    }
}

/// A message from a child to its parent, one line each.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Message {
    /// The child is about to run an input.
    Begin(u64),
    /// The input causes a fault.
    Fault(String),
    /// The child's resident memory, in KiB.
    Memory(u64),
    /// All inputs have been run.
    End,
}

impl Message {
    fn send(&self) {
        let line = match self {
            Self::Begin(number) => format!("\n@begin {number}\n"),
            Self::Fault(text) => format!("\n@fault {}\n", text.escape_debug()),
            Self::Memory(size) => format!("\n@memory {size}\n"),
            Self::End => "\n@end \n".into(),
        };
        // Not `print!`, whose output the harness would capture.
        io::stdout()
            .write_all(line.as_bytes())
            .and_then(|()| io::stdout().flush())
            .expect("the parent listens");
    }

    /// Parses a line; `None` if it is not a message.
    pub fn receive(line: &str) -> Option<Self> {
        let (kind, rest) = line.strip_prefix('@')?.split_once(' ')?;
        Some(match kind {
            "begin" => Self::Begin(rest.parse().ok()?),
            "fault" => Self::Fault(rest.into()),
            "memory" => Self::Memory(rest.parse().ok()?),
            "end" => Self::End,
            _ => return None,
        })
    }
}

/// Runs the share in the environment.
pub fn run() {
    let text = env::var(SHARE).expect("the parent names a share");
    let share = Share::parse(&text).expect("the parent knows how to name it");
    let keep = env::var_os(KEEP).map(PathBuf::from);
    set_hook(Box::new(|_| {}));
    let mut corpus = Corpus::new();
    for number in share.first..share.end {
        Message::Begin(number).send();
        let mut random = fastrand::Rng::with_seed(mix(share, number));
        let input = share.target.input(&mut corpus, &mut random);
        if let Some(path) = &keep {
            fs::write(path, &input).expect("the input can be kept");
        }
        let result = catch_unwind(AssertUnwindSafe(|| share.target.run(&input, &mut random)));
        match result {
            Ok(Ok(())) => {}
            Ok(Err(fault)) => Message::Fault(fault).send(),
            Err(panic) => Message::Fault(format!("panic: {}", panic_message(&*panic))).send(),
        }
        if number % 64 == 0 || number + 1 == share.end {
            Message::Memory(resident_kib()).send();
        }
    }
    Message::End.send();
}

/// Maps neighbouring numbers to unrelated seeds.
fn mix(share: Share, number: u64) -> u64 {
    let mut random = fastrand::Rng::with_seed(share.seed);
    let salt = random.u64(..) ^ (share.target as u64);
    fastrand::Rng::with_seed(salt.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))).u64(..)
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "without a message".into())
}

fn resident_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or(0)
}
