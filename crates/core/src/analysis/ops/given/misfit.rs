//! Contradictions between ops and facts about ops of their name.

/// The reason why an op contradicts the facts about ops of its name.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Misfit {
    #[error("it has {}, but they are for {expected}", results(*found))]
    Results { found: usize, expected: usize },
    #[error("it has operands or regions, but they say that it is a constant")]
    NotConstant,
    #[error("it has no operand #{operand}")]
    Operand { operand: usize },
    #[error("attribute '{name}' is {found}; expected {expected}")]
    Attribute {
        name: String,
        found: String,
        expected: &'static str,
    },
    #[error(
        "attribute '{name}' is {}, but they require {expected}",
        found.as_deref().unwrap_or("missing")
    )]
    Required {
        name: String,
        found: Option<String>,
        expected: String,
    },
    #[error("there is no dim {dim} of operand #{operand}, which has rank {rank}")]
    Dim {
        dim: i64,
        operand: usize,
        rank: usize,
    },
    #[error("{dims:?} names a dim of operand #{operand} twice")]
    Repeated { dims: Vec<i64>, operand: usize },
    #[error("{permutation:?} is not an order of the {rank} dims of operand #{operand}")]
    Permutation {
        permutation: Vec<i64>,
        operand: usize,
        rank: usize,
    },
    #[error("there are no dims from {from} to {to} of operand #{operand}, which has rank {rank}")]
    Range {
        from: i64,
        to: i64,
        operand: usize,
        rank: usize,
    },
    #[error("operand #{operand} has rank {found}, but operand #{first} has rank {rank}")]
    JoinedRank {
        operand: usize,
        found: usize,
        first: usize,
        rank: usize,
    },
    #[error(
        "operand #{operand} has size {found} in dim {dim}, but operand #{first} has size {size}"
    )]
    JoinedSize {
        operand: usize,
        found: i64,
        dim: usize,
        first: usize,
        size: i64,
    },
    #[error("result #{result} has rank {found}, but they give rank {expected}")]
    Rank {
        result: usize,
        found: usize,
        expected: usize,
    },
    #[error("{what} in dim {dim} of result #{result} is {size}, which is not a size")]
    Negative {
        what: &'static str,
        dim: usize,
        result: usize,
        size: i64,
    },
    #[error("the divisor is {value}; it must be positive")]
    Divisor { value: i64 },
    #[error("dim {dim} of result #{result} has size {found}, but they give {expected}")]
    Impossible {
        dim: usize,
        result: usize,
        found: i64,
        /// What they give, whatever the sizes of the operands are.
        expected: String,
    },
    #[error("dim {dim} of result #{result} has size {found}, but they give {expected}")]
    Size {
        dim: usize,
        result: usize,
        found: i64,
        expected: i64,
    },
}

fn results(count: usize) -> String {
    match count {
        0 => "no result".into(),
        1 => "1 result".into(),
        _ => format!("{count} results"),
    }
}
