//! Long options with a single dash, as users of LLVM's tools write them.

use std::ffi::OsString;

/// Gives long options that have a single dash their second one, up to `--`.
pub fn normalize(arguments: Vec<OsString>, long_options: &[&str]) -> Vec<OsString> {
    let mut is_option = true;
    arguments
        .into_iter()
        .enumerate()
        .map(|(index, argument)| {
            is_option &= argument != "--";
            if index > 0 && is_option && is_single_dash_long(&argument, long_options) {
                let mut normalized = OsString::from("-");
                normalized.push(argument);
                normalized
            } else {
                argument
            }
        })
        .collect()
}

fn is_single_dash_long(argument: &OsString, long_options: &[&str]) -> bool {
    let argument = argument.to_string_lossy();
    let Some(option) = argument.strip_prefix('-') else {
        return false;
    };
    let name = option.split_once('=').map_or(option, |(name, _)| name);
    // `-o` stays short, and so does `-ofile`.
    name.len() > 1 && long_options.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(arguments: &[&str], expected: &[&str]) {
        let arguments = arguments.iter().map(OsString::from).collect();
        let long_options = ["split-input-file", "verify-each", "help"];
        assert_eq!(normalize(arguments, &long_options), expected);
    }

    #[test]
    fn adds_the_second_dash_to_known_options() {
        check(
            &["tool", "-split-input-file"],
            &["tool", "--split-input-file"],
        );
        check(
            &["tool", "-verify-each=false"],
            &["tool", "--verify-each=false"],
        );
    }

    #[test]
    fn leaves_all_else_alone() {
        for arguments in [
            ["tool", "--split-input-file"],
            ["tool", "-"],
            ["tool", "-o"],
            ["tool", "-osplit-input-file"],
            ["tool", "-unknown"],
            ["tool", "split-input-file"],
            ["-help", "a"],
        ] {
            check(&arguments, &arguments);
        }
        let arguments = ["tool", "--", "-split-input-file"];
        check(&arguments, &arguments);
    }
}
