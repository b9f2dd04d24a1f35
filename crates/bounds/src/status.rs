//! The number of the first check that failed, which a program returns.

use crate::{analysis::CHECKS, ir};
use melior::{
    Context,
    ir::{
        Attribute, Identifier, OperationRef, Value,
        attribute::{ArrayAttribute, DictionaryAttribute, StringAttribute},
        operation::OperationLike,
    },
};

/// The entries of a check in the list.
const MESSAGE: &str = "message";
const SIZES: &str = "sizes";

/// A check, whose number is its place in the list, from 1.
pub struct StatusCheck {
    /// Its message, with `{0}` for the first size.
    pub message: String,
    /// Where the sizes are found: expressions of the function's arguments.
    pub sizes: Vec<String>,
}

/// The checks so far.
#[derive(Default)]
pub struct ChecksSoFar<'c, 'a> {
    /// The number of the first check that failed, or 0; a `tensor<i32>`. `None` before the first check.
    current: Option<Value<'c, 'a>>,
    checks: Vec<StatusCheck>,
}

impl<'c: 'a, 'a> ChecksSoFar<'c, 'a> {
    /// Continues with another value: that of a region's argument, or of an op's result.
    pub fn set(&mut self, value: Option<Value<'c, 'a>>) {
        self.current = value;
    }

    pub fn get(&self) -> Option<Value<'c, 'a>> {
        self.current
    }

    /// Adds a check; returns its number.
    pub fn add(&mut self, message: &str, sizes: Vec<String>) -> i64 {
        self.checks.push(StatusCheck {
            message: message.into(),
            sizes,
        });
        self.checks.len() as i64
    }

    /// Returns the list of the checks as an attribute.
    pub fn list(&self, context: &'c Context) -> Attribute<'c> {
        let text = |text: &str| StringAttribute::new(context, text).into();
        let checks = self.checks.iter().map(|check| {
            let sizes = check.sizes.iter().map(|size| text(size));
            let sizes = ArrayAttribute::new(context, &sizes.collect::<Vec<_>>());
            let entries = [
                (Identifier::new(context, MESSAGE), text(&check.message)),
                (Identifier::new(context, SIZES), sizes.into()),
            ];
            DictionaryAttribute::new(context, &entries).into()
        });
        ArrayAttribute::new(context, &checks.collect::<Vec<_>>()).into()
    }
}

/// Reads the checks of a function, which [`ChecksSoFar::list`] wrote; `None` if they are malformed.
pub fn read_checks(function: OperationRef<'_, '_>) -> Option<Vec<StatusCheck>> {
    let list = ArrayAttribute::try_from(function.attribute(CHECKS).ok()?).ok()?;
    let checks = (0..list.len()).map(|index| {
        let check = DictionaryAttribute::try_from(list.element(index).ok()?).ok()?;
        let sizes = ArrayAttribute::try_from(check.element_by_name(SIZES)?).ok()?;
        let sizes = (0..sizes.len()).map(|index| {
            let size = ir::string_value(sizes.element(index).ok()?)?;
            Some(size.to_string())
        });
        Some(StatusCheck {
            message: ir::string_value(check.element_by_name(MESSAGE)?)?.into(),
            sizes: sizes.collect::<Option<_>>()?,
        })
    });
    checks.collect()
}
