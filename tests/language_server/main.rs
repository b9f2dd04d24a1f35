//! An editor's conversation with `bcast-lsp-server`.

mod broken;
mod declarations;
mod places;

use bcast_lower::language_server::{read_frame, write_frame};
use serde_json::{Value, json};
use std::{
    io::BufReader,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

const URI: &str = "file:///model.mlir";

/// The operands' last dims, 3 and 4, are incompatible.
const WRONG: &str = "\
func.func @add(%a: tensor<2x3xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
";

/// An editor.
struct Client {
    server: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    next_id: i64,
}

impl Client {
    fn start() -> Self {
        Self::start_with(json!({}))
    }

    /// Starts the server for an editor with these capabilities.
    fn start_with(capabilities: Value) -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_bcast-lsp-server"))
            .arg("--log=error")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut client = Self {
            stdin: server.stdin.take().expect("it is piped"),
            stdout: BufReader::new(server.stdout.take().expect("it is piped")),
            server,
            next_id: 1,
        };
        let result = client.request("initialize", json!({"capabilities": capabilities}));
        assert_eq!(result["serverInfo"]["name"], "bcast-lsp-server", "{result}");
        let version = result["serverInfo"]["version"].as_str().expect("a version");
        let expected = concat!(env!("CARGO_PKG_VERSION"), " (LLVM ");
        assert!(version.starts_with(expected), "{result}");
        let capabilities = &result["capabilities"];
        // Tracking documents requires whole texts.
        assert_eq!(
            capabilities["textDocumentSync"]["change"], 1,
            "{capabilities}"
        );
        client.notify("initialized", json!({}));
        client
    }

    fn send(&mut self, message: &Value) {
        write_frame(&mut self.stdin, message.to_string().as_bytes()).expect("the server reads");
    }

    fn receive(&mut self) -> Value {
        let content = read_frame(&mut self.stdout)
            .expect("the server writes messages")
            .expect("the server goes on");
        serde_json::from_slice(&content).expect("messages are JSON")
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut message = self.receive();
            if message["id"] == id {
                return message["result"].take();
            }
        }
    }

    fn open(&mut self, text: &str) -> Value {
        let document = json!({"uri": URI, "languageId": "mlir", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
        self.diagnostics()
    }

    fn change(&mut self, version: i64, text: &str) -> Value {
        let params = json!({
            "textDocument": {"uri": URI, "version": version},
            "contentChanges": [{"text": text}],
        });
        self.notify("textDocument/didChange", params);
        self.diagnostics()
    }

    fn diagnostics(&mut self) -> Value {
        self.published()["diagnostics"].take()
    }

    /// Waits for diagnostics; returns them and the document that they are of.
    fn published(&mut self) -> Value {
        loop {
            let mut message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" {
                return message["params"].take();
            }
        }
    }

    fn at(&mut self, method: &str, line: usize, character: usize) -> Value {
        let params = json!({
            "textDocument": {"uri": URI},
            "position": {"line": line, "character": character},
        });
        self.request(method, params)
    }

    fn at_uri(&mut self, method: &str, uri: &str) -> Value {
        let position = json!({"line": 0, "character": 0});
        let params = json!({"textDocument": {"uri": uri}, "position": position});
        self.request(method, params)
    }

    fn hints(&mut self) -> Value {
        let range =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
        let params = json!({"textDocument": {"uri": URI}, "range": range});
        self.request("textDocument/inlayHint", params)
    }

    /// The actions for a position.
    fn actions(&mut self, line: usize, character: usize) -> Value {
        let position = json!({"line": line, "character": character});
        let params = json!({
            "textDocument": {"uri": URI},
            "range": {"start": position, "end": position},
            "context": {"diagnostics": []},
        });
        self.request("textDocument/codeAction", params)
    }

    fn stop(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert!(self.server.wait().expect("the server ends").success());
    }
}

#[test]
fn violations_of_the_trait_are_published_while_typing() {
    let mut client = Client::start();
    let diagnostics = client.open(WRONG);
    assert_eq!(
        diagnostics.as_array().map(Vec::len),
        Some(1),
        "{diagnostics}"
    );
    let diagnostic = &diagnostics[0];
    assert_eq!(
        diagnostic["message"],
        "'chlo.broadcast_add' op operands don't have broadcast-compatible shapes"
    );
    assert_eq!(diagnostic["severity"], 1);
    assert_eq!(diagnostic["code"], "broadcastable_c4");
    let expected = json!({
        "start": {"line": 1, "character": 7},
        "end": {"line": 1, "character": 25},
    });
    assert_eq!(diagnostic["range"], expected);
    let related = diagnostic["relatedInformation"].as_array().expect("notes");
    assert!(!related.is_empty());

    let right = WRONG.replace("2x3xf32", "2x1xf32");
    assert_eq!(client.change(2, &right), json!([]));
    // MLIR's parser errors are published once.
    let diagnostics = client.change(3, &WRONG.replace("broadcast_add", "broadcast_ad"));
    assert_eq!(
        diagnostics.as_array().map(Vec::len),
        Some(1),
        "{diagnostics}"
    );
    assert_eq!(diagnostics[0]["code"], "syntax", "{diagnostics}");
    // Parts of a test file are separate documents.
    let diagnostics = client.change(4, &format!("{right}// -----\n{WRONG}"));
    assert_eq!(diagnostics[0]["range"]["start"]["line"], 6, "{diagnostics}");
    client.stop();
}

#[test]
fn element_types_and_misspelt_attributes_are_reported() {
    let mut client = Client::start();
    let right = WRONG.replace("2x3xf32", "2x1xf32");
    let mixed = right.replace("tensor<2x1xf32>", "tensor<2x1xi32>");
    let diagnostics = client.open(&mixed);
    let message = diagnostics[0]["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("requires compatible element types"),
        "{diagnostics}"
    );
    assert_eq!(diagnostics[0]["severity"], 1, "{diagnostics}");
    let misspelt = right.replace("%a, %b", "%a, %b {broadcast_dimension = array<i64: 0, 1>}");
    let diagnostics = client.change(2, &misspelt);
    assert_eq!(
        diagnostics.as_array().map(Vec::len),
        Some(1),
        "{diagnostics}"
    );
    assert_eq!(
        diagnostics[0]["message"],
        "'chlo.broadcast_add' op has attribute 'broadcast_dimension', which it does not use; \
         did you mean 'broadcast_dimensions'?"
    );
    assert_eq!(diagnostics[0]["severity"], 2, "{diagnostics}");
    assert_eq!(diagnostics[0]["code"], "misspelt-name", "{diagnostics}");
    client.stop();
}

#[test]
fn mlirs_server_has_the_dialects() {
    let mut client = Client::start();
    client.open(WRONG);
    let hover = client.at("textDocument/hover", 1, 10);
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("chlo.broadcast_add"), "{hover}");
    // From the use of `%a` to its definition.
    let definition = client.at("textDocument/definition", 1, 27);
    let start = &definition[0]["range"]["start"];
    assert_eq!(*start, json!({"line": 0, "character": 15}), "{definition}");
    let document = json!({"textDocument": {"uri": URI}});
    let outline = client.request("textDocument/documentSymbol", document);
    assert_eq!(outline[0]["name"], "add", "{outline}");
    client.stop();
}

#[test]
fn hovers_and_hints_show_the_decisions() {
    let mut client = Client::start();
    let right = WRONG
        .replace("2x3xf32", "?x1xf32")
        .replace("2x4xf32", "?x4xf32");
    client.open(&format!("// \u{1d11e}\n{right}"));
    for character in [3, 10] {
        let hover = client.at("textDocument/hover", 2, character);
        let text = hover["contents"]["value"].as_str().unwrap_or_default();
        assert!(text.contains("becomes stablehlo.add"), "{hover}");
        assert!(text.contains("[a, 1] x [4] => [a, 4]"), "{hover}");
    }
    // On a use of the result.
    let hover = client.at("textDocument/hover", 3, 9);
    assert!(hover.to_string().contains("becomes"), "{hover}");
    // On an operand, and where no op is.
    for (line, character) in [(2, 28), (3, 4), (0, 4), (99, 0)] {
        let hover = client.at("textDocument/hover", line, character);
        assert!(!hover.to_string().contains("becomes"), "{hover}");
    }
    let found = client.hints();
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found[0]["label"], "[a, 1] x [4] => [a, 4]");
    let line = right.lines().nth(1).expect("it has an op");
    let end = json!({"line": 2, "character": line.len()});
    assert_eq!(found[0]["position"], end);
    let first = json!({"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}});
    let params = json!({"textDocument": {"uri": URI}, "range": first});
    assert_eq!(client.request("textDocument/inlayHint", params), json!([]));

    let guarded = right.replace("tensor<4xf32>", "tensor<?x4xf32>");
    client.change(2, &guarded);
    let found = client.hints();
    assert_eq!(found[0]["label"], "[a, 1] x [b, 4] => [c, 4], guarded");
    assert_eq!(
        found[0]["tooltip"],
        "guard: a = b or min(a, b) = 1 (checked here)"
    );
    // The other ops are shown although one is wrong or cannot be lowered.
    let unranked = format!(
        "{guarded}{}",
        guarded.replace("@add", "@other").replace("?x1x", "*x")
    );
    let diagnostics = client.change(3, &unranked);
    let message = diagnostics[0]["message"].as_str().unwrap_or_default();
    assert!(message.contains("of unknown rank"), "{diagnostics}");
    assert_eq!(client.hints(), found);
    client.change(4, "");
    assert_eq!(client.hints(), json!([]));
    client.stop();
}

#[test]
fn misspelt_names_can_be_fixed() {
    let mut client = Client::start();
    let right = WRONG.replace("2x3xf32", "2x1xf32");
    for (misspelt, meant) in [
        (
            right.replace("%a, %b :", "%a, %b {broadcast_dimension = array<i64: 1>} :"),
            "broadcast_dimensions",
        ),
        (
            right.replace("chlo.broadcast_add", "chlo.broadcast_ad"),
            "chlo.broadcast_add",
        ),
        (
            right.replace("chlo.broadcast_add", "chlo.broadcast_mul"),
            "chlo.broadcast_multiply",
        ),
    ] {
        client.open(&misspelt);
        let actions = client.actions(1, 8);
        let fixes = actions.as_array().into_iter().flatten();
        let edits = fixes.map(|action| &action["edit"]["changes"][URI][0]["newText"]);
        assert_eq!(edits.collect::<Vec<_>>(), [meant], "{actions}");
        assert_eq!(actions[0]["isPreferred"], true, "{actions}");
    }
    client.stop();
}

#[test]
fn a_file_sets_rules_dialects_and_options() {
    let directory = tempfile::tempdir().expect("a directory can be created");
    let write = |name: &str, text: &str| {
        std::fs::write(directory.path().join(name), text).expect("it can be written to");
    };
    let uri = |name: &str| format!("file://{}", directory.path().join(name).display());
    write(
        "nn.irdl.mlir",
        include_str!("../../examples/rules/nn.irdl.mlir"),
    );
    write(
        "my rules.toml",
        "[[rule]]\nsource = \"nn.add\"\ntarget = \"stablehlo.add\"\n",
    );
    let settings = "rules = \"my rules.toml\"\nirdl-file = [\"nn.irdl.mlir\"]\n";
    write("bcast-lower.toml", settings);
    let source = WRONG.replace("chlo.broadcast_add %a, %b :", "\"nn.add\"(%a, %b) :");

    let mut client = Client::start();
    let open = |client: &mut Client, uri: &str, text: &str| {
        let document = json!({"uri": uri, "languageId": "any", "version": 1, "text": text});
        client.notify("textDocument/didOpen", json!({"textDocument": document}));
        client.diagnostics()
    };
    let diagnostics = open(&mut client, &uri("a%2Emlir"), &source);
    assert_eq!(
        diagnostics[0]["message"],
        "'nn.add' op operands don't have broadcast-compatible shapes"
    );
    // The rules themselves.
    let rules = "[[rule]]\nsource = \"nn.add\"\ntarget = \"stablehlo.ad\"\n";
    let diagnostics = open(&mut client, &uri("my%20rules.toml"), rules);
    let message = diagnostics[0]["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("did you mean `stablehlo.add`?"),
        "{diagnostics}"
    );
    let params = json!({
        "textDocument": {"uri": uri("my%20rules.toml")},
        "range": diagnostics[0]["range"],
        "context": {"diagnostics": []},
    });
    let actions = client.request("textDocument/codeAction", params);
    let title = "Change `stablehlo.ad` to `stablehlo.add`";
    assert_eq!(actions[0]["title"], title, "{actions}");
    // The settings, before and after they are saved.
    let wrong = settings.replace("rules =", "rule =");
    let diagnostics = open(&mut client, &uri("bcast-lower.toml"), &wrong);
    assert_eq!(
        diagnostics[0]["message"],
        "unknown key `rule`; did you mean `rules`?"
    );
    assert_eq!(
        client.at_uri("textDocument/hover", &uri("bcast-lower.toml")),
        Value::Null
    );
    write("bcast-lower.toml", &wrong);
    let saved = json!({"textDocument": {"uri": uri("bcast-lower.toml")}});
    client.notify("textDocument/didSave", saved.clone());
    client.diagnostics();
    let diagnostics = client.diagnostics();
    let message = diagnostics[0]["message"].as_str().unwrap_or_default();
    assert!(message.ends_with("bcast-lower.toml:1: unknown key `rule`; did you mean `rules`?"));
    write("bcast-lower.toml", "rules-only = true\nrules = [\"tosa\"]");
    client.notify("textDocument/didSave", saved);
    client.diagnostics();
    assert_eq!(
        client.diagnostics(),
        json!([]),
        "`nn.add` has no rule any more"
    );
    client.stop();
}

#[test]
fn help_and_wrong_usage_are_answered_on_the_command_line() {
    let run = |argument| {
        Command::new(env!("CARGO_BIN_EXE_bcast-lsp-server"))
            .arg(argument)
            .output()
            .expect("the server starts")
    };
    for argument in ["--help", "--version"] {
        let output = run(argument);
        assert!(output.status.success());
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("bcast-lsp-server"), "{text}");
    }
    let output = run("--logs=info");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("similar argument exists: '--log'"), "{text}");
}

#[test]
fn closed_streams_are_errors() {
    let run = |arguments: &str, redirection: &str| {
        let script = format!("exec \"$0\" {arguments} {redirection}");
        let output = Command::new("sh")
            .args(["-c", &script])
            .arg(env!("CARGO_BIN_EXE_bcast-lsp-server"))
            .output()
            .expect("the server starts");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), text)
    };
    let error = |message: &str| (Some(1), format!("error: {message}: it is closed\n"));
    let replies = error("cannot write replies to standard output");
    assert_eq!(run("", ">&- </dev/null"), replies);
    assert_eq!(
        run("", "<&-"),
        error("cannot read requests from standard input")
    );
    assert_eq!(
        run("--version", ">&-"),
        error("cannot write to standard output")
    );
}
