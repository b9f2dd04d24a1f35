//! Arithmetic on numbers of type `index`, written as expressions.

use crate::prelude::*;
use std::ops::{Add, Div, Mul, Sub};

/// An expression of type `index`. Its ops are emitted in the order in which they are written.
pub enum IndexExpression<'a> {
    Value(Value<'a>),
    Constant(i64),
    Binary(&'static str, Box<[Self; 2]>),
}

/// Begins an expression.
pub fn index<'a>(number: impl Into<IndexExpression<'a>>) -> IndexExpression<'a> {
    number.into()
}

impl<'a> IndexExpression<'a> {
    /// Returns the maximum of two signed numbers.
    pub fn max(self, other: impl Into<Self>) -> Self {
        self.with(arith::MAXSI, other)
    }

    /// Returns the minimum of two signed numbers.
    pub fn min(self, other: impl Into<Self>) -> Self {
        self.with(arith::MINSI, other)
    }

    fn with(self, op: &'static str, other: impl Into<Self>) -> Self {
        Self::Binary(op, Box::new([self, other.into()]))
    }

    /// Emits the expression.
    pub fn emit(self, emitter: &mut OpEmitter<'a>) -> Value<'a> {
        match self {
            Self::Value(value) => value,
            Self::Constant(number) => emitter.emit_constant_index(number),
            Self::Binary(op, operands) => {
                let [a, b] = operands.map(|operand| operand.emit(emitter));
                emitter.emit_index_binary(op, a, b)
            }
        }
    }
}

impl<'a> From<Value<'a>> for IndexExpression<'a> {
    fn from(value: Value<'a>) -> Self {
        Self::Value(value)
    }
}

impl From<i64> for IndexExpression<'_> {
    fn from(number: i64) -> Self {
        Self::Constant(number)
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $op:expr)*) => {
        $(impl<T: Into<Self>> $operator<T> for IndexExpression<'_> {
            type Output = Self;

            fn $method(self, other: T) -> Self {
                self.with($op, other)
            }
        })*
    };
}

operators! {
    Add add arith::ADDI
    Sub sub arith::SUBI
    Mul mul arith::MULI
    Div div arith::DIVSI
}
