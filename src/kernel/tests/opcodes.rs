//! Each pure opcode gives the bits of `semantics`, for special values in every lane.
#![forbid(unsafe_code)]

use super::{run, run_on};
use crate::ir::{Builder, Op, OpKind, Type, ValueId, semantics};
use crate::kernel::Engine;
use crate::simd::{LANES, LanesF32};
use std::sync::Arc;

/// 32 bits that are special as f32 or as i32.
const SPECIAL: [u32; 16] = [
    0,
    0x8000_0000,
    1,
    0x8000_0001,
    0x3f80_0000,
    0xbf80_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0x7f7f_ffff,
    0x4f00_0000,
    0xcf00_0000,
    0x3f00_0000,
    0x3fc0_0000,
    0x4020_0000,
    0x0000_0021,
];

#[test]
fn every_pure_opcode_gives_the_bits_of_semantics() {
    let narrow = |op: &&Op| op.info().kind == OpKind::Pure && !op.info().is_wide();
    for &op in Op::ALL.iter().filter(narrow) {
        let info = op.info();
        let mut b = Builder::new();
        let args: Vec<ValueId> = (0..info.args.len() as u32)
            .map(|i| {
                let x = b.load_input(i);
                match info.args[i as usize] {
                    Type::F32 => x,
                    Type::I32 => b.emit1(Op::BitsOfF32, &[x]),
                    _ => {
                        let zero = b.f32(0.0);
                        b.emit1(Op::FLt, &[x, zero])
                    }
                }
            })
            .collect();
        let r = b.emit1(op, &args);
        let r = match info.results[0] {
            Type::F32 => r,
            Type::I32 => b.emit1(Op::F32OfBits, &[r]),
            _ => {
                let (one, zero) = (b.f32(1.0), b.f32(0.0));
                b.emit1(Op::SelectF, &[r, one, zero])
            }
        };
        b.store_output(0, r);
        // Nine groups are more than one batch. Over lanes and groups, each argument takes the special values in an order of
        // its own.
        let n = info.args.len();
        let pick = |g: usize, k: usize, l: usize| SPECIAL[(l * (k + 1) + g * (2 * k + 1)) % 16];
        let inputs: Vec<LanesF32> = (0..9 * n)
            .map(|i| std::array::from_fn(|l| f32::from_bits(pick(i / n, i % n, l))))
            .collect();
        let outputs = run(b.finish(), &inputs, &[0xffff; 9]);
        for (g, row) in outputs.iter().enumerate() {
            for (l, got) in row.iter().enumerate() {
                let bits: Vec<u32> = (0..n)
                    .map(|k| match info.args[k] {
                        Type::Mask => semantics::mask_bits(f32::from_bits(pick(g, k, l)) < 0.0),
                        _ => pick(g, k, l),
                    })
                    .collect();
                let mut want = semantics::eval(op, &bits, [0, 0]).expect("a pure opcode evaluates");
                if info.results[0] == Type::Mask {
                    want = if want != 0 { 1.0f32.to_bits() } else { 0 };
                }
                let both_nan = got.is_nan() && f32::from_bits(want).is_nan();
                assert!(
                    both_nan || got.to_bits() == want,
                    "{} {bits:x?}: {:x} want {want:x}",
                    info.name,
                    got.to_bits()
                );
            }
        }
    }
}

/// 64 bits that are special as f64, as i64 or as shift counts, or whose words are special.
const WIDE_SPECIAL: [u64; 32] = [
    0,
    1 << 63,
    1,
    0x8000_0000_0000_0001,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    0x7fef_ffff_ffff_ffff,
    0x41e0_0000_0000_0000,
    0xc1e0_0000_0020_0000,
    0x43e0_0000_0000_0000,
    0xc3e0_0000_0000_0000,
    0x43df_ffff_ffff_ffff,
    0x3fe0_0000_0000_0000,
    0x3ff8_0000_0000_0000,
    0x4004_0000_0000_0000,
    0xc1df_ffff_fff0_0000,
    0x4330_0000_0000_0001,
    0x0000_0000_0000_0021,
    0x0000_0000_0000_0040,
    0xffff_ffff_ffff_ffff,
    0x7fff_ffff_ffff_ffff,
    0xffff_ffff_0000_0000,
    0x0000_0000_ffff_ffff,
    0x0020_0000_0000_0003,
    0x36a0_0000_0000_0000,
    0x36a8_0000_0000_0000,
    0x47ef_ffff_f000_0000,
    0x3810_0000_1000_0000,
    0xc008_1234_5678_9abc,
];

#[test]
fn every_opcode_on_64_bits_gives_the_bits_of_semantics() {
    let wide = |op: &&Op| op.info().kind == OpKind::Pure && op.info().is_wide();
    for &op in Op::ALL.iter().filter(wide) {
        let info = op.info();
        let mut b = Builder::new();
        let args: Vec<ValueId> = (0..info.args.len() as u32)
            .map(|i| match info.args[i as usize] {
                Type::F32 => b.load_input(2 * i),
                Type::I32 => b.load_input_i(2 * i),
                Type::Mask => {
                    let (x, zero) = (b.load_input_i(2 * i), b.i32(0));
                    b.emit1(Op::ILt, &[x, zero])
                }
                Type::F64 => b.load_input_f64(2 * i),
                Type::I64 => b.load_input_i64(2 * i),
            })
            .collect();
        let r = b.emit1(op, &args);
        match info.results[0] {
            Type::F32 => b.store_output(0, r),
            Type::I32 => b.store_output_i(0, r),
            Type::Mask => {
                let (ones, zero) = (b.i32(-1), b.i32(0));
                let r = b.emit1(Op::SelectI, &[r, ones, zero]);
                b.store_output_i(0, r);
            }
            Type::F64 => b.store_output_f64(0, r),
            Type::I64 => b.store_output_i64(0, r),
        }
        let (n, n_groups) = (info.args.len(), 64);
        let pick = |g: usize, k: usize, l: usize| match k {
            0 => WIDE_SPECIAL[(l + 16 * g) % 32],
            1 => WIDE_SPECIAL[(l + 16 * g + g / 2) % 32],
            _ => WIDE_SPECIAL[(3 * l + g) % 32],
        };
        let word = |g: usize, k: usize, l: usize| (pick(g, k / 2, l) >> (32 * (k % 2))) as u32;
        let inputs: Vec<LanesF32> = (0..n_groups)
            .flat_map(|g| (0..2 * n).map(move |k| (g, k)))
            .map(|(g, k)| std::array::from_fn(|l| f32::from_bits(word(g, k, l))))
            .collect();
        let program = b.finish();
        let n_outputs = program.n_outputs as usize;
        let n_inputs = program.n_inputs as usize;
        let rows = inputs.chunks(2 * n).flat_map(|rows| &rows[..n_inputs]);
        let inputs: Vec<LanesF32> = rows.copied().collect();
        let program = Arc::new(program);
        let masks = vec![0xffff; n_groups];
        for engine in Engine::all() {
            let outputs = run_on(engine, &program, &inputs, &masks);
            for (g, l) in (0..n_groups).flat_map(|g| (0..LANES).map(move |l| (g, l))) {
                let args: Vec<u64> = (0..n)
                    .map(|k| match info.args[k] {
                        Type::F32 | Type::I32 => u64::from(word(g, 2 * k, l)),
                        Type::Mask => {
                            u64::from(semantics::mask_bits((word(g, 2 * k, l) as i32) < 0))
                        }
                        _ => pick(g, k, l),
                    })
                    .collect();
                let want = semantics::eval_any(op, &args, [0, 0]).expect("a pure opcode evaluates");
                let words = outputs[g * n_outputs..][..n_outputs].iter();
                let got = words
                    .rev()
                    .fold(0, |bits, row| bits << 32 | u64::from(row[l].to_bits()));
                let is_nan = |bits: u64| match info.results[0] {
                    Type::F64 => f64::from_bits(bits).is_nan(),
                    Type::F32 => f32::from_bits(bits as u32).is_nan(),
                    _ => false,
                };
                assert!(
                    got == want || is_nan(got) && is_nan(want),
                    "{engine:?}: {} {args:x?}: {got:x}, not {want:x}",
                    info.name
                );
            }
        }
    }
}
