//! An editor's conversation with `bcast-lsp-server`.

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
        let capabilities = client.request("initialize", json!({"capabilities": {}}));
        let capabilities = &capabilities["capabilities"];
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
        loop {
            let mut message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" {
                return message["params"]["diagnostics"].take();
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
