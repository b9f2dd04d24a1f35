//! Generates loops and branches.

use super::{Forms, Scope, Value, Writer, names, parameters, tensor, types};

/// The checks on two sizes that both branches of an op may contain.
const ORDERS: [&str; 6] = ["EQ", "GE", "LE", "GT", "LT", "NE"];

impl Writer<'_, '_> {
    /// Emits an `if` whose condition depends on sizes, or a `case`.
    pub(super) fn branch(&mut self, scope: &mut Scope, depth: usize) {
        let r#type = self.dynamic_type();
        let results = self.declare(std::slice::from_ref(&r#type));
        let compared = [(); 2].map(|()| self.pick(&scope.values));
        let is_about_values =
            self.one_in(2) && compared.iter().all(|value| !value.r#type.is_empty());
        let (a, b) = match is_about_values {
            true => {
                let [a, b] = compared.each_ref().map(|value| {
                    let last = value.r#type.len() - 1;
                    self.size_of(&value.name, &tensor(&value.r#type), last)
                });
                (a, b)
            }
            false => (self.size(scope), self.size(scope)),
        };
        let (index, name, index_type) = if self.one_in(3) {
            let index = self.emit(&format!("stablehlo.subtract {a}, {b} : tensor<i32>"));
            (index, "case", "tensor<i32>")
        } else {
            let direction = self.choose(&["LT", "EQ", "EQ", "NE"]);
            let b = match self.choices.below(2) {
                0 => b.clone(),
                _ => self.constant(1),
            };
            (self.compare(direction, &a, &b), "if", "tensor<i1>")
        };
        // Checks that are the same in both branches are known after them.
        let checks = match self.choices.below(5) {
            0 | 1 => None,
            2 => Some([(); 2].map(|()| self.choose(&ORDERS))),
            _ => Some([self.choose(&ORDERS); 2]),
        };
        // A size that both branches return.
        let size = self.name();
        self.line(&format!(
            "{}, {size} = \"stablehlo.{name}\"({index}) ({{",
            names(&results)
        ));
        for number in 0..2 {
            if number > 0 {
                self.line("}, {");
            }
            let mut inner = scope.clone();
            if is_about_values {
                // Facts about their sizes differ between the branches.
                self.broadcast_of(&mut inner, &compared[0], &compared[1]);
            }
            if let Some(checks) = checks {
                let is_in_loop = self.one_in(4);
                self.check(&mut inner, [&a, &b], checks[number], is_in_loop);
            }
            let count = self.choices.below(4);
            self.statements(&mut inner, count, depth + 1);
            let yielded = vec![self.pick_typed(&mut inner, &r#type)];
            let own = self.size(&mut inner);
            let own = self.choose(&[&a, &a, &b, &own]);
            self.line(&format!(
                "stablehlo.return {}, {own} : {}, tensor<i32>",
                names(&yielded),
                types(&yielded)
            ));
        }
        let r#type = tensor(&r#type);
        self.line(&format!("}}) : ({index_type}) -> ({type}, tensor<i32>)"));
        scope.values.extend(results);
        scope.sizes.push(size);
        if is_about_values && self.one_in(2) {
            self.broadcast_of(scope, &compared[0], &compared[1]);
        }
        if checks.is_some() {
            let op = self.choose(&["maximum", "minimum"]);
            let chosen = self.emit(&format!("stablehlo.{op} {a}, {b} : tensor<i32>"));
            let chosen = self.vector(&chosen);
            let other = self.choose(&[&a, &b]);
            let other = self.vector(other);
            self.broadcast_of(scope, &chosen, &other);
        }
    }

    /// Emits an assertion that compares two sizes, optionally in a loop, which may not run.
    fn check(&mut self, scope: &mut Scope, sizes: [&str; 2], direction: &str, is_in_loop: bool) {
        let [a, b] = sizes;
        if !is_in_loop {
            let ok = self.compare(direction, a, b);
            return self.custom_call(&ok, ", has_side_effect = true");
        }
        let [zero, one] = [0, 1].map(|value| self.constant(value));
        let trips = self.size(scope);
        let counter = self.name();
        let block = format!("^bb0({counter}i: tensor<i32>):");
        self.line(&format!(
            "{counter} = \"stablehlo.while\"({zero}) ({{\n{block}"
        ));
        let more = self.compare("LT", &format!("{counter}i"), &trips);
        self.line(&format!(
            "stablehlo.return {more} : tensor<i1>\n}}, {{\n{block}"
        ));
        self.check(scope, sizes, direction, false);
        let next = self.emit(&format!("stablehlo.add {counter}i, {one} : tensor<i32>"));
        self.line(&format!(
            "stablehlo.return {next} : tensor<i32>\n}}) : (tensor<i32>) -> tensor<i32>"
        ));
    }

    /// Emits a tensor of a given size.
    pub(super) fn vector(&mut self, size: &str) -> Value {
        let shape = self.emit(&format!(
            "stablehlo.reshape {size} : (tensor<i32>) -> tensor<1xi32>"
        ));
        let iota = format!("stablehlo.dynamic_iota {shape}, dim = 0");
        Value {
            name: self.emit(&format!("{iota} : (tensor<1xi32>) -> tensor<?xf32>")),
            r#type: vec![None],
        }
    }

    /// Emits an `scf.while` whose first region may pass on other values than it gets.
    fn repeat_in_two_parts(&mut self, scope: &mut Scope, depth: usize) {
        let mut shapes = || vec![self.dynamic_type(); 1 + self.choices.below(2)];
        let (carried, handed) = (shapes(), shapes());
        let initial = self.pick_all(scope, &carried);
        let zero = self.constant(0);
        let one = self.constant(1);
        let trips = self.number_below(4);
        let trips = self.constant(trips);
        let [before, after, results] = [&carried, &handed, &handed].map(|all| self.declare(all));
        let counter = self.name();
        let (i, j) = (format!("{counter}i"), format!("{counter}j"));
        let [before_types, after_types] = [&before, &after].map(|values| types(values));
        self.line(&format!(
            "{counter}, {} = \"scf.while\"({zero}, {}) ({{\n^bb0({i}: tensor<i32>, {}):",
            names(&results),
            names(&initial),
            parameters(&before)
        ));
        let inside = |values: &[Value]| {
            let mut inner = scope.clone();
            // Twice, so that they are likely to be used.
            inner.values.extend_from_slice(values);
            inner.values.extend_from_slice(values);
            inner
        };
        let (mut first, mut second) = (inside(&before), inside(&after));
        let count = self.choices.below(3);
        self.statements(&mut first, count, depth + 1);
        let more = self.condition("LT", &i, &trips);
        let handed = self.pick_all(&mut first, &handed);
        self.line(&format!(
            "scf.condition({more}) {i}, {} : tensor<i32>, {after_types}\n}}, {{\n\
             ^bb0({j}: tensor<i32>, {}):",
            names(&handed),
            parameters(&after)
        ));
        let count = self.choices.below(3);
        self.statements(&mut second, count, depth + 1);
        let next = self.emit(&format!("stablehlo.add {j}, {one} : tensor<i32>"));
        let yielded = self.pick_all(&mut second, &carried);
        self.line(&format!(
            "scf.yield {next}, {} : tensor<i32>, {before_types}\n\
             }}) : (tensor<i32>, {before_types}) -> (tensor<i32>, {after_types})",
            names(&yielded)
        ));
        scope.values.extend(results);
    }

    /// Emits a `while` that carries tensors whose sizes may change.
    pub(super) fn repeat(&mut self, scope: &mut Scope, depth: usize) {
        if self.forms == Forms::All && self.one_in(3) {
            return self.repeat_in_two_parts(scope, depth);
        }
        let shape = self.dynamic_type();
        let carried = vec![shape; 1 + self.choices.below(3)];
        let initial = self.pick_all(scope, &carried);
        let zero = self.constant(0);
        let one = self.constant(1);
        let trips = if self.choices.below(2) == 0 {
            let count = self.number_below(4);
            self.constant(count)
        } else {
            self.size(scope)
        };
        let counter = self.name();
        let results = self.declare(&carried);
        let arguments = self.declare(&carried);
        let carried_types = types(&arguments);
        self.line(&format!(
            "{counter}, {} = \"stablehlo.while\"({zero}, {}) ({{",
            names(&results),
            names(&initial)
        ));
        let i = format!("{counter}i");
        let block = format!("^bb0({i}: tensor<i32>, {}):", parameters(&arguments));
        let mut inner = scope.clone();
        // Twice, so that they are likely to be used.
        inner.values.extend_from_slice(&arguments);
        inner.values.extend_from_slice(&arguments);
        self.line(&block);
        if self.one_in(4) {
            let mut condition = inner.clone();
            self.statements(&mut condition, 1, depth + 1);
        }
        let more = self.compare("LT", &i, &trips);
        self.line(&format!("stablehlo.return {more} : tensor<i1>\n}}, {{"));
        self.line(&block);
        if self.one_in(4) {
            inner.sizes.push(i.clone());
        }
        let count = 1 + self.choices.below(3);
        self.statements(&mut inner, count, depth + 1);
        let next = self.emit(&format!("stablehlo.add {i}, {one} : tensor<i32>"));
        let yielded = if self.one_in(4) {
            // Rotates the carried values.
            let mut yielded = arguments;
            yielded.rotate_left(1);
            yielded
        } else {
            self.pick_all(&mut inner, &carried)
        };
        self.line(&format!(
            "stablehlo.return {next}, {} : tensor<i32>, {carried_types}",
            names(&yielded)
        ));
        self.line(&format!(
            "}}) : (tensor<i32>, {carried_types}) -> (tensor<i32>, {carried_types})"
        ));
        scope.values.extend(results);
    }
}
