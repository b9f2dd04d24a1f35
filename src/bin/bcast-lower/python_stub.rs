//! The types of the Python module: `python/bcast_lower/__init__.pyi`.

use bcast_lower::pipeline::{Concern, ON, OPTIONS, OptionInfo, OptionKind, Target};
use strum::VariantNames;

/// The text of the stub; words that begin with `@` are replaced with parts from the tables.
const TEMPLATE: &str = include_str!("python_stub/template.pyi");

/// Returns the text of the stub.
pub fn python_stub() -> String {
    let all = OPTIONS.iter().collect::<Vec<_>>();
    let of_verification = OPTIONS
        .iter()
        .filter(|option| option.concern == Concern::Verification)
        .collect::<Vec<_>>();
    TEMPLATE
        .replace("@targets", &literal(Target::VARIANTS))
        .replace("    @lower_options\n", &parameters(&all))
        .replace("    @verify_options\n", &parameters(&of_verification))
        .replace("    @LowerOptions\n", &fields(&all))
        .replace("    @VerifyOptions\n", &fields(&of_verification))
}

fn literal(values: &[&str]) -> String {
    let values = values.iter().map(|value| format!("\"{value}\""));
    format!("Literal[{}]", values.collect::<Vec<_>>().join(", "))
}

fn value_type(option: &OptionInfo) -> String {
    let value = match option.kind() {
        OptionKind::Choice(_) => literal(&option.values()),
        OptionKind::Switch => "bool".into(),
        OptionKind::Names => "Union[_Path, Iterable[_Path]]".into(),
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
            OptionKind::Names => String::new(),
            OptionKind::Choice(_) => format!("; by default \"{}\"", option.default()),
            OptionKind::Switch if option.default() == ON[0] => "; by default True".into(),
            OptionKind::Switch => "; by default False".into(),
        };
        format!("    {name}: {value}\n    \"\"\"{description}{default}.\"\"\"\n")
    };
    options.iter().map(field).collect()
}
