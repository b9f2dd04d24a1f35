//! How ops compute integers: examples of each row run with all types of integers that the op takes,
//! and every integer that is known must be what the interpreter computes.

use crate::{
    MIN_RUNS, RULES, context, examples,
    interpret::{Tensor, compute_all},
    program::{Choices, PROGRAMS, Program, SMALL, programs},
};
use bcast_lower::{
    symbol::integer::{Definition, Function, Integer, Integers},
    testing::{KnownIntegers, OpSummary, Part, known_integers, rows},
};
use melior::{
    Context,
    ir::{BlockLike, Module, OperationRef},
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The directory of the examples.
const EXAMPLES: &str = "tests/op_facts/integers";

/// The types that `$T` stands for in an example, unless the ops in it do not take them.
const TYPES: [&str; 9] = [
    "i1", "i8", "i16", "i32", "i64", "index", "ui8", "ui32", "ui64",
];

/// Numbers at which arithmetic behaves in a special way.
const NUMBERS: Choices = Choices {
    max: 300,
    elements: |bits| {
        let greatest = i64::MAX >> (64 - bits);
        vec![0, 1, 2, 3, 7, -1, -2, greatest, -greatest - 1]
    },
};

/// Returns an example for each type that it can have, parsed.
fn examples<'c>(context: &'c Context) -> Vec<(Program, Vec<(&'static str, Module<'c>)>)> {
    let examples = examples::read(EXAMPLES).into_iter();
    examples
        .map(|example| {
            let types = match example.text.contains("$T") {
                true => &TYPES[..],
                false => &[""],
            };
            let modules = types.iter().filter_map(|&r#type| {
                let module = Module::parse(context, &example.text.replace("$T", r#type))?;
                Some((r#type, module))
            });
            let modules = modules.collect();
            (Program::new(example), modules)
        })
        .collect()
}

/// Returns a context that does not print why an example does not have a type.
fn silent_context() -> Context {
    let context = context();
    context.attach_diagnostic_handler(|_| true);
    context
}

fn function<'c: 'a, 'a>(module: &'a Module<'c>) -> OperationRef<'c, 'a> {
    let first = module.body().first_operation();
    first.expect("there is a function")
}

/// The integers of a run.
struct Run<'a> {
    known: &'a KnownIntegers,
    values: &'a HashMap<usize, Tensor>,
    found: HashMap<Integer, Option<i64>>,
}

impl Run<'_> {
    /// Returns what an integer is in this run; `None` if it is undefined, or depends on a value that
    /// is not computed.
    fn evaluate(&mut self, integer: Integer) -> Option<i64> {
        if let Some(&found) = self.found.get(&integer) {
            return found;
        }
        let found = self.compute(integer);
        self.found.insert(integer, found);
        found
    }

    fn compute(&mut self, integer: Integer) -> Option<i64> {
        let known = self.known;
        let tensor = |source: usize| self.values.get(&known.sources[source]);
        match known.integers.definition(integer) {
            &Definition::Constant(value) => Some(value),
            &Definition::Element(source, element) => tensor(source.0 as usize)?
                .elements
                .as_ref()?
                .get(element)
                .copied(),
            &Definition::Extent(source, dim) => tensor(source.0 as usize)?.shape.get(dim).copied(),
            Definition::Apply(Function::Select, parts) => {
                let is_true = self.evaluate(parts[0])? != 0;
                self.evaluate(parts[if is_true { 1 } else { 2 }])
            }
            Definition::Apply(Function::Broadcast, parts) => {
                match [self.evaluate(parts[0])?, self.evaluate(parts[1])?] {
                    [1, size] | [size, 1] => Some(size),
                    [a, b] => (a == b).then_some(a),
                }
            }
            Definition::Apply(function, parts) => {
                let mut constants = Integers::default();
                let parts = parts.iter().map(|&part| {
                    let value = self.evaluate(part)?;
                    Some(constants.constant(value, known.integers.bits(part)))
                });
                let parts = parts.collect::<Option<Vec<_>>>()?;
                let result = match *function {
                    Function::Convert(signedness) => {
                        constants.convert(parts[0], known.integers.bits(integer), signedness)
                    }
                    function => constants.apply(function, &parts),
                };
                constants.value(result)
            }
        }
    }

    /// Compares the integers of all values with what was computed. Returns the values of which at
    /// least one element is known to be computed from others.
    fn compare(&mut self) -> Result<BTreeSet<usize>, String> {
        let mut compared = BTreeSet::new();
        for (address, row) in &self.known.elements {
            let Some(elements) = self.values.get(address).and_then(|it| it.elements.as_ref())
            else {
                continue;
            };
            if elements.len() != row.len() {
                return Err(format!("{elements:?} are known as {} elements", row.len()));
            }
            for (&element, &integer) in elements.iter().zip(row) {
                let Some(found) = self.evaluate(integer) else {
                    continue;
                };
                if found != element {
                    return Err(format!("{element} of {elements:?} is known as {found}"));
                }
                if !self.known.is_own(integer, *address) {
                    compared.insert(*address);
                }
            }
        }
        for (address, row) in &self.known.extents {
            let Some(tensor) = self.values.get(address) else {
                continue;
            };
            for (&size, &integer) in tensor.shape.iter().zip(row) {
                if self.evaluate(integer).is_some_and(|found| found != size) {
                    return Err(format!("{size} of {:?} is known as another", tensor.shape));
                }
            }
        }
        Ok(compared)
    }

    /// Compares the sizes that ops compute for their results with those of the results. Returns the
    /// results of which a dynamic size has been compared.
    fn compare_extents(&mut self) -> Result<BTreeSet<usize>, String> {
        let mut compared = BTreeSet::new();
        for (address, row) in &self.known.computed_extents {
            let Some(tensor) = self.values.get(address) else {
                continue;
            };
            if tensor.shape.len() != row.len() {
                return Err(format!("{:?} is known as {} dims", tensor.shape, row.len()));
            }
            for (&size, &integer) in tensor.shape.iter().zip(row) {
                match integer.and_then(|integer| self.evaluate(integer)) {
                    Some(found) if found != size => {
                        return Err(format!("{size} of {:?} is known as {found}", tensor.shape));
                    }
                    Some(_) => {
                        compared.insert(*address);
                    }
                    None => {}
                }
            }
        }
        Ok(compared)
    }
}

/// Returns the results of ops of a name in a function.
fn results_of(function: OperationRef<'_, '_>, name: &str) -> BTreeSet<usize> {
    use melior::ir::{ValueLike, operation::OperationLike};
    let results = ops_of(function, name).into_iter().flat_map(|operation| {
        let results = operation.results();
        let addresses = results.map(|result| result.to_raw().ptr as usize);
        addresses.collect::<Vec<_>>()
    });
    results.collect()
}

/// Returns whether an op has several operands of its result's rank, which have to agree on its sizes.
fn has_several_operands(function: OperationRef<'_, '_>, name: &str) -> bool {
    use melior::ir::{
        ValueLike,
        operation::OperationLike,
        r#type::{RankedTensorType, ShapedTypeLike},
    };
    let rank = |r#type| RankedTensorType::try_from(r#type).map(|tensor| tensor.rank());
    ops_of(function, name).into_iter().any(|operation| {
        let result = operation
            .results()
            .next()
            .map(|result| rank(result.r#type()));
        let operands = operation.operands();
        let alike = operands.filter(|operand| Some(rank(operand.r#type())) == result);
        alike.count() > 1
    })
}

/// Returns the ops of a name in the first block of a function.
fn ops_of<'c, 'a>(function: OperationRef<'c, 'a>, name: &str) -> Vec<OperationRef<'c, 'a>> {
    use melior::ir::{RegionLike, operation::OperationLike};
    let region = function.region(0).expect("a function has a body");
    let mut next = region
        .first_block()
        .and_then(|block| block.first_operation());
    let mut found = vec![];
    while let Some(operation) = next {
        if operation.name().as_string_ref().as_str() == Ok(name) {
            found.push(operation);
        }
        next = operation.next_in_block();
    }
    found
}

#[test]
fn each_row_of_integers_has_an_example() {
    let context = silent_context();
    let mut missing = rows()
        .into_iter()
        .filter(|row| row.has_integers)
        .map(|row| row.op)
        .collect::<BTreeSet<_>>();
    let named = missing.clone();
    for (program, modules) in examples(&context) {
        let op = program.op();
        let name = &program.name;
        assert!(
            named.contains(op),
            "'{name}' is an example of an op that has no row"
        );
        assert!(!modules.is_empty(), "'{name}' does not parse with any type");
        // The row is needed to know what the op computes.
        let is_needed = modules.iter().any(|(_, module)| {
            let function = function(module);
            let results = results_of(function, op);
            let is_known = |without| {
                let known = known_integers(function, without);
                let is_known = |(address, row): &(usize, Vec<Integer>)| {
                    results.contains(address) && row.iter().any(|&it| !known.is_own(it, *address))
                };
                known.elements.iter().any(is_known)
            };
            is_known(None) && !is_known(Some(op))
        });
        if is_needed {
            missing.remove(op);
        }
    }
    assert!(
        missing.is_empty(),
        "no example in {EXAMPLES} needs what the rows of these ops say of integers: {missing:?}"
    );
}

#[test]
fn integers_are_what_ops_compute() {
    let context = silent_context();
    let mut failures = vec![];
    let mut compared = BTreeSet::new();
    for (program, modules) in examples(&context) {
        for (r#type, module) in &modules {
            let function = function(module);
            let known = known_integers(function, None);
            let results = results_of(function, program.op());
            for arguments in program.assignments(module, &NUMBERS) {
                let computed = compute_all(module, &arguments, RULES);
                let mut run = Run {
                    known: &known,
                    values: &computed.values,
                    found: HashMap::new(),
                };
                let found = run.compare();
                match found.and_then(|values| run.compare_extents().map(|_| values)) {
                    Ok(values) => {
                        if !values.is_disjoint(&results) {
                            compared.insert(program.op().to_string());
                        }
                    }
                    Err(wrong) => {
                        failures.push(format!(
                            "'{}' of {type} with {arguments:?}: {wrong}",
                            program.name
                        ));
                        break;
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let rows = rows().into_iter().filter(|row| row.has_integers);
    let missing = rows.filter(|row| !compared.contains(row.op));
    let missing = missing.map(|row| row.op).collect::<Vec<_>>();
    assert!(
        missing.is_empty(),
        "no example compares the integers of these ops with what the interpreter computes: {missing:?}; \
         it computes them in tests/support/interpret/compute.rs"
    );
}

/// What a row says of sizes must be what the interpreter computes, in some runs of an example. Where operands have to
/// agree, a row says nothing without facts.
#[test]
fn sizes_of_results_are_what_ops_compute() {
    let context = context();
    let mut failures = vec![];
    let mut runs = BTreeMap::<String, usize>::new();
    for program in programs() {
        let module = Module::parse(&context, &program.text).expect("it parses");
        let function = function(&module);
        let known = known_integers(function, None);
        let results = results_of(function, program.op());
        if has_several_operands(function, program.op()) {
            runs.insert(program.op().to_string(), MIN_RUNS);
        }
        for arguments in program.assignments(&module, &SMALL) {
            let computed = compute_all(&module, &arguments, RULES);
            let mut run = Run {
                known: &known,
                values: &computed.values,
                found: HashMap::new(),
            };
            match run.compare_extents() {
                Ok(values) => {
                    let count = usize::from(!values.is_disjoint(&results));
                    *runs.entry(program.op().to_string()).or_default() += count;
                }
                Err(wrong) => {
                    failures.push(format!("'{}' with {arguments:?}: {wrong}", program.name));
                    break;
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let rows = rows().into_iter();
    let rows = rows.filter(|row| row.parts.contains(&Part::Extents));
    let is_missing = |row: &OpSummary| runs.get(row.op).is_none_or(|&count| count < MIN_RUNS);
    let missing = rows.filter(is_missing).map(|row| row.op);
    let missing = missing.collect::<Vec<_>>();
    assert!(
        missing.is_empty(),
        "no example in {PROGRAMS} compares the sizes of these ops in {MIN_RUNS} runs: {missing:?}"
    );
}
