//! An interpreter of programs, lowered or not, that computes shapes, not elements.

mod arithmetic;
mod attribute;
mod broadcast;
mod compute;
mod contraction;
mod evaluate;
mod indexing;
mod sharding;
pub mod tensor;
mod window;

use crate::attributes::{self, message};
use attribute::{has_side_effect, op_name, symbol, text};
use bcast_lower::plan::ZeroExtents;
#[allow(unused_imports, reason = "not all tests run what IREE reads")]
pub use broadcast::ONE_DIMENSIONS;
use evaluate::evaluate;
use melior::ir::{
    BlockLike, BlockRef, Module, OperationRef, RegionLike, Value as IrValue, ValueLike,
    operation::OperationLike,
};
use std::collections::HashMap;
pub use tensor::Tensor;
use tensor::check_type;

/// The outcome of a run.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// All assertions held; the shapes of the function's results.
    Shapes(Vec<Vec<i64>>),
    /// The assertion with this message failed.
    Failed(String),
    /// An implicitly broadcasting op rejects its operands.
    Rejected,
    /// An op ran that is undefined for its operands' sizes.
    Undefined(String),
    /// The run takes too long.
    Endless,
}

/// The outcome of a run, with details.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Run {
    pub outcome: Outcome,
    /// Whether an op that restricts sizes got a value that depends on a failed check. Its facts
    /// are assumed nevertheless.
    pub is_in_doubt: bool,
}

/// The semantics of a run.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The result of 0 against 1 in an implicitly broadcasting op.
    pub zero_extents: ZeroExtents,
    /// Whether a failed check of a broadcast stops only ops that depend on it. All others must
    /// be correct even if the check fails, because a pass may move them in front of the check.
    pub has_witnesses: bool,
}

/// The maximum number of ops that run.
const FUEL: usize = 5_000;
/// The maximum nesting depth of calls.
const DEPTH: usize = 30;

/// The value of an op: a tensor, or `None` if it depends on a failed check.
type Value = Option<Tensor>;

/// Runs the module's first function on these arguments.
///
/// Implicitly broadcasting ops follow NumPy's rule.
pub fn interpret(module: &Module<'_>, arguments: &[Tensor], rules: Rules) -> Run {
    let (mut machine, main) = Machine::new(module, rules);
    let results = machine.call(main, arguments.iter().cloned().map(Some).collect());
    let outcome = match (results, machine.first_failure) {
        (Err(outcome @ (Outcome::Undefined(_) | Outcome::Endless)), _) => outcome,
        (_, Some(failure)) => failure,
        (Err(outcome), None) => outcome,
        (Ok(results), None) => {
            let whole = |value: Value| value.expect("no check failed").shape;
            Outcome::Shapes(results.into_iter().map(whole).collect())
        }
    };
    Run {
        outcome,
        is_in_doubt: machine.is_in_doubt,
    }
}

/// The values computed until a run ended.
#[allow(dead_code, reason = "not all tests look at values")]
pub struct Computed {
    /// The values of the first function, by their addresses.
    pub values: HashMap<usize, Tensor>,
    /// The number of ops of its first block that completed.
    pub op_count: usize,
}

/// Runs the module's first function on these arguments, as far as it goes.
#[allow(dead_code, reason = "not all tests look at values")]
pub fn compute_all(module: &Module<'_>, arguments: &[Tensor], rules: Rules) -> Computed {
    let (mut machine, main) = Machine::new(module, rules);
    let body = main.region(0).expect("a function has a body");
    machine.observed = body.first_block();
    // The outcome does not matter; only the computed values are examined.
    let _ = machine.run_region(main, 0, arguments.iter().cloned().map(Some).collect());
    let values = machine.values.into_iter();
    Computed {
        values: values
            .filter_map(|(key, value)| Some((key, value?)))
            .collect(),
        op_count: machine.op_count,
    }
}

struct Machine<'c, 'a> {
    functions: HashMap<String, OperationRef<'c, 'a>>,
    values: HashMap<usize, Value>,
    rules: Rules,
    /// The message of the first failed check with a witness.
    first_failure: Option<Outcome>,
    is_in_doubt: bool,
    fuel: usize,
    depth: usize,
    /// The block whose ops are counted, and the number of them that completed.
    observed: Option<BlockRef<'c, 'a>>,
    op_count: usize,
}

impl<'c: 'a, 'a> Machine<'c, 'a> {
    /// Returns a machine and its first function.
    fn new(module: &'a Module<'c>, rules: Rules) -> (Self, OperationRef<'c, 'a>) {
        let mut functions = HashMap::new();
        let mut main = None;
        let mut next = module.body().first_operation();
        while let Some(function) = next {
            main.get_or_insert(function);
            functions.insert(symbol(function, "sym_name"), function);
            next = function.next_in_block();
        }
        let machine = Self {
            functions,
            values: HashMap::new(),
            rules,
            first_failure: None,
            is_in_doubt: false,
            fuel: FUEL,
            depth: 0,
            observed: None,
            op_count: 0,
        };
        (machine, main.expect("there is a function"))
    }

    fn call(
        &mut self,
        function: OperationRef<'c, 'a>,
        arguments: Vec<Value>,
    ) -> Result<Vec<Value>, Outcome> {
        if self.depth == DEPTH {
            return Err(Outcome::Endless);
        }
        self.depth += 1;
        // A recursive call has its own values.
        let outer = std::mem::take(&mut self.values);
        let results = self.run_region(function, 0, arguments);
        self.values = outer;
        self.depth -= 1;
        results
    }

    /// Runs a region from its first block; returns the operands of its terminator.
    fn run_region(
        &mut self,
        operation: OperationRef<'c, 'a>,
        region: usize,
        arguments: Vec<Value>,
    ) -> Result<Vec<Value>, Outcome> {
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
            match name.as_str() {
                "func.return"
                | "stablehlo.return"
                | "shape.assuming_yield"
                | "scf.yield"
                | "sdy.return"
                | "scf.condition" => return Ok(operands),
                "cf.br" | "cf.cond_br" => {
                    let (block, arguments) = self.successor(operation, &name, operands)?;
                    self.enter(block, arguments);
                    next = block.first_operation();
                    continue;
                }
                _ => {}
            }
            let results = self.run(operation, &name, operands)?;
            for (index, value) in results.into_iter().enumerate() {
                let result = OperationRef::result(operation, index).expect("it has a result");
                if let Some(tensor) = &value {
                    check_type(tensor, result.into())
                        .map_err(|reason| Outcome::Undefined(format!("{name}: {reason}")))?;
                }
                self.values.insert(key(result.into()), value);
            }
            if Some(block) == self.observed {
                self.op_count += 1;
            }
            next = operation.next_in_block();
        }
        panic!("the block has no terminator")
    }

    fn enter(&mut self, block: BlockRef<'c, 'a>, arguments: Vec<Value>) {
        for (index, value) in arguments.into_iter().enumerate() {
            let argument = block.argument(index).expect("one for each argument");
            self.values.insert(key(argument.into()), value);
        }
    }

    /// Returns the block that a branch goes to, and its arguments.
    fn successor(
        &self,
        operation: OperationRef<'c, 'a>,
        name: &str,
        mut operands: Vec<Value>,
    ) -> Result<(BlockRef<'c, 'a>, Vec<Value>), Outcome> {
        let block = |index| operation.successor(index).expect("it has the successor");
        if name == "cf.br" {
            return Ok((block(0), operands));
        }
        let is_true = self.is_true(&operands.remove(0))?;
        let no = operands.split_off(block(0).argument_count());
        Ok(match is_true {
            true => (block(0), operands),
            false => (block(1), no),
        })
    }

    fn run(
        &mut self,
        operation: OperationRef<'c, 'a>,
        name: &str,
        operands: Vec<Value>,
    ) -> Result<Vec<Value>, Outcome> {
        match name {
            // An assertion without side effects may be removed.
            "stablehlo.custom_call" if text(operation, "call_target_name") == "\"Sharding\"" => {
                Ok(operands[..1].to_vec())
            }
            "stablehlo.custom_call" if operation.result_count() > 0 => {
                let operands = operands.into_iter().collect::<Option<Vec<_>>>();
                let operands = operands.expect("no check failed before it");
                self.run_on_tensors(operation, name, &operands)
            }
            "stablehlo.custom_call" if !has_side_effect(operation) => Ok(vec![]),
            "stablehlo.custom_call" | "cf.assert" => match self.is_true(&operands[0])? {
                true => Ok(vec![]),
                false => {
                    let sizes = operands[1..].iter().map(|size| {
                        let size = size.as_ref().expect("no check failed before it");
                        size.elements()[0]
                    });
                    Err(Outcome::Failed(message(operation, sizes)))
                }
            },
            "func.call" => {
                let function = self.functions[&symbol(operation, "callee")];
                self.call(function, operands)
            }
            // The first region is that of `true`; the last one is for indices out of range.
            "stablehlo.if" | "scf.if" => {
                let region = usize::from(!self.is_true(&operands[0])?);
                self.run_region(operation, region, vec![])
            }
            "stablehlo.case" => {
                let last = operation.region_count() - 1;
                let index = self.whole(&operands[0])?.elements()[0];
                let region = usize::try_from(index).unwrap_or(last).min(last);
                self.run_region(operation, region, vec![])
            }
            // The first region is that of all other numbers.
            "scf.index_switch" => {
                let index = self.whole(&operands[0])?.elements()[0];
                let mut cases = attributes::array(operation, "cases").into_iter();
                let region = cases.position(|case| case == index);
                self.run_region(operation, region.map_or(0, |region| region + 1), vec![])
            }
            "scf.for" => {
                let bounds = operands[..3].iter().map(|bound| self.whole(bound));
                let bounds = bounds.collect::<Result<Vec<_>, _>>()?;
                let [first, limit, step] = [0, 1, 2].map(|index| bounds[index].elements()[0]);
                if step <= 0 {
                    return Err(Outcome::Undefined(
                        "scf.for: the step is not positive".into(),
                    ));
                }
                let mut carried = operands[3..].to_vec();
                let mut counter = first;
                while counter < limit {
                    let arguments = std::iter::once(Some(Tensor::scalar(counter)));
                    let arguments = arguments.chain(carried).collect();
                    carried = self.run_region(operation, 0, arguments)?;
                    counter += step;
                }
                Ok(carried)
            }
            "stablehlo.while" => {
                let mut carried = operands;
                loop {
                    let goes_on = self.run_region(operation, 0, carried.clone())?;
                    if !self.is_true(&goes_on[0])? {
                        return Ok(carried);
                    }
                    carried = self.run_region(operation, 1, carried)?;
                }
            }
            "scf.while" => {
                let mut carried = operands;
                loop {
                    let mut handed = self.run_region(operation, 0, carried)?;
                    let goes_on = handed.remove(0);
                    if !self.is_true(&goes_on)? {
                        return Ok(handed);
                    }
                    carried = self.run_region(operation, 1, handed)?;
                }
            }
            "sdy.named_computation" => self.run_region(operation, 0, operands),
            "sdy.manual_computation" => {
                let operands = operands.iter().map(|operand| self.whole(operand).cloned());
                let operands = operands.collect::<Result<Vec<_>, _>>()?;
                let parts = sharding::parts(operation, &operands)
                    .map_err(|reason| Outcome::Undefined(format!("{name}: {reason}")))?;
                let returned =
                    self.run_region(operation, 0, parts.into_iter().map(Some).collect())?;
                let returned = returned.iter().map(|value| self.whole(value).cloned());
                let returned = returned.collect::<Result<Vec<_>, _>>()?;
                let wholes = sharding::wholes(operation, returned);
                Ok(wholes.into_iter().map(Some).collect())
            }
            _ => match operands.into_iter().collect::<Option<Vec<_>>>() {
                Some(tensors) => self.run_on_tensors(operation, name, &tensors),
                None => {
                    self.is_in_doubt |= restricts_sizes(name);
                    Ok(vec![None; operation.result_count()])
                }
            },
        }
    }

    fn run_on_tensors(
        &mut self,
        operation: OperationRef<'c, 'a>,
        name: &str,
        operands: &[Tensor],
    ) -> Result<Vec<Value>, Outcome> {
        let value = match name {
            "shape.cstr_require" if operands[0].elements() != [1] => {
                self.fail(Outcome::Failed(message(operation, [])))?
            }
            // Users of a witness need only its existence.
            "shape.cstr_require" | "shape.assuming_all" => Some(Tensor::scalar(1)),
            "shape.assuming" | "scf.execute_region" => {
                return self.run_region(operation, 0, vec![]);
            }
            name if name.starts_with("chlo.broadcast_") => {
                let zero_extents = self.rules.zero_extents;
                match broadcast::implicit_shape(operation, operands, zero_extents) {
                    Some(shape) => Some(Tensor::of_shape(shape)),
                    None => self.fail(Outcome::Rejected)?,
                }
            }
            _ => {
                let tensors = evaluate(operation, name, operands)
                    .map_err(|reason| Outcome::Undefined(format!("{name}: {reason}")))?;
                return Ok(tensors.into_iter().map(Some).collect());
            }
        };
        Ok(vec![value])
    }

    /// Fails, or continues with everything that does not depend on the check.
    fn fail(&mut self, failure: Outcome) -> Result<Value, Outcome> {
        if !self.rules.has_witnesses {
            return Err(failure);
        }
        self.first_failure.get_or_insert(failure);
        Ok(None)
    }

    /// Returns a value that decides what runs next.
    fn whole<'v>(&self, value: &'v Value) -> Result<&'v Tensor, Outcome> {
        let failure = || self.first_failure.clone().expect("a check failed");
        value.as_ref().ok_or_else(failure)
    }

    fn is_true(&self, value: &Value) -> Result<bool, Outcome> {
        Ok(self.whole(value)?.elements() == [1])
    }
}

/// Returns whether an op is defined only for some sizes of its operands.
fn restricts_sizes(name: &str) -> bool {
    matches!(
        name,
        "stablehlo.add"
            | "stablehlo.concatenate"
            | "stablehlo.dot_general"
            | "stablehlo.dynamic_broadcast_in_dim"
            | "stablehlo.dynamic_iota"
            | "stablehlo.dynamic_reshape"
            | "stablehlo.real_dynamic_slice"
            | "stablehlo.slice"
    )
}

fn key(value: IrValue<'_, '_>) -> usize {
    value.to_raw().ptr as usize
}
