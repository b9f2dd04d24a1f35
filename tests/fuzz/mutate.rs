//! Mutations of bytes and of tokens.

use fastrand::Rng;

/// The separators inserted between tokens.
const DICTIONARY: &[&str] = &[
    "?",
    "*",
    "x",
    "1",
    "0",
    "-1",
    "2",
    "4",
    "2147483647",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "0x7fffffffffffffff",
    "1e400",
    "0xFFC00000",
    "true",
    "false",
    "unit",
    "none",
    "index",
    "i1",
    "i32",
    "i64",
    "f32",
    "bf16",
    "f8E4M3FN",
    "complex<f32>",
    "tensor<",
    "tensor<*xf32>",
    "tensor<?xf32>",
    "tensor<?x?xf32>",
    "tensor<4294967296xf32>",
    "tensor<2x0xi1>",
    "vector<[4]xf32>",
    "vector<4xf32>",
    "memref<?xf32>",
    "tuple<",
    "array<i64: 0, 1>",
    "array<i64>",
    "array<i64: -1>",
    "dense<",
    "dense<[]>",
    "dense<\"0x00000000\">",
    "sparse<",
    "dense_resource<a>",
    "#stablehlo.bounds<4>",
    "#stablehlo.bounds<?, 3>",
    "{broadcast_dimensions = array<i64: 0>}",
    "broadcast_dimensions",
    "known_expanding_dimensions",
    "error_message",
    "api_version",
    "has_side_effect",
    "chlo.broadcast_add",
    "chlo.broadcast_select",
    "chlo.broadcast_compare",
    "stablehlo.while",
    "stablehlo.if",
    "stablehlo.case",
    "stablehlo.reduce",
    "stablehlo.custom_call",
    "@shape_assertion",
    "stablehlo.get_dimension_size",
    "stablehlo.dynamic_broadcast_in_dim",
    "stablehlo.constant",
    "func.func",
    "func.call",
    "return",
    "module",
    "cf.br",
    "^bb0",
    "^bb1",
    "scf.if",
    "shape.assuming",
    "%0",
    "%arg0",
    "%0:2",
    "%0#1",
    "@main",
    "loc(unknown)",
    "loc(\"a\":1:1)",
    "loc(callsite(\"a\" at \"b\"))",
    "loc(fused[])",
    "#map",
    "affine_map<(d0) -> (d0)>",
    "distinct[0]<>",
    "!type",
    "{-#",
    "#-}",
    "external_resources",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "->",
    ":",
    ",",
    "=",
    "-",
    "+",
    "\"",
    "//",
    "/*",
    "\\",
    "\\00",
    "\0",
    "\r",
    "\u{fffd}",
    "// -----\n",
    "// expected-error@+1 {{a}}\n",
    "// expected-note@unknown {{",
    "({",
    "})",
    "\n",
];

/// Returns the tokens of a text: words, numbers, strings, spaces, and signs.
fn tokens(text: &[u8]) -> Vec<&[u8]> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$".contains(&byte);
    let mut tokens = vec![];
    let mut rest = text;
    while let Some(&first) = rest.first() {
        let length = if is_word(first) {
            rest.iter().take_while(|&&byte| is_word(byte)).count()
        } else if first.is_ascii_whitespace() {
            rest.iter()
                .take_while(|byte| byte.is_ascii_whitespace())
                .count()
        } else {
            1
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// Mutates a text a few times; `other` is the source of foreign tokens.
pub fn text(random: &mut Rng, text: &[u8], other: &[u8]) -> Vec<u8> {
    let mut mutant = tokens(text);
    let others = tokens(other);
    let numbers = (0..8).map(|_| number(random)).collect::<Vec<_>>();
    for _ in 0..count(random) {
        let length = mutant.len();
        if length == 0 {
            break;
        }
        let at = random.usize(..length);
        // Usually a short range, sometimes a long one.
        let limit = if random.u8(..4) == 0 { 200 } else { 4 };
        let end = (at + random.usize(1..=limit)).min(length);
        match random.u8(..10) {
            0 => drop(mutant.drain(at..end)),
            1 => {
                let copy = mutant[at..end].to_vec();
                let to = random.usize(..=length);
                mutant.splice(to..to, copy);
            }
            2 => mutant.swap(at, random.usize(..length)),
            3 | 4 => mutant[at] = mutant[random.usize(..length)],
            5 if !others.is_empty() => {
                let from = random.usize(..others.len());
                let to = (from + random.usize(1..=limit)).min(others.len());
                mutant.splice(at..end, others[from..to].iter().copied());
            }
            6 | 7 => {
                let word = DICTIONARY[random.usize(..DICTIONARY.len())].as_bytes();
                let end = at + random.usize(..2);
                mutant.splice(at..end, [word]);
            }
            8 => {
                let is_number = |token: &&[u8]| token.first().is_some_and(u8::is_ascii_digit);
                let found = mutant[at..].iter().position(is_number);
                if let Some(offset) = found {
                    mutant[at + offset] = &numbers[random.usize(..numbers.len())];
                }
            }
            _ => mutant.truncate(if random.u8(..8) == 0 { at } else { length }),
        }
    }
    let mut bytes = mutant.concat();
    if random.u8(..8) == 0 {
        flip(random, &mut bytes);
    }
    bytes
}

fn number(random: &mut Rng) -> Vec<u8> {
    let number = match random.u8(..4) {
        0 => i128::from(random.i64(-2..10)),
        1 => (1 << random.u32(..66)) - i128::from(random.u8(..2)),
        _ => i128::from(random.u8(..)),
    };
    number.to_string().into_bytes()
}

fn count(random: &mut Rng) -> usize {
    match random.u8(..4) {
        0 => 1,
        1 => 2,
        _ => random.usize(1..12),
    }
}

/// Mutates bytes a few times.
pub fn bytes(random: &mut Rng, bytes: &[u8]) -> Vec<u8> {
    let mut mutant = bytes.to_vec();
    for _ in 0..count(random) {
        flip(random, &mut mutant);
    }
    mutant
}

fn flip(random: &mut Rng, bytes: &mut Vec<u8>) {
    let length = bytes.len();
    if length == 0 {
        return;
    }
    let at = random.usize(..length);
    let end = (at + random.usize(1..=16)).min(length);
    match random.u8(..8) {
        0 => bytes[at] ^= 1 << random.u8(..8),
        1 => bytes[at] = random.u8(..),
        2 => bytes[at] = [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff][random.usize(..7)],
        3 => bytes[at] = bytes[at].wrapping_add(random.u8(..5)).wrapping_sub(2),
        4 => drop(bytes.drain(at..end)),
        5 => {
            let copy = bytes[at..end].to_vec();
            let to = random.usize(..=length);
            bytes.splice(to..to, copy);
        }
        6 => bytes.insert(at, random.u8(..)),
        _ => bytes.truncate(if random.u8(..8) == 0 { at } else { length }),
    }
}

/// Generates arbitrary bytes: noise, words, or both.
pub fn noise(random: &mut Rng) -> Vec<u8> {
    let mut bytes = vec![];
    for _ in 0..random.usize(..60) {
        match random.u8(..4) {
            0 => bytes.push(random.u8(..)),
            1 => bytes.push(random.u8(b' '..=b'~')),
            _ => {
                bytes.extend_from_slice(DICTIONARY[random.usize(..DICTIONARY.len())].as_bytes());
                bytes.push(b' ');
            }
        }
    }
    bytes
}
