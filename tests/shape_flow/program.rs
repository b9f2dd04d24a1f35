//! Random programs in which sizes flow: through ops that say something of them,
//! loops, branches, and functions that call each other, or themselves.
//!
//! What a loop carries need not keep its sizes from one iteration to the next, a
//! function is called with different sizes, and recursion swaps its arguments.

use std::{fmt::Write, ops::RangeInclusive, slice::Iter};

/// A stream of choices, so that proptest shrinks programs by shrinking bytes.
pub struct Choices<'a>(Iter<'a, u8>);

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes.iter())
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % limit
    }
}

/// `None` where a dim is dynamic.
type Type = Vec<Option<i64>>;

/// A tensor of floats in scope.
#[derive(Clone, Debug)]
struct Value {
    name: String,
    r#type: Type,
}

/// A private function: a counter and tensors in, tensors out.
#[derive(Clone)]
struct Function {
    name: String,
    parameters: Vec<Type>,
    results: Vec<Type>,
}

/// A program, and the types of its main function's arguments.
pub struct Program {
    pub text: String,
    arguments: Vec<Type>,
}

impl Program {
    pub fn new(choices: &mut Choices<'_>) -> Self {
        let mut writer = Writer {
            choices,
            text: String::new(),
            names: 0,
            functions: vec![],
        };
        let arguments = (0..2 + writer.choices.below(2))
            .map(|_| writer.r#type())
            .collect::<Vec<_>>();
        // The interpreter starts with the first function; callees come behind it
        // in the text, but are made before it.
        for _ in 0..writer.choices.below(3) {
            match writer.choices.below(3) {
                0 => writer.graph(),
                _ => writer.function(),
            }
        }
        let functions = std::mem::take(&mut writer.text);
        let mut scope = writer.declare(&arguments);
        let parameters = list(&scope, |value| {
            format!("{}: {}", value.name, tensor(&value.r#type))
        });
        let count = 1 + writer.choices.below(5);
        writer.statements(&mut scope, count, 0);
        // Most functions are called, some with several sizes.
        for index in 0..writer.functions.len() {
            for _ in 0..writer.choices.below(3) {
                writer.call_one(index, &mut scope);
            }
        }
        let results = scope.split_off(arguments.len());
        let body = std::mem::take(&mut writer.text);
        let text = format!(
            "func.func @main({parameters}) -> ({}) {{\n{body}{}\n}}\n{functions}",
            types(&results),
            terminator("func.return", &results)
        );
        Self { text, arguments }
    }

    /// Some shapes of the arguments, with their dynamic dims in a range; what a
    /// caller takes from the front is spread over all of them.
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
    text: String,
    names: usize,
    functions: Vec<Function>,
}

impl Writer<'_, '_> {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("a string takes all");
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
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
            .map(|_| [None, None, None, Some(1), Some(2)][self.choices.below(5)])
            .collect()
    }

    fn dynamic_type(&mut self) -> Type {
        vec![None; 1 + self.choices.below(2)]
    }

    fn pick(&mut self, scope: &[Value]) -> Value {
        // The newest mostly.
        let count = scope.len();
        let back = self.choices.below(count).min(self.choices.below(count));
        scope[count - 1 - back].clone()
    }

    /// Picks a value of a type, or makes one that has it.
    fn pick_typed(&mut self, scope: &[Value], r#type: &Type) -> Value {
        let fitting = scope
            .iter()
            .filter(|value| value.r#type == *r#type)
            .cloned()
            .collect::<Vec<_>>();
        if fitting.is_empty() || self.choices.below(8) == 0 {
            return self.iota(scope, r#type);
        }
        self.pick(&fitting)
    }

    /// Emits a function, which may call itself as long as its counter lasts.
    fn function(&mut self) {
        let name = format!("@f{}", self.functions.len());
        let count = 1 + self.choices.below(2);
        let shape = self.dynamic_type();
        let parameters = vec![shape; count];
        let is_recursive = self.choices.below(2) == 0;
        let outer = std::mem::take(&mut self.text);
        let mut scope = self.declare(&parameters);
        let header = list(&scope, |value| {
            format!("{}: {}", value.name, tensor(&value.r#type))
        });
        let function = Function {
            name: name.clone(),
            parameters: parameters.clone(),
            results: parameters.clone(),
        };
        let count = 1 + self.choices.below(3);
        self.statements(&mut scope, count, 1);
        let mut results = parameters
            .iter()
            .map(|r#type| self.pick_typed(&scope, r#type))
            .collect::<Vec<_>>();
        if is_recursive {
            results = self.recursion(&function, &scope, &results);
        }
        let body = std::mem::replace(&mut self.text, outer);
        let end = terminator("func.return", &results);
        self.line(&format!(
            "func.func private {name}(%n: tensor<i32>, {header}) -> ({}) {{\n{body}{end}\n}}",
            types(&results)
        ));
        self.functions.push(function);
    }

    /// Emits a function of blocks that branch to each other in any way, until a
    /// counter ends it.
    fn graph(&mut self) {
        let name = format!("@f{}", self.functions.len());
        let shape = self.dynamic_type();
        let parameters = vec![shape; 1 + self.choices.below(2)];
        let blocks = 1 + self.choices.below(4);
        let outer = std::mem::take(&mut self.text);
        let mut scope = self.declare(&parameters);
        let header = list(&scope, |value| {
            format!("{}: {}", value.name, tensor(&value.r#type))
        });
        let count = self.choices.below(3);
        self.statements(&mut scope, count, 1);
        let zero = self.constant(0);
        let one = self.constant(1);
        let limit = self.choices_below(5);
        let limit = self.constant(limit);
        let first = self.choices.below(blocks);
        self.jump("cf.br", &[first], &zero, &scope, &parameters);
        for block in 0..blocks {
            // What the entry defines is seen everywhere, what another block
            // defines is not.
            let mut scope = scope.clone();
            let arguments = self.declare(&parameters);
            let list = list(&arguments, |value| {
                format!("{}: {}", value.name, tensor(&value.r#type))
            });
            self.line(&format!("^block{block}(%c{block}: tensor<i32>, {list}):"));
            scope.extend(arguments.iter().chain(&arguments).cloned());
            let count = self.choices.below(3);
            self.statements(&mut scope, count, 1);
            let next = self.name();
            self.line(&format!(
                "{next} = stablehlo.add %c{block}, {one} : tensor<i32>"
            ));
            let goes_on = self.condition("LT", &next, &limit);
            self.line(&format!("cf.cond_br {goes_on}, ^more{block}, ^end{block}"));
            self.line(&format!("^end{block}:"));
            let results = self.pick_all(&scope, &parameters);
            self.line(&terminator("func.return", &results));
            self.line(&format!("^more{block}:"));
            let count = self.choices.below(2);
            self.statements(&mut scope, count, 1);
            let (a, b) = (self.size(&scope), self.size(&scope));
            let direction = ["LT", "EQ"][self.choices.below(2)];
            let condition = self.condition(direction, &a, &b);
            let targets = [self.choices.below(blocks), self.choices.below(blocks)];
            let op = format!("cf.cond_br {condition},");
            self.jump(&op, &targets, &next, &scope, &parameters);
        }
        let body = std::mem::replace(&mut self.text, outer);
        let results = parameters.iter().map(tensor).collect::<Vec<_>>().join(", ");
        self.line(&format!(
            "func.func private {name}(%n: tensor<i32>, {header}) -> ({results}) {{\n{body}}}"
        ));
        self.functions.push(Function {
            name,
            parameters: parameters.clone(),
            results: parameters,
        });
    }

    fn pick_all(&mut self, scope: &[Value], types: &[Type]) -> Vec<Value> {
        types
            .iter()
            .map(|r#type| self.pick_typed(scope, r#type))
            .collect()
    }

    /// Emits a comparison of sizes as an `i1`.
    fn condition(&mut self, direction: &str, a: &str, b: &str) -> String {
        let (tensor, element) = (self.name(), self.name());
        self.line(&format!(
            "{tensor} = stablehlo.compare {direction}, {a}, {b} : (tensor<i32>, tensor<i32>) -> tensor<i1>"
        ));
        self.line(&format!(
            "{element} = tensor.extract {tensor}[] : tensor<i1>"
        ));
        element
    }

    /// Emits a branch to blocks, to each with values of its own.
    fn jump(
        &mut self,
        op: &str,
        targets: &[usize],
        counter: &str,
        scope: &[Value],
        parameters: &[Type],
    ) {
        let mut successors = vec![];
        for target in targets {
            let arguments = self.pick_all(scope, parameters);
            successors.push(format!(
                "^block{target}({counter}, {} : tensor<i32>, {})",
                names(&arguments),
                types(&arguments)
            ));
        }
        self.line(&format!("{op} {}", successors.join(", ")));
    }

    /// Emits a call of the function itself if its counter is not yet 0.
    fn recursion(
        &mut self,
        function: &Function,
        scope: &[Value],
        otherwise: &[Value],
    ) -> Vec<Value> {
        let results = self.declare(&function.results);
        self.line("%zero = stablehlo.constant dense<0> : tensor<i32>");
        self.line("%one = stablehlo.constant dense<1> : tensor<i32>");
        self.line(
            "%more = stablehlo.compare GT, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        );
        self.line(&format!(
            "{} = \"stablehlo.if\"(%more) ({{",
            names(&results)
        ));
        self.line("%fewer = stablehlo.subtract %n, %one : tensor<i32>");
        let mut inner = scope.to_vec();
        self.call(function, "%fewer", &mut inner);
        let yielded = inner.split_off(scope.len());
        self.line(&terminator("stablehlo.return", &yielded));
        self.line("}, {");
        self.line(&terminator("stablehlo.return", otherwise));
        self.line(&format!("}}) : (tensor<i1>) -> ({})", types(&results)));
        results
    }

    fn call(&mut self, function: &Function, counter: &str, scope: &mut Vec<Value>) {
        let arguments = function
            .parameters
            .iter()
            .map(|r#type| self.pick_typed(scope, r#type))
            .collect::<Vec<_>>();
        let results = self.declare(&function.results);
        self.line(&format!(
            "{} = func.call {}({counter}, {}) : (tensor<i32>, {}) -> ({})",
            names(&results),
            function.name,
            list(&arguments, |value| value.name.clone()),
            types(&arguments),
            types(&results)
        ));
        scope.extend(results);
    }

    fn statements(&mut self, scope: &mut Vec<Value>, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(scope, depth);
        }
    }

    fn statement(&mut self, scope: &mut Vec<Value>, depth: usize) {
        match self.choices.below(20) {
            0..=6 => self.broadcast(scope),
            7 => self.elementwise(scope),
            8 => self.transpose(scope),
            9 => self.reduce(scope),
            10 => self.concatenate(scope),
            11 => self.slice(scope),
            12 => self.dot(scope),
            13 => self.assertion(scope),
            14 => self.dynamic_broadcast(scope),
            15 => {
                let r#type = self.r#type();
                let made = self.iota(scope, &r#type);
                scope.push(made);
            }
            16 if depth < 3 => self.branch(scope, depth),
            17 | 18 if depth < 3 => self.repeat(scope, depth),
            19 if !self.functions.is_empty() => {
                let index = self.choices.below(self.functions.len());
                self.call_one(index, scope);
            }
            _ => self.broadcast(scope),
        }
    }

    fn call_one(&mut self, index: usize, scope: &mut Vec<Value>) {
        let function = self.functions[index].clone();
        let count = self.choices_below(3);
        let counter = self.constant(count);
        self.call(&function, &counter, scope);
    }

    fn choices_below(&mut self, limit: usize) -> i64 {
        self.choices.below(limit) as i64
    }

    fn constant(&mut self, value: i64) -> String {
        let name = self.name();
        self.line(&format!(
            "{name} = stablehlo.constant dense<{value}> : tensor<i32>"
        ));
        name
    }

    /// Emits a size: a constant, that of a dim, or one computed from two.
    fn size(&mut self, scope: &[Value]) -> String {
        match self.choices.below(6) {
            0 => {
                let value = self.choices_below(4);
                self.constant(value)
            }
            1 => {
                let (a, b) = (self.dim_size(scope), self.dim_size(scope));
                let op = ["add", "maximum", "minimum", "multiply"][self.choices.below(4)];
                let name = self.name();
                self.line(&format!("{name} = stablehlo.{op} {a}, {b} : tensor<i32>"));
                name
            }
            _ => self.dim_size(scope),
        }
    }

    fn dim_size(&mut self, scope: &[Value]) -> String {
        let value = self.pick(scope);
        if value.r#type.is_empty() {
            return self.constant(1);
        }
        let dim = self.choices.below(value.r#type.len());
        let name = self.name();
        self.line(&format!(
            "{name} = stablehlo.get_dimension_size {}, dim = {dim} : ({}) -> tensor<i32>",
            value.name,
            tensor(&value.r#type)
        ));
        name
    }

    /// Emits a shape with the sizes that a type leaves open.
    fn shape(&mut self, scope: &[Value], r#type: &Type) -> String {
        let pieces = r#type
            .iter()
            .map(|dim| {
                let size = match dim {
                    Some(size) => self.constant(*size),
                    None => self.size(scope),
                };
                let piece = self.name();
                self.line(&format!(
                    "{piece} = stablehlo.reshape {size} : (tensor<i32>) -> tensor<1xi32>"
                ));
                piece
            })
            .collect::<Vec<_>>();
        let shape = self.name();
        if pieces.is_empty() {
            self.line(&format!(
                "{shape} = stablehlo.constant dense<> : tensor<0xi32>"
            ));
        } else {
            let types = vec!["tensor<1xi32>"; pieces.len()].join(", ");
            self.line(&format!(
                "{shape} = stablehlo.concatenate {}, dim = 0 : ({types}) -> tensor<{}xi32>",
                pieces.join(", "),
                pieces.len()
            ));
        }
        shape
    }

    fn iota(&mut self, scope: &[Value], r#type: &Type) -> Value {
        let name = self.name();
        if r#type.is_empty() {
            self.line(&format!(
                "{name} = stablehlo.constant dense<0.0> : tensor<f32>"
            ));
        } else {
            let shape = self.shape(scope, r#type);
            self.line(&format!(
                "{name} = stablehlo.dynamic_iota {shape}, dim = 0 : (tensor<{}xi32>) -> {}",
                r#type.len(),
                tensor(r#type)
            ));
        }
        Value {
            name,
            r#type: r#type.clone(),
        }
    }

    fn result(&mut self, scope: &mut Vec<Value>, r#type: Type, op: impl FnOnce(&str) -> String) {
        let name = self.name();
        let text = op(&tensor(&r#type));
        self.line(&format!("{name} = {text}"));
        scope.push(Value { name, r#type });
    }

    fn broadcast(&mut self, scope: &mut Vec<Value>) {
        let (a, b) = (self.pick(scope), self.pick(scope));
        let rank = a.r#type.len().max(b.r#type.len());
        let mut result = vec![];
        for dim in 0..rank {
            let size = |value: &Value| match (dim + value.r#type.len()).checked_sub(rank) {
                Some(dim) => value.r#type[dim],
                None => Some(1),
            };
            result.push(match (size(&a), size(&b)) {
                (Some(1), other) | (other, Some(1)) => other,
                (Some(size), other) | (other, Some(size)) if other.is_none_or(|o| o == size) => {
                    Some(size)
                }
                (None, None) => None,
                // Not compatible: another statement will do.
                _ => return,
            });
        }
        for dim in &mut result {
            match self.choices.below(10) {
                0 => *dim = None,
                1 if dim.is_none() => *dim = Some(self.choices_below(3)),
                _ => {}
            }
        }
        self.result(scope, result, |result| {
            format!(
                "chlo.broadcast_add {}, {} : ({}, {}) -> {result}",
                a.name,
                b.name,
                tensor(&a.r#type),
                tensor(&b.r#type)
            )
        });
    }

    /// Picks two values whose types agree but for what is dynamic.
    fn alike(&mut self, scope: &[Value], free: Option<usize>) -> Option<(Value, Value)> {
        let (a, b) = (self.pick(scope), self.pick(scope));
        let agrees = a.r#type.len() == b.r#type.len()
            && (a.r#type.iter().zip(&b.r#type).enumerate()).all(|(dim, pair)| {
                free == Some(dim) || matches!(pair, (None, _) | (_, None)) || pair.0 == pair.1
            });
        agrees.then_some((a, b))
    }

    fn elementwise(&mut self, scope: &mut Vec<Value>) {
        let Some((a, b)) = self.alike(scope, None) else {
            return;
        };
        let result = a.r#type.iter().zip(&b.r#type).map(|(a, b)| a.or(*b));
        let result = result.collect();
        self.result(scope, result, |result| {
            format!(
                "stablehlo.add {}, {} : ({}, {}) -> {result}",
                a.name,
                b.name,
                tensor(&a.r#type),
                tensor(&b.r#type)
            )
        });
    }

    fn transpose(&mut self, scope: &mut Vec<Value>) {
        let value = self.pick(scope);
        let rank = value.r#type.len();
        let reversed = (0..rank).rev().map(|dim| dim.to_string());
        let dims = reversed.collect::<Vec<_>>().join(", ");
        let result = value.r#type.iter().rev().copied().collect();
        self.result(scope, result, |result| {
            format!(
                "stablehlo.transpose {}, dims = [{dims}] : ({}) -> {result}",
                value.name,
                tensor(&value.r#type)
            )
        });
    }

    fn reduce(&mut self, scope: &mut Vec<Value>) {
        let value = self.pick(scope);
        if value.r#type.is_empty() {
            return;
        }
        let dim = self.choices.below(value.r#type.len());
        let mut result = value.r#type.clone();
        result.remove(dim);
        let initial = self.iota(scope, &vec![]);
        self.result(scope, result, |result| {
            format!(
                "stablehlo.reduce({} init: {}) applies stablehlo.add across dimensions = [{dim}] : \
                 ({}, tensor<f32>) -> {result}",
                value.name,
                initial.name,
                tensor(&value.r#type)
            )
        });
    }

    fn concatenate(&mut self, scope: &mut Vec<Value>) {
        let dim = self.choices.below(2);
        let Some((a, b)) = self.alike(scope, Some(dim)) else {
            return;
        };
        if dim >= a.r#type.len() {
            return;
        }
        let pairs = a.r#type.iter().zip(&b.r#type).enumerate();
        let result = pairs.map(|(at, (a, b))| match at == dim {
            true => Some((*a)? + (*b)?),
            false => a.or(*b),
        });
        let result = result.collect();
        self.result(scope, result, |result| {
            format!(
                "stablehlo.concatenate {}, {}, dim = {dim} : ({}, {}) -> {result}",
                a.name,
                b.name,
                tensor(&a.r#type),
                tensor(&b.r#type)
            )
        });
    }

    fn slice(&mut self, scope: &mut Vec<Value>) {
        let value = self.pick(scope);
        let mut limits = vec![];
        for dim in &value.r#type {
            limits.push(match dim {
                Some(size) => *size,
                None => 1 + self.choices_below(2),
            });
        }
        let ranges = limits.iter().map(|limit| format!("0:{limit}"));
        let ranges = ranges.collect::<Vec<_>>().join(", ");
        let result = limits.iter().map(|limit| Some(*limit)).collect();
        self.result(scope, result, |result| {
            format!(
                "stablehlo.slice {} [{ranges}] : ({}) -> {result}",
                value.name,
                tensor(&value.r#type)
            )
        });
    }

    fn dot(&mut self, scope: &mut Vec<Value>) {
        let (a, b) = (self.pick(scope), self.pick(scope));
        let (Some((last, rest)), Some((first, others))) =
            (a.r#type.split_last(), b.r#type.split_first())
        else {
            return;
        };
        if last.is_some() && first.is_some() && last != first {
            return;
        }
        let result = [rest, others].concat();
        self.result(scope, result, |result| {
            format!(
                "stablehlo.dot_general {}, {}, contracting_dims = [{}] x [0] : ({}, {}) -> {result}",
                a.name,
                b.name,
                rest.len(),
                tensor(&a.r#type),
                tensor(&b.r#type)
            )
        });
    }

    /// Emits what a frontend states of sizes.
    fn assertion(&mut self, scope: &mut [Value]) {
        let (a, b) = (self.size(scope), self.size(scope));
        let direction = ["EQ", "GE", "LE", "NE"][self.choices.below(4)];
        let ok = self.name();
        self.line(&format!(
            "{ok} = stablehlo.compare {direction}, {a}, {b} : (tensor<i32>, tensor<i32>) -> tensor<i1>"
        ));
        self.line(&format!(
            "stablehlo.custom_call @shape_assertion({ok}, {a}, {b}) {{api_version = 2 : i32, \
             error_message = \"input {ok}\", has_side_effect = true}} : \
             (tensor<i1>, tensor<i32>, tensor<i32>) -> ()"
        ));
    }

    fn dynamic_broadcast(&mut self, scope: &mut Vec<Value>) {
        let value = self.pick(scope);
        let mut result = value.r#type.clone();
        for dim in &mut result {
            if dim.is_none() || *dim == Some(1) {
                *dim = None;
            }
        }
        if self.choices.below(2) == 0 {
            result.insert(0, None);
        }
        let offset = result.len() - value.r#type.len();
        let dims = (offset..result.len()).map(|dim| dim.to_string());
        let dims = dims.collect::<Vec<_>>().join(", ");
        let shape = self.shape(scope, &result);
        let shape_type = format!("tensor<{}xi32>", result.len());
        self.result(scope, result, |result| {
            format!(
                "stablehlo.dynamic_broadcast_in_dim {}, {shape}, dims = [{dims}] : ({}, {shape_type}) \
                 -> {result}",
                value.name,
                tensor(&value.r#type)
            )
        });
    }

    /// Emits an `if` that sizes decide, or a `case`.
    fn branch(&mut self, scope: &mut Vec<Value>, depth: usize) {
        let r#type = self.dynamic_type();
        let results = self.declare(std::slice::from_ref(&r#type));
        let (a, b) = (self.size(scope), self.size(scope));
        let is_case = self.choices.below(3) == 0;
        let index = self.name();
        let (name, index_type) = if is_case {
            self.line(&format!(
                "{index} = stablehlo.subtract {a}, {b} : tensor<i32>"
            ));
            ("case", "tensor<i32>")
        } else {
            self.line(&format!(
                "{index} = stablehlo.compare LT, {a}, {b} : (tensor<i32>, tensor<i32>) -> tensor<i1>"
            ));
            ("if", "tensor<i1>")
        };
        self.line(&format!(
            "{} = \"stablehlo.{name}\"({index}) ({{",
            names(&results)
        ));
        for number in 0..2 {
            if number > 0 {
                self.line("}, {");
            }
            let mut inner = scope.clone();
            let count = self.choices.below(3);
            self.statements(&mut inner, count, depth + 1);
            let yielded = vec![self.pick_typed(&inner, &r#type)];
            self.line(&terminator("stablehlo.return", &yielded));
        }
        self.line(&format!("}}) : ({index_type}) -> {}", tensor(&r#type)));
        scope.extend(results);
    }

    /// Emits a `while` that carries tensors, of which the sizes may change.
    fn repeat(&mut self, scope: &mut Vec<Value>, depth: usize) {
        let shape = self.dynamic_type();
        let carried = vec![shape; 1 + self.choices.below(3)];
        let initial = carried
            .iter()
            .map(|r#type| self.pick_typed(scope, r#type))
            .collect::<Vec<_>>();
        let zero = self.constant(0);
        let one = self.constant(1);
        let trips = if self.choices.below(2) == 0 {
            let count = self.choices_below(4);
            self.constant(count)
        } else {
            self.size(scope)
        };
        let counter = self.name();
        let results = self.declare(&carried);
        let parameters = self.declare(&carried);
        let carried_types = types(&parameters);
        self.line(&format!(
            "{counter}, {} = \"stablehlo.while\"({zero}, {}) ({{",
            names(&results),
            list(&initial, |value| value.name.clone())
        ));
        let block = list(&parameters, |value| {
            format!("{}: {}", value.name, tensor(&value.r#type))
        });
        let i = format!("{counter}i");
        self.line(&format!("^bb0({i}: tensor<i32>, {block}):"));
        let more = self.name();
        self.line(&format!(
            "{more} = stablehlo.compare LT, {i}, {trips} : (tensor<i32>, tensor<i32>) -> tensor<i1>"
        ));
        self.line(&format!("stablehlo.return {more} : tensor<i1>\n}}, {{"));
        self.line(&format!("^bb0({i}: tensor<i32>, {block}):"));
        let mut inner = scope.clone();
        // Twice, so that they are likely to be used.
        inner.extend(parameters.iter().chain(&parameters).cloned());
        let count = 1 + self.choices.below(3);
        self.statements(&mut inner, count, depth + 1);
        let next = self.name();
        self.line(&format!("{next} = stablehlo.add {i}, {one} : tensor<i32>"));
        let yielded = if self.choices.below(4) == 0 {
            // Round and round.
            let mut yielded = parameters.clone();
            yielded.rotate_left(1);
            yielded
        } else {
            let pick = |r#type| self.pick_typed(&inner, r#type);
            carried.iter().map(pick).collect::<Vec<_>>()
        };
        self.line(&format!(
            "stablehlo.return {next}, {} : tensor<i32>, {carried_types}",
            list(&yielded, |value| value.name.clone())
        ));
        self.line(&format!(
            "}}) : (tensor<i32>, {carried_types}) -> (tensor<i32>, {carried_types})"
        ));
        scope.extend(results);
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
