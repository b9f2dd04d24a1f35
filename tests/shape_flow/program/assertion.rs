//! Assertions about sizes, as frontends emit them.

use super::{Scope, Value, Writer};

/// How sizes are compared.
const DIRECTIONS: [&str; 7] = ["EQ", "EQ", "GE", "LE", "GT", "LT", "NE"];

/// The comparisons of sizes, with the size on the left.
const BOUNDS: [(&str, i64); 12] = [
    ("LE", 1),
    ("LE", 1),
    ("LE", 1),
    ("LT", 2),
    ("GE", 1),
    ("GT", 0),
    ("GE", 2),
    ("LE", 2),
    ("LT", 1),
    ("EQ", 1),
    ("LE", 1),
    ("NE", 1),
];

impl Writer<'_, '_> {
    /// Emits an assertion that orders two signed or unsigned numbers, and tensors of the
    /// greater and the lesser size, which the assertion determines.
    fn ordered(&mut self, scope: &mut Scope) {
        let [x, y] = match self.choices.below(2) {
            0 => self.ordered_scalars(scope),
            _ => self.ordered_tensors(scope),
        };
        self.broadcast_of(scope, &x, &y);
        let other = self.pick(&scope.values);
        self.broadcast_of(scope, &x, &other);
    }

    /// Asserts an order of two numbers with ops of StableHLO, and returns two tensors of the
    /// numbers or of their maximum or minimum.
    fn ordered_tensors(&mut self, scope: &mut Scope) -> [Value; 2] {
        let [a, b, c] = [(); 3].map(|()| self.size(scope));
        let p = a.clone();
        let a = match self.choices.below(2) {
            0 => a,
            _ => self.emit(&format!("stablehlo.subtract {a}, {c} : tensor<i32>")),
        };
        let b = match self.choices.below(2) {
            0 => b,
            _ => {
                let bound = self.number_below(3);
                self.constant(bound)
            }
        };
        let direction = self.choose(&["LT", "LE", "GT", "GE"]);
        let [first, second] = self.choose(&[[&a, &b], [&b, &a]]);
        let ok = self.compare(direction, first, second);
        self.custom_call(&ok, ", has_side_effect = true");
        // If `a` is `p - c`, it is at least 0 if `p` is at least `c`.
        let [a, b] = self.choose(&[[&a, &b], [&p, &c]]);
        let chosen = ["maximum", "minimum"]
            .map(|op| self.emit(&format!("stablehlo.{op} {a}, {b} : tensor<i32>")));
        let [greater, less] = &chosen;
        let pairs = [[greater, a], [greater, b], [less, a], [less, b]];
        self.choose(&pairs).map(|size| self.vector(size))
    }

    /// Does what [`Writer::ordered_tensors`] does, with ops of `arith`, which also compare
    /// unsigned numbers.
    fn ordered_scalars(&mut self, scope: &mut Scope) -> [Value; 2] {
        let parts = [(); 3].map(|()| self.size(scope));
        let [a, b, c] = parts.map(|size| self.index(&size));
        // `a` may become negative.
        let p = a.clone();
        let a = match self.choices.below(2) {
            0 => a,
            _ => self.emit(&format!("arith.subi {a}, {c} : index")),
        };
        let b = match self.choices.below(2) {
            0 => b,
            _ => {
                let bound = self.number_below(3);
                self.emit(&format!("arith.constant {bound} : index"))
            }
        };
        let predicate = self.choose(&["slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]);
        let [first, second] = self.choose(&[[&a, &b], [&b, &a]]);
        let ok = self.emit(&format!(
            "arith.cmpi {predicate}, {first}, {second} : index"
        ));
        self.line(&format!("cf.assert {ok}, \"input {ok}\""));
        // If `a` is `p - c`, it is at least 0 if `p` is at least `c`.
        let [a, b] = self.choose(&[[&a, &b], [&p, &c]]);
        let chosen =
            ["maxsi", "minsi"].map(|op| self.emit(&format!("arith.{op} {a}, {b} : index")));
        let [greater, less] = &chosen;
        let pairs = [[greater, a], [greater, b], [less, a], [less, b]];
        self.choose(&pairs).map(|index| {
            let shape = self.emit(&format!("tensor.from_elements {index} : tensor<1xindex>"));
            let iota = format!("stablehlo.dynamic_iota {shape}, dim = 0");
            Value {
                name: self.emit(&format!("{iota} : (tensor<1xindex>) -> tensor<?xf32>")),
                r#type: vec![None],
            }
        })
    }

    /// Emits an assertion that stays or that a pass may remove.
    pub(super) fn assertion(&mut self, scope: &mut Scope) {
        if self.one_in(2) {
            return self.ordered(scope);
        }
        let ok = self.predicate(scope);
        let effect = self.choose(&[
            Some(", has_side_effect = true"),
            Some(", has_side_effect = true"),
            Some(", has_side_effect = false"),
            Some(", has_side_effect = false"),
            Some(""),
            None,
        ]);
        match effect {
            Some(effect) => self.custom_call(&ok, effect),
            None => {
                let scalar = self.emit(&format!("tensor.extract {ok}[] : tensor<i1>"));
                self.line(&format!("cf.assert {scalar}, \"input {ok}\""));
            }
        }
    }

    pub(super) fn custom_call(&mut self, ok: &str, effect: &str) {
        self.line(&format!(
            "stablehlo.custom_call @shape_assertion({ok}) {{api_version = 2 : i32, \
             error_message = \"input {ok}\"{effect}}} : (tensor<i1>) -> ()"
        ));
    }

    /// Emits a broadcast, and an assertion that bounds the size of its result.
    pub(super) fn bounded_broadcast(&mut self, scope: &mut Scope, a: &Value, b: &Value) {
        self.broadcast_of(scope, a, b);
        let newest = Scope::of(&scope.values[scope.values.len() - 1..]);
        let size = self.dim_size(&newest);
        let ok = self.bound(&size);
        self.custom_call(&ok, ", has_side_effect = true");
    }

    /// Emits the asserted predicate, a `tensor<i1>`.
    fn predicate(&mut self, scope: &mut Scope) -> String {
        match self.choices.below(8) {
            // The negation of a comparison or of a combination of two.
            6 => {
                let predicate = self.predicate(scope);
                self.emit(&format!("stablehlo.not {predicate} : tensor<i1>"))
            }
            3..=5 | 7 => self.predicate_of_scalars(scope),
            0 => {
                let (a, b) = (self.comparison(scope), self.comparison(scope));
                let op = self.choose(&["and", "or"]);
                self.emit(&format!("stablehlo.{op} {a}, {b} : tensor<i1>"))
            }
            1 => {
                let (a, b, one) = (self.size(scope), self.size(scope), self.constant(1));
                let sides = [self.compare("EQ", &a, &b), self.compare("EQ", &a, &one)];
                let [a, b] = match self.choices.below(2) {
                    0 => [&sides[0], &sides[1]],
                    _ => [&sides[1], &sides[0]],
                };
                self.emit(&format!("stablehlo.or {a}, {b} : tensor<i1>"))
            }
            _ => self.comparison(scope),
        }
    }

    /// Emits a predicate of scalars in `arith`, signed or unsigned.
    fn predicate_of_scalars(&mut self, scope: &mut Scope) -> String {
        let (a, b, one) = (self.size(scope), self.size(scope), self.constant(1));
        let [a, b, one] = [a, b, one].map(|size| self.index(&size));
        let predicates = [
            "eq", "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
        ];
        let parts = [(&a, &b), (&a, &one), (&one, &b)].map(|(a, b)| {
            let predicate = self.choose(&predicates);
            self.emit(&format!("arith.cmpi {predicate}, {a}, {b} : index"))
        });
        let (first, second) = self.choose(&[
            (&parts[0], &parts[1]),
            (&parts[1], &parts[0]),
            (&parts[0], &parts[2]),
        ]);
        let truth = match self.choices.below(7) {
            0 => self.emit(&format!("arith.andi {first}, {second} : i1")),
            1 => self.emit(&format!("arith.ori {first}, {second} : i1")),
            2 => {
                let yes = self.emit("arith.constant true");
                self.emit(&format!("arith.xori {first}, {yes} : i1"))
            }
            3 => self.element_of_row([&a, &b, &one]),
            4 | 5 => self.order_of_bits(first, second),
            _ => first.clone(),
        };
        self.emit(&format!("tensor.from_elements {truth} : tensor<i1>"))
    }

    /// Emits an element of a comparison of rows; usually another one is asserted before.
    fn element_of_row(&mut self, [a, b, c]: [&str; 3]) -> String {
        let rows = [[a, b], [b, c]]
            .map(|[x, y]| self.emit(&format!("tensor.from_elements {x}, {y} : tensor<2xindex>")));
        let predicate = self.choose(&["eq", "eq", "sle", "sge"]);
        let [s, t] = rows;
        let row = self.emit(&format!(
            "arith.cmpi {predicate}, {s}, {t} : tensor<2xindex>"
        ));
        let mut elements = [0, 1].map(|index| {
            let index = self.emit(&format!("arith.constant {index} : index"));
            self.emit(&format!("tensor.extract {row}[{index}] : tensor<2xi1>"))
        });
        if self.one_in(2) {
            elements.reverse();
        }
        let [first, second] = elements;
        if !self.one_in(4) {
            self.line(&format!("cf.assert {first}, \"input {first}\""));
        }
        second
    }

    /// Emits a comparison of two `i1`, each a `select` of constants. They are compared as they are, or after
    /// they have been sign- or zero-extended to `i32`.
    fn order_of_bits(&mut self, first: &str, second: &str) -> String {
        let [yes, no] = ["true", "false"].map(|it| self.emit(&format!("arith.constant {it}")));
        let mut chosen = [first, second].map(|truth| {
            let [a, b] = self.choose(&[[&yes, &no], [&no, &yes]]);
            self.emit(&format!("arith.select {truth}, {a}, {b} : i1"))
        });
        let mut r#type = "i1";
        if !self.one_in(3) {
            r#type = "i32";
            chosen = chosen.map(|bit| {
                let extend = self.choose(&["extsi", "extui"]);
                self.emit(&format!("arith.{extend} {bit} : i1 to i32"))
            });
        }
        let zero = match r#type {
            "i1" => no,
            _ => self.emit("arith.constant 0 : i32"),
        };
        let [a, b] = chosen;
        let other = self.choose(&[&b, &zero, &zero]);
        let predicate = self.choose(&["slt", "sge", "sge", "sgt", "ult", "eq"]);
        self.emit(&format!("arith.cmpi {predicate}, {a}, {other} : {type}"))
    }

    /// Emits a comparison of a size with a constant or with another.
    fn comparison(&mut self, scope: &mut Scope) -> String {
        let size = match self.choices.below(3) {
            0 => self.size(scope),
            _ => self.dim_size(scope),
        };
        if self.choices.below(2) == 0 {
            let other = self.size(scope);
            let direction = self.choose(&DIRECTIONS);
            return self.compare(direction, &size, &other);
        }
        self.bound(&size)
    }

    fn bound(&mut self, size: &str) -> String {
        let (direction, bound) = self.choose(&BOUNDS);
        let bound = self.constant(bound);
        if self.choices.below(2) == 0 {
            return self.compare(direction, size, &bound);
        }
        let direction = match direction {
            "LE" => "GE",
            "LT" => "GT",
            "GE" => "LE",
            "GT" => "LT",
            same => same,
        };
        self.compare(direction, &bound, size)
    }

    /// Emits a comparison in 32 or 64 bits.
    pub(super) fn compare(&mut self, direction: &str, a: &str, b: &str) -> String {
        let (mut a, mut b, mut r#type) = (a.to_string(), b.to_string(), "tensor<i32>");
        if self.one_in(6) {
            (a, b, r#type) = (self.widened(&a), self.widened(&b), "tensor<i64>");
        }
        self.emit(&format!(
            "stablehlo.compare {direction}, {a}, {b} : ({type}, {type}) -> tensor<i1>"
        ))
    }

    /// Emits a comparison as an `i1`.
    pub(super) fn condition(&mut self, direction: &str, a: &str, b: &str) -> String {
        let tensor = self.compare(direction, a, b);
        self.emit(&format!("tensor.extract {tensor}[] : tensor<i1>"))
    }
}
