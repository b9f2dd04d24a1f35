//! Rust for the names of ops and for their attributes, from the records of ODS definitions, and the
//! C API that it uses.
//!
//! Attributes that are enumerators, and those whose members are numbers and lists of numbers, are types
//! in Rust. The C API has OpenXLA's names for the latter.

use super::{llvm::Llvm, ods::write_if_changed, types::op_struct};
use serde_json::Value;
use std::{env, error::Error, fmt::Write, path::Path, process::Command};

/// The dialects for which it is generated.
const DIALECTS: &[&str] = &["stablehlo", "chlo"];

/// MLIR's own dialects in `common/upstream.td`, of which only the names are generated.
const UPSTREAM: &[&str] = &["arith", "cf", "func", "math", "scf", "shape", "tensor"];

/// Generates `<dialect>.rs`, and, for our dialects, the declarations and definitions of the C API.
pub fn generate(llvm: &Llvm) -> Result<(), Box<dyn Error>> {
    let output = env::var("OUT_DIR")?;
    let write = |name: String, text: &str| write_if_changed(&Path::new(&output).join(name), text);
    for dialect in DIALECTS {
        let records = Records::read(llvm, dialect, &format!("{dialect}/ops.td"))?;
        let attributes = records.attributes()?;
        let functions = attributes.iter().flat_map(|it| it.functions(dialect));
        let (mut declarations, mut definitions) = (String::new(), String::new());
        for (signature, body) in functions {
            writeln!(declarations, "{signature};")?;
            writeln!(definitions, "{signature} {{\n  {body}\n}}\n")?;
        }
        write(format!("{dialect}_capi.h.inc"), &declarations)?;
        write(format!("{dialect}_capi.cpp.inc"), &definitions)?;
        let mut rust = records.names()?;
        for attribute in &attributes {
            rust += &attribute.rust(dialect)?;
        }
        rust += &records.ops()?;
        write(format!("{dialect}.rs"), &rust)?;
    }
    let mut records = Records::read(llvm, "", "common/upstream.td")?;
    for dialect in UPSTREAM {
        records.dialect = dialect;
        write(format!("{dialect}.rs"), &records.names()?)?;
    }
    Ok(())
}

/// The records of a dialect's definitions.
struct Records {
    dialect: &'static str,
    json: Value,
}

/// An attribute that is a type in Rust.
pub struct Attribute {
    /// Without `Attr`.
    pub name: String,
    pub summary: String,
    pub form: Form,
}

pub enum Form {
    /// The names and values of the enumerators.
    Enumeration(Vec<(String, u64)>),
    Struct(Vec<Member>),
}

pub struct Member {
    pub name: String,
    pub is_list: bool,
}

/// An attribute of an op.
pub struct Field {
    pub name: String,
    pub kind: Kind,
    pub is_optional: bool,
}

pub enum Kind {
    Integer,
    Bool,
    Text,
    List,
    /// An enumerator of the dialect.
    Enumerator(String),
    /// A struct of the dialect.
    Struct(String),
    /// Any other attribute.
    Other,
}

impl Records {
    /// Runs llvm-tblgen, since mlir-tblgen does not print records as JSON.
    fn read(llvm: &Llvm, dialect: &'static str, file: &str) -> Result<Self, Box<dyn Error>> {
        let program = llvm.binary_directory.join("llvm-tblgen");
        let output = Command::new(&program)
            .args(["--dump-json", "-I", ".", "-I"])
            .arg(&llvm.include_directory)
            .arg(file)
            .output()
            .map_err(|error| format!("cannot run `{}`: {error}", program.display()))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into());
        }
        let json = serde_json::from_slice(&output.stdout)?;
        Ok(Self { dialect, json })
    }

    /// Returns the record that a value refers to.
    fn record(&self, reference: &Value) -> &Value {
        &self.json[text(&reference["def"])]
    }

    /// Returns the dialect's records of a class.
    fn of_class<'a>(&'a self, class: &str, dialect: &'a str) -> impl Iterator<Item = &'a Value> {
        let names = self.json["!instanceof"][class].as_array();
        let records = names.into_iter().flatten();
        let records = records.map(|name| &self.json[text(name)]);
        records.filter(move |it| self.record(&it[dialect])["name"] == self.dialect)
    }

    /// Returns the attributes that are types in Rust.
    fn attributes(&self) -> Result<Vec<Attribute>, Box<dyn Error>> {
        let mut attributes = vec![];
        for record in self.of_class("AttrDef", "dialect") {
            let form = match record.get("enum") {
                Some(enumeration) => Some(self.enumeration(self.record(enumeration))?),
                None => self.members(record).map(Form::Struct),
            };
            let name = text(&record["cppClassName"]);
            attributes.extend(form.map(|form| Attribute {
                name: name.trim_end_matches("Attr").to_string(),
                summary: text(&record["summary"]).to_string(),
                form,
            }));
        }
        Ok(attributes)
    }

    fn enumeration(&self, record: &Value) -> Result<Form, Box<dyn Error>> {
        let cases = record["enumerants"].as_array().ok_or("no enumerators")?;
        let cases = cases.iter().map(|case| self.record(case)).map(|case| {
            let value = case["value"].as_u64().ok_or("no value of an enumerator")?;
            Ok((camel_case(&text(&case["str"]).to_lowercase()), value))
        });
        cases.collect::<Result<_, _>>().map(Form::Enumeration)
    }

    /// Returns the members of an attribute; `None` if one is something else than numbers.
    fn members(&self, record: &Value) -> Option<Vec<Member>> {
        let members = arguments(record, "parameters").map(|(value, name)| {
            let number = match value.as_str() {
                Some(number) => number,
                None => text(&self.record(value)["cppType"]),
            };
            Some(Member {
                name: name.into(),
                is_list: match number {
                    "int64_t" => false,
                    "::llvm::ArrayRef<int64_t>" => true,
                    _ => return None,
                },
            })
        });
        members.collect()
    }

    /// Returns constants for the names of the ops.
    fn names(&self) -> Result<String, Box<dyn Error>> {
        let dialect = self.dialect;
        let mut rust = format!(
            "/// What the names of all ops begin with.\npub const PREFIX: &str = \"{dialect}.\";\n"
        );
        for op in self.of_class("Op", "opDialect") {
            let name = text(&op["opName"]);
            let summary = text(&op["summary"]).split_whitespace();
            let summary = summary.collect::<Vec<_>>().join(" ");
            let constant = name.trim_start_matches('_').replace(['-', '.'], "_");
            let constant = constant.to_uppercase();
            writeln!(rust, "/// `{dialect}.{name}`: {summary}.")?;
            writeln!(rust, "pub const {constant}: &str = \"{dialect}.{name}\";")?;
        }
        Ok(rust)
    }

    /// Returns a struct for the attributes of each op that has some.
    fn ops(&self) -> Result<String, Box<dyn Error>> {
        let mut rust = String::new();
        for op in self.of_class("Op", "opDialect") {
            let fields = arguments(op, "arguments");
            let fields = fields.filter_map(|(value, name)| self.field(self.record(value), name));
            let fields = fields.collect::<Vec<_>>();
            if !fields.is_empty() {
                let class = text(&op["!name"]);
                let class = class.split_once('_').map_or(class, |(_, name)| name);
                let name = format!("{}.{}", self.dialect, text(&op["opName"]));
                rust += &op_struct(class, &name, &fields)?;
            }
        }
        Ok(rust)
    }

    /// Returns an op's attribute; `None` for an operand.
    fn field(&self, record: &Value, name: &str) -> Option<Field> {
        let mut record = record;
        let mut is_optional = false;
        if !is_a(record, "Attr") {
            return None;
        }
        loop {
            is_optional |= record["isOptional"] == 1 || !record["defaultValue"].is_null();
            match &record["baseAttr"] {
                Value::Null => break,
                base => record = self.record(base),
            }
        }
        let is_own = is_a(record, "AttrDef");
        let class = || text(&record["cppClassName"]).trim_end_matches("Attr");
        let kind = match text(&record["!name"]) {
            "I64Attr" => Kind::Integer,
            "BoolAttr" => Kind::Bool,
            "StrAttr" => Kind::Text,
            "DenseI64ArrayAttr" => Kind::List,
            _ if is_own && record.get("enum").is_some() => Kind::Enumerator(class().into()),
            _ if is_own && self.members(record).is_some() => Kind::Struct(class().into()),
            _ => Kind::Other,
        };
        Some(Field {
            name: name.into(),
            kind,
            is_optional,
        })
    }
}

/// Returns the text in a value; empty if it is none.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns whether a record is of a class.
fn is_a(record: &Value, class: &str) -> bool {
    let classes = record["!superclasses"].as_array();
    classes.into_iter().flatten().any(|it| it == class)
}

/// Returns the values and names of a record's arguments.
fn arguments<'a>(record: &'a Value, name: &str) -> impl Iterator<Item = (&'a Value, &'a str)> {
    let arguments = record[name]["args"].as_array();
    let arguments = arguments.into_iter().flatten();
    arguments.map(|argument| (&argument[0], text(&argument[1])))
}

/// `no_transpose` => `NoTranspose`
pub fn camel_case(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let (first, rest) = word.split_at_checked(1).unwrap_or_default();
        first.to_uppercase() + rest
    });
    words.collect()
}
