//! Equations of `einsum`, as values.

use std::collections::BTreeSet;

/// An equation such as `ab,bc->ac`, of one or two operands.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Equation {
    /// The labels of each operand's dims.
    pub operands: Vec<Vec<Label>>,
    /// The labels of the result's dims.
    pub result: Vec<Label>,
}

/// The label of a dim: a letter, or one of the dims of `...`, counted from the last one.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Label {
    Unnamed(usize),
    Letter(char),
}

/// An error in an equation.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum EquationError {
    #[error("the equation has {found} operands; expected {expected}")]
    Operands { found: usize, expected: usize },
    #[error("the equation has {found} labels for operand #{operand}, which has rank {rank}")]
    Rank {
        operand: usize,
        found: usize,
        rank: usize,
    },
    #[error("the equation has '{0}', which is not a label")]
    Label(char),
    #[error("the equation has '...' more than once for one tensor")]
    Dots,
    #[error("the label {0} occurs twice in one tensor; take the diagonal first")]
    Repeated(String),
    #[error("the label {0} of the result does not occur in any operand")]
    Result(String),
}

/// How two operands are contracted, in this order.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Contraction {
    /// The dims of each operand that are summed before the product.
    pub summed: [Vec<usize>; 2],
    /// The batching dims of each operand, counted without the summed ones.
    pub batch: [Vec<usize>; 2],
    /// The contracting dims of each operand, counted without the summed ones.
    pub contracted: [Vec<usize>; 2],
    /// The dims of both operands, counted without the summed ones, that are one of those of `...`: they
    /// broadcast.
    pub broadcast: Vec<[usize; 2]>,
    /// The dim of the product for each dim of the result.
    pub permutation: Vec<usize>,
}

impl Equation {
    /// Parses an equation for operands of these ranks. Without `->`, the result has the labels
    /// that occur once, in alphabetical order.
    ///
    /// # Errors
    ///
    /// Fails if it does not parse or does not match the ranks.
    pub fn parse(text: &str, ranks: &[usize]) -> Result<Self, EquationError> {
        let (operands, result) = match text.split_once("->") {
            Some((operands, result)) => (operands, Some(result)),
            None => (text, None),
        };
        let texts = operands.split(',').collect::<Vec<_>>();
        if texts.len() != ranks.len() {
            return Err(EquationError::Operands {
                found: texts.len(),
                expected: ranks.len(),
            });
        }
        let mut operands = vec![];
        let mut unnamed = 0;
        for (operand, (text, &rank)) in texts.iter().zip(ranks).enumerate() {
            let (letters, dots) = read_labels(text)?;
            let count = letters.len();
            let missing = match dots {
                Some(_) => rank.checked_sub(count),
                None => (rank == count).then_some(0),
            };
            let missing = missing.ok_or(EquationError::Rank {
                operand,
                found: count,
                rank,
            })?;
            unnamed = unnamed.max(missing);
            operands.push(with_unnamed(letters, dots, missing));
        }
        let result = match result {
            Some(text) => {
                let (letters, dots) = read_labels(text)?;
                with_unnamed(letters, dots, unnamed)
            }
            None => implied_result(&operands, unnamed),
        };
        let equation = Self { operands, result };
        equation.check()?;
        Ok(equation)
    }

    fn check(&self) -> Result<(), EquationError> {
        for labels in self.operands.iter().chain([&self.result]) {
            let mut seen = BTreeSet::new();
            if let Some(&label) = labels.iter().find(|&&label| !seen.insert(label)) {
                return Err(EquationError::Repeated(label.to_string()));
            }
        }
        let is_known = |label| self.operands.iter().any(|labels| labels.contains(label));
        match self.result.iter().find(|label| !is_known(label)) {
            Some(label) => Err(EquationError::Result(label.to_string())),
            None => Ok(()),
        }
    }

    /// Returns the summed dims of a single operand and, for each dim of the result, its index
    /// among the remaining dims.
    pub fn sum(&self) -> (Vec<usize>, Vec<usize>) {
        let labels = &self.operands[0];
        let (kept, summed): (Vec<usize>, Vec<usize>) =
            (0..labels.len()).partition(|&dim| self.result.contains(&labels[dim]));
        let kept = kept.iter().map(|&dim| labels[dim]).collect::<Vec<_>>();
        (summed, positions(&self.result, &kept))
    }

    /// Returns the contraction of two operands.
    pub fn contraction(&self) -> Contraction {
        let [lhs, rhs] = [0, 1].map(|operand| self.operands[operand].clone());
        let summed_in = |labels: &[Label], other: &[Label]| {
            let dims = 0..labels.len();
            let is_summed = |label| !other.contains(label) && !self.result.contains(label);
            dims.filter(|&dim| is_summed(&labels[dim]))
                .collect::<Vec<_>>()
        };
        let summed = [summed_in(&lhs, &rhs), summed_in(&rhs, &lhs)];
        let keep = |labels: &[Label], summed: &[usize]| {
            let dims = (0..labels.len()).filter(|dim| !summed.contains(dim));
            dims.map(|dim| labels[dim]).collect::<Vec<_>>()
        };
        let (lhs, rhs) = (keep(&lhs, &summed[0]), keep(&rhs, &summed[1]));
        let shared = lhs.iter().copied().filter(|label| rhs.contains(label));
        let unnamed = shared.clone();
        let unnamed = unnamed.filter(|label| matches!(label, Label::Unnamed(_)));
        let unnamed = unnamed.collect::<Vec<_>>();
        let broadcast = positions(&unnamed, &lhs).into_iter();
        let broadcast = broadcast.zip(positions(&unnamed, &rhs));
        let broadcast = broadcast.map(<[usize; 2]>::from).collect();
        let (batch, contracted): (Vec<Label>, Vec<Label>) =
            shared.partition(|label| self.result.contains(label));
        let free = |labels: &[Label], other: &[Label]| {
            let free = labels.iter().copied();
            free.filter(|label| !other.contains(label))
                .collect::<Vec<_>>()
        };
        let product = [batch.clone(), free(&lhs, &rhs), free(&rhs, &lhs)].concat();
        Contraction {
            summed,
            batch: [positions(&batch, &lhs), positions(&batch, &rhs)],
            contracted: [positions(&contracted, &lhs), positions(&contracted, &rhs)],
            broadcast,
            permutation: positions(&self.result, &product),
        }
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unnamed(_) => formatter.write_str("'...'"),
            Self::Letter(letter) => write!(formatter, "'{letter}'"),
        }
    }
}

/// Returns the letters of one tensor, and the position of `...` among them.
fn read_labels(text: &str) -> Result<(Vec<char>, Option<usize>), EquationError> {
    let mut letters = vec![];
    let mut dots = None;
    let mut rest = text.trim();
    while let Some(letter) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("...") {
            if dots.replace(letters.len()).is_some() {
                return Err(EquationError::Dots);
            }
            rest = after;
            continue;
        }
        rest = &rest[letter.len_utf8()..];
        match letter {
            letter if letter.is_ascii_alphabetic() => letters.push(letter),
            ' ' => {}
            letter => return Err(EquationError::Label(letter)),
        }
    }
    Ok((letters, dots))
}

/// Inserts labels for `count` dims at the position of `...`.
fn with_unnamed(letters: Vec<char>, dots: Option<usize>, count: usize) -> Vec<Label> {
    let mut labels = letters.into_iter().map(Label::Letter).collect::<Vec<_>>();
    if let Some(place) = dots {
        labels.splice(place..place, (0..count).rev().map(Label::Unnamed));
    }
    labels
}

fn implied_result(operands: &[Vec<Label>], unnamed: usize) -> Vec<Label> {
    let all = operands.concat();
    let is_single = |label: &&Label| all.iter().filter(|other| other == label).count() == 1;
    let letters = all.iter().filter(|label| matches!(label, Label::Letter(_)));
    let letters = letters.filter(is_single).copied().collect::<BTreeSet<_>>();
    let unnamed = (0..unnamed).rev().map(Label::Unnamed);
    unnamed.chain(letters).collect()
}

/// Returns the positions of labels among others.
fn positions(labels: &[Label], among: &[Label]) -> Vec<usize> {
    let position = |label| among.iter().position(|other| other == label);
    labels.iter().filter_map(position).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks on small tensors that the contraction computes what the equation defines.
    fn check(text: &str, ranks: [usize; 2]) {
        let equation = Equation::parse(text, &ranks).expect(text);
        let contraction = equation.contraction();
        let [lhs, rhs] = [0, 1].map(|operand| &equation.operands[operand]);
        let keep = |labels: &[Label], summed: &[usize]| {
            let dims = (0..labels.len()).filter(|dim| !summed.contains(dim));
            dims.map(|dim| labels[dim]).collect::<Vec<_>>()
        };
        let kept = [
            keep(lhs, &contraction.summed[0]),
            keep(rhs, &contraction.summed[1]),
        ];
        for (a, b) in contraction.batch[0].iter().zip(&contraction.batch[1]) {
            assert_eq!(kept[0][*a], kept[1][*b], "{text}");
        }
        for (a, b) in contraction.contracted[0]
            .iter()
            .zip(&contraction.contracted[1])
        {
            assert_eq!(kept[0][*a], kept[1][*b], "{text}");
            assert!(!equation.result.contains(&kept[0][*a]), "{text}");
        }
        // The product has the batching dims, then the free dims of both operands.
        let mut product = contraction.batch[0]
            .iter()
            .map(|&dim| kept[0][dim])
            .collect::<Vec<_>>();
        for (side, labels) in kept.iter().enumerate() {
            let used = [&contraction.batch[side][..], &contraction.contracted[side]].concat();
            let free = (0..labels.len()).filter(|dim| !used.contains(dim));
            product.extend(free.map(|dim| labels[dim]));
        }
        let result = contraction.permutation.iter().map(|&dim| product[dim]);
        assert_eq!(result.collect::<Vec<_>>(), equation.result, "{text}");
        assert_eq!(product.len(), equation.result.len(), "{text}");
    }

    #[test]
    fn contractions_have_the_labels_of_the_result() {
        for (text, ranks) in [
            ("ab,bc->ac", [2, 2]),
            ("ab,bc->ca", [2, 2]),
            ("abc,cde->abde", [3, 3]),
            ("BTNH,BSNH->BNTS", [4, 4]),
            ("BNTS,BSNH->BTNH", [4, 4]),
            ("ab,cd->", [2, 2]),
            ("a,b->ba", [1, 1]),
            ("...ab,...bc->...ac", [4, 4]),
            ("...ab,bc->...ac", [4, 2]),
            ("ab,bc", [2, 2]),
            (",->", [0, 0]),
            ("abx,by->a", [3, 2]),
        ] {
            check(text, ranks);
        }
    }

    #[test]
    fn dims_of_dots_broadcast() {
        let broadcast = |text, ranks: [usize; 2]| {
            let equation = Equation::parse(text, &ranks).expect(text);
            equation.contraction().broadcast
        };
        // The last ones belong together; `x` and `b` are summed before the product.
        assert_eq!(broadcast("x...a,b...a->...", [5, 3]), [[2, 0]]);
        assert_eq!(broadcast("a...,...b->ab...", [3, 3]), [[1, 0], [2, 1]]);
        assert_eq!(broadcast("ab,bc->ac", [2, 2]), [[0; 2]; 0]);
    }

    #[test]
    fn implied_results_are_sorted() {
        let equation = Equation::parse("zb,ba", &[2, 2]).expect("the equation is valid");
        let letters = [Label::Letter('a'), Label::Letter('z')];
        assert_eq!(equation.result, letters);
    }

    #[test]
    fn one_operand_is_summed_and_transposed() {
        let sum = |text, rank| Equation::parse(text, &[rank]).expect(text).sum();
        assert_eq!(sum("ab->ba", 2), (vec![], vec![1, 0]));
        assert_eq!(sum("abc->ca", 3), (vec![1], vec![1, 0]));
        assert_eq!(sum("ab->", 2), (vec![0, 1], vec![]));
        assert_eq!(sum("...a->...", 3), (vec![2], vec![0, 1]));
    }

    #[test]
    fn invalid_equations_are_rejected() {
        for (text, ranks, expected) in [
            (
                "ab->a",
                &[2, 2][..],
                "the equation has 1 operands; expected 2",
            ),
            (
                "ab,b->a",
                &[3, 1],
                "the equation has 2 labels for operand #0, which has rank 3",
            ),
            (
                "a1,b->a",
                &[2, 1],
                "the equation has '1', which is not a label",
            ),
            (
                "aa,b->b",
                &[2, 1],
                "the label 'a' occurs twice in one tensor; take the diagonal first",
            ),
            (
                "a,b->c",
                &[1, 1],
                "the label 'c' of the result does not occur in any operand",
            ),
            (
                "......,b->b",
                &[1, 1],
                "the equation has '...' more than once for one tensor",
            ),
            (
                "...ab,b->a",
                &[1, 1],
                "the equation has 2 labels for operand #0, which has rank 1",
            ),
        ] {
            let error = Equation::parse(text, ranks).expect_err(text);
            assert_eq!(error.to_string(), expected);
        }
    }
}
