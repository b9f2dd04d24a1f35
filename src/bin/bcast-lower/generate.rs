//! The output of `--generate`: a man page, completions for a shell, a page of the docs, or types
//! for Python.

use crate::{
    completion,
    iree_page::{iree_page, iree_rows_json},
    python_stub::python_stub,
    reference_page::reference_page,
};
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
    Iree,
    IreeRows,
    Pass,
    Passes,
    Pyi,
}

/// Generates a text from a command; `None` for a pass, which is several files.
pub fn generate(command: Command, what: Generated) -> io::Result<Option<Vec<u8>>> {
    let text = match what {
        Generated::Pass => return Ok(None),
        Generated::Man => return man_page(command).map(Some),
        Generated::CompleteBash => completion::bash(command),
        Generated::CompleteElvish => return Ok(Some(listed_options(command, Shell::Elvish))),
        Generated::CompleteFish => completion::fish(command),
        Generated::CompletePowershell => {
            return Ok(Some(listed_options(command, Shell::PowerShell)));
        }
        Generated::CompleteZsh => completion::zsh(command),
        Generated::Iree => iree_page().map_err(io::Error::other)?,
        Generated::IreeRows => iree_rows_json()?,
        Generated::Passes => reference_page(&command).map_err(io::Error::other)?,
        Generated::Pyi => python_stub(),
    };
    Ok(Some(text.into_bytes()))
}

/// Returns a man page, with the options of subcommands, which have no pages of their own.
fn man_page(mut command: Command) -> io::Result<Vec<u8>> {
    command.build();
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    let subcommands = command.get_subcommands();
    for subcommand in subcommands.filter(|it| it.get_name() != "help") {
        let man = Man::new(subcommand.clone());
        let mut text = Vec::new();
        man.render_description_section(&mut text)?;
        man.render_options_section(&mut text)?;
        let name = subcommand.get_name().to_uppercase();
        // Groups of its options are parts of its section.
        let text = String::from_utf8_lossy(&text)
            .replace(".SH ", ".SS ")
            .replace(".SS DESCRIPTION", &format!(".SH \"COMMAND {name}\""));
        page.extend(text.into_bytes());
    }
    man.render_extra_section(&mut page)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// Returns completions of options, without their values.
fn listed_options(mut command: Command, shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    let name = command.get_name().to_string();
    clap_complete::generate(shell, &mut command, name, &mut text);
    text
}
