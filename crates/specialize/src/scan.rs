//! `chlo.scan`: its region gets slices of the inputs and yields slices of the outputs. As in a loop, the
//! values that it carries keep their sizes.

use super::{
    Specializer,
    arguments::refine,
    loops::{arguments, next_values},
};
use crate::{dialect::chlo, ir};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};

/// The parts of a scan.
struct ScanParts<'c, 'a> {
    inputs: Vec<Value<'c, 'a>>,
    inits: Vec<Value<'c, 'a>>,
    /// The dim of the inputs and the outputs along which it goes.
    dim: usize,
    /// The size of that dim, if it is known.
    count: Option<i64>,
}

impl<'c: 'a, 'a> ScanParts<'c, 'a> {
    fn of(operation: OperationRef<'c, 'a>) -> Option<Self> {
        if ir::name_str(operation.name()) != Some(chlo::SCAN) {
            return None;
        }
        let counts = ir::short_int_array(operation, "operandSegmentSizes")?;
        let mut inputs = operation.operands().collect::<Vec<_>>();
        let inits = inputs.split_off(usize::try_from(*counts.first()?).ok()?);
        let dim = usize::try_from(ir::integer(operation, "dimension")?).ok()?;
        let mut known = inputs
            .iter()
            .map(|input| ir::sizes_of(input.r#type()).get(dim).copied()?);
        let count = ir::integer(operation, "scan_dim_size").or_else(|| known.find_map(|size| size));
        Some(Self {
            inputs,
            inits,
            dim,
            count,
        })
    }
}

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Gives the arguments of a scan's region the types of slices of the inputs, and of the initial
    /// values.
    pub(super) fn begin_scan(&mut self, operation: OperationRef<'c, 'a>) {
        let Some(scan) = ScanParts::of(operation) else {
            return;
        };
        let inputs = scan.inputs.iter().map(|input| {
            let mut sizes = ir::sizes_of(input.r#type());
            if scan.dim < sizes.len() {
                sizes.remove(scan.dim);
            }
            sizes
        });
        let inits = scan.inits.iter().map(|init| ir::sizes_of(init.r#type()));
        for (argument, sizes) in arguments(operation, 0).into_iter().zip(inputs.chain(inits)) {
            self.set_sizes(argument, &sizes);
        }
    }

    /// Gives the results of a scan the types that follow from what its region yields.
    pub(super) fn end_scan(&mut self, operation: OperationRef<'c, 'a>) {
        let Some(scan) = ScanParts::of(operation) else {
            return;
        };
        let outputs = operation.result_count().saturating_sub(scan.inits.len());
        let yielded = next_values(operation, 0);
        for (index, value) in yielded.into_iter().enumerate() {
            let Some(result) = ir::result(operation, index) else {
                continue;
            };
            let mut sizes = ir::sizes_of(value.r#type());
            if let Some(init) = index.checked_sub(outputs).and_then(|at| scan.inits.get(at)) {
                self.check_kept(operation, index - outputs, *init, value);
            } else if scan.dim <= sizes.len() {
                sizes.insert(scan.dim, scan.count);
            }
            self.set_sizes(result, &sizes);
        }
    }

    fn set_sizes(&self, value: Value<'c, 'a>, sizes: &[Option<i64>]) {
        if let Some(r#type) = refine(self.context, value.r#type(), sizes) {
            ir::set_type(value, r#type);
        }
    }
}
