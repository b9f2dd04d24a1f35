//! Generates sizes: scalars read from tensors, extracted from shapes, or computed.

use super::{Scope, Writer, tensor};

/// The ops that compute a size from two, by their names in StableHLO and arith.
const ARITHMETIC: [(&str, &str); 5] = [
    ("add", "addi"),
    ("multiply", "muli"),
    ("maximum", "maxsi"),
    ("minimum", "minsi"),
    ("subtract", "subi"),
];

impl Writer<'_, '_> {
    pub(super) fn constant(&mut self, value: i64) -> String {
        self.emit(&format!("stablehlo.constant dense<{value}> : tensor<i32>"))
    }

    /// Emits a size as a `tensor<i32>`: a constant, the size of a dim, an element of a shape,
    /// or one computed from two others.
    pub(super) fn size(&mut self, scope: &mut Scope) -> String {
        let size = match self.choices.below(20) {
            0 | 1 => {
                let value = self.number_below(4);
                return self.constant(value);
            }
            2 | 3 => self.computed(scope),
            4 => self.sliced(scope),
            5 => self.extracted(scope),
            6 | 16 => self.extracted_from_matrix(scope),
            7 => self.asked_of_tensor(scope),
            17..=19 => self.selected(scope),
            8 | 9 if !scope.sizes.is_empty() => return self.known_size(scope),
            _ => return self.dim_size(scope),
        };
        scope.sizes.push(size.clone());
        size
    }

    /// Emits the size of a dim, usually of a new value.
    pub(super) fn dim_size(&mut self, scope: &Scope) -> String {
        let value = self.pick(&scope.values);
        if value.r#type.is_empty() {
            return self.constant(1);
        }
        let dim = self.choices.below(value.r#type.len());
        self.size_of(&value.name, &tensor(&value.r#type), dim)
    }

    pub(super) fn size_of(&mut self, value: &str, r#type: &str, dim: usize) -> String {
        self.emit(&format!(
            "stablehlo.get_dimension_size {value}, dim = {dim} : ({type}) -> tensor<i32>"
        ))
    }

    fn known_size(&mut self, scope: &Scope) -> String {
        scope.sizes[self.choices.below(scope.sizes.len())].clone()
    }

    /// Emits a size from which others are computed.
    fn part(&mut self, scope: &Scope) -> String {
        match self.choices.below(4) {
            0 => {
                let value = self.number_below(3);
                self.constant(value)
            }
            1 if !scope.sizes.is_empty() => self.known_size(scope),
            _ => self.dim_size(scope),
        }
    }

    /// Emits a computation in 32 or 64 bits, or on scalars.
    fn computed(&mut self, scope: &Scope) -> String {
        let (a, b) = (self.part(scope), self.part(scope));
        let (op, scalar_op) = self.choose(&ARITHMETIC);
        match self.choices.below(5) {
            0 => {
                let [a, b] = [a, b].map(|size| self.widened(&size));
                let wide = self.emit(&format!("stablehlo.{op} {a}, {b} : tensor<i64>"));
                self.emit(&format!(
                    "stablehlo.convert {wide} : (tensor<i64>) -> tensor<i32>"
                ))
            }
            1 => {
                let [a, b] = [a, b].map(|size| self.scalar(&size));
                let sum = self.emit(&format!("arith.{scalar_op} {a}, {b} : i32"));
                self.emit(&format!("tensor.from_elements {sum} : tensor<i32>"))
            }
            2 => {
                let [a, b] = [a, b].map(|size| self.index(&size));
                let sum = self.emit(&format!("arith.{scalar_op} {a}, {b} : index"));
                self.of_index(&sum)
            }
            _ => self.emit(&format!("stablehlo.{op} {a}, {b} : tensor<i32>")),
        }
    }

    /// Emits a select between two sizes, in StableHLO or arith. Usually, the predicate is
    /// whether one of the sizes is 1.
    fn selected(&mut self, scope: &Scope) -> String {
        let (a, b) = (self.part(scope), self.part(scope));
        let one = self.constant(1);
        let compared = self.choose(&[&a, &a, &b]).clone();
        let with = self.choose(&[&one, &one, &b]).clone();
        let direction = self.choose(&["EQ", "EQ", "NE", "GT"]);
        let predicate = self.compare(direction, &compared, &with);
        let (on_true, on_false) = match self.choices.below(2) {
            0 => (a, b),
            _ => (b, a),
        };
        if self.one_in(3) {
            let predicate = self.emit(&format!("tensor.extract {predicate}[] : tensor<i1>"));
            let [on_true, on_false] = [on_true, on_false].map(|size| self.scalar(&size));
            let size = self.emit(&format!(
                "arith.select {predicate}, {on_true}, {on_false} : i32"
            ));
            return self.emit(&format!("tensor.from_elements {size} : tensor<i32>"));
        }
        self.emit(&format!(
            "stablehlo.select {predicate}, {on_true}, {on_false} : tensor<i1>, tensor<i32>"
        ))
    }

    pub(super) fn widened(&mut self, size: &str) -> String {
        self.emit(&format!(
            "stablehlo.convert {size} : (tensor<i32>) -> tensor<i64>"
        ))
    }

    /// Emits a `tensor<i32>` as an `i32`.
    pub(super) fn scalar(&mut self, size: &str) -> String {
        self.emit(&format!("tensor.extract {size}[] : tensor<i32>"))
    }

    /// Emits a `tensor<i32>` as an `index`.
    pub(super) fn index(&mut self, size: &str) -> String {
        let scalar = self.scalar(size);
        self.emit(&format!("arith.index_cast {scalar} : i32 to index"))
    }

    fn of_index(&mut self, index: &str) -> String {
        let scalar = self.emit(&format!("arith.index_cast {index} : index to i32"));
        self.emit(&format!("tensor.from_elements {scalar} : tensor<i32>"))
    }

    fn constant_index(&mut self, value: usize) -> String {
        self.emit(&format!("arith.constant {value} : index"))
    }

    /// Emits an element of a shape, by a slice of it.
    fn sliced(&mut self, scope: &mut Scope) -> String {
        let (shape, count) = self.some_shape(scope);
        let at = self.choices.below(count);
        let piece = self.emit(&format!(
            "stablehlo.slice {shape} [{at}:{}] : (tensor<{count}xi32>) -> tensor<1xi32>",
            at + 1
        ));
        self.emit(&format!(
            "stablehlo.reshape {piece} : (tensor<1xi32>) -> tensor<i32>"
        ))
    }

    /// Emits an element of a shape, by its index.
    fn extracted(&mut self, scope: &mut Scope) -> String {
        let (shape, count) = self.some_shape(scope);
        let at = self.choices.below(count);
        let at = self.constant_index(at);
        let scalar = self.emit(&format!(
            "tensor.extract {shape}[{at}] : tensor<{count}xi32>"
        ));
        self.emit(&format!("tensor.from_elements {scalar} : tensor<i32>"))
    }

    /// Emits an element of a matrix of sizes.
    fn extracted_from_matrix(&mut self, scope: &mut Scope) -> String {
        let matrix = if self.choices.below(2) == 0 {
            let sizes = [(); 4].map(|()| self.number_below(4));
            let [a, b, c, d] = sizes;
            self.emit(&format!(
                "stablehlo.constant dense<[[{a}, {b}], [{c}, {d}]]> : tensor<2x2xi32>"
            ))
        } else {
            let pieces = [(); 4].map(|()| self.part(scope));
            let row = self.concatenated(&pieces);
            self.emit(&format!(
                "stablehlo.reshape {row} : (tensor<4xi32>) -> tensor<2x2xi32>"
            ))
        };
        let [row, column] = [(); 2].map(|()| self.choices.below(2));
        let [row, column] = [row, column].map(|at| self.constant_index(at));
        let scalar = self.emit(&format!(
            "tensor.extract {matrix}[{row}, {column}] : tensor<2x2xi32>"
        ));
        self.emit(&format!("tensor.from_elements {scalar} : tensor<i32>"))
    }

    /// Emits a size with upstream's ops.
    fn asked_of_tensor(&mut self, scope: &mut Scope) -> String {
        let value = self.pick(&scope.values);
        let rank = value.r#type.len();
        if rank == 0 {
            return self.constant(1);
        }
        let dim = self.choices.below(rank);
        let (name, r#type) = (&value.name, tensor(&value.r#type));
        let at = self.constant_index(dim);
        let index = if self.choices.below(2) == 0 {
            self.emit(&format!("tensor.dim {name}, {at} : {type}"))
        } else {
            let shape = self.emit(&format!(
                "shape.shape_of {name} : {type} -> tensor<{rank}xindex>"
            ));
            self.emit(&format!(
                "tensor.extract {shape}[{at}] : tensor<{rank}xindex>"
            ))
        };
        self.of_index(&index)
    }
}
