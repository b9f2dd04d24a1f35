//! Actions that declare sizes of arguments.

use crate::{Client, URI};
use serde_json::{Value, json};

/// Applies the edits of an action to a text in ASCII.
fn apply(text: &str, action: &Value) -> String {
    let edits = action["edit"]["changes"][URI].as_array().expect("edits");
    let offset = |position: &Value| {
        let number = |key: &str| position[key].as_u64().expect("a number") as usize;
        let lines = text.split_inclusive('\n').take(number("line"));
        lines.map(str::len).sum::<usize>() + number("character")
    };
    let mut edits = edits
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            let new = edit["newText"].as_str().expect("a text");
            (offset(&range["start"])..offset(&range["end"]), new)
        })
        .collect::<Vec<_>>();
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut text = text.to_string();
    for (range, new) in edits {
        text.replace_range(range, new);
    }
    text
}

#[test]
fn a_declaration_removes_the_guard() {
    let mut client = Client::start();
    for (text, line) in [
        (
            "func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
",
            1,
        ),
        (
            // A part of a test file, another function of the name, names and attributes.
            "func.func private @f()
// -----
module {
  func.func public @f(
      %a: tensor<4x?xf32> {jax.arg_info = \"x, (y)\"}, // The first one: {
      %b: tensor<?x?xf32> {bcast.dims = [\"n\", \"?\"]} loc(\"b\"))
      -> (tensor<4x?xf32> {jax.result_info = \"\"})
      attributes {my.attribute} {
    %0 = chlo.broadcast_add %a, %b : (tensor<4x?xf32>, tensor<?x?xf32>) -> tensor<4x?xf32>
    return %0 : tensor<4x?xf32>
  }
}
",
            8,
        ),
        (
            // Types that have names.
            "!t = tensor<?xf32>
func.func @f(%a: !t, %b: !t) -> !t {
  %0 = chlo.broadcast_add %a, %b : (!t, !t) -> !t
  return %0 : !t
}
",
            2,
        ),
        (
            // A size that is known becomes a range.
            "func.func @f(%a: tensor<?xf32>, %b: tensor<4xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
",
            1,
        ),
    ] {
        let mut text = text.to_string();
        assert_eq!(client.open(&text), json!([]), "{text}");
        let hints = client.hints();
        assert!(hints.to_string().contains("guarded"), "{text}: {hints}");
        // One action at a time, until no guard is left.
        let mut count = 0;
        loop {
            let actions = client.actions(line, 10);
            let Some(action) = actions.as_array().and_then(|actions| actions.first()) else {
                break;
            };
            assert_eq!(action["kind"], "refactor.rewrite", "{action}");
            let title = action["title"].as_str().expect("a title");
            assert!(title.starts_with("Declare '"), "{action}");
            text = apply(&text, action);
            count += 1;
            assert!(count < 4, "{text}");
            assert_eq!(client.change(1 + count, &text), json!([]), "{text}");
        }
        assert!(count > 0, "{text}");
        let hints = client.hints();
        assert!(!hints.to_string().contains("guarded"), "{text}: {hints}");
        assert!(hints.to_string().contains(" => "), "{text}: {hints}");
    }
    client.stop();
}

#[test]
fn guards_that_no_declaration_removes_have_no_action() {
    let mut client = Client::start();
    // A signature that is not written as usual, and a size that is computed.
    let generic = "\"func.func\"() <{sym_name = \"f\", function_type = (tensor<?xf32>, tensor<?xf32>) -> ()}> ({
^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return
}) : () -> ()
";
    let computed = "func.func @f(%a: tensor<?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %c = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %0 = chlo.broadcast_add %a, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
";
    for text in [generic, computed] {
        client.open(text);
        assert!(client.hints().to_string().contains("guarded"), "{text}");
        let actions = client.actions(2, 10);
        assert!(actions.as_array().is_none_or(Vec::is_empty), "{actions}");
    }
    client.stop();
}
