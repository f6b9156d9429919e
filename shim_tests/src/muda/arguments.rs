//! Makes random arguments for random programs.

use super::tree::{Kind, Program, Ty, Value, Way};
use crate::random::Random;

fn number(random: &mut Random, kind: Kind) -> u64 {
    match kind {
        // There is only one NaN. Block parameters do not preserve the bits of others from outside.
        Kind::Float => match random.f32() {
            x if x.is_nan() => 0x7fc0_0000,
            x => u64::from(x.to_bits()),
        },
        Kind::Double => match f64::from(random.f32()) * random.pick(&[1.0, 1.000_000_1, 1e100]) {
            x if x.is_nan() => 0x7ff8 << 48,
            x => x.to_bits(),
        },
        Kind::Int => {
            let x = random.pick(&[0, 1, -1, 2, 3, 31, 32, 64, 100, i32::MIN, i32::MAX, -77_777]);
            u64::from(x as u32)
        }
        Kind::Long => random.pick(&[
            0,
            1,
            -1,
            7,
            i64::MIN,
            i64::MAX,
            1 << 40,
            -(1 << 33) - 5,
            (1 << 62) + 12345,
        ]) as u64,
    }
}

/// Makes a value of a type.
pub fn argument(random: &mut Random, ty: Ty) -> Value {
    let mut value = [0; 4];
    let n = if ty.is_vector { 4 } else { 1 };
    value[..n].fill_with(|| number(random, ty.kind));
    value
}

/// The words of a value, as kernels read and write them.
pub fn words(value: &Value, ty: Ty) -> Vec<u32> {
    let n = if ty.is_vector { 4 } else { 1 };
    let each = value[..n].iter();
    each.flat_map(|bits| match ty.kind.width() {
        32 => vec![*bits as u32],
        _ => vec![*bits as u32, (*bits >> 32) as u32],
    })
    .collect()
}

/// Makes arguments of a program's kernel for `n` lanes, as the words that it reads.
pub fn lanes(program: &Program, random: &mut Random, n: usize) -> Vec<Vec<u32>> {
    let f = program.functions.last().expect("a kernel");
    let read: Vec<Ty> = f
        .parameters
        .iter()
        .zip(&f.variables)
        .filter(|(way, _)| **way != Way::Out)
        .map(|(_, v)| v.ty)
        .collect();
    let lane = |random: &mut Random| {
        let each = read.iter();
        each.flat_map(|ty| words(&argument(random, *ty), *ty))
            .collect()
    };
    (0..n).map(|_| lane(random)).collect()
}
