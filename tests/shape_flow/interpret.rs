//! An interpreter of programs, lowered or not, that computes shapes, not elements.

use bcast_lower::plan::ZeroExtents;
use melior::ir::{
    BlockLike, BlockRef, Module, OperationRef, RegionLike, Type, TypeLike, Value, ValueLike,
    attribute::{
        DenseElementsAttribute, DenseI64ArrayAttribute, IntegerAttribute, StringAttribute,
    },
    operation::OperationLike,
    r#type::{DimSize, RankedTensorType, ShapedTypeLike},
};
use std::collections::HashMap;

/// What a run comes to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// All assertions held; the shapes of the function's results.
    Shapes(Vec<Vec<i64>>),
    /// The assertion with this message failed.
    Failed(String),
    /// A broadcasting op that is not lowered rejects its operands.
    Rejected,
    /// An op ran that is not defined for its operands' sizes.
    Undefined(String),
    /// It takes too long.
    Endless,
}

/// How many ops may run.
const FUEL: usize = 5_000;
/// How deep calls may nest.
const DEPTH: usize = 30;
/// The largest size that is computed with.
const LIMIT: i64 = 1 << 20;

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
///
/// A broadcasting op that is not lowered follows NumPy's rule, under `zero_extents`.
pub fn interpret(
    module: &Module<'_>,
    arguments: &[Vec<i64>],
    zero_extents: ZeroExtents,
) -> Outcome {
    let mut functions = HashMap::new();
    let mut main = None;
    let mut next = module.body().first_operation();
    while let Some(function) = next {
        main.get_or_insert(function);
        functions.insert(symbol(function, "sym_name"), function);
        next = function.next_in_block();
    }
    let mut machine = Machine {
        functions,
        values: HashMap::new(),
        zero_extents,
        fuel: FUEL,
        depth: 0,
    };
    let arguments = arguments.iter().map(|shape| Tensor {
        shape: shape.clone(),
        elements: None,
    });
    match machine.call(main.expect("there is a function"), arguments.collect()) {
        Ok(results) => Outcome::Shapes(results.into_iter().map(|tensor| tensor.shape).collect()),
        Err(outcome) => outcome,
    }
}

struct Machine<'c, 'a> {
    functions: HashMap<String, OperationRef<'c, 'a>>,
    values: HashMap<usize, Tensor>,
    zero_extents: ZeroExtents,
    fuel: usize,
    depth: usize,
}

impl<'c, 'a> Machine<'c, 'a> {
    fn call(
        &mut self,
        function: OperationRef<'c, 'a>,
        arguments: Vec<Tensor>,
    ) -> Result<Vec<Tensor>, Outcome> {
        if self.depth == DEPTH {
            return Err(Outcome::Endless);
        }
        self.depth += 1;
        // A recursive call has values of its own.
        let outer = std::mem::take(&mut self.values);
        let results = self.run_region(function, 0, arguments);
        self.values = outer;
        self.depth -= 1;
        results
    }

    /// Runs a region from its first block on; returns what its end hands out.
    fn run_region(
        &mut self,
        operation: OperationRef<'c, 'a>,
        region: usize,
        arguments: Vec<Tensor>,
    ) -> Result<Vec<Tensor>, Outcome> {
        let region = operation.region(region).expect("the op has the region");
        let block = region.first_block().expect("the region has a block");
        self.enter(block, arguments);
        let mut next = block.first_operation();
        while let Some(operation) = next {
            self.fuel = self.fuel.checked_sub(1).ok_or(Outcome::Endless)?;
            let name = op_name(operation);
            let operands = operation
                .operands()
                .map(|operand| self.values[&key(operand)].clone())
                .collect::<Vec<_>>();
            if matches!(name.as_str(), "func.return" | "stablehlo.return") {
                return Ok(operands);
            }
            if let Some((block, arguments)) = successor(operation, &name, &operands) {
                self.enter(block, arguments);
                next = block.first_operation();
                continue;
            }
            let results = self.run(operation, &name, &operands)?;
            for (index, tensor) in results.into_iter().enumerate() {
                let result = OperationRef::result(operation, index).expect("it has a result");
                if name == "tensor.extract" {
                    self.values.insert(key(result.into()), tensor);
                    continue;
                }
                check_type(&tensor, result.into())
                    .map_err(|reason| Outcome::Undefined(format!("{name}: {reason}")))?;
                self.values.insert(key(result.into()), tensor);
            }
            next = operation.next_in_block();
        }
        panic!("the block has no terminator")
    }

    fn enter(&mut self, block: BlockRef<'c, 'a>, arguments: Vec<Tensor>) {
        for (index, tensor) in arguments.into_iter().enumerate() {
            let argument = block.argument(index).expect("one for each argument");
            self.values.insert(key(argument.into()), tensor);
        }
    }

    fn run(
        &mut self,
        operation: OperationRef<'c, 'a>,
        name: &str,
        operands: &[Tensor],
    ) -> Result<Vec<Tensor>, Outcome> {
        match name {
            "stablehlo.custom_call" => match operands[0].elements() {
                [1] => Ok(vec![]),
                _ => Err(Outcome::Failed(message(operation, &operands[1..]))),
            },
            "func.call" => {
                let function = self.functions[&symbol(operation, "callee")];
                self.call(function, operands.to_vec())
            }
            // The first region is that of `true`, the last one that of what is out
            // of range.
            "stablehlo.if" => {
                let region = usize::from(operands[0].elements() != [1]);
                self.run_region(operation, region, vec![])
            }
            "stablehlo.case" => {
                let last = operation.region_count() - 1;
                let index = usize::try_from(operands[0].elements()[0]).unwrap_or(last);
                self.run_region(operation, index.min(last), vec![])
            }
            "stablehlo.while" => {
                let mut carried = operands.to_vec();
                while self.run_region(operation, 0, carried.clone())?[0].elements() == [1] {
                    carried = self.run_region(operation, 1, carried)?;
                }
                Ok(carried)
            }
            name if name.starts_with("chlo.broadcast_") => {
                let shape = broadcast_shape(operation, operands, self.zero_extents)
                    .ok_or(Outcome::Rejected)?;
                Ok(vec![Tensor {
                    shape,
                    elements: None,
                }])
            }
            _ => evaluate(operation, name, operands)
                .map(|tensor| vec![tensor])
                .map_err(|reason| Outcome::Undefined(format!("{name}: {reason}"))),
        }
    }
}

/// Returns the block that a branch goes to, and its arguments.
fn successor<'c, 'a>(
    operation: OperationRef<'c, 'a>,
    name: &str,
    operands: &[Tensor],
) -> Option<(BlockRef<'c, 'a>, Vec<Tensor>)> {
    let block = |index| operation.successor(index).expect("it has the successor");
    match name {
        "cf.br" => Some((block(0), operands.to_vec())),
        "cf.cond_br" => {
            let [condition, arguments @ ..] = operands else {
                panic!("it has a condition");
            };
            let (yes, no) = arguments.split_at(block(0).argument_count());
            Some(match condition.elements() {
                [1] => (block(0), yes.to_vec()),
                _ => (block(1), no.to_vec()),
            })
        }
        _ => None,
    }
}

fn op_name(operation: OperationRef<'_, '_>) -> String {
    let name = operation.name();
    let name = name.as_string_ref();
    name.as_str().expect("names are UTF-8").to_string()
}

/// Returns the name that an attribute holds, with or without `@`.
fn symbol(operation: OperationRef<'_, '_>, attribute: &str) -> String {
    let attribute = operation.attribute(attribute).expect("it has the symbol");
    let text = attribute.to_string();
    text.trim_matches(['@', '"']).to_string()
}

/// NumPy's rule for right-aligned operands; a declared size must be right.
fn broadcast_shape(
    operation: OperationRef<'_, '_>,
    operands: &[Tensor],
    zero_extents: ZeroExtents,
) -> Option<Vec<i64>> {
    assert!(operation.attribute("broadcast_dimensions").is_err());
    let declared = static_sizes(value_type(operation));
    let types = operation
        .operands()
        .map(|operand| static_sizes(operand.r#type()))
        .collect::<Vec<_>>();
    let rank = declared.len();
    (0..rank)
        .map(|dim| {
            let mut size = 1;
            let mut dynamic = vec![];
            let mut has_fixed = false;
            for (operand, r#type) in operands.iter().zip(&types) {
                let Some(dim) = (dim + r#type.len()).checked_sub(rank) else {
                    continue;
                };
                let extent = operand.shape[dim];
                match r#type[dim] {
                    Some(1) => {}
                    Some(_) => has_fixed = true,
                    None => dynamic.push(extent),
                }
                size = match (size, extent) {
                    (1, other) | (other, 1) => other,
                    (a, b) if a == b => a,
                    _ => return None,
                };
            }
            let is_zero_against_one = dynamic.contains(&0) && dynamic.contains(&1);
            if zero_extents == ZeroExtents::Reject && !has_fixed && is_zero_against_one {
                return None;
            }
            declared[dim]
                .is_none_or(|declared| declared == size)
                .then_some(size)
        })
        .collect()
}

/// Runs an op without regions; says why if it is not defined for its operands.
fn evaluate(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Result<Tensor, String> {
    let attribute = |name: &str| operation.attribute(name).expect("the attribute is there");
    if operands.iter().all(|operand| operand.elements.is_some())
        && let Some(tensor) = compute(operation, name, operands)?
    {
        return Ok(tensor);
    }
    let shape = &operands[0].shape;
    let shape = match name {
        "stablehlo.get_dimension_size" => {
            let dimension = IntegerAttribute::try_from(attribute("dimension")).expect("an integer");
            return Ok(Tensor::scalar(shape[dimension.value() as usize]));
        }
        "stablehlo.broadcast_in_dim" => broadcast(operation, shape, static_shape(operation))?,
        "stablehlo.dynamic_broadcast_in_dim" => {
            broadcast(operation, shape, operands[1].elements().to_vec())?
        }
        "stablehlo.dynamic_iota" => operands[0].elements().to_vec(),
        "stablehlo.transpose" => array(operation, "permutation")
            .iter()
            .map(|&dim| shape[dim as usize])
            .collect(),
        "stablehlo.reduce" => {
            let dims = array(operation, "dimensions");
            let kept = shape.iter().enumerate();
            kept.filter(|(dim, _)| !dims.contains(&(*dim as i64)))
                .map(|(_, size)| *size)
                .collect()
        }
        "stablehlo.slice" => {
            let limits = array(operation, "limit_indices");
            let is_inside = shape.iter().zip(&limits).all(|(size, limit)| limit <= size);
            is_inside.then_some(limits).ok_or("out of range")?
        }
        "stablehlo.concatenate" => {
            let dim = IntegerAttribute::try_from(attribute("dimension")).expect("an integer");
            let dim = dim.value() as usize;
            let mut result = shape.clone();
            for operand in &operands[1..] {
                let is_same = |at: usize| at == dim || operand.shape[at] == shape[at];
                if !(0..shape.len()).all(is_same) {
                    return Err("sizes differ".into());
                }
                result[dim] += operand.shape[dim];
            }
            result
        }
        // As it is generated: the last dim against the first.
        "stablehlo.dot_general" => {
            let (last, rest) = shape.split_last().expect("it is generated so");
            let (first, others) = operands[1].shape.split_first().expect("likewise");
            if last != first {
                return Err("contracted sizes differ".into());
            }
            [rest, others].concat()
        }
        // Elementwise, so all shapes must be equal.
        "stablehlo.and" | "stablehlo.add" | "stablehlo.select" => {
            if operands.iter().any(|operand| operand.shape != *shape) {
                return Err("shapes differ".into());
            }
            shape.clone()
        }
        _ => panic!("unexpected op {name}"),
    };
    match shape.iter().all(|size| (0..=LIMIT).contains(size)) {
        true => Ok(Tensor {
            shape,
            elements: None,
        }),
        false => Err("a size is negative or huge".into()),
    }
}

/// Computes with sizes; returns nothing if it is an op of another kind.
fn compute(
    operation: OperationRef<'_, '_>,
    name: &str,
    operands: &[Tensor],
) -> Result<Option<Tensor>, String> {
    let element = |index: usize| operands[index].elements()[0];
    Ok(Some(match name {
        "stablehlo.constant" => {
            let r#type = RankedTensorType::try_from(value_type(operation)).expect("ranked");
            if r#type.element().is_f32() {
                return Ok(Some(Tensor {
                    shape: static_shape(operation),
                    elements: None,
                }));
            }
            let attribute = operation.attribute("value").expect("it has a value");
            let value = DenseElementsAttribute::try_from(attribute).expect("it is dense");
            let is_wide = value.to_string().contains("i64>");
            let elements = (0..value.len())
                .map(|i| match is_wide {
                    true => value.i64_element(i).expect("an i64"),
                    false => value.i32_element(i).expect("an i32").into(),
                })
                .collect::<Vec<_>>();
            match r#type.rank() {
                0 => Tensor::scalar(elements[0]),
                _ => Tensor::list(elements),
            }
        }
        "stablehlo.maximum" => Tensor::scalar(element(0).max(element(1))),
        "stablehlo.minimum" => Tensor::scalar(element(0).min(element(1))),
        "stablehlo.add" => Tensor::scalar(element(0) + element(1)),
        "stablehlo.subtract" => Tensor::scalar(element(0) - element(1)),
        "stablehlo.multiply" => {
            let product = element(0).checked_mul(element(1));
            let product = product.filter(|product| product.abs() <= LIMIT);
            Tensor::scalar(product.ok_or("a size is huge")?)
        }
        "stablehlo.compare" => {
            let attribute = operation.attribute("comparison_direction");
            let direction = attribute.expect("it has a direction").to_string();
            let (a, b) = (element(0), element(1));
            let direction = direction.trim_end_matches('>');
            let holds = match direction.rsplit(' ').next() {
                Some("EQ") => a == b,
                Some("NE") => a != b,
                Some("LT") => a < b,
                Some("LE") => a <= b,
                Some("GT") => a > b,
                Some("GE") => a >= b,
                _ => panic!("unexpected direction {direction}"),
            };
            Tensor::scalar(holds.into())
        }
        "stablehlo.or" => Tensor::scalar(element(0) | element(1)),
        "stablehlo.convert" | "tensor.extract" => operands[0].clone(),
        "stablehlo.reshape" => Tensor::list(operands[0].elements().to_vec()),
        "stablehlo.concatenate" => Tensor::list(
            operands
                .iter()
                .flat_map(|t| t.elements().to_vec())
                .collect(),
        ),
        "stablehlo.select" => operands[if element(0) == 1 { 1 } else { 2 }].clone(),
        _ => return Ok(None),
    }))
}

fn array(operation: OperationRef<'_, '_>, name: &str) -> Vec<i64> {
    let Ok(attribute) = operation.attribute(name) else {
        return vec![];
    };
    let array = DenseI64ArrayAttribute::try_from(attribute).expect("an array");
    (0..array.len())
        .map(|i| array.element(i).expect("in range"))
        .collect()
}

/// Broadcasts, if what the op demands of its operand holds.
fn broadcast(
    operation: OperationRef<'_, '_>,
    operand: &[i64],
    shape: Vec<i64>,
) -> Result<Vec<i64>, String> {
    let dims = array(operation, "broadcast_dimensions");
    let nonexpanding = array(operation, "known_nonexpanding_dimensions");
    let expanding = array(operation, "known_expanding_dimensions");
    assert_eq!(dims.len(), operand.len());
    for (index, (&dim, &extent)) in dims.iter().zip(operand).enumerate() {
        let target = shape[dim as usize];
        if extent != target && extent != 1 {
            return Err(format!("{extent} does not expand to {target}"));
        }
        let expands = extent != target;
        let index = index as i64;
        if expands && nonexpanding.contains(&index) || !expands && expanding.contains(&index) {
            return Err(format!("a hint does not hold of {extent} and {target}"));
        }
    }
    Ok(shape)
}

fn check_type(tensor: &Tensor, value: Value<'_, '_>) -> Result<(), String> {
    let sizes = static_sizes(value.r#type());
    assert_eq!(sizes.len(), tensor.shape.len());
    for (size, extent) in sizes.iter().zip(&tensor.shape) {
        if size.is_some_and(|size| size != *extent) {
            return Err(format!("it declares {size:?}, but has {extent}"));
        }
    }
    Ok(())
}

/// Returns a ranked tensor type's dims, `None` where dynamic.
fn static_sizes(r#type: Type<'_>) -> Vec<Option<i64>> {
    let r#type = RankedTensorType::try_from(r#type).expect("ranked");
    (0..r#type.rank())
        .map(|dim| match r#type.dim_size(dim).expect("in range") {
            DimSize::Static(size) => Some(size as i64),
            DimSize::Dynamic => None,
        })
        .collect()
}

fn static_shape(operation: OperationRef<'_, '_>) -> Vec<i64> {
    static_sizes(value_type(operation))
        .into_iter()
        .map(|size| size.expect("the result is static"))
        .collect()
}

fn value_type<'c>(operation: OperationRef<'c, '_>) -> Type<'c> {
    OperationRef::result(operation, 0)
        .expect("it has a result")
        .r#type()
}

/// The message with the sizes filled in.
fn message(operation: OperationRef<'_, '_>, sizes: &[Tensor]) -> String {
    let attribute = operation
        .attribute("error_message")
        .expect("it has a message");
    let text = StringAttribute::try_from(attribute)
        .expect("a string")
        .value()
        .to_string();
    let message = sizes.iter().enumerate().fold(text, |text, (index, size)| {
        text.replace(&format!("{{{index}}}"), &size.elements()[0].to_string())
    });
    assert!(
        !message.contains('{'),
        "a placeholder is left in {message:?}"
    );
    message
}

fn key(value: Value<'_, '_>) -> usize {
    value.to_raw().ptr as usize
}
