//! A client's conversation with MLIR's server, and what is added to it.

use super::{
    Documents, actions,
    analysis::{DocumentAnalysis, analyse, check_toml},
    decisions, declarations,
    translate::Translator,
};
use crate::{driver::llvm_version, explain::Report};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The name of the server, which editors show.
const NAME: &str = "bcast-lsp-server";

/// The id of the request that asks the client to tell of changed files.
const WATCH: &str = "bcast-lower/watch";

fn version() -> String {
    format!("{} (LLVM {})", env!("CARGO_PKG_VERSION"), llvm_version())
}

/// What becomes of a message from the client.
#[derive(Debug, PartialEq)]
pub enum Reaction {
    /// MLIR's server gets it.
    Forward,
    /// MLIR's server gets this message instead.
    Replace(Value),
    /// The client gets these messages, and MLIR's server nothing.
    Answer(Vec<Value>),
}

/// A request whose reply is changed.
#[derive(Debug)]
enum Pending {
    Initialize,
    Hover {
        uri: String,
        position: Value,
    },
    CodeAction {
        uri: String,
        range: Value,
        /// The kinds of actions that are asked for; all if it is no list.
        only: Value,
    },
    /// Only positions and URIs are changed.
    Other {
        uri: String,
    },
}

impl Pending {
    fn uri(&self) -> Option<&str> {
        match self {
            Self::Initialize => None,
            Self::Hover { uri, .. } | Self::CodeAction { uri, .. } | Self::Other { uri } => {
                Some(uri)
            }
        }
    }
}

/// The state of a conversation.
#[derive(Debug, Default)]
pub struct Session {
    documents: Documents,
    translator: Translator,
    /// Whether the client tells of changed files if it is asked to.
    can_watch: bool,
    /// The requests that MLIR's server has not answered yet, by their ids.
    pending: HashMap<String, Pending>,
    /// The diagnostics that MLIR's server has published last, by document.
    of_mlir: HashMap<String, Vec<Value>>,
    /// The diagnostics that the client has, by document.
    published: HashMap<String, Vec<Value>>,
    /// What the lowering says, by document, with the document's version.
    analyses: HashMap<String, (Option<i64>, DocumentAnalysis)>,
}

impl Session {
    /// Notes a message from the client.
    pub fn from_client(&mut self, message: Value) -> Reaction {
        self.documents.update(&message);
        let method = message["method"].as_str().unwrap_or_default();
        let params = &message["params"];
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        let uri = &uri.to_string();
        if is_toml(uri) {
            return Reaction::Answer(self.about_toml(&message, method, uri));
        }
        let pending = match method {
            // The client's reply.
            "" if message["id"] == WATCH => return Reaction::Answer(vec![]),
            "initialize" => {
                let watched = "/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration";
                self.can_watch = params.pointer(watched) == Some(&Value::Bool(true));
                Pending::Initialize
            }
            "initialized" if self.can_watch => return Reaction::Answer(vec![watch()]),
            // Rules and settings may have changed.
            "workspace/didChangeWatchedFiles" | "textDocument/didSave" => {
                return Reaction::Answer(self.refresh());
            }
            "textDocument/hover" => Pending::Hover {
                uri: uri.into(),
                position: params["position"].clone(),
            },
            "textDocument/codeAction" => Pending::CodeAction {
                uri: uri.into(),
                range: params["range"].clone(),
                only: params["context"]["only"].clone(),
            },
            "textDocument/inlayHint" => {
                let hints = self.hints(uri, &params["range"]);
                return Reaction::Answer(vec![reply(&message, hints)]);
            }
            // A document that is opened again may have an old version's number.
            "textDocument/didOpen" | "textDocument/didClose" => {
                self.forget(uri);
                return self.forward(message, uri);
            }
            _ => Pending::Other { uri: uri.into() },
        };
        if message.get("id").is_some() {
            self.pending.insert(message["id"].to_string(), pending);
        }
        self.forward(message, uri)
    }

    /// Returns what MLIR's server gets of a message about a document.
    fn forward(&mut self, mut message: Value, uri: &str) -> Reaction {
        let text = self.documents.text(uri, None).unwrap_or_default();
        let of_mlir = self.documents.of_mlir(uri);
        let translator = &mut self.translator;
        match translator.change_for_mlir(&mut message, uri, text, of_mlir) {
            true => Reaction::Replace(message),
            false => Reaction::Forward,
        }
    }

    /// Changes a message of MLIR's server to the client.
    pub fn from_server(&mut self, message: &mut Value) {
        if message["method"] == "textDocument/publishDiagnostics" {
            let params = &mut message["params"];
            let uri = self
                .translator
                .client_uri(params["uri"].as_str().unwrap_or_default());
            self.translate(params, &uri);
            self.add_diagnostics(params);
            return;
        }
        if message.get("method").is_some() {
            return;
        }
        let pending = self.pending.remove(&message["id"].to_string());
        let Some(result) = message.get_mut("result") else {
            return;
        };
        if let Some(uri) = pending.as_ref().and_then(Pending::uri) {
            self.translate(result, uri);
        }
        match pending {
            Some(Pending::Initialize) if result.is_object() => {
                result["serverInfo"] = json!({"name": NAME, "version": version()});
                result["capabilities"]["inlayHintProvider"] = json!(true);
                // Rules and settings are read from files, so their changes count when they are
                // saved.
                result["capabilities"]["textDocumentSync"]["save"] = json!(true);
            }
            Some(Pending::Hover { uri, position }) => {
                if let Some(text) = self.hover(&uri, &position) {
                    decisions::add_to_hover(result, &text);
                }
            }
            Some(Pending::CodeAction { uri, range, only }) => {
                let mut fixes = self.fixes(&uri, &range);
                fixes.extend(self.declarations(&uri, &range));
                fixes.retain(|action| is_wanted(action, &only));
                match result.as_array_mut() {
                    Some(actions) => actions.extend(fixes),
                    None if !fixes.is_empty() => *result = fixes.into(),
                    None => {}
                }
            }
            Some(Pending::Initialize | Pending::Other { .. }) | None => {}
        }
    }

    /// Changes what MLIR's server says of a document to what the client knows.
    fn translate(&self, said: &mut Value, uri: &str) {
        let text = self.documents.text(uri, None).unwrap_or_default();
        self.translator.change_for_client(said, uri, text);
    }

    /// Adds what the lowering says to the diagnostics that MLIR's server publishes.
    fn add_diagnostics(&mut self, params: &mut Value) {
        let Some(uri) = params["uri"].as_str().map(str::to_string) else {
            return;
        };
        let version = params["version"].as_i64();
        if let Some(of_mlir) = params["diagnostics"].as_array() {
            self.of_mlir.insert(uri.clone(), of_mlir.clone());
        }
        if self.documents.text(&uri, version).is_some() {
            params["diagnostics"] = self.all_diagnostics(&uri).into();
        }
    }

    /// Returns all diagnostics of a document; the client has them from now on.
    fn all_diagnostics(&mut self, uri: &str) -> Vec<Value> {
        let mut all = self.of_mlir.get(uri).cloned().unwrap_or_default();
        if let Some(analysis) = self.analysis(uri) {
            for added in &analysis.diagnostics {
                add(&mut all, added);
            }
        }
        self.published.insert(uri.into(), all.clone());
        all
    }

    /// Returns the analysis of a document's current text; `None` if it is not open.
    fn analysis(&mut self, uri: &str) -> Option<&DocumentAnalysis> {
        let version = self.documents.version(uri);
        let is_current =
            |(of, _): &(Option<i64>, DocumentAnalysis)| *of == version && version.is_some();
        if !self.analyses.get(uri).is_some_and(is_current) {
            let text = self.documents.text(uri, None)?;
            let analysis = analyse(uri, text, self.documents.plain(uri));
            self.analyses.insert(uri.into(), (version, analysis));
        }
        self.analyses.get(uri).map(|(_, analysis)| analysis)
    }

    /// Returns the report on a document, and its text.
    fn report(&mut self, uri: &str) -> Option<(&Report, &str)> {
        self.analysis(uri)?;
        let (_, analysis) = self.analyses.get(uri)?;
        Some((analysis.report.as_ref()?, self.documents.text(uri, None)?))
    }

    fn hover(&mut self, uri: &str, position: &Value) -> Option<String> {
        let (report, text) = self.report(uri)?;
        decisions::hover(report, uri, text, position)
    }

    fn hints(&mut self, uri: &str, range: &Value) -> Value {
        let hints = self
            .report(uri)
            .map(|(report, text)| decisions::hints(report, uri, text, range));
        hints.unwrap_or_default().into()
    }

    fn fixes(&self, uri: &str, range: &Value) -> Vec<Value> {
        let text = self.documents.text(uri, None).unwrap_or_default();
        let published = self.published.get(uri).map_or(&[][..], Vec::as_slice);
        actions::fixes(uri, text, published, range)
    }

    /// Returns the declarations that would make guards in a range unnecessary.
    fn declarations(&mut self, uri: &str, range: &Value) -> Vec<Value> {
        let declarations = self
            .report(uri)
            .map(|(report, text)| declarations::actions(report, uri, text, range));
        declarations.unwrap_or_default()
    }

    /// Answers a message about a table of rules or a file with settings.
    fn about_toml(&mut self, message: &Value, method: &str, uri: &str) -> Vec<Value> {
        match method {
            "textDocument/didOpen" | "textDocument/didChange" | "textDocument/didSave" => {
                let text = self.documents.text(uri, None).unwrap_or_default();
                let found = check_toml(uri, text);
                self.published.insert(uri.into(), found.clone());
                let mut messages = vec![publish(uri, found)];
                if method == "textDocument/didSave" {
                    messages.extend(self.refresh());
                }
                messages
            }
            "textDocument/didClose" => {
                self.forget(uri);
                vec![publish(uri, vec![])]
            }
            "textDocument/codeAction" => {
                let range = &message["params"]["range"];
                vec![reply(message, self.fixes(uri, range).into())]
            }
            _ if message.get("id").is_some() => vec![reply(message, Value::Null)],
            _ => vec![],
        }
    }

    /// Analyses all documents again, whose rules or settings may have changed.
    fn refresh(&mut self) -> Vec<Value> {
        self.analyses.clear();
        let open = self.documents.uris().filter(|uri| !is_toml(uri));
        let mut open = open.map(str::to_string).collect::<Vec<_>>();
        open.sort();
        let all = open
            .iter()
            .map(|uri| publish(uri, self.all_diagnostics(uri)));
        all.collect()
    }

    fn forget(&mut self, uri: &str) {
        self.of_mlir.remove(uri);
        self.published.remove(uri);
        self.analyses.remove(uri);
    }
}

/// Adds a diagnostic, unless MLIR's server has published it; then only its notes are added.
fn add(all: &mut Vec<Value>, added: &Value) {
    const NOTES: &str = "relatedInformation";
    let known = all.iter_mut().find(|known| {
        known["message"] == added["message"]
            && known["range"]["start"]["line"] == added["range"]["start"]["line"]
    });
    let Some(known) = known else {
        all.push(added.clone());
        return;
    };
    if known[NOTES].as_array().is_none_or(Vec::is_empty) && added.get(NOTES).is_some() {
        known[NOTES] = added[NOTES].clone();
    }
    for key in ["code", "data"] {
        if let Some(value) = added.get(key) {
            known[key] = value.clone();
        }
    }
}

/// Returns whether an action is of a kind that is asked for.
fn is_wanted(action: &Value, only: &Value) -> bool {
    let Some(only) = only.as_array() else {
        return true;
    };
    let kind = action["kind"].as_str().unwrap_or_default();
    let mut only = only.iter().filter_map(Value::as_str);
    only.any(|asked| {
        let rest = kind.strip_prefix(asked);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || asked.is_empty())
    })
}

/// Returns the request to tell of changed settings, rules and definitions of dialects.
fn watch() -> Value {
    let watchers = ["**/*.toml", "**/*.irdl.mlir"].map(|glob| json!({"globPattern": glob}));
    json!({
        "jsonrpc": "2.0",
        "id": WATCH,
        "method": "client/registerCapability",
        "params": {"registrations": [{
            "id": WATCH,
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": watchers},
        }]},
    })
}

fn is_toml(uri: &str) -> bool {
    uri.ends_with(".toml")
}

fn reply(request: &Value, result: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": request["id"], "result": result})
}

fn publish(uri: &str, diagnostics: Vec<Value>) -> Value {
    json!({
        "jsonrpc": "2.0",
        "method": "textDocument/publishDiagnostics",
        "params": {"uri": uri, "diagnostics": diagnostics},
    })
}
