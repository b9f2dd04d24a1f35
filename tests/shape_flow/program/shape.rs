//! Generates shapes, composed from sizes in several ways.

use super::{Forms, Scope, Type, Writer, tensor};

impl Writer<'_, '_> {
    /// Emits a shape that matches a type, with its dynamic sizes computed; returns it and its
    /// type.
    pub(super) fn shape(&mut self, scope: &mut Scope, r#type: &Type) -> (String, String) {
        let rank = r#type.len();
        let row = |element: &str| format!("tensor<{rank}x{element}>");
        if rank == 0 {
            let shape = self.emit("stablehlo.constant dense<> : tensor<0xi32>");
            return (shape, row("i32"));
        }
        let is_open = r#type.iter().all(Option::is_none);
        match self.choices.below(12) {
            0 | 8..=11 if is_open => {
                let shape = self.shape_of_unranked(scope, rank);
                scope.shapes.push((shape.clone(), rank));
                return (shape, row("i32"));
            }
            1 if is_open => {
                let fitting = scope.shapes.iter().filter(|(_, count)| *count == rank);
                let fitting = fitting.cloned().collect::<Vec<_>>();
                if !fitting.is_empty() {
                    let (shape, _) = fitting[self.choices.below(fitting.len())].clone();
                    return (shape, row("i32"));
                }
            }
            2 if is_open => {
                let (a, b) = (self.row(scope, r#type), self.row(scope, r#type));
                let op = self.choose(&["add", "maximum", "minimum", "multiply"]);
                let shape = self.emit(&format!("stablehlo.{op} {a}, {b} : {}", row("i32")));
                scope.shapes.push((shape.clone(), rank));
                return (shape, row("i32"));
            }
            3 => {
                let shape = self.row(scope, r#type);
                let wide = self.emit(&format!(
                    "stablehlo.convert {shape} : ({}) -> {}",
                    row("i32"),
                    row("i64")
                ));
                return (wide, row("i64"));
            }
            4 => {
                let sizes = self.sizes(scope, r#type);
                let indices = sizes.iter().map(|size| self.index(size));
                let indices = indices.collect::<Vec<_>>().join(", ");
                let shape = self.emit(&format!(
                    "tensor.from_elements {indices} : {}",
                    row("index")
                ));
                return (shape, row("index"));
            }
            _ => {}
        }
        (self.row(scope, r#type), row("i32"))
    }

    /// Emits a shape of `i32`.
    fn row(&mut self, scope: &mut Scope, r#type: &Type) -> String {
        let sizes = self.sizes(scope, r#type);
        let row = self.concatenated(&sizes);
        scope.shapes.push((row.clone(), r#type.len()));
        row
    }

    fn sizes(&mut self, scope: &mut Scope, r#type: &Type) -> Vec<String> {
        let size = |dim: &Option<i64>| match dim {
            Some(size) => self.constant(*size),
            None => self.size(scope),
        };
        r#type.iter().map(size).collect()
    }

    /// Emits a shape in scope, or that of a value.
    pub(super) fn some_shape(&mut self, scope: &mut Scope) -> (String, usize) {
        if !scope.shapes.is_empty() && self.choices.below(3) > 0 {
            return scope.shapes[self.choices.below(scope.shapes.len())].clone();
        }
        let value = self.pick(&scope.values);
        let rank = value.r#type.len();
        if rank == 0 {
            let size = self.dim_size(scope);
            return (self.concatenated(&[size]), 1);
        }
        let shape = self.emit(&format!(
            "shape.shape_of {} : {} -> tensor<{rank}xindex>",
            value.name,
            tensor(&value.r#type)
        ));
        let row = self.emit(&format!(
            "arith.index_cast {shape} : tensor<{rank}xindex> to tensor<{rank}xi32>"
        ));
        scope.shapes.push((row.clone(), rank));
        (row, rank)
    }

    /// Emits the concatenation of sizes.
    pub(super) fn concatenated(&mut self, sizes: &[String]) -> String {
        if self.one_in(4) {
            let scalars = sizes.iter().map(|size| self.scalar(size));
            let scalars = scalars.collect::<Vec<_>>().join(", ");
            return self.emit(&format!(
                "tensor.from_elements {scalars} : tensor<{}xi32>",
                sizes.len()
            ));
        }
        let pieces = sizes.iter().map(|size| self.piece(size));
        let pieces = pieces.collect::<Vec<_>>().join(", ");
        let types = vec!["tensor<1xi32>"; sizes.len()].join(", ");
        self.emit(&format!(
            "stablehlo.concatenate {pieces}, dim = 0 : ({types}) -> tensor<{}xi32>",
            sizes.len()
        ))
    }

    fn piece(&mut self, size: &str) -> String {
        self.emit(&format!(
            "stablehlo.reshape {size} : (tensor<i32>) -> tensor<1xi32>"
        ))
    }

    /// Emits a shape that begins with that of an unranked value.
    fn shape_of_unranked(&mut self, scope: &mut Scope, rank: usize) -> String {
        let fitting = scope
            .values
            .iter()
            .filter(|value| value.r#type.len() <= rank);
        let fitting = fitting.cloned().collect::<Vec<_>>();
        let value = match fitting.is_empty() {
            true => self.known(Some(0)),
            false => self.pick(&fitting),
        };
        let shape = match self.forms {
            Forms::All => {
                let hidden = self.emit(&format!(
                    "tensor.cast {} : {} to tensor<*xf32>",
                    value.name,
                    tensor(&value.r#type)
                ));
                format!("shape.shape_of {hidden} : tensor<*xf32> -> tensor<?xindex>")
            }
            Forms::Structured => {
                let rank = value.r#type.len();
                let r#type = tensor(&value.r#type);
                let shape = self.emit(&format!(
                    "shape.shape_of {} : {type} -> tensor<{rank}xindex>",
                    value.name
                ));
                format!("tensor.cast {shape} : tensor<{rank}xindex> to tensor<?xindex>")
            }
        };
        let shape = self.emit(&shape);
        let mut pieces = vec![self.emit(&format!(
            "arith.index_cast {shape} : tensor<?xindex> to tensor<?xi32>"
        ))];
        let mut types = vec!["tensor<?xi32>"];
        for _ in value.r#type.len()..rank {
            let size = self.size(scope);
            pieces.push(self.piece(&size));
            types.push("tensor<1xi32>");
        }
        self.emit(&format!(
            "stablehlo.concatenate {}, dim = 0 : ({}) -> tensor<{rank}xi32>",
            pieces.join(", "),
            types.join(", ")
        ))
    }
}
