//! From StableHLO to VHLO of a version.

use super::{
    PRODUCER, Version,
    edit::replace,
    ffi,
    foreign::{is_foreign, refusal, separate},
    ops::{Attribute as Row, AttributeForm, Family, Limit, Struct},
    table::FAMILIES,
    value::TYPED_API,
};
use crate::{
    diagnostic::{
        Kind, Severity, emit,
        stream::{Stream, string_ref},
    },
    dialect::func,
    ir::{self, as_integer, name_str},
};
use indexmap::IndexMap;
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, BlockLike, Location, OperationRef, RegionLike, Type, TypeLike,
        Value, ValueLike,
        attribute::{IntegerAttribute, TypeAttribute},
        operation::{Operation, OperationLike},
    },
};
use mlir_sys::{
    MlirAttribute, mlirShapedTypeGetElementType, mlirTypeIsAFloat, mlirTypeIsAFloat8E4M3FN,
    mlirTypeIsAShaped,
};
use rustc_hash::FxHashMap;
use std::iter::successors;

/// The generation, that of 1.20, that has convolutions of two types of floats.
const MIXED_OPERANDS: i64 = 40;
/// The generation, that of 1.21, that has products of floats of 8 bits by several operations.
const SPLIT_FLOATS: i64 = 41;

/// Writes a program of functions, StableHLO and Shardy as an artifact of a supported version. The ops
/// of the program are replaced with VHLO ops, except Shardy's.
///
/// Returns `false` after diagnostics, and writes nothing, if the version lacks something that
/// the program uses; the program may then be partly converted.
pub fn write(
    context: &Context,
    program: &Operation<'_>,
    version: Version,
    stream: &Stream<'_>,
) -> bool {
    super::load(context);
    let writer = Writer::new(context, version);
    let mut operations = vec![];
    ir::visit_ops(ir::reference(program), |operation| {
        operations.push(operation)
    });
    let mut unwritable = Unwritable::default();
    // All ops are checked first: limits depend on the types of operands, which are replaced.
    let (mut writable, mut foreign) = (vec![], vec![]);
    for operation in operations {
        let Some(name) = name_str(operation.name()).filter(|&name| name != "builtin.module") else {
            continue;
        };
        if is_foreign(name) {
            match refusal(name) {
                None => foreign.push((operation, name)),
                Some(reason) => unwritable.add(operation.location(), name, reason),
            }
            continue;
        }
        match writer.check(operation, name) {
            Ok((family, edition)) => writable.push((operation, name, family, edition)),
            Err(reason) => unwritable.add(operation.location(), name, &reason),
        }
    }
    for (operation, name) in foreign {
        let encode = |r#type| writer.r#type(r#type);
        if let Err(reason) = separate(operation, encode) {
            unwritable.add(operation.location(), name, &reason);
        }
    }
    for (operation, name, family, edition) in writable {
        let location = operation.location();
        if let Err(reason) = writer.operation(operation, family, edition) {
            unwritable.add(location, name, &reason);
        }
    }
    let producer = format!("{PRODUCER}{version}");
    // SAFETY: all are alive, and nothing is kept.
    unwritable.emit(version)
        && unsafe {
            ffi::bcastArtifactWrite(
                program.to_raw(),
                string_ref(producer.as_bytes()),
                version.bytecode(),
                stream.to_raw(),
            )
        }
        .value
            != 0
}

struct Writer<'c> {
    context: &'c Context,
    /// The generation of the version.
    generation: i64,
    families: FxHashMap<String, &'static Family>,
}

impl<'c> Writer<'c> {
    fn new(context: &'c Context, version: Version) -> Self {
        let families = FAMILIES.iter().map(|family| (family.target(), family));
        // The reader tells the two kinds of return apart by their parents.
        let returns = FAMILIES.iter().find(|family| family.name == "return");
        let returns = returns.map(|family| (func::RETURN.into(), family));
        Self {
            context,
            generation: version.generation(),
            families: families.chain(returns).collect(),
        }
    }

    /// Returns the family of an op, and its newest edition in the version.
    fn check(
        &self,
        operation: OperationRef<'c, '_>,
        name: &str,
    ) -> Result<(&'static Family, usize), String> {
        let family = self.families.get(name).ok_or(
            "it is of another dialect; only functions and ops of StableHLO and Shardy have a portable \
             form; bytecode holds any op",
        )?;
        let editions = family.since.iter();
        let edition = editions.filter(|&&since| since <= self.generation).count();
        if edition == 0 {
            return Err(format!("it {}", needs(family.since[0])));
        }
        for limit in family.limits {
            self.check_limit(*limit, operation, family, edition)?;
        }
        Ok((family, edition))
    }

    /// Replaces an op by one of VHLO.
    fn operation<'a>(
        &self,
        operation: OperationRef<'c, 'a>,
        family: &'static Family,
        edition: usize,
    ) -> Result<(), String>
    where
        'c: 'a,
    {
        let attributes = self.attributes(operation, family, edition)?;
        let types = operation.results().map(|result| result.r#type());
        let types = types
            .map(|r#type| self.r#type(r#type))
            .collect::<Result<Vec<_>, _>>()?;
        for argument in arguments(operation) {
            ir::set_type(argument, self.r#type(argument.r#type())?);
        }
        let target = family.edition_name(edition);
        replace(self.context, operation, &target, &attributes, &types)
    }

    /// Returns the attributes of the op of VHLO, encoded.
    fn attributes(
        &self,
        operation: OperationRef<'c, '_>,
        family: &'static Family,
        edition: usize,
    ) -> Result<Vec<(String, Attribute<'c>)>, String> {
        let mut values = FxHashMap::default();
        for row in family.attributes {
            if let Some(value) = self.present(row, operation) {
                values.insert(row.name, value?);
            }
        }
        let structs = Struct::ALL.into_iter();
        let structs = structs.filter(|&of| has_parts(family, of));
        for of in structs.clone() {
            self.split(operation, family, of, &mut values)?;
        }
        let find = |name: &str| values.get(name).copied();
        let mut attributes = vec![];
        for row in family.attributes {
            let value = find(row.name);
            if !row.is_in(edition) {
                let is_default =
                    value.is_none_or(|value| row.fallback.is(self.context, value, &find));
                if !is_default {
                    return Err(format!(
                        "its attribute '{}' {}",
                        name_in_stablehlo(row),
                        needs(family.since[row.first - 1])
                    ));
                }
                continue;
            }
            let value = value
                .or_else(|| row.fallback.value(self.context, &find))
                .ok_or_else(|| format!("it lacks attribute '{}'", name_in_stablehlo(row)))?;
            let is_number = row.form == AttributeForm::ApiVersion;
            attributes.push((row.name.into(), self.encoded(row.name, value, is_number)?));
        }
        let is_own = |name: &str| {
            let rows = family.attributes.iter();
            let mut rows = rows.filter(|row| row.form != AttributeForm::Missing);
            rows.any(|row| name_in_stablehlo(row) == name)
                || structs.clone().any(|of| of.name() == name)
        };
        for (name, value) in ir::named_attributes(operation) {
            let Some(name) = name_str(name).filter(|name| !is_own(name)) else {
                continue;
            };
            if attributes.iter().any(|(other, _)| other == name) {
                return Err(format!(
                    "its attribute '{name}' has the name of another one in artifacts; rename it"
                ));
            }
            attributes.push((name.into(), self.encoded(name, value, false)?));
        }
        Ok(attributes)
    }

    /// Returns VHLO's value of an attribute that StableHLO has as one attribute, too; `None` if the op lacks it.
    fn present(
        &self,
        row: &'static Row,
        operation: OperationRef<'c, '_>,
    ) -> Option<Result<Attribute<'c>, String>> {
        if matches!(row.form, AttributeForm::Part(_) | AttributeForm::Missing) {
            return None;
        }
        let name = name_in_stablehlo(row);
        let value = operation.attribute(name).ok()?;
        Some(match row.form {
            AttributeForm::Channel => {
                let members = members(Struct::Channel, value);
                match members[..] {
                    [handle, _] => Ok(handle),
                    _ => Err(format!("attribute '{name}' is no channel")),
                }
            }
            AttributeForm::Flag => {
                Ok(melior::ir::attribute::BoolAttribute::new(self.context, true).into())
            }
            _ => Ok(value),
        })
    }

    /// Adds the parts of an attribute of StableHLO, if the op has it.
    fn split(
        &self,
        operation: OperationRef<'c, '_>,
        family: &'static Family,
        of: Struct,
        values: &mut FxHashMap<&'static str, Attribute<'c>>,
    ) -> Result<(), String> {
        let rows = family.attributes.iter();
        let rows = rows
            .filter(|row| row.form == AttributeForm::Part(of))
            .collect::<Vec<_>>();
        let Ok(whole) = operation.attribute(of.name()) else {
            return Ok(());
        };
        let members = members(of, whole);
        if members.len() != rows.len() {
            return Err(format!("attribute '{}' is of another kind", of.name()));
        }
        values.extend(rows.iter().map(|row| row.name).zip(members));
        Ok(())
    }

    fn encoded(
        &self,
        name: &str,
        value: Attribute<'c>,
        is_api_version: bool,
    ) -> Result<Attribute<'c>, String> {
        // SAFETY: the attribute is alive; what VHLO lacks is not encoded.
        unsafe {
            let since = ffi::bcastVhloAttributeVersion(value.to_raw());
            if since < 0 {
                return Err(format!("its attribute '{name}' has no portable form"));
            }
            if since > self.generation {
                return Err(format!("its attribute '{name}' {}", needs(since)));
            }
            Ok(Attribute::from_raw(match is_api_version {
                true => ffi::bcastVhloEncodeApiVersion(value.to_raw()),
                false => ffi::bcastVhloEncodeAttribute(value.to_raw()),
            }))
        }
    }

    fn r#type(&self, r#type: Type<'c>) -> Result<Type<'c>, String> {
        // SAFETY: the type is alive; what VHLO lacks is not encoded.
        unsafe {
            let since = ffi::bcastVhloTypeVersion(r#type.to_raw());
            if since < 0 {
                let text = ir::type_text(r#type);
                return Err(format!("type '{text}' has no portable form"));
            }
            if since > self.generation {
                let text = ir::type_text(r#type);
                return Err(format!("type '{text}' {}", needs(since)));
            }
            Ok(Type::from_raw(ffi::bcastVhloEncodeType(r#type.to_raw())))
        }
    }

    fn check_limit(
        &self,
        limit: Limit,
        operation: OperationRef<'c, '_>,
        family: &'static Family,
        edition: usize,
    ) -> Result<(), String> {
        match limit {
            Limit::OneOperand if edition == 1 && operation.operand_count() != 1 => Err(format!(
                "with {} operands it {}",
                operation.operand_count(),
                needs(family.since[1])
            )),
            Limit::NoRegion if edition == 1 && operation.region_count() > 0 => {
                Err(format!("with regions it {}", needs(family.since[1])))
            }
            Limit::EqualElements if self.generation < 17 && !has_equal_elements(operation) => Err(
                format!("with a result of another element type it {}", needs(17)),
            ),
            Limit::EqualOperands
                if self.generation < MIXED_OPERANDS && has_mixed_floats(operation) =>
            {
                Err(format!(
                    "with operands of different element types it {}",
                    needs(MIXED_OPERANDS)
                ))
            }
            Limit::OneOperation
                if self.generation < SPLIT_FLOATS && splits_small_floats(operation) =>
            {
                Err(format!(
                    "with an algorithm of several operations on floats of 8 bits it {}",
                    needs(SPLIT_FLOATS)
                ))
            }
            Limit::CustomCall => self.check_custom_call(operation),
            _ => Ok(()),
        }
    }

    fn check_custom_call(&self, operation: OperationRef<'c, '_>) -> Result<(), String> {
        const TYPED: i64 = 23;
        const FUTURES: i64 = 37;
        let attribute = |name: &str| operation.attribute(name).ok();
        let has_dictionary = attribute("backend_config").is_some_and(|value| value.is_dictionary());
        let version = attribute("api_version").and_then(as_integer);
        let is_typed = version.is_some_and(|version| version.value() == TYPED_API);
        if self.generation < TYPED && (has_dictionary || is_typed) {
            return Err(format!(
                "a custom call with a typed interface {}",
                needs(TYPED)
            ));
        }
        let mut operands = operation.operands();
        let takes_future = operands.any(|operand| is_future(operand.r#type()));
        if self.generation < FUTURES && takes_future {
            return Err(format!("a custom call of a future {}", needs(FUTURES)));
        }
        Ok(())
    }
}

/// Ops that cannot be written, the first one of each name and reason.
#[derive(Default)]
struct Unwritable<'c> {
    found: IndexMap<(String, String), (Location<'c>, usize)>,
}

impl<'c> Unwritable<'c> {
    fn add(&mut self, location: Location<'c>, name: &str, reason: &str) {
        let key = (name.to_string(), reason.to_string());
        self.found.entry(key).or_insert((location, 0)).1 += 1;
    }

    /// Emits an error for each name and reason, and returns whether there are none.
    fn emit(&self, version: Version) -> bool {
        for ((name, reason), &(location, count)) in &self.found {
            let others = match count - 1 {
                0 => String::new(),
                1 => " (and 1 other such op)".into(),
                others => format!(" (and {others} other such ops)"),
            };
            let message =
                format!("'{name}' op cannot be written as StableHLO {version}: {reason}{others}");
            emit(location, Severity::Error, Kind::RejectedOp, &message, &[]);
        }
        self.found.is_empty()
    }
}

fn needs(generation: i64) -> String {
    format!("needs StableHLO {}", Version::of_generation(generation))
}

fn name_in_stablehlo(row: &Row) -> &'static str {
    match row.form {
        AttributeForm::Channel => Struct::Channel.name(),
        AttributeForm::Part(of) => of.name(),
        _ => row.name,
    }
}

fn has_parts(family: &Family, of: Struct) -> bool {
    let mut rows = family.attributes.iter();
    rows.any(|row| row.form == AttributeForm::Part(of))
}

/// Returns the members of an attribute of StableHLO; none if it is of another kind.
fn members<'c>(of: Struct, whole: Attribute<'c>) -> Vec<Attribute<'c>> {
    let mut members = [MlirAttribute {
        ptr: std::ptr::null(),
    }; ffi::BCAST_MAXIMUM_MEMBERS as usize];
    // SAFETY: the attribute is alive, and there is room for all members, which the context owns.
    unsafe {
        let count = ffi::bcastStructMembers(of.to_raw(), whole.to_raw(), members.as_mut_ptr());
        let members = members[..count].iter();
        members.map(|&member| Attribute::from_raw(member)).collect()
    }
}

/// Returns the arguments of all blocks of an op.
fn arguments<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    operation
        .regions()
        .flat_map(|region| {
            successors(region.first_block(), |block| block.next_in_region()).collect::<Vec<_>>()
        })
        .flat_map(|block| ir::block_arguments(block))
        .collect()
}

/// Returns whether the first two operands are of two types of floats.
fn has_mixed_floats(operation: OperationRef<'_, '_>) -> bool {
    let mut elements = operation.operands().take(2).map(|it| element(it.r#type()));
    let pair = elements.next().zip(elements.next());
    // SAFETY: the types are alive.
    let is_float = |it: Type<'_>| unsafe { mlirTypeIsAFloat(it.to_raw()) };
    pair.is_some_and(|(left, right)| left != right && is_float(left) && is_float(right))
}

/// Returns whether the algorithm of a product has several operations on floats of 8 bits.
fn splits_small_floats(operation: OperationRef<'_, '_>) -> bool {
    let of = Struct::DotAlgorithm;
    let members = operation.attribute(of.name()).map(|it| members(of, it));
    let parts = members.unwrap_or_default();
    let number = |index: usize| IntegerAttribute::try_from(*parts.get(index)?).ok();
    let r#type = parts
        .first()
        .and_then(|&part| TypeAttribute::try_from(part).ok());
    // SAFETY: the type is alive.
    let is_small = |it: TypeAttribute<'_>| unsafe { mlirTypeIsAFloat8E4M3FN(it.value().to_raw()) };
    r#type.is_some_and(is_small) && number(5).is_some_and(|count| count.value() > 1)
}

fn has_equal_elements(operation: OperationRef<'_, '_>) -> bool {
    let results = operation.results().map(|result| result.r#type());
    operation
        .operands()
        .zip(results)
        .all(|(operand, result)| element(operand.r#type()) == element(result))
}

fn element(r#type: Type<'_>) -> Type<'_> {
    // SAFETY: the type is alive, and of the kind that is asked for.
    unsafe {
        match mlirTypeIsAShaped(r#type.to_raw()) {
            true => Type::from_raw(mlirShapedTypeGetElementType(r#type.to_raw())),
            false => r#type,
        }
    }
}

fn is_future(r#type: Type<'_>) -> bool {
    // SAFETY: the type is alive.
    unsafe { ffi::bcastTypeIsFuture(r#type.to_raw()) }
}
