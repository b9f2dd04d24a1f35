use super::{FailedCall, check_message};
use crate::{
    diagnostic::{Failed, collect},
    dialect::testing::context,
};
use melior::ir::Module;

/// The function of each case, after comments with the sizes and the messages.
const CASES: &str = include_str!("cases.mlir");

fn message(text: &str, call: &FailedCall<'_>) -> Result<String, String> {
    let context = context();
    let module = Module::parse(&context, text).expect("it parses");
    let (message, diagnostics) = collect(&context, || check_message(module.as_operation(), call));
    message.map_err(|Failed| diagnostics[0].message.clone())
}

#[test]
fn messages_have_the_sizes_of_the_call() {
    let mut count = 0;
    for case in CASES.split("\n\n").skip(1) {
        let lines = case.lines().map_while(|line| line.strip_prefix("// "));
        let mut lines = lines.map(|line| line.split_once(": ").expect("a key and a value"));
        let (_, sizes) = lines.next().expect("the sizes");
        let sizes = sizes.split(' ').map(|size| size.parse().expect("a size"));
        let sizes = sizes.collect::<Vec<_>>();
        for (status, expected) in lines {
            let call = FailedCall {
                function: None,
                sizes: &sizes,
                status: status.parse().expect("a number"),
            };
            assert_eq!(message(case, &call), Ok(expected.into()));
            count += 1;
        }
    }
    assert_eq!(count, 7);
}

#[test]
fn wrong_calls_are_errors() {
    let check = |text: &str, function, sizes, status, expected: &str| {
        let call = FailedCall {
            function,
            sizes,
            status,
        };
        assert_eq!(message(text, &call), Err(expected.into()));
    };
    check(
        CASES,
        None,
        &[],
        1,
        "'builtin.module' op has several functions for sizes up to bounds; expected the name of one of 'sizes', \
         'expressions', 'a name'",
    );
    check(
        CASES,
        Some("main"),
        &[],
        1,
        "'builtin.module' op has no function 'main' for sizes up to bounds; expected one of 'sizes', 'expressions', \
         'a name'",
    );
    for function in [None, Some("f")] {
        check(
            "func.func private @f()",
            function,
            &[],
            1,
            "'builtin.module' op has no function for sizes up to bounds, which `--bounds` writes",
        );
    }
    check(
        CASES,
        Some("sizes"),
        &[1, 2],
        1,
        "'func.func' op 'sizes' has another number of sizes: expected 3, got 2",
    );
    for status in [i32::MIN, -1, 0, 3, i32::MAX] {
        check(
            CASES,
            Some("sizes"),
            &[1, 2, 3],
            status,
            &format!("'func.func' op 'sizes' has the checks 1 to 2, got status {status}"),
        );
    }
    for checks in [
        "[1]",
        "[{message = \"m\"}]",
        "[{message = 1, sizes = []}]",
        "unit",
    ] {
        check(
            &format!("func.func private @f() attributes {{bcast.checks = {checks}}}"),
            None,
            &[],
            1,
            "'func.func' op 'f' has a malformed 'bcast.checks'; expected what `--bounds` writes",
        );
    }
}
