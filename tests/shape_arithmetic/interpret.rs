//! An interpreter of lowered programs that computes shapes, not elements.

use crate::attributes::{array, message};
use melior::ir::{
    BlockLike, BlockRef, Module, OperationRef, RegionLike, Type, Value, ValueLike,
    attribute::{DenseElementsAttribute, IntegerAttribute},
    operation::OperationLike,
    r#type::{RankedTensorType, ShapedTypeLike},
};
use std::collections::HashMap;

/// What a run comes to.
#[derive(Debug)]
pub enum Outcome {
    /// All assertions held; the shapes of the function's results.
    Shapes(Vec<Vec<i64>>),
    /// The assertion with this message failed.
    Failed(String),
}

/// A tensor: its shape, and its elements where sizes are computed from them.
#[derive(Clone, Debug)]
struct Tensor {
    shape: Vec<i64>,
    elements: Option<Vec<i64>>,
}

impl Tensor {
    fn scalar(element: i64) -> Self {
        Self {
            shape: vec![],
            elements: Some(vec![element]),
        }
    }

    fn list(elements: Vec<i64>) -> Self {
        Self {
            shape: vec![elements.len() as i64],
            elements: Some(elements),
        }
    }

    fn elements(&self) -> &[i64] {
        self.elements.as_deref().expect("a size has elements")
    }
}

/// Runs the module's first function on arguments of these shapes.
pub fn interpret(module: &Module<'_>, arguments: &[Vec<i64>]) -> Outcome {
    let function = module
        .body()
        .first_operation()
        .expect("there is a function");
    let region = function.region(0).expect("a function has a body");
    let block = region.first_block().expect("the body has a block");
    let mut values = Values::default();
    for (index, shape) in arguments.iter().enumerate() {
        let argument = block.argument(index).expect("one for each argument");
        let tensor = Tensor {
            shape: shape.clone(),
            elements: None,
        };
        values.tensors.insert(key(argument.into()), tensor);
    }
    let result = values.run(block);
    match values.first_failure.map_or(result, Err) {
        Ok(results) => Outcome::Shapes(results.into_iter().map(|tensor| tensor.shape).collect()),
        Err(message) => Outcome::Failed(message),
    }
}

#[derive(Default)]
struct Values {
    tensors: HashMap<usize, Tensor>,
    /// Witnesses of checks that failed and what depends on them, with what the
    /// checks say. That stops nothing else: what takes no such witness must be
    /// right though the check fails, as a pass may move it in front of the check.
    broken: HashMap<usize, String>,
    /// What the first check that failed says.
    first_failure: Option<String>,
}

impl Values {
    /// Runs a block; returns what it ends with, or what an assertion that fails
    /// says.
    fn run(&mut self, block: BlockRef<'_, '_>) -> Result<Vec<Tensor>, String> {
        let mut next = block.first_operation();
        while let Some(operation) = next {
            next = operation.next_in_block();
            let name = operation.name();
            let name = name.as_string_ref();
            let name = name.as_str().expect("names are UTF-8");
            let broken = operation
                .operands()
                .find_map(|operand| self.broken.get(&key(operand)));
            if let Some(message) = broken.cloned() {
                if name == "func.return" || name == "shape.assuming_yield" {
                    return Err(message);
                }
                self.broken.insert(result_key(operation), message);
                continue;
            }
            let operands = operation
                .operands()
                .filter_map(|operand| self.tensors.get(&key(operand)).cloned())
                .collect::<Vec<_>>();
            match name {
                "func.return" | "shape.assuming_yield" => return Ok(operands),
                "stablehlo.custom_call" | "cf.assert" => {
                    if operands[0].elements() != [1] {
                        return Err(message(
                            operation,
                            operands[1..].iter().map(|size| size.elements()[0]),
                        ));
                    }
                }
                "shape.cstr_require" => {
                    if operands[0].elements() != [1] {
                        let message = message(operation, []);
                        self.first_failure.get_or_insert(message.clone());
                        self.broken.insert(result_key(operation), message);
                    }
                }
                // The witnesses are whole.
                "shape.assuming_all" => {}
                "shape.assuming" => {
                    let region = operation.region(0).expect("it has a region");
                    let block = region.first_block().expect("the region has a block");
                    match self.run(block) {
                        Ok(mut yielded) => self.set_result(operation, yielded.remove(0)),
                        Err(message) => {
                            self.broken.insert(result_key(operation), message);
                        }
                    }
                }
                "tensor.extract" => {
                    self.tensors
                        .insert(result_key(operation), operands[0].clone());
                }
                _ => self.set_result(operation, evaluate(operation, name, &operands)),
            }
        }
        panic!("the block has no terminator")
    }

    fn set_result(&mut self, operation: OperationRef<'_, '_>, tensor: Tensor) {
        let result = OperationRef::result(operation, 0).expect("it has a result");
        assert_matches_type(&tensor, result.into());
        self.tensors.insert(key(result.into()), tensor);
    }
}

fn result_key(operation: OperationRef<'_, '_>) -> usize {
    key(OperationRef::result(operation, 0)
        .expect("it has a result")
        .into())
}

fn evaluate(operation: OperationRef<'_, '_>, name: &str, operands: &[Tensor]) -> Tensor {
    let element = |index: usize| operands[index].elements()[0];
    let attribute = |name: &str| operation.attribute(name).expect("the attribute is there");
    match name {
        "stablehlo.constant" => {
            let value = DenseElementsAttribute::try_from(attribute("value")).expect("it is dense");
            let is_wide = value.to_string().contains("i64>");
            let elements = (0..value.len())
                .map(|i| match is_wide {
                    true => value.i64_element(i).expect("an i64"),
                    false => value.i32_element(i).expect("an i32").into(),
                })
                .collect::<Vec<_>>();
            match RankedTensorType::try_from(value_type(operation))
                .expect("ranked")
                .rank()
            {
                0 => Tensor::scalar(elements[0]),
                _ => Tensor::list(elements),
            }
        }
        "stablehlo.get_dimension_size" => {
            let dimension = IntegerAttribute::try_from(attribute("dimension")).expect("an integer");
            Tensor::scalar(operands[0].shape[dimension.value() as usize])
        }
        "stablehlo.maximum" => Tensor::scalar(element(0).max(element(1))),
        "stablehlo.minimum" => Tensor::scalar(element(0).min(element(1))),
        "stablehlo.compare" => {
            let direction = attribute("comparison_direction").to_string();
            let holds = match direction.trim_end_matches('>').rsplit(' ').next() {
                Some("EQ") => element(0) == element(1),
                Some("GE") => element(0) >= element(1),
                _ => panic!("unexpected direction {direction}"),
            };
            Tensor::scalar(holds.into())
        }
        "stablehlo.set_dimension_size" => {
            let dimension = IntegerAttribute::try_from(attribute("dimension")).expect("an integer");
            let mut shape = operands[0].shape.clone();
            let size = &mut shape[dimension.value() as usize];
            let new = operands[1].elements()[0];
            assert!(new <= *size, "{new} is set where there are {size}");
            *size = new;
            Tensor {
                shape,
                elements: None,
            }
        }
        "stablehlo.or" => Tensor::scalar(element(0) | element(1)),
        "stablehlo.convert" => operands[0].clone(),
        "stablehlo.reshape" => Tensor::list(operands[0].elements().to_vec()),
        "stablehlo.concatenate" => Tensor::list(
            operands
                .iter()
                .flat_map(|t| t.elements().to_vec())
                .collect(),
        ),
        "stablehlo.select" if operands[0].elements.is_some() => {
            operands[if element(0) == 1 { 1 } else { 2 }].clone()
        }
        "stablehlo.broadcast_in_dim" => {
            let shape = shape_of_result(operation, &operands[0]);
            broadcast(operation, &operands[0], shape)
        }
        "stablehlo.dynamic_broadcast_in_dim" => {
            broadcast(operation, &operands[0], operands[1].elements().to_vec())
        }
        "stablehlo.and" if operands[0].elements.is_some() => {
            Tensor::scalar(element(0) & element(1))
        }
        // The target ops: elementwise, so all shapes must be equal.
        "stablehlo.and" | "stablehlo.select" => {
            assert!(
                operands
                    .iter()
                    .all(|operand| operand.shape == operands[0].shape)
            );
            operands[0].clone()
        }
        _ => panic!("unexpected op {name}"),
    }
}

/// Broadcasts and checks what the op demands of its operand.
fn broadcast(operation: OperationRef<'_, '_>, operand: &Tensor, shape: Vec<i64>) -> Tensor {
    let dims = array(operation, "broadcast_dimensions");
    let nonexpanding = array(operation, "known_nonexpanding_dimensions");
    assert_eq!(dims.len(), operand.shape.len());
    for (index, (&dim, &extent)) in dims.iter().zip(&operand.shape).enumerate() {
        let target = shape[dim as usize];
        assert!(
            extent == target || extent == 1,
            "{extent} does not expand to {target}"
        );
        assert!(extent == target || !nonexpanding.contains(&(index as i64)));
    }
    Tensor {
        shape,
        elements: None,
    }
}

fn assert_matches_type(tensor: &Tensor, value: Value<'_, '_>) {
    let r#type = RankedTensorType::try_from(value.r#type()).expect("ranked");
    assert_eq!(r#type.rank(), tensor.shape.len());
    for (dim, &extent) in tensor.shape.iter().enumerate() {
        match r#type.dim_size(dim).expect("in range") {
            melior::ir::r#type::DimSize::Static(size) => assert_eq!(size as i64, extent),
            melior::ir::r#type::DimSize::Dynamic => {
                let bound = bounds(value.r#type()).get(dim).copied().flatten();
                assert!(
                    bound.is_none_or(|bound| extent <= bound),
                    "{extent} of {bound:?}"
                );
            }
        }
    }
}

/// Returns the bounds that a type's encoding has.
fn bounds(r#type: Type<'_>) -> Vec<Option<i64>> {
    let text = r#type.to_string();
    let Some((_, bounds)) = text.split_once("bounds<") else {
        return vec![];
    };
    let bounds = bounds.trim_end_matches('>').split(", ");
    bounds.map(|bound| bound.parse().ok()).collect()
}

/// The shape of a static broadcast: a dim that is bounded is that of the operand.
fn shape_of_result(operation: OperationRef<'_, '_>, operand: &Tensor) -> Vec<i64> {
    let r#type = RankedTensorType::try_from(value_type(operation)).expect("ranked");
    let dims = array(operation, "broadcast_dimensions");
    let open = |dim| {
        let from = dims.iter().position(|entry| *entry == dim as i64);
        operand.shape[from.expect("a dim that is not static is the operand's")]
    };
    (0..r#type.rank())
        .map(|dim| match r#type.dim_size(dim).expect("in range") {
            melior::ir::r#type::DimSize::Static(size) => size as i64,
            melior::ir::r#type::DimSize::Dynamic => open(dim),
        })
        .collect()
}

fn value_type<'c>(operation: OperationRef<'c, '_>) -> melior::ir::Type<'c> {
    OperationRef::result(operation, 0)
        .expect("it has a result")
        .r#type()
}

fn key(value: Value<'_, '_>) -> usize {
    value.to_raw().ptr as usize
}
