//! The error function, its complement and its inverse.

use super::{FloatFormat, Term};

/// `erf x / x` around 0 as a quotient of polynomials in `x^2`, for `f32`.
const ERF_F32: (&[f64], &[f64]) = (
    &[
        -2.72614237e-10,
        2.77068146e-8,
        -2.10102394e-6,
        -5.69250624e-5,
        -0.000734990637,
        -0.0029546,
        -0.0160960332,
    ],
    &[
        -1.45660715e-5,
        -0.000213374049,
        -0.00168282702,
        -0.00737332925,
        -0.0142647391,
    ],
);

/// `erf x / x` below 1 as a quotient of polynomials in `x^2`, from Cephes.
const ERF_F64: (&[f64], &[f64]) = (
    &[
        9.604973739870516,
        90.02601972038427,
        2232.005345946843,
        7003.325141128051,
        55592.30130103949,
    ],
    &[
        1.0,
        33.56171416475031,
        521.3579497801527,
        4594.323829709801,
        22629.000061389095,
        49267.39426086359,
    ],
);

/// `erfc x e^(x^2)` below 8 as a quotient of polynomials, from Cephes.
const ERFC_F64_BELOW_8: (&[f64], &[f64]) = (
    &[
        2.461969814735305e-10,
        0.5641895648310689,
        7.463210564422699,
        48.63719709856814,
        196.5208329560771,
        526.4451949954773,
        934.5285271719576,
        1027.5518868951572,
        557.5353353693994,
    ],
    &[
        1.0,
        13.228195115474499,
        86.70721408859897,
        354.9377788878199,
        975.7085017432055,
        1823.9091668790973,
        2246.3376081871097,
        1656.6630919416134,
        557.5353408177277,
    ],
);

/// `erfc x e^(x^2)` from 8 on as a quotient of polynomials, from Cephes.
const ERFC_F64_FROM_8: (&[f64], &[f64]) = (
    &[
        0.5641895835477551,
        1.275366707599781,
        5.019050422511805,
        6.160210979930536,
        7.4097426995044895,
        2.9788666537210022,
    ],
    &[
        1.0,
        2.2605286322011726,
        9.396035249380015,
        12.048953980809666,
        17.08144507475659,
        9.608968090632859,
        3.369076451000815,
    ],
);

/// `erf x / x` below 1 as a polynomial in `x^2`, for `f32`, from Cephes.
const ERF_F32_BELOW_1: &[f64] = &[
    7.85386146e-5,
    -0.00080101937,
    0.00518832775,
    -0.0268538129,
    0.112835854,
    -0.37612626,
    1.12837911,
];

/// `erfc x x e^(x^2)` below 2 as a polynomial in `1 / x^2`, for `f32`, from Cephes.
const ERFC_F32_BELOW_2: &[f64] = &[
    0.0232682,
    -0.138703942,
    0.368742466,
    -0.582473278,
    0.621000468,
    -0.494451523,
    0.340488,
    -0.274112701,
    0.563825965,
];

/// The same from 2 on.
const ERFC_F32_FROM_2: &[f64] = &[
    -10.477664,
    1.297720e+01,
    -7.49551868,
    2.92101908,
    -1.01526523,
    0.42184633,
    -0.282076746,
    0.564189494,
];

/// Giles' polynomials for `erf_inv x / x` in `w = -log(1 - x^2)`, for `f32`: below 5 in
/// `w - 5/2`, from there on in `sqrt w - 3`.
const ERF_INV_F32: (&[f64], &[f64]) = (
    &[
        2.81022636e-8,
        3.43273939e-7,
        -3.5233877e-6,
        -4.39150654e-6,
        0.00021858087,
        -0.00125372503,
        -0.00417768164,
        0.246640727,
        1.50140941,
    ],
    &[
        -0.000200214257,
        0.000100950558,
        0.00134934322,
        -0.00367342844,
        0.00573950773,
        -0.0076224613,
        0.00943887047,
        1.00167406,
        2.83297682,
    ],
);

/// Giles' polynomials for `f64`: below 6.25 in `w - 25/8`, below 16 in `sqrt w - 13/4`, from
/// there on in `sqrt w - 5`.
const ERF_INV_F64_SMALL: [f64; 23] = [
    -3.64441206401782e-21,
    -1.6850591381820166e-19,
    1.28584807152564e-18,
    1.1157877678025181e-17,
    -1.333171662854621e-16,
    2.0972767875968562e-17,
    6.637638134358324e-15,
    -4.054566272975207e-14,
    -8.151934197605472e-14,
    2.6335093153082323e-12,
    -1.2975133253453532e-11,
    -5.415412054294628e-11,
    1.0512122733215323e-9,
    -4.112633980346984e-9,
    -2.9070369957882005e-8,
    4.2347877827932404e-7,
    -1.3654692000834679e-6,
    -1.3882523362786469e-5,
    0.00018673420803405714,
    -0.000740702534166267,
    -0.006033670871430149,
    0.24015818242558962,
    1.6536545626831027,
];

const ERF_INV_F64_MEDIUM: [f64; 19] = [
    2.2137376921775787e-9,
    9.075656193888539e-8,
    -2.7517406297064545e-7,
    1.8239629214389228e-8,
    1.5027403968909828e-6,
    -4.013867526981546e-6,
    2.9234449089955446e-6,
    1.2475304481671779e-5,
    -4.7318229009055734e-5,
    6.828485145957318e-5,
    2.4031110387097894e-5,
    -0.0003550375203628475,
    0.0009532893797373805,
    -0.0016882755560235047,
    0.002491442096107851,
    -0.003751208507569241,
    0.005370914553590064,
    1.0052589676941592,
    3.0838856104922208,
];

const ERF_INV_F64_LARGE: [f64; 17] = [
    -2.7109920616438573e-11,
    -2.555641816996525e-10,
    1.5076572693500548e-9,
    -3.789465440126737e-9,
    7.61570120807834e-9,
    -1.496002662714924e-8,
    2.914795345090108e-8,
    -6.771199775845234e-8,
    2.2900482228026655e-7,
    -9.9298272942317e-7,
    4.526062597223154e-6,
    -1.968177810553167e-5,
    7.599527703001776e-5,
    -0.00021503011930044477,
    -0.00013871931833623122,
    1.0103004648645344,
    4.849906401408584,
];

/// `erf x`
pub fn erf<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let x = operands[0];
    if x.formula().format == FloatFormat::F64 {
        return x
            .abs()
            .less(1.0)
            .select(erf_f64_below_1(x), 1.0 - erfc_f64(x));
    }
    // Beyond 4, the result rounds to 1.
    let x = x.clamp(-4.0, 4.0);
    let square = x * x;
    let quotient = x * square.polynomial(ERF_F32.0) / square.polynomial(ERF_F32.1);
    quotient.clamp(-1.0, 1.0)
}

/// `erfc x = 1 - erf x`
pub fn erfc<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let x = operands[0];
    let (near_0, far) = match x.formula().format {
        FloatFormat::F64 => (1.0 - erf_f64_below_1(x), erfc_f64(x)),
        _ => {
            let square = x * x;
            (1.0 - x * square.polynomial(ERF_F32_BELOW_1), erfc_f32(x))
        }
    };
    x.abs().less(1.0).select(near_0, far)
}

fn erf_f64_below_1<'f>(x: Term<'f>) -> Term<'f> {
    let square = x * x;
    x * square.polynomial(ERF_F64.0) / square.polynomial(ERF_F64.1)
}

/// `erfc x` for an absolute value of at least 1.
fn erfc_f64<'f>(x: Term<'f>) -> Term<'f> {
    let negated_square = -(x * x);
    let exponential = negated_square.exp();
    let magnitude = x.abs();
    let quotient = |(top, bottom): (&[f64], &[f64])| {
        exponential * magnitude.polynomial(top) / magnitude.polynomial(bottom)
    };
    let value = magnitude
        .less(8.0)
        .select(quotient(ERFC_F64_BELOW_8), quotient(ERFC_F64_FROM_8));
    // The exponential is 0 below the negated logarithm of the greatest number.
    finish_erfc(x, negated_square, value, -709.782712893384)
}

/// `erfc x` for an absolute value of at least 1.
fn erfc_f32<'f>(x: Term<'f>) -> Term<'f> {
    let square = x * x;
    let negated_square = -square;
    let magnitude = x.abs();
    let inverse = 1.0 / square;
    let factor = negated_square.exp() * (1.0 / magnitude);
    let series = magnitude.less(2.0).select(
        inverse.polynomial(ERFC_F32_BELOW_2),
        inverse.polynomial(ERFC_F32_FROM_2),
    );
    finish_erfc(x, negated_square, factor * series, -88.7228394)
}

/// Handles underflow and the sign: `erfc(-x) = 2 - erfc x`.
fn finish_erfc<'f>(x: Term<'f>, exponent: Term<'f>, value: Term<'f>, least: f64) -> Term<'f> {
    let value = exponent.less(least).select(0.0, value);
    x.less(0.0).select(2.0 - value, value)
}

/// The inverse of `erf`, by Giles.
pub fn erf_inv<'f>(operands: &[Term<'f>]) -> Term<'f> {
    let x = operands[0];
    let w = -(x * -x).log_plus_1();
    let value = match x.formula().format {
        FloatFormat::F64 => erf_inv_series_f64(w),
        _ => {
            let is_small = w.less(5.0);
            let w = is_small.select(w - 2.5, w.sqrt() - 3.0);
            let both = ERF_INV_F32.0.iter().zip(ERF_INV_F32.1);
            let mut coefficients = both.map(|(&small, &large)| is_small.select(small, large));
            let first = coefficients.next().expect("the table is not empty");
            coefficients.fold(first, |sum, next| next + sum * w)
        }
    };
    let is_end = x.abs().equals(1.0);
    is_end.select(x * f64::INFINITY, value * x)
}

/// Evaluates one of three polynomials of different lengths; the shorter ones skip the steps for
/// which they have no coefficient.
fn erf_inv_series_f64<'f>(w: Term<'f>) -> Term<'f> {
    let (is_small, is_medium) = (w.less(6.25), w.less(16.0));
    let root = w.sqrt();
    let w = is_small.select(w - 3.125, root - is_medium.select(3.25, 5.0));
    let mut sum: Option<Term<'f>> = None;
    for (index, &small) in ERF_INV_F64_SMALL.iter().enumerate() {
        let medium = ERF_INV_F64_MEDIUM.get(index);
        let large = ERF_INV_F64_LARGE.get(index);
        let coefficient = match (medium, large) {
            (Some(&medium), Some(&large)) => {
                is_medium.select(is_small.select(small, medium), large)
            }
            (Some(&medium), None) => is_small.select(small, medium),
            _ => w.formula().constant(small),
        };
        sum = Some(match sum {
            None => coefficient,
            Some(sum) => {
                let next = coefficient + sum * w;
                match (medium, large) {
                    (Some(_), Some(_)) => next,
                    (Some(_), None) => is_medium.select(next, sum),
                    _ => is_small.select(next, sum),
                }
            }
        });
    }
    sum.expect("the table is not empty")
}
