//! Documents in which some functions do not parse.

use crate::{Client, WRONG};
use serde_json::{Value, json};

/// A function whose op is guarded.
const GUARDED: &str = "\
func.func @guarded(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = func.call @broken(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
";

const BROKEN: &str = "\
func.func @broken(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %a tensor<?xf32>
  return %0 : tensor<?xf32>
}
";

/// The lines of diagnostics, with their messages.
fn lines(diagnostics: &Value) -> Vec<(u64, &str)> {
    let diagnostics = diagnostics.as_array().into_iter().flatten();
    let mut lines = diagnostics
        .map(|diagnostic| {
            let line = diagnostic["range"]["start"]["line"].as_u64();
            let message = diagnostic["message"].as_str();
            (line.expect("a line"), message.expect("a message"))
        })
        .collect::<Vec<_>>();
    lines.sort_unstable();
    lines
}

#[test]
fn functions_that_parse_are_served_beside_those_that_do_not() {
    let mut client = Client::start();
    let violation = "'chlo.broadcast_add' op operands don't have broadcast-compatible shapes";
    let text = [BROKEN, GUARDED, WRONG].concat();
    for text in [text.clone(), text.replace('\n', "\r\n")] {
        let diagnostics = client.open(&text);
        let found = lines(&diagnostics);
        assert_eq!(found.len(), 2, "{diagnostics}");
        assert_eq!(found[0].0, 1, "{diagnostics}");
        assert!(found[0].1.contains("expected ':'"), "{diagnostics}");
        assert_eq!(found[1], (10, violation), "{diagnostics}");
        let hints = client.hints();
        assert_eq!(hints[0]["label"], "[a] x [b] => [c], guarded", "{hints}");
        assert_eq!(hints[0]["position"]["line"], 5, "{hints}");
        let hover = client.at("textDocument/hover", 5, 10);
        assert!(
            hover.to_string().contains("becomes stablehlo.add"),
            "{hover}"
        );
    }
    // Each function that does not parse has its own error, and a missing brace ends with it.
    let open = BROKEN.replace("broken", "open").replace("\n}\n", "\n\n");
    let text = [&open, GUARDED, BROKEN].concat();
    let diagnostics = client.open(&text);
    let found = lines(&diagnostics);
    assert_eq!(
        found.iter().map(|(line, _)| *line).collect::<Vec<_>>(),
        [1, 10],
        "{diagnostics}"
    );
    assert_eq!(client.hints()[0]["position"]["line"], 5);
    // Parts of a file are apart.
    let diagnostics = client.open(&format!("{BROKEN}{GUARDED}// -----\n{WRONG}"));
    assert_eq!(lines(&diagnostics)[1], (11, violation), "{diagnostics}");
    assert_eq!(client.hints()[0]["position"]["line"], 5);
    client.stop();
}

#[test]
fn errors_outside_functions_leave_nothing() {
    let mut client = Client::start();
    for text in ["wrong\n", &format!("#a = wrong wrong\n{GUARDED}"), BROKEN] {
        let diagnostics = client.open(text);
        assert_eq!(lines(&diagnostics).len(), 1, "{diagnostics}");
        assert_eq!(client.hints(), json!([]));
    }
    client.stop();
}

#[test]
fn brackets_that_are_nested_deeply_do_not_end_the_server() {
    let mut client = Client::start();
    // What each parser reads, and what none does.
    for (depth, message) in [
        (4_000, "custom op 'a' is unknown"),
        (10_000, "nested too deeply"),
        (1_000_000, "nested too deeply"),
    ] {
        let text = format!("a {}{}", "[".repeat(depth), "]".repeat(depth));
        let found = client.open(&text).to_string();
        assert!(found.contains(message), "{depth}: {found}");
        assert_eq!(client.change(2, ""), json!([]));
    }
    let deep = format!("{}{}", "[".repeat(4_000), "]".repeat(4_000));
    let attribute = format!("\"a.b\"() {{x = {deep}}} : () -> ()");
    assert_eq!(client.open(&attribute), json!([]));
    assert_eq!(client.open(WRONG).as_array().map(Vec::len), Some(1));
    client.stop();
}
