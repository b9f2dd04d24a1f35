//! The types of the Python module: `python/bcast_lower/__init__.pyi`.

use bcast_lower::pipeline::{ON, OPTIONS, OptionInfo, OptionKind, Target};
use strum::VariantNames;

/// The text of the stub; words that begin with `@` are replaced with parts from the tables.
const TEMPLATE: &str = include_str!("python_stub/template.pyi");

/// An overload of the functions that return a module: the types of the arguments `module`, `target`
/// and `output`, and of the result.
struct Overload {
    /// The only function that has it, if it is not one of all.
    function: Option<&'static str>,
    module: &'static str,
    target: &'static str,
    output: &'static str,
    result: &'static str,
    /// Whether a later overload has another result for the same arguments.
    is_exception: bool,
}

impl Overload {
    const fn new(module: &'static str, output: &'static str, result: &'static str) -> Self {
        Self {
            function: None,
            module,
            target: "@targets = None",
            output,
            result,
            is_exception: false,
        }
    }

    const fn of(self, function: &'static str) -> Self {
        Self {
            function: Some(function),
            ..self
        }
    }

    const fn exceptionally(self) -> Self {
        Self {
            is_exception: true,
            ..self
        }
    }

    const fn for_target(self, target: &'static str) -> Self {
        Self { target, ..self }
    }
}

/// The type of the argument `output` where the result has the form of the input.
const AS_INPUT: &str = "None = None";

/// The overloads. If none fits, mypy explains the first one that is similar; the last one is similar to
/// any call.
const OVERLOADS: [Overload; 11] = [
    Overload::new("_Module", "Literal[\"text\"]", "str"),
    Overload::new("_Module", "Literal[\"bytecode\", \"artifact\"]", "bytes"),
    Overload::new("_Module", "str", "Union[str, bytes]"),
    Overload::new("str", AS_INPUT, "str"),
    Overload::new("Union[bytes, bytearray, memoryview]", AS_INPUT, "bytes"),
    Overload::new("os.PathLike[str]", AS_INPUT, "Union[str, bytes]"),
    Overload::new("_Exported", AS_INPUT, "str")
        .of("lower")
        .for_target("Literal[\"iree\"]")
        .exceptionally(),
    Overload::new("_Exported", AS_INPUT, "Any").of("run"),
    Overload::new("_ModuleT", AS_INPUT, "_ModuleT"),
    Overload::new("_HasMlirModule", AS_INPUT, "Any"),
    Overload::new("Union[_Module, _NoModule]", AS_INPUT, "Any"),
];

/// The parameters that say how a module is read: their names, types and defaults.
const READING: [(&str, &str, &str); 6] = [
    ("name", "Optional[str]", "None"),
    ("irdl_files", "Iterable[_Path]", "()"),
    ("allow_unregistered_dialect", "bool", "False"),
    ("threads", "bool", "True"),
    (
        "on_diagnostic",
        "Optional[Callable[[Diagnostic], object]]",
        "None",
    ),
    (
        "progress",
        "Optional[Callable[[str, float], object]]",
        "None",
    ),
];

/// Returns the text of the stub.
pub fn python_stub() -> String {
    let (of_verification, others) = OPTIONS
        .iter()
        .partition::<Vec<_>, _>(|option| option.concern.is_verified());
    let reading = READING.iter();
    let reading_fields = reading
        .clone()
        .map(|(name, value, _)| format!("    {name}: {value}\n"));
    let reading =
        reading.map(|(name, value, default)| format!("    {name}: {value} = {default},\n"));
    with_overloads(TEMPLATE)
        .replace("    @reading\n", &reading.collect::<String>())
        .replace("    @Reading\n", &reading_fields.collect::<String>())
        .replace("@target", &optional(&literal(Target::VARIANTS)))
        .replace("    @LowerKeywords\n", &overload_fields())
        .replace("    @verify_options\n", &parameters(&of_verification))
        .replace("    @LowerOptions\n", &fields(&others))
        .replace("    @VerifyOptions\n", &fields(&of_verification))
}

/// Writes each function behind `@overloads` once for each overload.
fn with_overloads(template: &str) -> String {
    let targets = with_wrong_strings(&literal(Target::VARIANTS));
    let mut parts = template.split("@overloads\n");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part
            .find(": ...\n")
            .map_or(part.len(), |end| end + ": ...\n".len());
        let (function, rest) = part.split_at(end);
        for overload in &OVERLOADS {
            if let Some(only) = overload.function
                && !function.starts_with(&format!("def {only}("))
            {
                continue;
            }
            text.push_str("@overload\n");
            let function = function
                .replace("@module", overload.module)
                .replace("@target", overload.target)
                .replace("@targets", &targets)
                .replace("@output", overload.output)
                .replace("@result", overload.result);
            text.push_str(&match overload.is_exception {
                true => function.replacen('\n', "  # type: ignore[overload-overlap]\n", 1),
                false => function,
            });
        }
        text.push_str(rest);
    }
    text
}

/// Returns a type of these strings.
fn literal(values: &[&str]) -> String {
    let values = values.iter().map(|value| format!("\"{value}\""));
    format!("Literal[{}]", values.collect::<Vec<_>>().join(", "))
}

/// Returns a type that `None` has, too.
fn optional(value: &str) -> String {
    format!("Optional[{value}]")
}

/// Returns the optional type of a parameter of an overload, for which mypy reports a wrong string at
/// the argument.
fn with_wrong_strings(value: &str) -> String {
    format!("Union[{value}, _NoString, None]")
}

fn value_type(option: &OptionInfo) -> String {
    match option.kind() {
        OptionKind::Choice(_) => literal(&option.values()),
        OptionKind::Switch => "bool".into(),
        OptionKind::Names => "Union[_Path, Iterable[_Path]]".into(),
        OptionKind::Text(_) => "_Sizes".into(),
    }
}

/// Returns the options of a function with overloads as fields of a typed dictionary.
fn overload_fields() -> String {
    let field = |option: &OptionInfo| {
        let value = value_type(option);
        let value = match option.kind() {
            OptionKind::Choice(_) | OptionKind::Switch => with_wrong_strings(&value),
            OptionKind::Names | OptionKind::Text(_) => optional(&value),
        };
        format!("    {}: {value}\n", option.identifier())
    };
    OPTIONS.iter().map(field).collect()
}

fn parameters(options: &[&OptionInfo]) -> String {
    let parameter = |option: &&OptionInfo| {
        let (name, value) = (option.identifier(), optional(&value_type(option)));
        format!("    {name}: {value} = None,\n")
    };
    options.iter().map(parameter).collect()
}

/// Returns the fields of a typed dictionary, each with its description.
fn fields(options: &[&OptionInfo]) -> String {
    let field = |option: &&OptionInfo| {
        let (name, value) = (option.identifier(), optional(&value_type(option)));
        let description = option.description();
        let default = match option.kind() {
            OptionKind::Names | OptionKind::Text(_) => String::new(),
            OptionKind::Choice(_) => format!("; by default \"{}\"", option.default()),
            OptionKind::Switch if option.default() == ON[0] => "; by default True".into(),
            OptionKind::Switch => "; by default False".into(),
        };
        format!("    {name}: {value}\n    \"\"\"{description}{default}.\"\"\"\n")
    };
    options.iter().map(field).collect()
}
