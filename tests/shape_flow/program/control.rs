//! Generates loops and branches.

use super::{Scope, Writer, names, parameters, tensor, types};

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
    }

    /// Emits a `while` that carries tensors whose sizes may change.
    pub(super) fn repeat(&mut self, scope: &mut Scope, depth: usize) {
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
