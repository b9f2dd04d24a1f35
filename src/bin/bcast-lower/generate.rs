//! The output of `--generate`: a man page, completions for a shell, a page of the docs, or types
//! for Python.

use crate::{python_stub::python_stub, reference_page::reference_page};
use clap::{Command, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;
use std::io;

/// What can be generated from the command line's definition.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Generated {
    Man,
    CompleteBash,
    CompleteElvish,
    CompleteFish,
    CompletePowershell,
    CompleteZsh,
    Passes,
    Pyi,
}

/// Generates a text from a command.
pub fn generate(mut command: Command, what: Generated) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let shell = match what {
        Generated::Man => {
            Man::new(command).render(&mut text)?;
            return Ok(text);
        }
        Generated::Passes => {
            return reference_page(&command)
                .map(String::into_bytes)
                .map_err(io::Error::other);
        }
        Generated::Pyi => return Ok(python_stub().into_bytes()),
        Generated::CompleteBash => Shell::Bash,
        Generated::CompleteElvish => Shell::Elvish,
        Generated::CompleteFish => Shell::Fish,
        Generated::CompletePowershell => Shell::PowerShell,
        Generated::CompleteZsh => Shell::Zsh,
    };
    let name = command.get_name().to_string();
    clap_complete::generate(shell, &mut command, name, &mut text);
    Ok(text)
}
