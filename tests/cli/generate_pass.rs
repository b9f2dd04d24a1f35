//! Passes in C++, written by `--generate=pass`.

use crate::support::Sandbox;

const RULE: &str = "[[rule]]\nsource = \"nn.add\"\ntarget = \"stablehlo.add\"\n";

#[test]
fn a_pass_is_a_directory() {
    let sandbox = Sandbox::with("nn.toml", RULE);
    let options = [
        "--generate=pass",
        "--rules=nn.toml",
        "--name=LowerNn",
        "-o",
        "a/b",
    ];
    assert_eq!(sandbox.run(&options).succeeds(), "");
    let source = sandbox.read("a/b/LowerNn.cpp");
    let row = "{\"nn.add\", \"nn.toml:2:10\", R\"({target = \"stablehlo.add\"})\"},";
    assert!(source.contains(row), "{source}");
    for file in [
        "LowerNn.cpp",
        "LowerNn.h",
        "CMakeLists.txt",
        "README.md",
        "test/lower.mlir",
    ] {
        let text = sandbox.read(&format!("a/b/{file}"));
        // Placeholders are in capital letters.
        let mut words = text.split("__").skip(1);
        assert!(!words.any(|word| word == word.to_uppercase()), "{file}");
    }
}

#[test]
fn what_is_missing_or_wrong_is_an_error() {
    let sandbox = Sandbox::with("nn.toml", RULE);
    sandbox.write(
        "hook.toml",
        "[[rule]]\nsource = \"nn.add\"\nhook = \"add\"\n",
    );
    sandbox.write("wrong.toml", RULE.replace("stablehlo.add", "stablehlo.ad"));
    for (options, message) in [
        (&["--rules=nn.toml"][..], "needs `--name`"),
        (
            &["--rules=nn.toml", "--name=LowerNn"],
            "needs `-o`, a directory",
        ),
        (
            &["--rules=nn.toml", "--name=lower", "-o", "a"],
            "`lower` cannot be the name of a pass in C++",
        ),
        (&["--rules=no.toml", "--name=LowerNn", "-o", "a"], "no.toml"),
        (
            &["--rules=wrong.toml", "--name=LowerNn", "-o", "a"],
            "wrong.toml:3:10: error: `target` is `stablehlo.ad`",
        ),
        (&["--facts=off", "--name=LowerNn", "-o", "a"], "`--facts`"),
    ] {
        let options = [&["--generate=pass"], options].concat();
        sandbox.run(&options).fails(2, message);
    }
    let options = [
        "--generate=pass",
        "--rules=hook.toml",
        "--name=LowerNn",
        "-o",
        "a",
    ];
    sandbox.run(&options).fails(2, "hook");
    assert_eq!(sandbox.files(), ["hook.toml", "nn.toml", "wrong.toml"]);
}
