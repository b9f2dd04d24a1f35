//! Bessel functions.

use super::{FloatFormat, Term};

const I1E_UP_TO_8: [f64; 29] = [
    2.7779141127610464e-18,
    -2.111421214358166e-17,
    1.5536319577362005e-16,
    -1.1055969477353862e-15,
    7.600684294735408e-15,
    -5.042185504727912e-14,
    3.223793365945575e-13,
    -1.9839743977649436e-12,
    1.1736186298890901e-11,
    -6.663489723502027e-11,
    3.625590281552117e-10,
    -1.8872497517228294e-9,
    9.381537386495773e-9,
    -4.445059128796328e-8,
    2.0032947535521353e-7,
    -8.568720264695455e-7,
    3.4702513081376785e-6,
    -1.3273163656039436e-5,
    4.781565107550054e-5,
    -0.00016176081582589674,
    0.0005122859561685758,
    -0.0015135724506312532,
    0.004156422944312888,
    -0.010564084894626197,
    0.024726449030626516,
    -0.05294598120809499,
    0.1026436586898471,
    -0.17641651835783406,
    0.25258718644363365,
];

const I1E_FROM_8: [f64; 25] = [
    7.517296310842105e-18,
    4.414348323071708e-18,
    -4.6503053684893586e-17,
    -3.209525921993424e-17,
    2.96262899764595e-16,
    3.3082023109209285e-16,
    -1.8803547755107825e-15,
    -3.8144030724370075e-15,
    1.0420276984128802e-14,
    4.272440016711951e-14,
    -2.1015418427726643e-14,
    -4.0835511110921974e-13,
    -7.198551776245908e-13,
    2.0356285441470896e-12,
    1.4125807436613782e-11,
    3.2526035830154884e-11,
    -1.8974958123505413e-11,
    -5.589743462196584e-10,
    -3.835380385964237e-9,
    -2.6314688468895196e-8,
    -2.512236237870209e-7,
    -3.882564808877691e-6,
    -0.00011058893876262371,
    -0.009761097491361469,
    0.7785762350182801,
];

/// The numbers of trailing coefficients that matter in `f32`.
const COUNT_F32: (usize, usize) = (17, 7);

/// The modified Bessel function of order one, scaled by `e^-|x|`: Chebyshev series in
/// `x / 2 - 2` up to 8 and in `32 / x - 2` from there on, from Cephes.
pub fn bessel_i1e<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let x = operands[0];
    let (near, far) = match x.formula().format {
        FloatFormat::F64 => (&I1E_UP_TO_8[..], &I1E_FROM_8[..]),
        _ => (
            &I1E_UP_TO_8[I1E_UP_TO_8.len() - COUNT_F32.0..],
            &I1E_FROM_8[I1E_FROM_8.len() - COUNT_F32.1..],
        ),
    };
    let magnitude = x.abs();
    let near = magnitude * chebyshev(0.5 * magnitude - 2.0, near);
    let far = chebyshev(32.0 / magnitude - 2.0, far) / magnitude.sqrt();
    x.sign() * magnitude.at_most(8.0).select(near, far)
}

/// Evaluates a Chebyshev series by Clenshaw's recurrence.
fn chebyshev<'f>(x: Term<'f>, coefficients: &[f64]) -> Term<'f> {
    let zero = x.formula().constant(0.0);
    let [mut current, mut previous, mut before] = [zero; 3];
    for &coefficient in coefficients {
        before = previous;
        previous = current;
        current = x * previous - before + coefficient;
    }
    (current - before) * 0.5
}
