use crate::support::{NOTHING, Sandbox};
use bcast_lower::pipeline::{OPTIONS, OptionKind, PASSES};
use insta::assert_snapshot;

#[test]
fn help_teaches() {
    let sandbox = Sandbox::new();
    let help = sandbox.run(&["--help"]).succeeds();
    assert_snapshot!("help", without_pass_options(&help));
    for option in ["--verify-only", "--print-rules", "--stats"] {
        assert!(help.contains(option), "{option}");
    }
    // All spellings are equivalent.
    for argument in ["-help", "help"] {
        assert_eq!(sandbox.run(&[argument]).succeeds(), help);
    }
}

#[test]
fn short_help_is_one_screen_of_options_that_exist() {
    let sandbox = Sandbox::new();
    for command in [&[][..], &["explain"], &["compare"]] {
        let run = |option: &'static str| sandbox.run(&[command, &[option]].concat()).succeeds();
        let (short, long) = (run("-h"), run("--help"));
        assert!(short.contains("--help "), "{short}");
        assert!(short.lines().count() <= 40, "{short}");
        for line in short.lines() {
            assert!(line.len() <= 80, "{line}");
            let Some((_, option)) = line.split_once("--").filter(|_| line.starts_with(' ')) else {
                continue;
            };
            let name = option.split_whitespace().next().unwrap();
            let found = long.split_whitespace().any(|word| {
                let word = word.split(['[', '=']).next().unwrap_or_default();
                word.strip_prefix("--") == Some(name)
            });
            assert!(found, "{line}");
        }
    }
    assert_snapshot!("short_help", sandbox.run(&["-h"]).succeeds());
}

/// Removes the section for the options in [`OPTIONS`], after checking that it shows all of
/// them.
pub fn without_pass_options(help: &str) -> String {
    let (before, rest) = help
        .split_once("Broadcasting:\n")
        .expect("they have a heading");
    let (section, after) = rest.split_once("\n\n").expect("more follows");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let section = words(section);
    for option in OPTIONS {
        let name = match option.kind() {
            OptionKind::Switch => format!("--{}[=<{}>]", option.name, option.placeholder),
            _ => format!("--{} <{}>", option.name, option.placeholder),
        };
        let values = match option.values() {
            _ if option.kind() == OptionKind::Text("") => String::new(),
            values if values.is_empty() => "; may be given several times".into(),
            values => format!(
                " [default: {}] [possible values: {}]",
                option.default(),
                values.join(", ")
            ),
        };
        let expected = words(&format!("{name} {}{values}", option.description()));
        assert!(section.contains(&expected), "{expected}\n{help}");
    }
    format!("{before}Broadcasting:\n[...]\n\n{after}")
}

#[test]
fn help_fits_its_lines() {
    for line in Sandbox::new().run(&["--help"]).succeeds().lines() {
        assert!(line.len() <= 100, "{line}");
    }
}

#[test]
fn passes_are_listed() {
    let list = Sandbox::new().run(&["--list-passes"]).succeeds();
    let is_pass = |line: &&str| !line.starts_with("    ");
    let passes = list.lines().filter(is_pass).collect::<Vec<_>>();
    assert_snapshot!("list_passes", passes.join("\n"));
    for pass in PASSES {
        let (_, rest) = list.split_once(&format!("  {} ", pass.name)).unwrap();
        let options = rest.lines().skip(1).take_while(|line| !is_pass(line));
        let expected = pass.options().flat_map(|option| {
            let description = option.description();
            match option.values() {
                values if values.is_empty() => [
                    match option.kind() {
                        OptionKind::Text(_) => {
                            format!("    {}={}", option.name, option.placeholder)
                        }
                        _ => format!("    {}=NAME,...", option.name),
                    },
                    format!("      {description}"),
                ],
                values => [
                    format!("    {}={}", option.name, values.join("|")),
                    format!("      {description} [default: {}]", option.default()),
                ],
            }
        });
        let expected = expected.collect::<Vec<_>>();
        assert_eq!(options.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn the_version_names_llvm() {
    let version = Sandbox::new().run(&["--version"]).succeeds();
    let expected = concat!(
        "bcast-lower ",
        env!("CARGO_PKG_VERSION"),
        " (LLVM ",
        env!("BCAST_LOWER_LLVM_MAJOR_VERSION"),
        ".",
    );
    assert!(version.starts_with(expected), "{version}");
}

#[test]
fn the_examples_of_the_help_parse() {
    let sandbox = Sandbox::with("model.mlir", "");
    sandbox.write("tests.mlir", "// -----\n");
    let help = sandbox.run(&["--help"]).succeeds();
    let mut count = 0;
    for line in help
        .lines()
        .filter(|line| line.starts_with("    bcast-lower "))
    {
        let arguments = line
            .split_whitespace()
            .skip(1)
            .map(|word| word.replace('\'', ""))
            .collect::<Vec<_>>();
        let arguments = arguments.iter().map(String::as_str).collect::<Vec<_>>();
        if arguments[0] == "compare" {
            // It needs JAX.
            continue;
        }
        let run = sandbox.run(&arguments);
        // A nonexistent option or pass is a usage error.
        assert_eq!(run.code(), 0, "{line}: {}", run.transcript());
        count += 1;
    }
    assert!(count >= 4);
}

#[test]
fn options_may_have_a_single_dash() {
    let sandbox = Sandbox::with("a.mlir", "// -----\n");
    let run = sandbox.run(&[
        &NOTHING[1..],
        "-split-input-file",
        "-verify-each=false",
        "a.mlir",
    ]);
    assert_eq!(run.succeeds(), "module {\n}\n// -----\nmodule {\n}\n");
}

#[test]
fn the_man_page_has_all_options_and_examples() {
    let sandbox = Sandbox::new();
    let page = sandbox.run(&["--generate=man"]).succeeds();
    assert!(page.contains(".TH bcast-lower 1"), "{page}");
    assert!(!page.contains("explain(1)"), "{page}");
    let help = [&["--help"][..], &["explain", "--help"]]
        .map(|arguments| sandbox.run(arguments).succeeds())
        .concat();
    let mut count = 0;
    for word in help.split_whitespace() {
        if let Some(option) = word.strip_prefix("--").filter(|word| !word.is_empty()) {
            let name = option
                .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')
                .next()
                .expect("there is a first part");
            assert!(page.contains(&name.replace('-', "\\-")), "{name}");
            count += 1;
        }
    }
    assert!(count > 30);
    assert!(page.contains("Exit codes:"));
}
