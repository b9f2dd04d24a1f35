//! The text of generated types and functions.

use super::records::{Attribute, Field, Form, Kind, Member, camel_case};
use std::{error::Error, fmt::Write};

impl Attribute {
    /// Returns the signatures and bodies of its functions in C.
    pub fn functions(&self, dialect: &str) -> Vec<(String, String)> {
        let name = &self.name;
        let class = format!("{dialect}::{name}Attr");
        let members = match &self.form {
            Form::Enumeration(_) => {
                return vec![
                    (
                        format!(
                            "MlirAttribute {dialect}{name}AttrFromValue(MlirContext ctx, uint32_t value)"
                        ),
                        format!(
                            "return getEnumerator<{class}>(ctx, {dialect}::symbolize{name}(value));"
                        ),
                    ),
                    (
                        format!("int64_t {dialect}{name}AttrToValue(MlirAttribute attr)"),
                        format!("return getValue<{class}>(attr);"),
                    ),
                ];
            }
            Form::Struct(members) => members,
        };
        let (mut parameters, mut values) = (String::new(), String::new());
        let mut functions = vec![];
        for Member {
            name: member,
            is_list,
        } in members
        {
            let camel = camel_case(member);
            let get = format!("cast<{class}>(unwrap(attr)).get{camel}()");
            if *is_list {
                parameters += &format!(", intptr_t n{camel}, const int64_t *{member}");
                values += &format!(", llvm::ArrayRef({member}, n{camel})");
                functions.push((
                    format!("intptr_t {dialect}{name}Get{camel}Size(MlirAttribute attr)"),
                    format!("return {get}.size();"),
                ));
                functions.push((
                    format!(
                        "int64_t {dialect}{name}Get{camel}Elem(MlirAttribute attr, intptr_t pos)"
                    ),
                    format!("return {get}[pos];"),
                ));
            } else {
                parameters += &format!(", int64_t {member}");
                values += &format!(", {member}");
                functions.push((
                    format!("int64_t {dialect}{name}Get{camel}(MlirAttribute attr)"),
                    format!("return {get};"),
                ));
            }
        }
        functions.push((
            format!("bool {dialect}AttributeIsA{name}(MlirAttribute attr)"),
            format!("return isa_and_nonnull<{class}>(unwrap(attr));"),
        ));
        functions.push((
            format!("MlirAttribute {dialect}{name}Get(MlirContext ctx{parameters})"),
            format!("return getStruct<{class}>(ctx{values});"),
        ));
        functions
    }

    /// Returns its type in Rust.
    pub fn rust(&self, dialect: &str) -> Result<String, Box<dyn Error>> {
        let (name, summary) = (&self.name, &self.summary);
        let mut rust = String::new();
        match &self.form {
            Form::Enumeration(cases) => {
                let functions =
                    ["FromValue", "ToValue"].map(|it| format!("{dialect}{name}Attr{it}"));
                let functions = functions.join(", ");
                writeln!(
                    rust,
                    "enumeration! {{\n/// {summary}.\n{name}, {functions}:"
                )?;
                for (case, value) in cases {
                    writeln!(rust, "{case} = {value},")?;
                }
                writeln!(rust, "}}")?;
            }
            Form::Struct(members) => {
                writeln!(
                    rust,
                    "/// {summary}.\n#[derive(Clone, Debug, Default, Eq, PartialEq)]\n\
                     pub struct {name} {{"
                )?;
                let (mut values, mut read) = (String::new(), String::new());
                for Member {
                    name: member,
                    is_list,
                } in members
                {
                    let get = format!("ffi::{dialect}{name}Get{}", camel_case(member));
                    let field = identifier(member);
                    if *is_list {
                        writeln!(rust, "pub {field}: Vec<i64>,")?;
                        writeln!(
                            values,
                            "self.{field}.len() as isize, self.{field}.as_ptr(),"
                        )?;
                        writeln!(read, "{field}: list(attribute, {get}Size, {get}Elem),")?;
                    } else {
                        writeln!(rust, "pub {field}: i64,")?;
                        writeln!(values, "self.{field},")?;
                        writeln!(read, "{field}: {get}(attribute),")?;
                    }
                }
                write!(
                    rust,
                    "}}\nimpl {name} {{
                    /// Returns the attribute; `None` if the context lacks the dialect, or has
                    /// another one of this name.
                    pub fn to_attribute<'c>(&self, context: &'c Context) -> Option<Attribute<'c>> {{
                        // SAFETY: the context is alive, and the lists outlive the call.
                        unsafe {{ Attribute::from_option_raw(ffi::{dialect}{name}Get(context.to_raw(), {values})) }}
                    }}

                    /// Reads an attribute; `None` if it is of another kind.
                    pub fn from_attribute(attribute: Attribute<'_>) -> Option<Self> {{
                        let attribute = attribute.to_raw();
                        // SAFETY: the attribute is alive, and its kind is checked first.
                        unsafe {{ ffi::{dialect}AttributeIsA{name}(attribute).then(|| Self {{ {read} }}) }}
                    }}
                    }}\n"
                )?;
            }
        }
        Ok(rust)
    }
}

/// Returns a struct for the attributes of an op, with a function that returns them by name.
pub fn op_struct(class: &str, op: &str, fields: &[Field]) -> Result<String, Box<dyn Error>> {
    let borrows = |field: &Field| matches!(field.kind, Kind::Text | Kind::List | Kind::Struct(_));
    let is_own = |field: &Field| matches!(field.kind, Kind::Enumerator(_) | Kind::Struct(_));
    let is_other = |field: &Field| matches!(field.kind, Kind::Other);
    let lifetimes = match (fields.iter().any(borrows), fields.iter().any(is_other)) {
        (true, true) => "<'a, 'c>",
        (true, false) => "<'a>",
        (false, true) => "<'c>",
        (false, false) => "",
    };
    let has_default = fields
        .iter()
        .all(|field| field.is_optional || !is_own(field) && !is_other(field));
    let mut rust = format!(
        "/// The attributes of `{op}`.\n#[derive(Clone, Copy{})]\n",
        match has_default {
            true => ", Default",
            false => "",
        }
    );
    writeln!(rust, "pub struct {class}{lifetimes} {{")?;
    let (mut required, mut optional) = (String::new(), String::new());
    for field in fields {
        let name = identifier(&field.name);
        let r#type = match &field.kind {
            Kind::Integer => "i64",
            Kind::Bool => "bool",
            Kind::Text => "&'a str",
            Kind::List => "&'a [i64]",
            Kind::Enumerator(name) => name,
            Kind::Struct(name) => &format!("&'a {name}"),
            Kind::Other => "Attribute<'c>",
        };
        let value = match &field.kind {
            Kind::Integer => "integer(context, value)",
            Kind::Bool => "BoolAttribute::new(context, value).into()",
            Kind::Text => "StringAttribute::new(context, value).into()",
            Kind::List => "DenseI64ArrayAttribute::new(context, value).into()",
            Kind::Enumerator(_) | Kind::Struct(_) => "value.to_attribute(context)?",
            Kind::Other => "value",
        };
        let key = &field.name;
        if field.is_optional {
            writeln!(rust, "pub {name}: Option<{type}>,")?;
            writeln!(
                optional,
                "if let Some(value) = self.{name} {{ attributes.push((\"{key}\", {value})); }}"
            )?;
        } else {
            writeln!(rust, "pub {name}: {type},")?;
            let value = value.replace("value", &format!("self.{name}"));
            writeln!(required, "(\"{key}\", {value}),")?;
        }
    }
    let (list, statements, result) = match optional.is_empty() {
        true => (
            format!("[(&'static str, Attribute<'c>); {}]", fields.len()),
            String::new(),
            format!("[{required}]"),
        ),
        false => (
            "Vec<(&'static str, Attribute<'c>)>".to_string(),
            format!("let mut attributes = vec![{required}];\n{optional}"),
            "attributes".to_string(),
        ),
    };
    let (condition, list, result) = match fields.iter().any(is_own) {
        true => (
            "; `None` if the context lacks the dialect, or has another one of this name",
            format!("Option<{list}>"),
            format!("Some({result})"),
        ),
        false => ("", list, result),
    };
    let own_lifetime = if fields.iter().any(is_other) {
        ""
    } else {
        "<'c>"
    };
    write!(
        rust,
        "}}\nimpl{lifetimes} {class}{lifetimes} {{
        /// Returns them by name{condition}.
        pub fn attributes{own_lifetime}(&self, context: &'c Context) -> {list} {{
        {statements}
        {result}
        }}
        }}\n"
    )?;
    Ok(rust)
}

/// Returns a name as an identifier of Rust.
fn identifier(name: &str) -> String {
    match name {
        "type" => format!("r#{name}"),
        _ => name.into(),
    }
}
