//! Translates between the client and MLIR's server, whose documents are files without locations and whose columns are
//! bytes.

use super::text::{byte_column, utf16_length};
use serde_json::{Map, Value, json};
use std::{collections::HashMap, mem};

/// The beginning of the URIs that MLIR's server can resolve.
const FILE: &str = "file:///";

/// A direction of messages.
#[derive(Clone, Copy, Debug, PartialEq)]
enum To {
    Mlir,
    Client,
}

/// The names that MLIR's server has for documents that are in no file.
#[derive(Debug, Default)]
pub(super) struct Translator {
    aliases: HashMap<String, String>,
}

impl Translator {
    /// Rewrites a client's message about a document for MLIR's server; returns whether it has changed.
    /// `of_mlir` is what MLIR's server reads instead of the document's text.
    pub fn change_for_mlir(
        &mut self,
        message: &mut Value,
        uri: &str,
        text: &str,
        of_mlir: Option<&str>,
    ) -> bool {
        if !uri.is_empty() && !uri.starts_with(FILE) && !self.aliases.contains_key(uri) {
            let alias = format!("{FILE}bcast-lower/document-{}.mlir", self.aliases.len());
            self.aliases.insert(uri.into(), alias);
        }
        let params = &mut message["params"];
        let mut has_changed = self.is_needed(uri, text);
        if has_changed {
            self.change(params, uri, text, To::Mlir);
        }
        let Some(of_mlir) = of_mlir else {
            return has_changed;
        };
        if let Some(changes) = params.get_mut("contentChanges") {
            *changes = json!([{ "text": of_mlir }]);
            has_changed = true;
        }
        if let Some(opened) = params.pointer_mut("/textDocument/text") {
            *opened = of_mlir.into();
            has_changed = true;
        }
        has_changed
    }

    /// Changes what MLIR's server says of a document with a text.
    pub fn change_for_client(&self, said: &mut Value, uri: &str, text: &str) {
        if self.is_needed(uri, text) {
            self.change(said, uri, text, To::Client);
        }
    }

    /// Returns whether MLIR's server has another name, or other columns, for a document.
    pub fn is_needed(&self, uri: &str, text: &str) -> bool {
        self.aliases.contains_key(uri) || !text.is_ascii()
    }

    /// Returns the client's URI of a document.
    pub fn client_uri(&self, of_mlir: &str) -> String {
        let mut aliases = self.aliases.iter();
        let found = aliases.find(|(_, alias)| *alias == of_mlir);
        found.map_or(of_mlir, |(uri, _)| uri).into()
    }

    fn change(&self, value: &mut Value, uri: &str, text: &str, to: To) {
        let alias = self.aliases.get(uri).map_or(uri, String::as_str);
        let [from, into] = match to {
            To::Mlir => [uri, alias],
            To::Client => [alias, uri],
        };
        let lines = text.lines().collect::<Vec<_>>();
        let column = |line: usize, column: usize| {
            let line = lines.get(line)?;
            Some(match to {
                To::Mlir => byte_column(line, column as u64),
                To::Client => utf16_length(line.get(..column).unwrap_or(line)),
            })
        };
        change(value, &|uri| (uri == from).then_some(into), &column);
    }
}

/// Changes each URI and each position in a message.
fn change<'u>(
    value: &mut Value,
    uri: &impl Fn(&str) -> Option<&'u str>,
    column: &impl Fn(usize, usize) -> Option<usize>,
) {
    match value {
        Value::String(text) => {
            if let Some(other) = uri(text) {
                *text = other.into();
            }
        }
        Value::Array(values) => {
            for value in values {
                change(value, uri, column);
            }
        }
        Value::Object(entries) => {
            if let [Some(line), Some(character)] =
                ["line", "character"].map(|key| number(entries, key))
                && let Some(column) = column(line, character)
            {
                entries.insert("character".into(), column.into());
            }
            for (key, mut value) in mem::take(entries) {
                change(&mut value, uri, column);
                let key = uri(&key).map_or(key.clone(), str::to_string);
                entries.insert(key, value);
            }
        }
        _ => {}
    }
}

fn number(entries: &Map<String, Value>, key: &str) -> Option<usize> {
    usize::try_from(entries.get(key)?.as_u64()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\u{f6}\u{f6} a loc(unknown)";
    const PLAIN: Option<&str> = Some("\u{f6}\u{f6} a             ");

    #[test]
    fn columns_are_bytes_for_mlir_and_units_for_the_client() {
        let mut translator = Translator::default();
        let uri = "file:///a.mlir";
        let position = |column: usize| json!({"line": 0, "character": column});
        let request = json!({"params": {"textDocument": {"uri": uri}, "position": position(3)}});
        let mut changed = request.clone();
        assert!(translator.change_for_mlir(&mut changed, uri, TEXT, PLAIN));
        assert_eq!(changed["params"]["position"], position(5));
        assert_eq!(changed["params"]["textDocument"], json!({"uri": uri}));
        let mut reply = json!([{"uri": uri, "range": {"start": position(5), "end": position(6)}}]);
        translator.change_for_client(&mut reply, uri, TEXT);
        let range = json!({"start": position(3), "end": position(4)});
        assert_eq!(reply, json!([{"uri": uri, "range": range}]));
        assert!(!translator.change_for_mlir(&mut request.clone(), uri, "abcdef", None));
    }

    #[test]
    fn documents_in_no_file_have_a_name_for_mlir() {
        let mut translator = Translator::default();
        let uri = "untitled:Untitled-1";
        let document = json!({"uri": uri, "text": TEXT});
        let mut opened = json!({"params": {"textDocument": document}});
        assert!(translator.change_for_mlir(&mut opened, uri, TEXT, PLAIN));
        let document = &opened["params"]["textDocument"];
        let alias = document["uri"].as_str().unwrap().to_string();
        assert!(alias.starts_with(FILE), "{alias}");
        assert_eq!(document["text"], "\u{f6}\u{f6} a             ");
        assert_eq!(translator.client_uri(&alias), uri);
        let mut edit = json!({"changes": {alias: []}});
        translator.change_for_client(&mut edit, uri, TEXT);
        assert_eq!(edit, json!({"changes": {uri: []}}));
    }
}
