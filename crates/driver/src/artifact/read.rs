//! From VHLO to StableHLO.

use super::{
    edit::replace,
    ffi,
    ops::{Attribute as Row, AttributeForm, Fallback, Family, Struct},
    table::editions,
    value::{elements, integer},
};
use crate::{
    diagnostic::{Kind, Severity, emit},
    dialect::func,
    ir::{self, as_array, as_bool, as_integer, name_str, string_value},
};
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, OperationRef, Type, Value, ValueLike,
        attribute::{ArrayAttribute, FlatSymbolRefAttribute},
        operation::{Operation, OperationLike},
    },
};
use rustc_hash::FxHashMap;

/// Converts the VHLO ops of a program to StableHLO, from any edition, and verifies the result.
///
/// Returns `false` after a diagnostic if an op is malformed.
pub fn read(context: &Context, program: &Operation<'_>) -> bool {
    let reader = ArtifactReader::new(context);
    let mut operations = vec![];
    ir::visit_ops(ir::reference(program), |operation| {
        operations.push(operation)
    });
    let mut is_read = true;
    // An op comes before the ops in its regions, which are moved into the new op, not copied.
    for operation in operations {
        let location = operation.location();
        let Some(name) = name_str(operation.name()) else {
            continue;
        };
        if let Err(reason) = reader.operation(operation, name) {
            let message = format!("malformed artifact: '{name}' op: {reason}");
            emit(location, Severity::Error, Kind::Crash, &message, &[]);
            is_read = false;
        }
    }
    is_read && program.verify()
}

struct ArtifactReader<'c> {
    context: &'c Context,
    editions: FxHashMap<String, (&'static Family, usize)>,
}

impl<'c> ArtifactReader<'c> {
    fn new(context: &'c Context) -> Self {
        let editions =
            editions().map(|(family, edition)| (family.edition_name(edition), (family, edition)));
        Self {
            context,
            editions: editions.collect(),
        }
    }

    /// Replaces a VHLO op, or removes a cast between a VHLO type and the type that it encodes.
    /// Leaves other ops unchanged.
    fn operation<'a>(&self, operation: OperationRef<'c, 'a>, name: &str) -> Result<(), String>
    where
        'c: 'a,
    {
        if name == "builtin.unrealized_conversion_cast" {
            remove_cast(operation);
            return Ok(());
        }
        let Some(&(family, edition)) = self.editions.get(name) else {
            return Ok(());
        };
        let attributes = self.attributes(operation, family, edition)?;
        let types = operation.results().map(|result| result.r#type());
        let types = types.collect::<Vec<Type<'c>>>();
        let target = match family.name {
            "return" if returns_from_function(operation) => func::RETURN.into(),
            _ => family.target(),
        };
        replace(self.context, operation, &target, &attributes, &types)
    }

    /// Returns the attributes of the op of StableHLO, by their names.
    fn attributes(
        &self,
        operation: OperationRef<'c, '_>,
        family: &'static Family,
        edition: usize,
    ) -> Result<Vec<(String, Attribute<'c>)>, String> {
        let all = ir::named_attributes(operation);
        let all = all
            .into_iter()
            .filter_map(|(name, value)| Some((name_str(name)?, value)))
            .collect::<Vec<_>>();
        let find = |wanted: &str| {
            let found = all.iter().find(|(name, _)| *name == wanted);
            found.map(|&(_, value)| value)
        };
        let rows = family.attributes.iter();
        let rows = rows.filter(|row| row.is_in(edition)).collect::<Vec<_>>();
        let mut attributes = vec![];
        for row in rows.iter().copied() {
            let value = find(row.name).ok_or_else(|| format!("lacks attribute '{}'", row.name))?;
            if row.fallback.is(self.context, value, &find) || row.form == AttributeForm::Missing {
                continue;
            }
            if let Some((name, value)) = self.attribute(row, value)? {
                attributes.push((name.into(), value));
            }
        }
        for part in Struct::ALL {
            if let Some(value) = self.join(operation, family, edition, part, &find)? {
                attributes.push((part.name().into(), value));
            }
        }
        let is_own = |name: &str| rows.iter().any(|row| row.name == name);
        let others = all.iter().filter(|(name, _)| !is_own(name));
        attributes.extend(others.map(|(name, value)| (name.to_string(), *value)));
        Ok(attributes)
    }

    /// Returns the name and the value of an attribute in StableHLO; `None` if StableHLO lacks it,
    /// or has it as a part of another attribute.
    fn attribute(
        &self,
        row: &'static Row,
        value: Attribute<'c>,
    ) -> Result<Option<(&'static str, Attribute<'c>)>, String> {
        let context = self.context;
        let symbol = |value: Attribute<'c>| -> Option<Attribute<'c>> {
            let name = string_value(value).filter(|_| value.is_string())?;
            Some(FlatSymbolRefAttribute::new(context, name).into())
        };
        let value = match row.form {
            AttributeForm::Same | AttributeForm::ApiVersion => Some(value),
            // SAFETY: the attribute is alive.
            AttributeForm::List => unsafe {
                Attribute::from_option_raw(ffi::bcastListOfTensor(value.to_raw()))
            },
            AttributeForm::Symbol => symbol(value),
            AttributeForm::Symbols => as_array(value).and_then(|symbols| {
                let symbols = elements(symbols).map(symbol);
                let symbols = symbols.collect::<Option<Vec<_>>>()?;
                Some(ArrayAttribute::new(context, &symbols).into())
            }),
            AttributeForm::Channel => {
                let kind = integer(context, 64, 0);
                let channel = self.of_members(Struct::Channel, None, &[value, kind]);
                return match (as_integer(value), channel) {
                    (Some(_), Some(channel)) => Ok(Some((Struct::Channel.name(), channel))),
                    _ => Err(wrong(row.name)),
                };
            }
            // Only `true` gets here: `false` is the fallback.
            AttributeForm::Flag => as_bool(value).map(|_| Attribute::unit(context)),
            AttributeForm::Part(_) | AttributeForm::Missing => return Ok(None),
        };
        let value = value.ok_or_else(|| wrong(row.name))?;
        Ok(Some((row.name, value)))
    }

    /// Joins the parts of an attribute of StableHLO; `None` if the op has no such attribute.
    fn join(
        &self,
        operation: OperationRef<'c, '_>,
        family: &'static Family,
        edition: usize,
        of: Struct,
        find: &dyn Fn(&str) -> Option<Attribute<'c>>,
    ) -> Result<Option<Attribute<'c>>, String> {
        let rows = family.attributes.iter();
        let rows = rows.filter(|row| row.form == AttributeForm::Part(of));
        let mut members = vec![];
        let mut is_absent = true;
        for row in rows {
            let value = match row.is_in(edition) {
                true => find(row.name),
                false => row.fallback.value(self.context, find),
            };
            let value = value.ok_or_else(|| wrong(row.name))?;
            is_absent &=
                row.fallback == Fallback::NoneType && row.fallback.is(self.context, value, find);
            members.push(value);
        }
        if is_absent {
            return Ok(None);
        }
        let whole = self.of_members(of, Some(operation), &members);
        whole.map(Some).ok_or_else(|| wrong(of.name()))
    }

    fn of_members(
        &self,
        of: Struct,
        operation: Option<OperationRef<'c, '_>>,
        members: &[Attribute<'c>],
    ) -> Option<Attribute<'c>> {
        let location = operation.map_or_else(
            || melior::ir::Location::unknown(self.context),
            |operation| operation.location(),
        );
        let members = members.iter().map(|member| member.to_raw());
        let members = members.collect::<Vec<_>>();
        // SAFETY: all are alive.
        unsafe {
            Attribute::from_option_raw(ffi::bcastStructOfMembers(
                of.to_raw(),
                location.to_raw(),
                members.as_ptr(),
                members.len(),
            ))
        }
    }
}

fn wrong(name: &str) -> String {
    format!("attribute '{name}' has an invalid value")
}

fn returns_from_function(operation: OperationRef<'_, '_>) -> bool {
    let parent = operation.parent_operation();
    parent.is_some_and(|parent| ir::is_function(parent))
}

/// Removes a cast between a VHLO type and the type that it encodes, which are the same type here.
fn remove_cast<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) {
    let operands = operation.operands().collect::<Vec<Value<'c, 'a>>>();
    let results = operation.results().map(Value::from).collect::<Vec<_>>();
    let is_same = operands.len() == results.len()
        && operands
            .iter()
            .zip(&results)
            .all(|(operand, result)| operand.r#type() == result.r#type());
    if !is_same {
        return;
    }
    for (&operand, &result) in operands.iter().zip(&results) {
        ir::replace_uses(result, operand);
    }
    ir::erase(operation);
}
