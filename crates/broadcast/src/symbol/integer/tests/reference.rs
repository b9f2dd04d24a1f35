//! An interpreter of integer arithmetic on bits, written from the definitions of `arith`. It
//! depends on nothing else.

/// A number: its bits, and how many there are.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Bits {
    /// The bits; those above the width are 0.
    pub bits: u64,
    pub width: u32,
}

/// An op of `arith`, by its name there.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Op {
    Addi,
    Subi,
    Muli,
    /// `muli` with the flag `nsw`.
    MuliNsw,
    Divsi,
    Divui,
    Ceildivsi,
    Ceildivui,
    Floordivsi,
    Remsi,
    Remui,
    Maxsi,
    Maxui,
    Minsi,
    Minui,
    Andi,
    Ori,
    Xori,
    Shli,
    Shrsi,
    Shrui,
    CmpiEq,
    CmpiNe,
    CmpiSlt,
    CmpiSle,
    CmpiSgt,
    CmpiSge,
    CmpiUlt,
    CmpiUle,
    CmpiUgt,
    CmpiUge,
}

/// All ops of two operands.
pub const OPS: [Op; 31] = [
    Op::Addi,
    Op::Subi,
    Op::Muli,
    Op::MuliNsw,
    Op::Divsi,
    Op::Divui,
    Op::Ceildivsi,
    Op::Ceildivui,
    Op::Floordivsi,
    Op::Remsi,
    Op::Remui,
    Op::Maxsi,
    Op::Maxui,
    Op::Minsi,
    Op::Minui,
    Op::Andi,
    Op::Ori,
    Op::Xori,
    Op::Shli,
    Op::Shrsi,
    Op::Shrui,
    Op::CmpiEq,
    Op::CmpiNe,
    Op::CmpiSlt,
    Op::CmpiSle,
    Op::CmpiSgt,
    Op::CmpiSge,
    Op::CmpiUlt,
    Op::CmpiUle,
    Op::CmpiUgt,
    Op::CmpiUge,
];

impl Bits {
    /// Returns the lower bits of a number.
    pub const fn of(number: i128, width: u32) -> Self {
        let bits = number.rem_euclid(1 << width) as u64;
        Self { bits, width }
    }

    /// Returns the number without a sign.
    pub const fn unsigned(self) -> i128 {
        self.bits as i128
    }

    /// Returns the number in two's complement: the highest bit counts as negative.
    pub const fn signed(self) -> i128 {
        let highest = self.bits >> (self.width - 1);
        self.bits as i128 - ((highest as i128) << self.width)
    }

    /// Returns the number in another width, of which the upper bits are copies of the sign
    /// (`extsi`), or are dropped (`trunci`).
    pub const fn convert_signed(self, width: u32) -> Self {
        Self::of(self.signed(), width)
    }

    /// Returns the number in another width, of which the upper bits are 0 (`extui`), or are
    /// dropped (`trunci`).
    pub const fn convert_unsigned(self, width: u32) -> Self {
        Self::of(self.unsigned(), width)
    }
}

/// Returns the result of an op; `None` if it is undefined.
pub fn evaluate(op: Op, a: Bits, b: Bits) -> Option<Bits> {
    let width = a.width;
    let (sa, sb) = (a.signed(), b.signed());
    let (ua, ub) = (a.unsigned(), b.unsigned());
    let least = -(1_i128 << (width - 1));
    let is_overflow = sa == least && sb == -1;
    let divide = || (sb != 0 && !is_overflow).then(|| sa / sb);
    let has_rest = || sa % sb != 0;
    let truth = |holds: bool| Some(Bits::of(i128::from(holds), 1));
    let number = match op {
        Op::Addi => ua + ub,
        Op::Subi => ua - ub,
        Op::Muli => ua * ub,
        Op::MuliNsw => {
            let product = sa * sb;
            (least..-least).contains(&product).then_some(product)?
        }
        Op::Divsi => divide()?,
        Op::Divui => ua.checked_div(ub)?,
        Op::Ceildivsi => divide()? + i128::from(has_rest() && (sa < 0) == (sb < 0)),
        Op::Ceildivui => ua.checked_div(ub)? + i128::from(ua % ub != 0),
        Op::Floordivsi => divide()? - i128::from(has_rest() && (sa < 0) != (sb < 0)),
        Op::Remsi => divide().map(|_| sa % sb)?,
        Op::Remui => ua.checked_rem(ub)?,
        Op::Maxsi => sa.max(sb),
        Op::Maxui => ua.max(ub),
        Op::Minsi => sa.min(sb),
        Op::Minui => ua.min(ub),
        Op::Andi => ua & ub,
        Op::Ori => ua | ub,
        Op::Xori => ua ^ ub,
        Op::Shli | Op::Shrsi | Op::Shrui if ub >= i128::from(width) => return None,
        Op::Shli => ua << ub,
        Op::Shrsi => sa >> ub,
        Op::Shrui => ua >> ub,
        Op::CmpiEq => return truth(ua == ub),
        Op::CmpiNe => return truth(ua != ub),
        Op::CmpiSlt => return truth(sa < sb),
        Op::CmpiSle => return truth(sa <= sb),
        Op::CmpiSgt => return truth(sa > sb),
        Op::CmpiSge => return truth(sa >= sb),
        Op::CmpiUlt => return truth(ua < ub),
        Op::CmpiUle => return truth(ua <= ub),
        Op::CmpiUgt => return truth(ua > ub),
        Op::CmpiUge => return truth(ua >= ub),
    };
    Some(Bits::of(number, width))
}
