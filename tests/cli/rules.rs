use crate::support::Sandbox;
use bcast_lower::rule::BuiltInTable;
use insta::assert_snapshot;

#[test]
fn built_in_tables_round_trip() {
    for table in BuiltInTable::all().map(BuiltInTable::name) {
        let argument = format!("--rules={table}");
        let arguments = ["--rules-only", &argument, "--print-rules"];
        let printed = Sandbox::new().run(&arguments).succeeds();
        let sandbox = Sandbox::with("printed.toml", &printed);
        let read = sandbox.run(&["--rules-only", "--rules=printed.toml", "--print-rules"]);
        assert_eq!(read.succeeds(), printed, "{table}");
        // Those for frontends are long, and `scripts/check-rule-tables` runs them.
        if ["chlo", "tosa"].contains(&table) {
            assert_snapshot!(format!("the_table_of_{table}"), printed);
        }
    }
}

/// Checks the errors of a table with a misspelt key, wherever the table is named.
#[test]
fn errors_have_one_form() {
    const TABLE: &str = "[[rule]]\nsource = \"nn.add\"\n\ttarget = \"stablehlo.add\"\nzzz = 1\n\
                         \n[[rule]]\nsource = \"nnadd\"\ntarget = \"stablehlo.add\"\n";
    const KEY: &str = "a.toml:4:1: error: unknown key `zzz`; known keys are `source`";
    const NAME: &str = "\na.toml:7:10: error: `source` is `nnadd`, which has no dialect; op names \
                        have the form `dialect.op`\nsource = \"nnadd\"\n         ^\n";
    let sandbox = Sandbox::with("a.toml", TABLE);
    sandbox.write("a.mlir", "");
    for arguments in [
        ["--rules=a.toml", "a.mlir"],
        ["--rules=a.toml", "--print-rules"],
        [
            "--pass-pipeline=builtin.module(lower-broadcast{rules=a.toml})",
            "a.mlir",
        ],
    ] {
        let run = sandbox.run(&arguments);
        run.fails(2, KEY);
        run.fails(2, NAME);
        let text = run.stderr();
        let is_of_table = |line: &&str| line.contains("a.toml:");
        for line in text.lines().filter(is_of_table) {
            assert!(line.starts_with("a.toml:"), "{text}");
        }
    }
}

#[test]
fn errors_that_depend_on_dialects_have_the_same_form() {
    const TABLE: &str = "[[rule]]\nsource = \"nn.add\"\n\ttarget = \"stablehlo.ad\"\n";
    const ERROR: &str = "a.toml:3:11: error: `target` is `stablehlo.ad`, but dialect 'stablehlo' \
                         has no such op; did you mean `stablehlo.add`?\n";
    let sandbox = Sandbox::with("a.toml", TABLE);
    sandbox.write("a.mlir", "");
    let printed = sandbox.run(&["--rules=a.toml", "--print-rules"]);
    printed.fails(2, ERROR);
    assert!(
        printed
            .stderr()
            .ends_with("\n\ttarget = \"stablehlo.ad\"\n\t         ^\n"),
        "{}",
        printed.stderr()
    );
    for arguments in [
        &["--rules=a.toml", "a.mlir"][..],
        &["--rules=a.toml", "--stats", "a.mlir"],
        &[
            "--rules=a.toml",
            "--verify-only",
            "--verify-diagnostics",
            "a.mlir",
        ],
        &["explain", "--rules=a.toml", "a.mlir"],
        &["--lower-broadcast=rules=a.toml", "--cse", "a.mlir"],
        &[
            "--pass-pipeline=builtin.module(func.func(verify-broadcastable{rules=a.toml}),\
             lower-broadcast{rules=a.toml})",
            "a.mlir",
        ],
    ] {
        let run = sandbox.run(arguments);
        run.fails(2, ERROR);
        assert_eq!(run.stderr(), printed.stderr(), "{arguments:?}");
    }
}
