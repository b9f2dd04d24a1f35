//! Random programs in which sizes flow: through ops, computations, loops, branches, and
//! functions that call each other or themselves.
//!
//! Loop-carried values may change their sizes from one iteration to the next, functions are
//! called with different sizes, and recursion swaps its arguments.

mod assertion;
mod control;
mod dynamic;
mod function;
mod operation;
mod shape;
mod size;

use crate::choices::Choices;
use function::Function;
use std::{fmt::Write, ops::RangeInclusive};

/// The dims of a tensor of floats, `None` if dynamic.
type Type = Vec<Option<i64>>;

/// A tensor of floats in scope.
#[derive(Clone, Debug)]
struct Value {
    name: String,
    r#type: Type,
}

/// The values that may be used at one position.
#[derive(Clone, Debug, Default)]
struct Scope {
    values: Vec<Value>,
    /// Computed sizes, each a `tensor<i32>`.
    sizes: Vec<String>,
    /// Computed shapes, each with its number of sizes.
    shapes: Vec<(String, usize)>,
}

impl Scope {
    fn of(values: &[Value]) -> Self {
        Self {
            values: values.to_vec(),
            ..Self::default()
        }
    }
}

/// The maximum nesting depth of loops and branches.
const MAX_DEPTH: usize = 4;

/// The constructs through which sizes flow.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Forms {
    All,
    /// Only those of StableHLO: no branches between blocks, no unknown ranks.
    Structured,
}

/// A program, and the types of its main function's arguments.
pub struct Program {
    pub text: String,
    arguments: Vec<Type>,
}

impl Program {
    /// Generates a program; the names of its functions begin with a prefix.
    pub fn new(choices: &mut Choices<'_>, prefix: &str) -> Self {
        Self::with(choices, prefix, Forms::All)
    }

    /// Generates a program with given forms.
    pub fn with(choices: &mut Choices<'_>, prefix: &str, forms: Forms) -> Self {
        let mut writer = Writer {
            choices,
            prefix,
            forms,
            text: String::new(),
            names: 0,
            functions: vec![],
        };
        let arguments = (0..2 + writer.choices.below(2))
            .map(|_| writer.r#type())
            .collect::<Vec<_>>();
        // The interpreter starts with the first function; callees follow it in the text, but
        // are generated before it.
        for _ in 0..writer.choices.below(4) {
            match writer.choices.below(4) {
                0 if forms == Forms::All => writer.graph(),
                _ => writer.function(),
            }
        }
        let functions = std::mem::take(&mut writer.text);
        let declared = writer.declare(&arguments);
        let parameters = parameters(&declared);
        let mut scope = Scope::of(&declared);
        // Statements after a rejecting one are not run.
        let most = if writer.functions.is_empty() { 5 } else { 2 };
        let count = 1 + writer.choices.below(most);
        writer.statements(&mut scope, count, 0);
        // Most functions are called, some of them with several sizes.
        for index in 0..writer.functions.len() {
            for _ in 0..writer.choices.below(3) {
                writer.call_one(index, &mut scope);
                let count = writer.choices.below(3);
                writer.statements(&mut scope, count, 1);
            }
        }
        let results = scope.values.split_off(arguments.len());
        let body = std::mem::take(&mut writer.text);
        let text = format!(
            "func.func @{prefix}main({parameters}) -> ({}) {{\n{body}{}\n}}\n{functions}",
            types(&results),
            terminator("func.return", &results)
        );
        Self { text, arguments }
    }

    /// Returns shapes of the arguments, with their dynamic dims in a range; any prefix is
    /// spread over all of them.
    pub fn assignments(&self, sizes: &RangeInclusive<i64>) -> Vec<Vec<Vec<i64>>> {
        let mut all = vec![vec![]];
        for dim in self.arguments.iter().flatten() {
            let range = dim.map_or(sizes.clone(), |size| size..=size);
            all = all
                .iter()
                .flat_map(|prefix: &Vec<i64>| {
                    range.clone().map(|size| [&prefix[..], &[size]].concat())
                })
                .collect();
        }
        let stride = 7919;
        (0..all.len())
            .map(|i| {
                let mut sizes = all[i * stride % all.len()].iter().copied();
                let arguments = self.arguments.iter();
                arguments
                    .map(|dims| sizes.by_ref().take(dims.len()).collect())
                    .collect()
            })
            .collect()
    }
}

struct Writer<'a, 'b> {
    choices: &'a mut Choices<'b>,
    prefix: &'a str,
    forms: Forms,
    text: String,
    names: usize,
    functions: Vec<Function>,
}

impl Writer<'_, '_> {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("writing to a string succeeds");
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    /// Emits an op that has one result; returns its name.
    fn emit(&mut self, op: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {op}"));
        name
    }

    /// Chooses one of several elements with equal probability.
    fn choose<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.choices.below(of.len())]
    }

    /// Returns true with probability `1 / n`.
    fn one_in(&mut self, n: usize) -> bool {
        // The last one, so that shrinking makes it false.
        self.choices.below(n) == n - 1
    }

    fn number_below(&mut self, limit: usize) -> i64 {
        self.choices.below(limit) as i64
    }

    fn declare(&mut self, types: &[Type]) -> Vec<Value> {
        types
            .iter()
            .map(|r#type| Value {
                name: self.name(),
                r#type: r#type.clone(),
            })
            .collect()
    }

    fn r#type(&mut self) -> Type {
        (0..self.choices.below(3))
            .map(|_| self.choose(&[None, None, None, Some(1), Some(2)]))
            .collect()
    }

    fn dynamic_type(&mut self) -> Type {
        vec![None; 1 + self.choices.below(2)]
    }

    fn pick(&mut self, values: &[Value]) -> Value {
        // Usually the newest ones.
        let count = values.len();
        let back = self.choices.below(count).min(self.choices.below(count));
        values[count - 1 - back].clone()
    }

    /// Picks a value of a type, or emits one.
    fn pick_typed(&mut self, scope: &mut Scope, r#type: &Type) -> Value {
        let fitting = scope
            .values
            .iter()
            .filter(|value| value.r#type == *r#type)
            .cloned()
            .collect::<Vec<_>>();
        if fitting.is_empty() || self.one_in(8) {
            return self.iota(scope, r#type);
        }
        self.pick(&fitting)
    }

    fn pick_all(&mut self, scope: &mut Scope, types: &[Type]) -> Vec<Value> {
        types
            .iter()
            .map(|r#type| self.pick_typed(scope, r#type))
            .collect()
    }

    fn statements(&mut self, scope: &mut Scope, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(scope, depth);
        }
    }

    fn statement(&mut self, scope: &mut Scope, depth: usize) {
        match self.choices.below(34) {
            0..=8 => self.broadcast(scope),
            9 => self.elementwise(scope),
            10 => self.transpose(scope),
            11 => self.reduce(scope),
            12 => self.concatenate(scope),
            13 => self.slice(scope),
            14 => self.dot(scope),
            15 => self.reshape(scope),
            16 => self.pad(scope),
            17 => self.dynamic_slice(scope),
            18 | 19 => self.assertion(scope),
            32 | 33 => {
                let (a, b) = (self.pick(&scope.values), self.pick(&scope.values));
                self.bounded_broadcast(scope, &a, &b);
            }
            20 => self.dynamic_broadcast(scope),
            21 | 22 => {
                let r#type = self.r#type();
                let made = self.iota(scope, &r#type);
                scope.values.push(made);
            }
            23 => {
                let made = self.known(None);
                scope.values.push(made);
            }
            24 | 25 if depth < MAX_DEPTH => self.branch(scope, depth),
            26..=28 if depth < MAX_DEPTH => self.repeat(scope, depth),
            29 | 30 if !self.functions.is_empty() => {
                let index = self.choices.below(self.functions.len());
                self.call_one(index, scope);
            }
            _ => self.broadcast(scope),
        }
    }
}

fn list(values: &[Value], show: impl Fn(&Value) -> String) -> String {
    values.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn names(values: &[Value]) -> String {
    list(values, |value| value.name.clone())
}

fn types(values: &[Value]) -> String {
    list(values, |value| tensor(&value.r#type))
}

fn parameters(values: &[Value]) -> String {
    list(values, |value| {
        format!("{}: {}", value.name, tensor(&value.r#type))
    })
}

fn terminator(name: &str, values: &[Value]) -> String {
    let colon = if values.is_empty() { "" } else { " : " };
    format!("{name} {}{colon}{}", names(values), types(values))
}

fn tensor(r#type: &Type) -> String {
    let dims = r#type
        .iter()
        .map(|dim| dim.map_or("?x".to_string(), |size| format!("{size}x")));
    format!("tensor<{}f32>", dims.collect::<String>())
}
