//! What `explain` says would remove a guard does remove it.

use crate::support::Sandbox;
use serde_json::Value;
use std::collections::BTreeMap;

/// A function with arguments, which may declare names and ranges.
struct Program {
    arguments: &'static [&'static str],
    /// The ops, on `%a0`, `%a1` and so on.
    body: &'static str,
    /// The names declared at first: argument, dim, name.
    declared: &'static [(usize, usize, &'static str)],
}

type Declared = BTreeMap<(usize, usize), String>;

impl Program {
    fn text(&self, declared: &Declared, ranges: &BTreeMap<String, [i64; 2]>) -> String {
        let arguments = self.arguments.iter().enumerate().map(|(index, ty)| {
            let rank = ty.matches('x').count();
            let name = |dim| declared.get(&(index, dim)).map_or("?", String::as_str);
            let names = (0..rank).map(|dim| format!("\"{}\"", name(dim)));
            let names = names.collect::<Vec<_>>().join(", ");
            let dims = match rank {
                0 => String::new(),
                _ => format!(" {{bcast.dims = [{names}]}}"),
            };
            format!("%a{index}: {ty}{dims}")
        });
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let ranges = ranges
            .iter()
            .map(|(name, [least, greatest])| format!("{name} = array<i64: {least}, {greatest}>"));
        let ranges = ranges.collect::<Vec<_>>().join(", ");
        let body = self.body;
        format!(
            "func.func @f({arguments}) attributes {{bcast.ranges = {{{ranges}}}}} {{\n{body}  return\n}}\n"
        )
    }

    fn declared(&self) -> Declared {
        let declared = self.declared.iter();
        declared
            .map(|&(argument, dim, name)| ((argument, dim), name.to_string()))
            .collect()
    }
}

fn explain(source: &str, options: &[&str]) -> Value {
    let sandbox = Sandbox::with("a.mlir", source);
    let arguments = [&["explain", "--format=json", "a.mlir"], options].concat();
    serde_json::from_str(&sandbox.run(&arguments).succeeds()).expect("it is JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn index(value: &Value) -> usize {
    value.as_u64().expect("an index") as usize
}

const BINARY: &str =
    "  %0 = chlo.broadcast_add %a0, %a1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n";

const CHAIN: &str =
    "  %0 = chlo.broadcast_add %a0, %a1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %0, %a2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = stablehlo.negate %1 : tensor<?xf32>
  %3 = chlo.broadcast_multiply %a3, %2 : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
";

const PROGRAMS: &[Program] = &[
    Program {
        arguments: &["tensor<?xf32>", "tensor<?xf32>"],
        body: BINARY,
        declared: &[],
    },
    Program {
        arguments: &["tensor<?xf32>", "tensor<?xf32>", "tensor<?xf32>"],
        body: BINARY,
        declared: &[(1, 0, "batch"), (2, 0, "a")],
    },
    Program {
        arguments: &[
            "tensor<?xf32>",
            "tensor<?xf32>",
            "tensor<?xf32>",
            "tensor<?x?xf32>",
        ],
        body: CHAIN,
        declared: &[],
    },
    Program {
        arguments: &["tensor<?x2xf32>", "tensor<4x1xf32>"],
        body: "  %0 = chlo.broadcast_add %a0, %a1 : (tensor<?x2xf32>, tensor<4x1xf32>) -> tensor<4x2xf32>\n",
        declared: &[],
    },
    Program {
        arguments: &["tensor<?xf32>", "tensor<?xf32>"],
        body: "  %0 = chlo.broadcast_add %a0, %a1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<7xf32>\n",
        declared: &[(0, 0, "n")],
    },
    Program {
        arguments: &["tensor<?xi1>", "tensor<?xf32>", "tensor<?x?xf32>"],
        body: "  %0 = chlo.broadcast_select %a0, %a1, %a2 : (tensor<?xi1>, tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n",
        declared: &[],
    },
    Program {
        arguments: &["tensor<?x4xf32>", "tensor<4xf32>"],
        body: "  %0 = chlo.broadcast_add %a0, %a1 : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32, #stablehlo.bounds<5, ?>>\n",
        declared: &[],
    },
];

/// Each declaration is made, and the guard is gone.
#[test]
fn proposed_declarations_remove_their_guards() {
    for (program, options) in PROGRAMS.iter().flat_map(|program| {
        [
            [].as_slice(),
            &["--zero-extents=numpy"],
            &["--assume-symbols=on"],
        ]
        .map(|it| (program, it))
    }) {
        let source = program.text(&program.declared(), &BTreeMap::new());
        let report = explain(&source, options);
        let mut count = 0;
        for (op_index, op) in list(&report["ops"]).iter().enumerate() {
            for (dim_index, dim) in list(&op["dims"]).iter().enumerate() {
                for guard in list(&dim["guards"]) {
                    let remedy = &guard["remedy"];
                    assert_eq!(remedy["kind"], "declare", "{source}{guard:#}");
                    let symbol = remedy["symbol"].as_str().expect("a name");
                    let mut declared = program.declared();
                    for dim in list(&remedy["dims"]) {
                        let at = (index(&dim["argument"]), index(&dim["dim"]));
                        let old = declared.insert(at, symbol.into());
                        assert_eq!(old, None, "{source}{guard:#}");
                    }
                    let range = remedy["range"].as_array().map(|range| {
                        let bounds = [&range[0], &range[1]].map(|it| it.as_i64().expect("a size"));
                        (symbol.to_string(), bounds)
                    });
                    let changed = program.text(&declared, &range.into_iter().collect());
                    for text in list(&remedy["paste"]) {
                        let text = text.as_str().expect("text");
                        assert!(changed.contains(text), "{text}: {changed}");
                    }
                    let after = explain(&changed, options);
                    let guards = &after["ops"][op_index]["dims"][dim_index]["guards"];
                    let is_kept = |kept: &&Value| kept["between"] == guard["between"];
                    let kept = list(guards).iter().filter(is_kept).count();
                    assert_eq!(kept, 0, "{changed}{guards:#}");
                    count += 1;
                }
            }
        }
        assert_ne!(count, 0, "{source}");
    }
}

#[test]
fn sizes_that_are_computed_cannot_be_declared() {
    let source = "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  %0 = stablehlo.custom_call @unique(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_add %0, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = chlo.broadcast_add %2, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
";
    let report = explain(source, &[]);
    let guards = list(&report["ops"])
        .iter()
        .map(|op| &op["dims"][0]["guards"][0]);
    let kinds = guards.map(|guard| guard["remedy"]["kind"].as_str());
    assert_eq!(kinds.collect::<Vec<_>>(), [Some("computed"); 2]);
    // Without facts, declarations do not remove guards.
    let report = explain(source, &["--facts=off"]);
    let remedy = &report["ops"][0]["dims"][0]["guards"][0]["remedy"];
    assert_eq!(*remedy, Value::Null);
}

/// Dims that have different names, or a range, keep them.
#[test]
fn existing_declarations_are_not_replaced() {
    let program = Program {
        arguments: &["tensor<?xf32>", "tensor<?xf32>"],
        body: BINARY,
        declared: &[(0, 0, "n"), (1, 0, "m")],
    };
    let report = explain(&program.text(&program.declared(), &BTreeMap::new()), &[]);
    let remedy = &report["ops"][0]["dims"][0]["guards"][0]["remedy"];
    assert_eq!(remedy["kind"], "not-found");
}

/// A user replaces the function's attribute with the proposed one, so that must have all ranges.
#[test]
fn ranges_of_other_names_stay() {
    let source =
        "func.func @f(%x: tensor<?x?xf32> {bcast.dims = [\"n\", \"m\"]}, %y: tensor<4x?xf32>)
    attributes {bcast.ranges = {m = array<i64: 1, 8>}} {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  return
}
";
    let report = explain(source, &[]);
    let remedy = &report["ops"][0]["dims"][0]["guards"][0]["remedy"];
    assert_eq!(
        remedy["paste"],
        serde_json::json!([
            "attributes {bcast.ranges = {m = array<i64: 1, 8>, n = array<i64: 4, 4>}}"
        ])
    );
}

#[test]
fn remaining_guards_come_first() {
    let program = &PROGRAMS[2];
    let sandbox = Sandbox::with(
        "a.mlir",
        program.text(&program.declared(), &BTreeMap::new()),
    );
    let text = sandbox.run(&["explain", "a.mlir"]).succeeds();
    let (first, _) = text.split_once("\n\n").expect("there are sections");
    insta::assert_snapshot!(first);
    let without = sandbox
        .run(&["explain", "--facts=off", "a.mlir"])
        .succeeds();
    assert!(without.starts_with("a.mlir:"), "{without}");
}
