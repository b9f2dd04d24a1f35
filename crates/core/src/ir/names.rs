//! The dialects and ops that a context knows, and parsing of attributes.

use super::ffi;
use crate::diagnostic::{
    collect, mlir_message,
    stream::{string_bytes, string_ref},
};
use crate::rule::SHARDING;
use melior::{
    Context,
    ir::{Attribute, AttributeLike},
};
use mlir_sys::{MlirStringRef, mlirContextGetOrLoadDialect};
use rustc_hash::FxHashMap;
use std::{ffi::c_void, marker::PhantomData};

/// Returns the dialect in an op's full name; empty if the name has none.
pub fn dialect_of(op: &str) -> &str {
    op.split_once('.').map_or("", |(dialect, _)| dialect)
}

/// The full name of an op, with its definition if it is registered: looked up once for any
/// number of ops.
#[derive(Clone, Copy, Debug)]
pub struct OpName<'c>(*const c_void, PhantomData<&'c Context>);

impl<'c> OpName<'c> {
    /// Looks up a name.
    pub fn new(context: &'c Context, name: &str) -> Self {
        // SAFETY: the context is alive and copies the text.
        let name = unsafe { ffi::bcastOpName(context.to_raw(), string_ref(name.as_bytes())) };
        Self(name.ptr, PhantomData)
    }

    pub(super) fn to_raw(self) -> ffi::OpName {
        ffi::OpName { ptr: self.0 }
    }
}

/// Loads a dialect; returns `false` if the context does not know the name.
///
/// No other thread may use the context, unless the dialect is already loaded.
pub fn load_dialect(context: &Context, name: &str) -> bool {
    // SAFETY: the context is alive, and the name is not kept.
    let dialect =
        unsafe { mlirContextGetOrLoadDialect(context.to_raw(), string_ref(name.as_bytes())) };
    !dialect.ptr.is_null()
}

/// Returns the names of all dialects that can be loaded.
pub fn dialect_names(context: &Context) -> Vec<String> {
    let mut names = vec![];
    // SAFETY: the context is alive; the callback runs only during the call.
    unsafe {
        ffi::bcastContextVisitDialects(context.to_raw(), Some(push_text), (&raw mut names).cast());
    }
    names
}

/// Returns the full names of a loaded dialect's ops.
pub fn op_names(context: &Context, dialect: &str) -> Vec<String> {
    let mut names = vec![];
    // SAFETY: the context is alive; the callback runs only during the call.
    unsafe {
        ffi::bcastContextVisitOps(
            context.to_raw(),
            string_ref(dialect.as_bytes()),
            Some(push_text),
            (&raw mut names).cast(),
        );
    }
    names
}

/// Returns the number of operands of the ops of a name, if it is fixed and the op is
/// registered.
pub fn operand_count(context: &Context, op: &str) -> Option<usize> {
    // SAFETY: the context is alive, and the name is not kept.
    let count =
        unsafe { ffi::bcastContextOperandCount(context.to_raw(), string_ref(op.as_bytes())) };
    usize::try_from(count).ok()
}

/// Returns the number of results of the ops of a name, if it is fixed and the op is registered.
pub fn result_count(context: &Context, op: &str) -> Option<usize> {
    // SAFETY: the context is alive, and the name is not kept.
    let count =
        unsafe { ffi::bcastContextResultCount(context.to_raw(), string_ref(op.as_bytes())) };
    usize::try_from(count).ok()
}

/// Returns whether all ops of a name have a region, if the op is registered.
pub fn has_region(context: &Context, op: &str) -> bool {
    // SAFETY: the context is alive, and the name is not kept.
    unsafe { ffi::bcastContextHasRegion(context.to_raw(), string_ref(op.as_bytes())) }
}

/// Returns the names of the attributes in the definition of the ops of a name; empty if the op
/// is not registered.
pub fn attribute_names(context: &Context, op: &str) -> Vec<String> {
    let mut names = vec![];
    // SAFETY: the context is alive; the callback runs only during the call.
    unsafe {
        ffi::bcastContextVisitAttributes(
            context.to_raw(),
            string_ref(op.as_bytes()),
            Some(push_text),
            (&raw mut names).cast(),
        );
    }
    names
}

/// Returns whether the operands of ops of a name must have equal, not merely compatible, types.
/// The op's dialect must be loaded.
pub fn takes_equal_types(context: &Context, op: &str) -> bool {
    // SAFETY: the context is alive, and the name is not kept.
    unsafe { ffi::bcastContextTakesEqualTypes(context.to_raw(), string_ref(op.as_bytes())) }
}

/// Checks that ops of a name accept an attribute: an inherent attribute must be of the kind in
/// the op's definition.
///
/// Unregistered ops accept any attribute. The op's dialect must be loaded.
///
/// # Errors
///
/// Fails with MLIR's description of what the attribute must be.
pub fn check_attribute(
    context: &Context,
    op: &str,
    name: &str,
    value: Attribute<'_>,
) -> Result<(), String> {
    let mut reasons = Vec::<String>::new();
    // SAFETY: context and attribute are alive, and the names are not kept; the callback
    // runs only during the call.
    let is_accepted = unsafe {
        ffi::bcastContextTakesAttribute(
            context.to_raw(),
            string_ref(op.as_bytes()),
            string_ref(name.as_bytes()),
            value.to_raw(),
            Some(push_text),
            (&raw mut reasons).cast(),
        )
    };
    if is_accepted {
        return Ok(());
    }
    let constraints = reasons
        .iter()
        .map(|reason| mlir_message::constraint(reason));
    Err(constraints.collect::<Vec<_>>().join("; "))
}

/// Returns the enumeration values that an attribute of this op accepts, such as `#stablehlo<comparison_direction
/// EQ>`, if the op's dialect has an attribute of this name.
///
/// No other thread may use the context.
pub fn enumeration_values(context: &Context, op: &str, name: &str) -> Vec<String> {
    let dialect = dialect_of(op);
    let forms: [&dyn Fn(&str) -> String; 2] =
        [&|value| format!("#{dialect}<{name} {value}>"), &|value| {
            format!("#{dialect}.{name}<{value}>")
        }];
    for form in forms {
        // For an unknown value, MLIR's error message lists the valid ones.
        let Err(reason) = parse_attribute(context, &form("_")) else {
            continue;
        };
        let Some(values) = mlir_message::enumeration(&reason) else {
            continue;
        };
        let values = values.map(form).collect::<Vec<_>>();
        let is_accepted = |value: &String| {
            parse_attribute(context, value)
                .is_ok_and(|value| check_attribute(context, op, name, value).is_ok())
        };
        if values.iter().all(is_accepted) {
            return values;
        }
    }
    vec![]
}

/// The attributes that say where an op's results are.
pub const SHARDINGS: [&str; 2] = [SHARDING, "mhlo.sharding"];

/// Shardy's attributes that concern an op's operands: those of an op that replaces it may have other
/// ranks.
pub const SHARDING_OF_OPERANDS: [&str; 2] = ["sdy.sharding_rule", "sdy.propagation_edges"];

/// What is wrong with [`array_of_index`].
pub const ARRAY_OF_INDEX: &str = "an array of `index` does not exist; write the type that the op expects, such as `array<i64: 1>`";

/// Returns the position of an attribute `array<index>`, on which MLIR's parser crashes.
pub fn array_of_index(text: &[u8]) -> Option<usize> {
    let mut aliases = None;
    memchr::memmem::find_iter(text, "array").find(|&position| {
        let (before, rest) = (&text[..position], &text[position + "array".len()..]);
        let r#type = without_blanks(rest).strip_prefix(b"<").map(without_blanks);
        let line = || memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        !before
            .last()
            .is_some_and(|byte| is_in_name(byte) || b"!#".contains(byte))
            && r#type.is_some_and(|r#type| is_index(text, r#type, &mut aliases))
            && is_code(&before[line()..])
    })
}

/// The types that a text defines aliases for, by the names of these.
type Aliases<'t> = FxHashMap<&'t [u8], &'t [u8]>;

/// The longest chain of aliases of aliases that is followed.
const MOST_ALIASES: usize = 16;

fn is_in_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_$.-".contains(byte)
}

/// Returns the name that a text begins with.
fn name_at(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| !is_in_name(byte));
    &text[..end.unwrap_or(text.len())]
}

/// Returns whether a part of a text begins with the type `index`, or with an alias of it.
fn is_index<'t>(text: &'t [u8], mut r#type: &'t [u8], aliases: &mut Option<Aliases<'t>>) -> bool {
    for _ in 0..MOST_ALIASES {
        let Some(alias) = r#type.strip_prefix(b"!") else {
            return name_at(r#type) == b"index";
        };
        let aliases = aliases.get_or_insert_with(|| aliases_of(text));
        match aliases.get(name_at(alias)) {
            Some(&value) => r#type = value,
            None => return false,
        }
    }
    false
}

/// Returns the aliases of types in a text. MLIR rejects a second definition, so the first one counts.
fn aliases_of(text: &[u8]) -> Aliases<'_> {
    let mut aliases = Aliases::default();
    let mut start = 0;
    while start < text.len() {
        let line = &text[start..];
        if let Some(alias) = line.trim_ascii_start().strip_prefix(b"!") {
            let name = name_at(alias);
            let value = without_blanks(&alias[name.len()..]).strip_prefix(b"=");
            if let Some(value) = value.map(without_blanks) {
                aliases.entry(name).or_insert(value);
            }
        }
        // A comment ends at a carriage return, too.
        let end = memchr::memchr2(b'\n', b'\r', line);
        start += end.unwrap_or(line.len()) + 1;
    }
    aliases
}

/// Returns a text without the spaces and comments that it begins with.
fn without_blanks(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_start();
        if !text.starts_with(b"//") {
            return text;
        }
        let end = memchr::memchr2(b'\n', b'\r', text);
        text = &text[end.unwrap_or(text.len())..];
    }
}

/// Returns whether what follows the start of a line is neither in a comment nor in a string, of
/// which none is longer than a line.
fn is_code(start: &[u8]) -> bool {
    let mut is_in_string = false;
    let mut bytes = start.iter().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => is_in_string = !is_in_string,
            b'\\' if is_in_string => {
                bytes.next();
            }
            // A comment may end at a carriage return.
            b'/' if !is_in_string
                && bytes.peek() == Some(&&b'/')
                && !bytes.any(|&byte| byte == b'\r') =>
            {
                return false;
            }
            _ => {}
        }
    }
    !is_in_string
}

/// Parses an attribute.
///
/// # Errors
///
/// Fails with MLIR's message, which is not emitted as a diagnostic.
pub fn parse_attribute<'c>(context: &'c Context, text: &str) -> Result<Attribute<'c>, String> {
    if array_of_index(text.as_bytes()).is_some() {
        return Err(ARRAY_OF_INDEX.into());
    }
    let (attribute, diagnostics) = collect(context, || Attribute::parse(context, text));
    let messages = diagnostics.into_iter().map(|it| it.message);
    attribute.ok_or_else(|| messages.collect::<Vec<_>>().join("; "))
}

/// Appends a text to the vector that `texts` points to.
pub(super) unsafe extern "C" fn push_text(text: MlirStringRef, texts: *mut c_void) {
    // SAFETY: the callers above pass their own vector, and MLIR passes a valid string.
    let (bytes, texts) = unsafe { (string_bytes(text), &mut *texts.cast::<Vec<String>>()) };
    texts.push(String::from_utf8_lossy(bytes).into_owned());
}

#[cfg(test)]
mod tests {
    use super::array_of_index;

    #[test]
    fn arrays_of_index_are_found_in_code() {
        for (text, expected) in [
            ("{a = array<index>}", Some(5)),
            ("// x\r{a = array // y\r < //\n index: 1>}", Some(10)),
            ("!t = index\n{a = array<!t: 1>}", Some(16)),
            (
                "!t = !u\n!u = !t\n!v = i64\n[array<!t: 1>, array<!v: 1>]",
                None,
            ),
            ("array< \n index : 1>", Some(0)),
            ("// array<index>\n\"a // \\\" \" array<index>", Some(27)),
            (
                "array<i64> array<indexes> my_array<index> !array<index>",
                None,
            ),
            ("\"array<index>\"", None),
            ("// array<index>", None),
        ] {
            assert_eq!(array_of_index(text.as_bytes()), expected, "{text}");
        }
    }
}
