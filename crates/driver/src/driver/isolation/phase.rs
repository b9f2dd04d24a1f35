//! The message about a child that ends without a result.

use crate::driver::progress::Phase;
use nix::sys::signal::Signal;
use std::fmt::{self, Display, Formatter};

impl Phase {
    /// Returns who crashes in this phase: a part of MLIR, or passes.
    fn subject(&self, is_bytecode: bool) -> String {
        match self {
            Self::Reading if is_bytecode => "malformed bytecode: MLIR's reader".into(),
            Self::Reading => "MLIR's parser".into(),
            Self::Writing => "MLIR's printer".into(),
            Self::Processing(passes) => {
                let mut names = vec![];
                for pass in passes {
                    let name = format!("'{pass}'");
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                match names.as_slice() {
                    [] => "the run, after the source has been read,".into(),
                    [name] => format!("pass {name}"),
                    names => format!("one of the passes {}", names.join(", ")),
                }
            }
        }
    }

    /// Returns what the user can do about a crash, to follow the message.
    fn advice(&self) -> &'static str {
        match self {
            Self::Processing(passes) if !passes.is_empty() => {
                "; `--mlir-pass-pipeline-crash-reproducer=FILE` writes the program before the \
                 passes, with the pipeline, to a file"
            }
            _ => "",
        }
    }
}

/// How a process ended without a result.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Cause {
    Signal(Signal),
    Code(i32),
    Unknown,
}

/// How a child ended without a result, and in which phase.
#[derive(Debug)]
pub(in crate::driver) struct Ending {
    pub(super) phase: Phase,
    pub(super) cause: Cause,
    /// Whether the source is bytecode.
    pub(super) is_bytecode: bool,
}

impl Display for Ending {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let subject = self.phase.subject(self.is_bytecode);
        match self.cause {
            Cause::Signal(Signal::SIGXCPU) if self.phase == Phase::Reading => {
                return write!(formatter, "{subject} does not terminate");
            }
            Cause::Signal(
                signal @ (Signal::SIGABRT
                | Signal::SIGBUS
                | Signal::SIGFPE
                | Signal::SIGILL
                | Signal::SIGSEGV
                | Signal::SIGSYS
                | Signal::SIGTRAP),
            ) => write!(formatter, "{subject} crashes with {signal}")?,
            // Others come from outside.
            Cause::Signal(signal) => {
                let during = match self.phase {
                    Phase::Reading => "the source was read".into(),
                    Phase::Writing => "the output was written".into(),
                    Phase::Processing(ref passes) if passes.is_empty() => {
                        "the program was processed".into()
                    }
                    Phase::Processing(_) => format!("{subject} ran"),
                };
                write!(
                    formatter,
                    "the process was ended by {signal} while {during}"
                )?;
                return match signal {
                    Signal::SIGKILL => formatter.write_str("; perhaps memory ran out"),
                    Signal::SIGXCPU => formatter.write_str("; its time is limited"),
                    _ => Ok(()),
                };
            }
            Cause::Code(code) => write!(formatter, "{subject} ends with exit code {code}")?,
            Cause::Unknown => write!(formatter, "{subject} ends without a result")?,
        }
        formatter.write_str(self.phase.advice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::progress::RunStep;

    #[test]
    fn messages_name_the_phase_and_the_cause() {
        use RunStep::{PassBegins, PassEnds, Read, Write};
        let [inline, cse] = ["inline", "cse"].map(String::from);
        let begins = |pass: &String| PassBegins(pass.clone());
        let ends = |pass: &String| PassEnds(pass.clone());
        let advice = "; `--mlir-pass-pipeline-crash-reproducer=FILE` writes the program before \
                      the passes, with the pipeline, to a file";
        for (steps, crash, kill) in [
            (
                vec![],
                "malformed bytecode: MLIR's reader crashes with SIGSEGV",
                "the source was read",
            ),
            (
                vec![Read],
                "the run, after the source has been read, crashes with SIGSEGV",
                "the program was processed",
            ),
            (
                vec![Read, begins(&inline), ends(&inline), begins(&cse)],
                &format!("pass 'cse' crashes with SIGSEGV{advice}"),
                "pass 'cse' ran",
            ),
            (
                // On several threads.
                vec![
                    Read,
                    begins(&cse),
                    begins(&cse),
                    begins(&inline),
                    ends(&cse),
                ],
                &format!("one of the passes 'cse', 'inline' crashes with SIGSEGV{advice}"),
                "one of the passes 'cse', 'inline' ran",
            ),
            (
                vec![Read, begins(&cse), ends(&cse), Write],
                "MLIR's printer crashes with SIGSEGV",
                "the output was written",
            ),
        ] {
            let mut phase = Phase::default();
            for step in steps {
                phase.follow(step);
            }
            let message = |signal| {
                let (phase, cause) = (phase.clone(), Cause::Signal(signal));
                let ending = Ending {
                    phase,
                    cause,
                    is_bytecode: true,
                };
                ending.to_string()
            };
            assert_eq!(message(Signal::SIGSEGV), crash);
            let killed =
                format!("the process was ended by SIGKILL while {kill}; perhaps memory ran out");
            assert_eq!(message(Signal::SIGKILL), killed);
        }
    }
}
