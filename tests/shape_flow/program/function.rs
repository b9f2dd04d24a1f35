//! Generates recursive functions, and functions of blocks that branch to each other.

use super::{Scope, Type, Value, Writer, names, parameters, tensor, terminator, types};

/// A function that others may call, with a counter and tensors as arguments and tensors as
/// results.
#[derive(Clone)]
pub(super) struct Function {
    name: String,
    parameters: Vec<Parameter>,
    results: Vec<Type>,
}

#[derive(Clone)]
struct Parameter {
    r#type: Type,
    /// The size that most calls use for all of its dims.
    known: Option<i64>,
}

impl Writer<'_, '_> {
    /// Emits a function, which may call itself until its counter reaches 0.
    pub(super) fn function(&mut self) {
        let is_recursive = self.one_in(4);
        let joins = self.one_in(2);
        let shape = match joins {
            true => vec![None],
            false => self.dynamic_type(),
        };
        let outer = std::mem::take(&mut self.text);
        let (mut function, arguments) = self.begin(&shape, 3);
        let mut scope = self.scope_of(&arguments);
        if let (true, [a, b, ..]) = (joins, &*arguments) {
            // Facts about results as functions of unknown sizes also hold for sizes that
            // callers know.
            function.parameters[0].known = self.choose(&[Some(1), Some(1), None, Some(2)]);
            function.parameters[1].known = self.choose(&[None, None, None, Some(1)]);
            self.bounded_broadcast(&mut scope, a, b);
        }
        let count = match joins {
            true => self.choices.below(3),
            false => 1 + self.choices.below(4),
        };
        self.statements(&mut scope, count, 1);
        if self.one_in(3) {
            function.results = vec![self.dynamic_type()];
        }
        let mut results = self.pick_all(&mut scope, &function.results);
        if is_recursive {
            results = self.recursion(&function, &scope, &results);
        }
        self.line(&terminator("func.return", &results));
        self.end(function, &arguments, outer);
    }

    /// Emits a function of blocks that branch to each other arbitrarily, until a counter
    /// reaches 0.
    pub(super) fn graph(&mut self) {
        let shape = self.dynamic_type();
        let outer = std::mem::take(&mut self.text);
        let (function, arguments) = self.begin(&shape, 2);
        let carried = function.results.clone();
        let blocks = 1 + self.choices.below(4);
        let mut scope = self.scope_of(&arguments);
        let count = self.choices.below(3);
        self.statements(&mut scope, count, 1);
        let zero = self.constant(0);
        let one = self.constant(1);
        let limit = self.number_below(5);
        let limit = self.constant(limit);
        let first = self.choices.below(blocks);
        // The values that all blocks may pass on.
        let handed = self.size(&mut scope);
        self.jump("cf.br", &[first], &[&zero, &handed], &mut scope, &carried);
        for block in 0..blocks {
            // Values defined in the entry block are visible everywhere, those of other blocks
            // are not.
            let mut scope = scope.clone();
            let arguments = self.declare(&carried);
            let (counter, size) = (format!("%c{block}"), format!("%s{block}"));
            self.line(&format!(
                "^block{block}({counter}: tensor<i32>, {size}: tensor<i32>, {}):",
                parameters(&arguments)
            ));
            scope.sizes = vec![size.clone(); 3];
            scope.values.extend_from_slice(&arguments);
            scope.values.extend_from_slice(&arguments);
            let count = self.choices.below(3);
            self.statements(&mut scope, count, 1);
            let next = self.emit(&format!("stablehlo.add {counter}, {one} : tensor<i32>"));
            let goes_on = self.condition("LT", &next, &limit);
            self.line(&format!("cf.cond_br {goes_on}, ^more{block}, ^end{block}"));
            self.line(&format!("^end{block}:"));
            let results = self.pick_all(&mut scope.clone(), &carried);
            self.line(&terminator("func.return", &results));
            self.line(&format!("^more{block}:"));
            let count = self.choices.below(2);
            self.statements(&mut scope, count, 1);
            let (a, b) = (self.size(&mut scope), self.size(&mut scope));
            let direction = self.choose(&["LT", "EQ"]);
            let condition = self.condition(direction, &a, &b);
            let targets = [self.choices.below(blocks), self.choices.below(blocks)];
            let other = self.size(&mut scope);
            let handed = self.choose(&[&handed, &handed, &size, &other]).clone();
            let op = format!("cf.cond_br {condition},");
            self.jump(&op, &targets, &[&next, &handed], &mut scope, &carried);
        }
        self.end(function, &arguments, outer);
    }

    /// Begins a function with at most `most` tensors of one type as arguments and results.
    fn begin(&mut self, shape: &Type, most: usize) -> (Function, Vec<Value>) {
        let count = 1 + self.choices.below(most);
        let parameters = (0..count)
            .map(|_| Parameter {
                r#type: shape.clone(),
                known: self.choose(&[
                    None,
                    None,
                    None,
                    Some(1),
                    Some(1),
                    Some(1),
                    Some(0),
                    Some(2),
                ]),
            })
            .collect();
        let function = Function {
            name: format!("@{}f{}", self.prefix, self.functions.len()),
            parameters,
            results: vec![shape.clone(); count],
        };
        let arguments = self.declare(&function.results);
        (function, arguments)
    }

    fn scope_of(&self, arguments: &[Value]) -> Scope {
        let mut scope = Scope::of(arguments);
        scope.sizes.push("%n".into());
        scope
    }

    /// Ends a function, which may be private, so that all its calls are known.
    fn end(&mut self, function: Function, arguments: &[Value], outer: String) {
        let visibility = self.choose(&["private ", "private ", "private ", ""]);
        let body = std::mem::replace(&mut self.text, outer);
        let results = function.results.iter().map(tensor).collect::<Vec<_>>();
        self.line(&format!(
            "func.func {visibility}{}(%n: tensor<i32>, {}) -> ({}) {{\n{body}}}",
            function.name,
            parameters(arguments),
            results.join(", ")
        ));
        self.functions.push(function);
    }

    /// Emits a branch to blocks, with separate operands for each.
    fn jump(
        &mut self,
        op: &str,
        targets: &[usize],
        numbers: &[&str; 2],
        scope: &mut Scope,
        carried: &[Type],
    ) {
        let mut successors = vec![];
        for target in targets {
            let arguments = self.pick_all(scope, carried);
            successors.push(format!(
                "^block{target}({}, {} : tensor<i32>, tensor<i32>, {})",
                numbers.join(", "),
                names(&arguments),
                types(&arguments)
            ));
        }
        self.line(&format!("{op} {}", successors.join(", ")));
    }

    /// Emits a call of the function itself if its counter is not yet 0.
    fn recursion(&mut self, function: &Function, scope: &Scope, otherwise: &[Value]) -> Vec<Value> {
        let results = self.declare(&function.results);
        let (zero, one) = (self.constant(0), self.constant(1));
        let more = self.compare("GT", "%n", &zero);
        self.line(&format!(
            "{} = \"stablehlo.if\"({more}) ({{",
            names(&results)
        ));
        let fewer = self.emit(&format!("stablehlo.subtract %n, {one} : tensor<i32>"));
        let yielded = self.call(function, &fewer, &mut scope.clone());
        self.line(&terminator("stablehlo.return", &yielded));
        self.line("}, {");
        self.line(&terminator("stablehlo.return", otherwise));
        self.line(&format!("}}) : (tensor<i1>) -> ({})", types(&results)));
        results
    }

    pub(super) fn call_one(&mut self, index: usize, scope: &mut Scope) {
        let function = self.functions[index].clone();
        let counter = match self.one_in(4) {
            true => self.dim_size(scope),
            false => {
                let count = self.number_below(3);
                self.constant(count)
            }
        };
        let results = self.call(&function, &counter, scope);
        scope.values.extend(results);
        self.broadcast(scope);
    }

    fn call(&mut self, function: &Function, counter: &str, scope: &mut Scope) -> Vec<Value> {
        let mut arguments = vec![];
        for parameter in &function.parameters {
            arguments.push(match parameter.known {
                Some(size) if !self.one_in(8) => self.filled(&parameter.r#type, size),
                _ => self.pick_typed(scope, &parameter.r#type),
            });
        }
        let results = self.declare(&function.results);
        self.line(&format!(
            "{} = func.call {}({counter}, {}) : (tensor<i32>, {}) -> ({})",
            names(&results),
            function.name,
            names(&arguments),
            types(&arguments),
            types(&results)
        ));
        results
    }
}
