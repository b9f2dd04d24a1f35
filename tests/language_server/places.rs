//! Positions in documents with `loc(...)` or characters outside ASCII, and documents that are not files.

use super::{Client, URI, WRONG};
use serde_json::{Value, json};

/// Returns where the only diagnostic is.
fn only(diagnostics: &Value) -> &Value {
    assert_eq!(
        diagnostics.as_array().map(Vec::len),
        Some(1),
        "{diagnostics}"
    );
    &diagnostics[0]["range"]
}

#[test]
fn what_is_said_of_ops_with_locations_is_where_they_are() {
    let mut client = Client::start();
    let range = json!({
        "start": {"line": 1, "character": 7},
        "end": {"line": 1, "character": 25},
    });
    let unlike = WRONG.replace("-> tensor<2x4xf32>\n", "-> tensor<2x4xf32> LOC\n");
    assert_ne!(unlike, WRONG);
    for location in [
        "loc(\"m.py\":3:1)",
        "loc(unknown)",
        "loc(\"jit(f)/add\")",
        "loc(#loc3)",
    ] {
        let text = unlike.replace("LOC", location) + "#loc3 = loc(\"x\")\n";
        assert_eq!(*only(&client.open(&text)), range, "{location}");
        let right = text.replace("2x3xf32", "2x?xf32");
        assert_eq!(client.change(2, &right), json!([]));
        assert_eq!(
            client.hints()[0]["label"],
            "[2, a] x [4] => [2, 4], guarded"
        );
    }
    let argument = WRONG.replace("%a: tensor<2x3xf32>", "%a: tensor<2x3xi32> loc(\"a\")");
    assert_eq!(only(&client.open(&argument))["start"]["line"], 1);
    let marked = format!("\u{feff}{WRONG}");
    assert_eq!(*only(&client.open(&marked)), range);
    client.stop();
}

#[test]
fn mlirs_server_counts_as_the_client_does() {
    let mut client = Client::start();
    let text = "func.func @f(%a: f32) -> (f32 {x.y = \"\u{f6}\u{1d11e}\"}) { return %a : f32 }\n";
    assert_eq!(client.open(text), json!([]));
    let character = |part: &str| {
        let before = &text[..text.find(part).expect("it is there")];
        before.encode_utf16().count()
    };
    let used = character("%a :");
    let definition = client.at("textDocument/definition", 0, used);
    let start = json!({"line": 0, "character": character("%a")});
    assert_eq!(definition[0]["range"]["start"], start, "{definition}");
    let wrong = text.replace("return %a", "return %z");
    let found = client.change(2, &wrong);
    assert_eq!(only(&found)["start"]["character"], used, "{found}");
    client.stop();
}

#[test]
fn documents_in_no_file_are_served() {
    let mut client = Client::start();
    for uri in ["untitled:Untitled-1", "inmemory://model/1", "file://"] {
        let document = json!({"uri": uri, "languageId": "mlir", "version": 1, "text": WRONG});
        client.notify("textDocument/didOpen", json!({"textDocument": document}));
        let published = client.published();
        assert_eq!(published["uri"], uri);
        assert_eq!(only(&published["diagnostics"])["start"]["line"], 1);
        let hover = client.request(
            "textDocument/hover",
            json!({"textDocument": {"uri": uri}, "position": {"line": 1, "character": 9}}),
        );
        assert!(hover.to_string().contains("chlo.broadcast_add"), "{hover}");
    }
    client.stop();
}

#[test]
fn fixes_change_the_name_that_is_misspelt() {
    let text = "\
func.func @f(%a: tensor<?xf32> {x.y = \"bcast.dim\", bcast.dim = [\"a\"]}, \
             %b: tensor<?xf32> {bcast.dim = [\"a\"]}) {
  // broadcast_dimension
  %0 = chlo.broadcast_add %a, %b {name = \"broadcast_dimension\", // broadcast_dimension
    broadcast_dimension = array<i64: 0>} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
";
    let mut client = Client::start();
    client.open(text);
    let mut fixed = text.to_string();
    let mut edits = vec![];
    for line in [0, 2] {
        let actions = client.actions(line, 0);
        let actions = actions.as_array().into_iter().flatten();
        for action in actions.filter(|action| action["kind"] == "quickfix") {
            let edit = &action["edit"]["changes"][URI][0];
            let start = &edit["range"]["start"];
            let number = |key: &str| start[key].as_u64().map_or(0, |it| it as usize);
            edits.push((number("line"), number("character")));
        }
    }
    edits.sort_unstable();
    edits.dedup();
    assert_eq!(edits.len(), 3, "{edits:?}");
    let starts = text.split_inclusive('\n').scan(0, |start, line| {
        *start += line.len();
        Some(*start - line.len())
    });
    let starts = starts.collect::<Vec<_>>();
    for (line, character) in edits.into_iter().rev() {
        let at = starts[line] + character;
        let length = fixed[at..].find(" =").expect("a value follows");
        fixed.insert(at + length, 's');
    }
    let found = client.change(2, &fixed);
    assert_eq!(found, json!([]), "{fixed}");
    client.stop();
}

#[test]
fn actions_of_other_kinds_are_not_offered() {
    let mut client = Client::start();
    let guarded = WRONG
        .replace("2x3xf32", "?x?xf32")
        .replace("2x4xf32", "?x4xf32");
    client.open(&guarded);
    let mut titles = |only: Value| {
        let position = json!({"line": 1, "character": 9});
        let params = json!({
            "textDocument": {"uri": URI},
            "range": {"start": position, "end": position},
            "context": {"diagnostics": [], "only": only},
        });
        client
            .request("textDocument/codeAction", params)
            .to_string()
    };
    for (only, is_offered) in [
        (Value::Null, true),
        (json!(["refactor"]), true),
        (json!(["refactor.rewrite"]), true),
        (json!(["quickfix"]), false),
        (json!(["source", "refactor.re"]), false),
        (json!([]), false),
    ] {
        let found = titles(only.clone());
        assert_eq!(found.contains("Declare"), is_offered, "{only}: {found}");
    }
    client.stop();
}

#[test]
fn mistakes_in_named_files_are_shown_in_each_document() {
    let directory = tempfile::tempdir().expect("a directory can be created");
    let uri = |name: &str| format!("file://{}", directory.path().join(name).display());
    let write = |name: &str, text: &str| {
        std::fs::write(directory.path().join(name), text).expect("it can be written to");
    };
    let open = |client: &mut Client, name: &str, text: &str| {
        let document = json!({"uri": uri(name), "languageId": "mlir", "version": 1, "text": text});
        client.notify("textDocument/didOpen", json!({"textDocument": document}));
        client.published()["diagnostics"].take()
    };
    let mut client = Client::start();
    let rule = "[[rule]]\nsource = \"nn.add\"\ntarget = \"stablehlo.minimu\"\n";
    write("wrong.toml", rule);
    for (settings, message, place) in [
        (
            "rules = [\"wrong.toml\"]",
            "did you mean",
            "[\"wrong.toml\"]",
        ),
        ("target = \"iree\"\niree-disable = \"x\"", "'x'", "\"x\""),
        (
            "sizes = [\"b=4\"]",
            "`sizes` must be one string, not [\"b=4\"]",
            "[\"b=4\"]",
        ),
        (
            "sizes = \"b\"",
            "'b' does not give the size of a symbol",
            "\"b\"",
        ),
        ("keep-tosa = true", "has no effect here", "keep-tosa"),
    ] {
        write("bcast-lower.toml", settings);
        let found = open(&mut client, "a.mlir", WRONG);
        let text = found[0]["message"].as_str().unwrap_or_default();
        assert!(text.contains(message), "{settings}: {found}");
        let found = open(&mut client, "bcast-lower.toml", settings);
        let text = found[0]["message"].as_str().unwrap_or_default();
        assert!(text.contains(message), "{settings}: {found}");
        let range = &found[0]["range"];
        let columns = ["start", "end"].map(|end| range[end]["character"].as_u64());
        let length = columns[1].unwrap_or(0) - columns[0].unwrap_or(0);
        assert_eq!(length, place.len() as u64, "{settings}: {found}");
    }
    // A saved document is read with the settings that there are.
    write("bcast-lower.toml", "facts = true");
    let saved = json!({"textDocument": {"uri": uri("a.mlir")}});
    client.notify("textDocument/didSave", saved);
    let found = client.published()["diagnostics"].take();
    assert!(
        found.to_string().contains("broadcast-compatible"),
        "{found}"
    );
    // Files of other programs are no tables.
    for text in ["[package]\nname = \"a\"\n", "[project]\n", ""] {
        assert_eq!(open(&mut client, "Cargo.toml", text), json!([]));
    }
    let found = open(&mut client, "b.toml", "[[rules]]\n");
    assert!(found.to_string().contains("did you mean `rule`"), "{found}");
    client.stop();
}

#[test]
fn changed_files_are_noticed() {
    let mut client = Client::start_with(json!({"workspace": {
        "didChangeWatchedFiles": {"dynamicRegistration": true},
    }}));
    let request = client.receive();
    assert_eq!(request["method"], "client/registerCapability", "{request}");
    client.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": null}));
    only(&client.open(WRONG));
    let changes = json!({"changes": [{"uri": "file:///bcast-lower.toml", "type": 2}]});
    client.notify("workspace/didChangeWatchedFiles", changes);
    only(&client.diagnostics());
    client.stop();
}
