//! Folding, widths and ranges of numbers.

mod claims;
mod exhaustive;
mod reference;

use super::{
    Direction::{Ge, Gt, Le, Lt},
    Function::{ShiftLeft, ShiftRightArithmetic, ShiftRightLogical, Subtract},
    *,
};

const SOURCE: Source = Source(8);

fn extent(numbers: &mut Integers, dim: usize) -> Integer {
    numbers.define(Definition::Extent(SOURCE, dim), INDEX_BITS)
}

#[test]
fn equal_numbers_have_the_same_id() {
    let mut numbers = Integers::default();
    let (a, b) = (extent(&mut numbers, 0), extent(&mut numbers, 1));
    let sum = numbers.apply(Add, &[a, b]);
    assert_eq!(numbers.apply(Add, &[b, a]), sum);
    assert_ne!(numbers.apply(Multiply, &[a, b]), sum);
    let joined = numbers.broadcast(a, b);
    assert_eq!(numbers.broadcast(a, b), joined);
    assert_eq!(numbers.broadcast(a, a), a);
}

#[test]
fn a_constant_other_than_1_is_the_size_of_a_broadcast() {
    let mut numbers = Integers::default();
    let size = extent(&mut numbers, 0);
    let [zero, one, two] = [0, 1, 2].map(|value| numbers.constant(value, INDEX_BITS));
    for (a, b, result) in [
        (size, two, two),
        (two, size, two),
        (size, zero, zero),
        (zero, size, zero),
        (size, one, size),
        (one, size, size),
        (one, two, two),
    ] {
        assert_eq!(numbers.broadcast(a, b), result, "{a:?} {b:?}");
    }
}

#[test]
fn constants_are_folded_in_their_width() {
    let mut numbers = Integers::default();
    for bits in [8, 32, 64] {
        for function in [
            Add,
            Subtract,
            Multiply,
            Divide(Signed),
            Remainder(Signed),
            Maximum(Signed),
            Minimum(Signed),
        ] {
            for (a, b) in [(7, 2), (-7, 2), (7, -2), (0, 5), (127, 127), (-128, 3)] {
                let wide = match function {
                    Add => a + b,
                    Subtract => a - b,
                    Multiply => a * b,
                    Divide(_) => a / b,
                    Remainder(_) => a % b,
                    Maximum(_) => a.max(b),
                    _ => a.min(b),
                };
                let expected = match bits {
                    8 => i64::from(wide as i8),
                    _ => wide,
                };
                let parts = [a, b].map(|value| numbers.constant(value, bits));
                let id = numbers.apply(function, &parts);
                assert_eq!(numbers.value(id), Some(expected), "{function:?} {a} {b}");
            }
        }
    }
}

#[test]
fn division_by_zero_is_not_folded() {
    let mut numbers = Integers::default();
    let parts = [1, 0].map(|value| numbers.constant(value, 64));
    for function in [Divide(Signed), Divide(Unsigned), Remainder(Signed)] {
        let id = numbers.apply(function, &parts);
        assert_eq!(numbers.value(id), None);
    }
}

#[test]
fn conversions_there_and_back_cancel() {
    let mut numbers = Integers::default();
    let size = extent(&mut numbers, 0);
    let narrow = numbers.convert(size, 32, Signed);
    assert_eq!(*numbers.definition(narrow), Definition::Extent(SOURCE, 0));
    assert_eq!(numbers.convert(narrow, 64, Signed), size);
    assert_eq!(numbers.convert(narrow, 64, Unsigned), size);

    let value = numbers.define(Definition::Element(SOURCE, 0), 32);
    let wide = numbers.convert(value, 64, Signed);
    assert_eq!(numbers.convert(wide, 32, Signed), value);
    // Truncated upper bits are lost.
    let long = numbers.define(Definition::Element(SOURCE, 0), 64);
    let cut = numbers.convert(long, 32, Signed);
    assert_ne!(numbers.convert(cut, 64, Signed), long);
}

#[test]
fn conversions_that_do_the_same_are_one() {
    let mut numbers = Integers::default();
    let any = numbers.define(Definition::Element(SOURCE, 0), 32);
    let convert = |numbers: &mut Integers, id, bits| {
        [Signed, Unsigned].map(|signedness| numbers.convert(id, bits, signedness))
    };
    // A truncation.
    let [signed, unsigned] = convert(&mut numbers, any, 16);
    assert_eq!(signed, unsigned);
    let [signed, unsigned] = convert(&mut numbers, any, 64);
    assert_ne!(signed, unsigned);
    let zero = numbers.constant(0, 32);
    let not_negative = numbers.apply(Maximum(Signed), &[any, zero]);
    let [signed, unsigned] = convert(&mut numbers, not_negative, 64);
    assert_eq!(signed, unsigned);
}

#[test]
fn functions_that_cannot_wrap_are_computed_again_in_fewer_bits() {
    let mut numbers = Integers::default();
    let sizes = [0, 1].map(|dim| extent(&mut numbers, dim));
    let least = numbers.apply(Minimum(Signed), &sizes);
    let narrow_sizes = sizes.map(|size| numbers.convert(size, EXTENT_BITS, Signed));
    let expected = numbers.apply(Minimum(Signed), &narrow_sizes);
    assert_eq!(numbers.narrow(least), Some(expected));
    // Its operands need not fit.
    let large = numbers.constant(1 << 40, 64);
    let least = numbers.apply(Minimum(Signed), &[sizes[0], large]);
    let narrow = numbers.narrow(least).expect("it is at most the size");
    assert_eq!(numbers.bits(narrow), EXTENT_BITS);
    // A condition stays as it is.
    let condition = numbers.apply(Compare(Lt, Signed), &sizes);
    let chosen = numbers.apply(Select, &[condition, sizes[0], sizes[1]]);
    let expected = numbers.apply(Select, &[condition, narrow_sizes[0], narrow_sizes[1]]);
    assert_eq!(numbers.narrow(chosen), Some(expected));
    // Long computations are not.
    let mut greatest = sizes[0];
    for dim in 0..300 {
        let size = extent(&mut numbers, dim);
        greatest = numbers.apply(Maximum(Signed), &[greatest, size]);
        if [100, 299].contains(&dim) {
            let narrow = numbers.narrow(greatest).expect("it is a size");
            let converted = numbers.convert(greatest, EXTENT_BITS, Signed);
            assert_eq!(narrow == converted, dim == 299);
        }
    }
}

#[test]
fn only_numbers_that_fit_are_narrowed() {
    let mut numbers = Integers::default();
    let (a, b) = (extent(&mut numbers, 0), extent(&mut numbers, 1));
    let joined = numbers.broadcast(a, b);
    let narrow = numbers.narrow(joined).expect("a size fits");
    assert_eq!(numbers.bits(narrow), EXTENT_BITS);
    let product = numbers.apply(Multiply, &[a, b]);
    assert_eq!(numbers.narrow(product), None);
    let large = numbers.constant(1 << 40, 64);
    assert_eq!(numbers.narrow(large), None);
}

#[test]
fn numbers_that_cannot_wrap_have_a_known_sign() {
    let mut numbers = Integers::default();
    let size = extent(&mut numbers, 0);
    let one = numbers.constant(1, 64);
    let two = numbers.constant(2, 64);
    let next = numbers.apply(Add, &[size, one]);
    assert!(numbers.is_nonnegative(next));
    // 2^31 does not fit, but half of it does.
    assert_eq!(numbers.narrow(next), None);
    let half = numbers.apply(Divide(Signed), &[next, two]);
    let half = numbers.narrow(half).expect("it fits");
    assert_eq!(numbers.bits(half), EXTENT_BITS);
    let product = numbers.apply(Multiply, &[size, size]);
    assert!(numbers.is_nonnegative(product));
    let product = numbers.apply(Multiply, &[product, size]);
    assert!(!numbers.is_nonnegative(product));
    let less = numbers.apply(Subtract, &[size, one]);
    assert!(!numbers.is_nonnegative(less));
    let narrow = numbers.narrow(less).expect("it fits");
    assert_eq!(numbers.bits(narrow), EXTENT_BITS);
}

#[test]
fn ranges_hold_at_every_width() {
    let functions = [
        Add,
        Subtract,
        Multiply,
        Divide(Signed),
        Divide(Unsigned),
        Remainder(Signed),
        Remainder(Unsigned),
        Maximum(Signed),
        Maximum(Unsigned),
        Minimum(Signed),
        And,
        Or,
        Xor,
        ShiftLeft,
        ShiftRightArithmetic,
        ShiftRightLogical,
        Compare(Lt, Signed),
    ];
    // Each part is clamped, so that its range is known.
    const BITS: u32 = 4;
    let bounds = [(-8, 7), (0, 7), (1, 3), (-5, -1)];
    let pairs = bounds.iter().flat_map(|a| bounds.map(|b| (*a, b)));
    let pairs = pairs.collect::<Vec<_>>();
    let cases = functions
        .iter()
        .flat_map(|f| pairs.iter().map(move |pair| (*f, *pair)));
    for (function, (a, b)) in cases {
        let mut numbers = Integers::default();
        let parts = [(0, a), (1, b)].map(|(element, (least, greatest))| {
            let value = numbers.define(Definition::Element(SOURCE, element), BITS);
            let least = numbers.constant(least, BITS);
            let greatest = numbers.constant(greatest, BITS);
            let value = numbers.apply(Maximum(Signed), &[value, least]);
            numbers.apply(Minimum(Signed), &[value, greatest])
        });
        let id = numbers.apply(function, &parts);
        let (range, bits) = (numbers.range(id), numbers.bits(id));
        for (x, y) in (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))) {
            if let Some(value) = evaluate(function, &[x, y], BITS) {
                let value = wrap(value, bits);
                assert!(
                    (range.least..=range.greatest).contains(&value),
                    "{function:?} of {x} and {y} is {value}, not in {range:?}"
                );
            }
        }
    }
}

#[test]
fn unsigned_functions_of_sizes_are_signed() {
    let mut numbers = Integers::default();
    let size = extent(&mut numbers, 0);
    let two = numbers.constant(2, 64);
    let signed = numbers.apply(Divide(Signed), &[size, two]);
    assert_eq!(numbers.apply(Divide(Unsigned), &[size, two]), signed);
    let minus = numbers.constant(-2, 64);
    let unsigned = numbers.apply(Divide(Unsigned), &[size, minus]);
    assert_ne!(numbers.apply(Divide(Signed), &[size, minus]), unsigned);
}

#[test]
fn truth_values_are_extended_by_signedness() {
    let mut numbers = Integers::default();
    let truth = numbers.constant(1, 1);
    let signed = numbers.convert(truth, 32, Signed);
    let unsigned = numbers.convert(truth, 32, Unsigned);
    assert_eq!(numbers.value(signed), Some(-1));
    assert_eq!(numbers.value(unsigned), Some(1));
}
