//! The types of the Python module: `python/bcast_lower/__init__.pyi`.

use bcast_lower::pipeline::{ON, OPTIONS, OptionInfo, OptionKind, Target};
use strum::VariantNames;

/// The text of the stub; words that begin with `@` are replaced with parts from the tables.
const TEMPLATE: &str = include_str!("python_stub/template.pyi");

/// The type of the result of functions that return a module, by the types of the arguments
/// `module` and `output`.
const OVERLOADS: [(&str, &str, &str); 8] = [
    ("object", "Literal[\"text\"]", "str"),
    ("object", "Literal[\"bytecode\", \"artifact\"]", "bytes"),
    ("object", "str", "Union[str, bytes]"),
    ("Union[str, _HasMlirModule]", "None = None", "str"),
    (
        "Union[bytes, bytearray, memoryview]",
        "None = None",
        "bytes",
    ),
    ("os.PathLike[str]", "None = None", "Union[str, bytes]"),
    ("_ModuleT", "None = None", "_ModuleT"),
    ("object", "None = None", "Any"),
];

/// The parameters that say how a module is read.
const READING: &str = "    name: Optional[str] = None,
    irdl_files: Iterable[_Path] = (),
    allow_unregistered_dialect: bool = False,
    threads: bool = True,
    on_diagnostic: Optional[Callable[[Diagnostic], object]] = None,
";

/// Returns the text of the stub.
pub fn python_stub() -> String {
    let all = OPTIONS.iter().collect::<Vec<_>>();
    let of_verification = OPTIONS
        .iter()
        .filter(|option| option.concern.is_verified())
        .collect::<Vec<_>>();
    with_overloads(TEMPLATE)
        .replace("    @reading\n", READING)
        .replace("@targets", &literal(Target::VARIANTS))
        .replace("    @lower_options\n", &parameters(&all))
        .replace("    @verify_options\n", &parameters(&of_verification))
        .replace("    @LowerOptions\n", &fields(&all))
        .replace("    @VerifyOptions\n", &fields(&of_verification))
}

/// Writes each function behind `@overloads` once for each overload.
fn with_overloads(template: &str) -> String {
    let mut parts = template.split("@overloads\n");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part
            .find(": ...\n")
            .map_or(part.len(), |end| end + ": ...\n".len());
        let (function, rest) = part.split_at(end);
        for (module, output, result) in OVERLOADS {
            text.push_str("@overload\n");
            let function = function
                .replace("@module", module)
                .replace("@output", output);
            text.push_str(&function.replace("@result", result));
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

fn value_type(option: &OptionInfo) -> String {
    let value = match option.kind() {
        OptionKind::Choice(_) => literal(&option.values()),
        OptionKind::Switch => "bool".into(),
        OptionKind::Names => "Union[_Path, Iterable[_Path]]".into(),
        OptionKind::Text(_) => "_Sizes".into(),
    };
    format!("Optional[{value}]")
}

fn parameters(options: &[&OptionInfo]) -> String {
    let parameter = |option: &&OptionInfo| {
        let (name, value) = (option.identifier(), value_type(option));
        format!("    {name}: {value} = None,\n")
    };
    options.iter().map(parameter).collect()
}

/// Returns the fields of a typed dictionary, each with its description.
fn fields(options: &[&OptionInfo]) -> String {
    let field = |option: &&OptionInfo| {
        let (name, value) = (option.identifier(), value_type(option));
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
