//! Formulas: elementwise computations, as values.
//!
//! A formula does not depend on MLIR or on shapes. `chlo::emit_formula` emits it.

pub mod bessel;
pub mod complex;
pub mod elementary;
pub mod error;
pub mod gamma;
pub mod neighbour;

use crate::{dialect::stablehlo, symbol::integer::Direction};
use smallvec::{SmallVec, smallvec};
use std::{
    cell::RefCell,
    ops::{Add, Div, Mul, Neg, Sub},
};

/// The float format that a formula computes in.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FloatFormat {
    F16,
    BF16,
    F32,
    F64,
}

impl FloatFormat {
    /// Returns the greatest finite number.
    pub fn greatest(self) -> f64 {
        match self {
            Self::F16 => 65504.0,
            // 8 bits of precision, and the exponents of `f32`.
            Self::BF16 => (2.0 - 2.0_f64.powi(-7)) * 2.0_f64.powi(127),
            Self::F32 => f64::from(f32::MAX),
            Self::F64 => f64::MAX,
        }
    }

    /// Returns the least positive normal number.
    pub fn least_normal(self) -> f64 {
        match self {
            Self::F16 => 2.0_f64.powi(-14),
            Self::BF16 | Self::F32 => f64::from(f32::MIN_POSITIVE),
            Self::F64 => f64::MIN_POSITIVE,
        }
    }

    /// Returns the least positive number.
    pub fn least(self) -> f64 {
        match self {
            Self::F16 => 2.0_f64.powi(-24),
            Self::BF16 => 2.0_f64.powi(-133),
            Self::F32 => 2.0_f64.powi(-149),
            Self::F64 => f64::from_bits(1),
        }
    }

    /// Returns the number of bits.
    pub fn bits(self) -> u32 {
        match self {
            Self::F16 | Self::BF16 => 16,
            Self::F32 => 32,
            Self::F64 => 64,
        }
    }
}

/// How the real numbers of a formula are encoded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Encoding {
    /// The number of bits.
    pub bits: u32,
    /// Whether the sign bit alone is a zero; it is NaN in formats such as `f8E4M3FNUZ`.
    pub has_negative_zero: bool,
    /// Whether there is a NaN; `f4E2M1FN` has none.
    pub has_nan: bool,
}

/// The kind of value that a part of a formula has.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ValueKind {
    /// A real number.
    Real,
    /// A complex number.
    Complex,
    /// A truth value.
    Truth,
    /// The bits of a real number.
    Bits,
}

/// How a part of a formula is computed.
#[derive(Clone, Debug, PartialEq)]
pub enum FormulaPart {
    /// An operand.
    Operand(usize),
    /// A real constant.
    Constant(f64),
    /// A constant of bits.
    Bits(i64),
    /// An op of StableHLO.
    Apply(&'static str, SmallVec<[usize; 3]>),
    /// A comparison.
    Compare(Direction, [usize; 2]),
}

/// A formula under construction: parts, each after those that it uses.
#[derive(Debug)]
pub struct Formula {
    pub format: FloatFormat,
    pub encoding: Encoding,
    parts: RefCell<Vec<(FormulaPart, ValueKind)>>,
}

/// A part of a formula.
#[derive(Clone, Copy, Debug)]
pub struct Term<'f> {
    formula: &'f Formula,
    index: usize,
}

impl Formula {
    /// Creates a formula without parts.
    pub fn new(format: FloatFormat) -> Self {
        let encoding = Encoding {
            bits: format.bits(),
            has_negative_zero: true,
            has_nan: true,
        };
        Self::on_bits(format, encoding)
    }

    /// Creates a formula without parts that computes with the bits of numbers; its real constants
    /// are those of `format`.
    pub fn on_bits(format: FloatFormat, encoding: Encoding) -> Self {
        Self {
            format,
            encoding,
            parts: RefCell::default(),
        }
    }

    /// Returns all parts, each after those that it uses.
    pub fn into_parts(self) -> Vec<(FormulaPart, ValueKind)> {
        self.parts.into_inner()
    }

    /// Returns an operand.
    pub fn operand(&self, index: usize, kind: ValueKind) -> Term<'_> {
        self.add(FormulaPart::Operand(index), kind)
    }

    /// Returns a constant.
    pub fn constant(&self, value: f64) -> Term<'_> {
        self.add(FormulaPart::Constant(value), ValueKind::Real)
    }

    /// Returns a constant of bits.
    pub fn bits(&self, value: i64) -> Term<'_> {
        self.add(FormulaPart::Bits(value), ValueKind::Bits)
    }

    fn add(&self, part: FormulaPart, kind: ValueKind) -> Term<'_> {
        let mut parts = self.parts.borrow_mut();
        parts.push((part, kind));
        Term {
            formula: self,
            index: parts.len() - 1,
        }
    }

    fn apply(&self, op: &'static str, parts: &[Term<'_>], kind: ValueKind) -> Term<'_> {
        let parts = parts.iter().map(|part| part.index).collect();
        self.add(FormulaPart::Apply(op, parts), kind)
    }
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident: $op:ident $(-> $kind:expr)?;)*) => {
        $(
            $(#[$doc])*
            pub fn $name(self) -> Self {
                #[allow(unused_mut, unused_assignments)]
                let mut kind = self.kind();
                $(kind = $kind;)?
                self.formula.apply(stablehlo::$op, &[self], kind)
            }
        )*
    };
}

impl<'f> Term<'f> {
    /// Returns the formula that it is part of.
    pub fn formula(self) -> &'f Formula {
        self.formula
    }

    /// Returns its index in the formula.
    pub fn index(self) -> usize {
        self.index
    }

    /// Returns the kind of its value.
    pub fn kind(self) -> ValueKind {
        self.formula.parts.borrow()[self.index].1
    }

    functions! {
        exp: EXPONENTIAL;
        exp_minus_1: EXPONENTIAL_MINUS_ONE;
        log: LOG;
        log_plus_1: LOG_PLUS_ONE;
        sqrt: SQRT;
        sin: SINE;
        cos: COSINE;
        tan: TAN;
        floor: FLOOR;
        sign: SIGN;
        not: NOT;
        abs: ABS -> ValueKind::Real;
        real: REAL -> ValueKind::Real;
        imag: IMAG -> ValueKind::Real;
        is_finite: IS_FINITE -> ValueKind::Truth;
        to_bits: BITCAST_CONVERT -> ValueKind::Bits;
        to_real: BITCAST_CONVERT -> ValueKind::Real;
    }

    pub fn atan2(self, x: Self) -> Self {
        self.formula
            .apply(stablehlo::ATAN2, &[self, x], ValueKind::Real)
    }

    pub fn power(self, exponent: Self) -> Self {
        let parts = [self, exponent];
        self.formula
            .apply(stablehlo::POWER, &parts, ValueKind::Real)
    }

    pub fn remainder(self, divisor: Self) -> Self {
        let parts = [self, divisor];
        self.formula
            .apply(stablehlo::REMAINDER, &parts, ValueKind::Real)
    }

    pub fn maximum(self, other: Self) -> Self {
        let parts = [self, other];
        self.formula
            .apply(stablehlo::MAXIMUM, &parts, ValueKind::Real)
    }

    pub fn minimum(self, other: Self) -> Self {
        let parts = [self, other];
        self.formula
            .apply(stablehlo::MINIMUM, &parts, ValueKind::Real)
    }

    /// Returns the number clamped to bounds.
    pub fn clamp(self, least: f64, greatest: f64) -> Self {
        let [least, greatest] = [least, greatest].map(|bound| self.formula.constant(bound));
        let parts = [least, self, greatest];
        self.formula
            .apply(stablehlo::CLAMP, &parts, ValueKind::Real)
    }

    pub fn and(self, other: Self) -> Self {
        let parts = [self, other];
        self.formula.apply(stablehlo::AND, &parts, self.kind())
    }

    pub fn or(self, other: Self) -> Self {
        let parts = [self, other];
        self.formula.apply(stablehlo::OR, &parts, self.kind())
    }

    /// Returns the complex number with this real part.
    pub fn complex(self, imaginary: Self) -> Self {
        let parts = [self, imaginary];
        self.formula
            .apply(stablehlo::COMPLEX, &parts, ValueKind::Complex)
    }

    pub fn equals(self, other: impl Into<FormulaValue<'f>>) -> Self {
        self.compare(Direction::Eq, other)
    }

    pub fn differs(self, other: impl Into<FormulaValue<'f>>) -> Self {
        self.compare(Direction::Ne, other)
    }

    pub fn less(self, other: impl Into<FormulaValue<'f>>) -> Self {
        self.compare(Direction::Lt, other)
    }

    pub fn at_most(self, other: impl Into<FormulaValue<'f>>) -> Self {
        self.compare(Direction::Le, other)
    }

    pub fn greater(self, other: impl Into<FormulaValue<'f>>) -> Self {
        self.compare(Direction::Gt, other)
    }

    pub fn at_least(self, other: impl Into<FormulaValue<'f>>) -> Self {
        self.compare(Direction::Ge, other)
    }

    fn compare(self, direction: Direction, other: impl Into<FormulaValue<'f>>) -> Self {
        let other = other.into().term(self.formula);
        let parts = [self.index, other.index];
        let compare = FormulaPart::Compare(direction, parts);
        self.formula.add(compare, ValueKind::Truth)
    }

    /// Returns the first of two numbers if this truth value is true, otherwise the second one.
    pub fn select(
        self,
        then: impl Into<FormulaValue<'f>>,
        otherwise: impl Into<FormulaValue<'f>>,
    ) -> Self {
        let then = then.into().term(self.formula);
        let otherwise = otherwise.into().term(self.formula);
        let parts = [self, then, otherwise];
        self.formula.apply(stablehlo::SELECT, &parts, then.kind())
    }

    /// Returns the value of the polynomial with these coefficients, the highest power first.
    pub fn polynomial(self, coefficients: &[f64]) -> Self {
        let (&first, rest) = coefficients
            .split_first()
            .expect("a polynomial has coefficients");
        let first = self.formula.constant(first);
        rest.iter().fold(first, |sum, &next| sum * self + next)
    }
}

/// A part, or a constant that becomes one.
#[derive(Clone, Copy, Debug)]
pub enum FormulaValue<'f> {
    Term(Term<'f>),
    Constant(f64),
}

impl<'f> FormulaValue<'f> {
    fn term(self, formula: &'f Formula) -> Term<'f> {
        match self {
            Self::Term(term) => term,
            Self::Constant(value) => formula.constant(value),
        }
    }
}

impl<'f> From<Term<'f>> for FormulaValue<'f> {
    fn from(term: Term<'f>) -> Self {
        Self::Term(term)
    }
}

impl From<f64> for FormulaValue<'_> {
    fn from(value: f64) -> Self {
        Self::Constant(value)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $op:expr),*) => {
        $(
            impl<'f, T: Into<FormulaValue<'f>>> $trait<T> for Term<'f> {
                type Output = Self;

                fn $method(self, other: T) -> Self {
                    let other = other.into().term(self.formula);
                    self.formula.apply($op, &[self, other], self.kind())
                }
            }

            impl<'f> $trait<Term<'f>> for f64 {
                type Output = Term<'f>;

                fn $method(self, other: Term<'f>) -> Term<'f> {
                    other.formula.constant(self).$method(other)
                }
            }
        )*
    };
}

operators!(
    Add add stablehlo::ADD,
    Sub sub stablehlo::SUBTRACT,
    Mul mul stablehlo::MULTIPLY,
    Div div stablehlo::DIVIDE
);

impl Neg for Term<'_> {
    type Output = Self;

    fn neg(self) -> Self {
        self.formula.apply(stablehlo::NEGATE, &[self], self.kind())
    }
}

/// Returns for each part of a formula whether a result needs it.
pub fn needed(parts: &[(FormulaPart, ValueKind)], result: usize) -> Vec<bool> {
    let mut needed = vec![false; parts.len()];
    needed[result] = true;
    for index in (0..=result).rev() {
        if !needed[index] {
            continue;
        }
        let uses: SmallVec<[usize; 3]> = match &parts[index].0 {
            FormulaPart::Apply(_, uses) => uses.clone(),
            FormulaPart::Compare(_, uses) => SmallVec::from_slice(uses),
            FormulaPart::Operand(_) | FormulaPart::Constant(_) | FormulaPart::Bits(_) => {
                smallvec![]
            }
        };
        for used in uses {
            needed[used] = true;
        }
    }
    needed
}

#[cfg(test)]
mod tests;
