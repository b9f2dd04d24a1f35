//! The documents that a client has open.

use super::plain::plain;
use bcast_lower_driver::{MAXIMUM_NESTING, nesting};
use serde_json::Value;
use std::collections::HashMap;

/// The texts of the documents that a client has open, by their URIs.
#[derive(Debug, Default)]
pub struct Documents {
    open: HashMap<String, Document>,
}

#[derive(Debug)]
struct Document {
    version: Option<i64>,
    text: String,
    /// The text without locations; `None` if it has none.
    plain: Option<String>,
    /// Whether its brackets are nested too deeply for a parser.
    is_too_deep: bool,
}

impl Documents {
    /// Updates the documents after a message from the client.
    pub fn update(&mut self, message: &Value) {
        let document = &message["params"]["textDocument"];
        let (Some(method), Some(uri)) = (message["method"].as_str(), document["uri"].as_str())
        else {
            return;
        };
        let text = match method {
            "textDocument/didOpen" => &document["text"],
            // MLIR's server requests whole texts; the last one is current.
            "textDocument/didChange" => message["params"]["contentChanges"]
                .as_array()
                .and_then(|changes| changes.last())
                .map_or(&Value::Null, |change| &change["text"]),
            "textDocument/didClose" => {
                self.open.remove(uri);
                return;
            }
            _ => return,
        };
        if let Some(text) = text.as_str() {
            let plain = plain(text);
            let document = Document {
                version: document["version"].as_i64(),
                plain: (plain != text).then(|| plain.into_owned()),
                is_too_deep: nesting(text.as_bytes(), MAXIMUM_NESTING).is_err(),
                text: text.into(),
            };
            self.open.insert(uri.into(), document);
        }
    }

    /// Returns the version of a document; `None` if it is not open, or has none.
    pub fn version(&self, uri: &str) -> Option<i64> {
        self.open.get(uri)?.version
    }

    /// Returns the open documents, in any order.
    pub fn uris(&self) -> impl Iterator<Item = &str> {
        self.open.keys().map(String::as_str)
    }

    /// Returns the text of a document without locations; `None` if it is not open, or has none.
    pub fn plain(&self, uri: &str) -> Option<&str> {
        self.open.get(uri)?.plain.as_deref()
    }

    /// Returns what MLIR's server reads instead of a document; `None` if it reads the document. It would end
    /// at brackets that are nested too deeply.
    pub fn of_mlir(&self, uri: &str) -> Option<&str> {
        let document = self.open.get(uri)?;
        match document.is_too_deep {
            true => Some(""),
            false => document.plain.as_deref(),
        }
    }

    /// Returns the text of a document, if it still has this version.
    pub fn text(&self, uri: &str, version: Option<i64>) -> Option<&str> {
        let document = self.open.get(uri)?;
        (version.is_none() || document.version == version).then_some(&document.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn documents_are_tracked_from_opening_to_closing() {
        let mut documents = Documents::default();
        let mut send = |method: &str, params: Value| {
            documents.update(&json!({"method": method, "params": params}));
            documents.text("file:///a", Some(2)).map(str::to_string)
        };
        let document = json!({"uri": "file:///a", "version": 1, "text": "one"});
        let params = json!({"textDocument": document});
        assert_eq!(send("textDocument/didOpen", params), None);
        let params = json!({
            "textDocument": {"uri": "file:///a", "version": 2},
            "contentChanges": [{"text": "two"}],
        });
        let text = send("textDocument/didChange", params);
        assert_eq!(text.as_deref(), Some("two"));
        let params = json!({"textDocument": {"uri": "file:///a"}});
        assert_eq!(send("textDocument/didClose", params), None);
    }
}
