//! Every engine against `semantics`, f64 mathematics and hand-computed control flow.
#![forbid(unsafe_code)]

use crate::ir::interface::LodMode;
use crate::ir::{Builder, Op, OpKind, Program, Type, ValueId, semantics};
use crate::kernel::layout::{MAX_PIXEL_PLANES, SampleRequest, SampleResult, Sampler, SamplerSlot};
use crate::kernel::{Engine, Group, Invocation, PixelWindow, Scratch, compile_for};
use crate::simd::{LANES, LanesF32};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Runs `program` with `n_inputs` slots a group on every engine, which must agree, and returns its outputs, not-stored
/// lanes being -9.
fn run(program: Program, inputs: &[LanesF32], masks: &[u16]) -> Vec<LanesF32> {
    assert_eq!(crate::ir::verify::verify(&program), Ok(()));
    let expanded = crate::passes::expand_math::expand_math(&program);
    assert_eq!(crate::ir::verify::verify(&expanded), Ok(()));
    assert!(crate::ir::verify::is_expanded(&expanded));
    let program = Arc::new(program);
    let all = Engine::all().map(|engine| (engine, run_on(engine, &program, inputs, masks)));
    let all: Vec<_> = all.collect();
    for (engine, outputs) in &all[1..] {
        for (got, want) in outputs.concat().iter().zip(all[0].1.concat()) {
            let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
            assert!(same, "{engine:?}: {got}, not {want}\n{program}");
        }
    }
    all.into_iter().next().expect("an engine").1
}

fn run_on(
    engine: Engine,
    program: &Arc<Program>,
    inputs: &[LanesF32],
    masks: &[u16],
) -> Vec<LanesF32> {
    run_with(engine, program, inputs, masks, &mut Scratch::default())
}

fn run_with(
    engine: Engine,
    program: &Arc<Program>,
    inputs: &[LanesF32],
    masks: &[u16],
    scratch: &mut Scratch,
) -> Vec<LanesF32> {
    run_sampling(engine, program, inputs, masks, scratch, &[])
}

fn run_sampling(
    engine: Engine,
    program: &Arc<Program>,
    inputs: &[LanesF32],
    masks: &[u16],
    scratch: &mut Scratch,
    samplers: &[SamplerSlot<'_>],
) -> Vec<LanesF32> {
    let (n_inputs, n_outputs) = (program.n_inputs as usize, program.n_outputs as usize);
    let mut outputs = vec![[-9.0; LANES]; masks.len() * n_outputs];
    let mut inv = Invocation {
        uniforms: &[],
        inputs,
        n_inputs,
        outputs: &mut outputs,
        n_outputs,
        planes: &[],
        groups: &[],
        masks: &mut masks.to_vec(),
        front_facing: true,
        pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
        samplers,
    };
    compile_for(program, engine).run(&mut inv, scratch);
    outputs
}

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
        // Nine groups: more than one batch. Argument k of lane l in group g walks the special values at its own pace.
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

/// 64 bits that are special as f64, as i64, as shift counts or as numbers of 32 bits in one of them.
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

fn unary(op: Op, xs: &[f32]) -> Vec<f32> {
    let mut b = Builder::new();
    let x = b.load_input(0);
    let y = b.emit1(op, &[x]);
    b.store_output(0, y);
    let inputs: Vec<LanesF32> = xs
        .chunks(LANES)
        .map(|c| std::array::from_fn(|l| c.get(l).copied().unwrap_or(0.0)))
        .collect();
    let masks = vec![0xffff; inputs.len()];
    run(b.finish(), &inputs, &masks).concat()[..xs.len()].to_vec()
}

#[test]
fn mathematics_stays_within_the_bounds() {
    let grid = |lo: f64, hi: f64| -> Vec<f32> {
        (0..4096)
            .map(|i| (lo + (hi - lo) * i as f64 / 4095.0) as f32)
            .collect()
    };
    let bound = 2f64.powi(-22);
    let check = |op: Op, xs: Vec<f32>, f: fn(f64) -> f64, bound: f64| {
        for (x, y) in xs.iter().zip(unary(op, &xs)) {
            let error = (y as f64 - f(*x as f64)).abs();
            assert!(
                error < bound,
                "{} {x}: {y}, error {error:e}",
                op.info().name
            );
        }
    };
    check(Op::Exp2, grid(0.0, 0.999), f64::exp2, bound);
    check(Op::Log2, grid(0.5, 2.0), f64::log2, bound);
    check(Op::Sin, grid(0.0, std::f64::consts::TAU), f64::sin, bound);
    check(Op::Cos, grid(0.0, std::f64::consts::TAU), f64::cos, bound);
    check(Op::Sin, grid(-1e4, 1e4), f64::sin, bound);
    check(Op::Cos, grid(-1e4, 1e4), f64::cos, bound);
}

#[test]
fn mathematics_of_special_values() {
    let inf = f32::INFINITY;
    let got = unary(
        Op::Exp2,
        &[0.0, 3.0, -126.0, -126.5, 128.0, inf, -inf, f32::NAN],
    );
    assert_eq!(got[..7], [1.0, 8.0, f32::MIN_POSITIVE, 0.0, inf, inf, 0.0]);
    assert!(got[7].is_nan());
    let got = unary(
        Op::Log2,
        &[1.0, 8.0, 0.0, -0.0, inf, f32::from_bits(1), -1.0, f32::NAN],
    );
    assert_eq!(got[..6], [0.0, 3.0, -inf, -inf, inf, -149.0]);
    assert!(got[6].is_nan() && got[7].is_nan());
    let got = unary(Op::Sin, &[-0.0, inf, 1e30]);
    assert_eq!(got[0].to_bits(), 0x8000_0000);
    assert!(got[1].is_nan() && got[2].abs() <= 1.0);
}

#[test]
fn pow_follows_its_table() {
    let (inf, nan) = (f32::INFINITY, f32::NAN);
    let cases = [
        (0.0, 0.0, 1.0),
        (-0.0, 2.0, 0.0),
        (0.0, -2.0, inf),
        (-2.0, 2.0, nan),
        (1.0, inf, 1.0),
        (inf, 0.0, 1.0),
        (nan, 0.0, nan),
        (1.0, nan, nan),
        (2.0, 10.0, 1024.0),
        (4.0, 0.5, 2.0),
        (-2.0, 0.0, nan),
    ];
    let mut b = Builder::new();
    let (x, y) = (b.load_input(0), b.load_input(1));
    let r = b.emit1(Op::Pow, &[x, y]);
    b.store_output(0, r);
    let column =
        |f: fn(&(f32, f32, f32)) -> f32| std::array::from_fn(|l| cases.get(l).map_or(0.0, f));
    let got = run(b.finish(), &[column(|c| c.0), column(|c| c.1)], &[0xffff]);
    for (case, got) in cases.iter().zip(got[0]) {
        assert!(
            got == case.2 || got.is_nan() && case.2.is_nan(),
            "pow{case:?} gave {got}"
        );
    }
}

/// A long chain over inputs, planes and places, whose end kills some lanes: long enough for two stages.
fn long_chain() -> Program {
    let mut b = Builder::new();
    let (x, a, dx) = (
        b.load_input(0),
        b.emit(Op::LoadPlane, &[], [1, 2])[0],
        b.emit1(Op::LaneX, &[]),
    );
    let mut sum = b.emit1(Op::FFma, &[x, a, dx]);
    for i in 0..150 {
        let other = b.load_input(i % 3);
        sum = match i % 5 {
            0 => b.emit1(Op::FMul, &[sum, other]),
            1 => b.emit1(Op::FSub, &[other, sum]),
            2 => b.emit1(Op::FFma, &[sum, dx, other]),
            3 => b.emit1(Op::FMin, &[sum, a]),
            _ => b.emit1(Op::FAdd, &[sum, x]),
        };
        if i == 20 {
            b.store_output(0, sum);
        }
    }
    let zero = b.f32(0.0);
    let negative = b.emit1(Op::FLt, &[sum, zero]);
    b.emit(Op::Kill, &[negative], [0, 0]);
    let last = b.emit1(Op::FMul, &[sum, x]);
    b.store_output(1, last);
    b.finish()
}

#[test]
fn two_stages_give_each_group_its_own() {
    let program = Arc::new(long_chain());
    let planes: Vec<[f32; 4]> = (0..12).map(|i| [0.5, -0.25, i as f32 - 3.5, 0.0]).collect();
    for masks in [
        &[0u16, 0, 0x00f0, 0, 0xffff, 0x8421, 0, 0, 0x0001, 0][..],
        &[0xffff; 10],
        &[0; 10],
        &[0x0ff0],
        &[0, 0xffff],
    ] {
        let n = masks.len();
        let inputs: Vec<LanesF32> = (0..3 * n)
            .map(|i| std::array::from_fn(|l| ((i * 31 + l * 7) % 17) as f32 * 0.37 - 2.5))
            .collect();
        let groups: Vec<Group> = (0..n)
            .map(|g| Group {
                planes: (g % 5 * 2) as u32,
                ..Group::at(g as u8, 15 - g as u8)
            })
            .collect();
        let outcomes: Vec<_> = Engine::all()
            .map(|engine| {
                let (mut outputs, mut left) = (vec![[-9.0; LANES]; 2 * n], masks.to_vec());
                let mut inv = Invocation {
                    uniforms: &[],
                    inputs: &inputs,
                    n_inputs: 3,
                    outputs: &mut outputs,
                    n_outputs: 2,
                    planes: &planes,
                    groups: &groups,
                    masks: &mut left,
                    front_facing: true,
                    pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
                    samplers: &[],
                };
                compile_for(&program, engine).run(&mut inv, &mut Scratch::default());
                // Other lanes are left as they are or computed.
                let live = |i: usize, l: usize| masks[i / 2] >> l & 1 != 0;
                let row = |(i, row): (usize, &LanesF32)| -> [u32; LANES] {
                    std::array::from_fn(|l| if live(i, l) { row[l].to_bits() } else { 0 })
                };
                let bits: Vec<_> = outputs.iter().enumerate().map(row).collect();
                (bits, left)
            })
            .collect();
        for other in &outcomes[1..] {
            assert_eq!(*other, outcomes[0], "{masks:x?}");
        }
    }
}

/// sum = 0; i = x; loop { if i <= 0 break; sum += i; i -= 1 }
fn sum_loop(limit: u32) -> Program {
    let mut b = Builder::new();
    b.set_instruction_limit(limit);
    let (x, zero, one) = (b.load_input(0), b.f32(0.0), b.f32(1.0));
    let (head, body, done) = (b.new_block(), b.new_block(), b.new_block());
    b.store_output(0, zero);
    b.jump(head, &[x, zero]);
    let p = b.switch_to(head, &[Type::F32, Type::F32]);
    let stop = b.emit1(Op::FLe, &[p[0], zero]);
    b.branch(stop, (done, &[]), (body, &[]));
    b.switch_to(body, &[]);
    b.count_source(1);
    let sum = b.emit1(Op::FAdd, &[p[1], p[0]]);
    let i = b.emit1(Op::FSub, &[p[0], one]);
    b.jump(head, &[i, sum]);
    b.switch_to(done, &[]);
    b.store_output(0, p[1]);
    b.end();
    b.finish()
}

#[test]
fn lanes_loop_each_as_long_as_it_must_until_the_limit() {
    let input: LanesF32 = std::array::from_fn(|l| l as f32);
    let got = run(sum_loop(12), &[input; 9], &[0xffff; 9]);
    for row in got {
        for (l, y) in row.iter().enumerate() {
            assert_eq!(
                *y,
                if l <= 12 {
                    (l * (l + 1) / 2) as f32
                } else {
                    0.0
                },
                "lane {l}"
            );
        }
    }
}

/// A texture unit that stops the run when it is sampled for the third time.
struct Stopper {
    n_samples: AtomicU32,
    stop: Arc<AtomicBool>,
}

impl Sampler for Stopper {
    fn sample(&self, _: &SampleRequest, result: &mut SampleResult) {
        *result = [[0.0; LANES]; 4];
        if self.n_samples.fetch_add(1, Ordering::Relaxed) == 2 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// A loop whose lanes 1, 2, ... never end. It samples a unit that raises the flag; an engine that ignored the flag would
/// hang here.
#[test]
fn endless_loops_end_when_they_are_stopped() {
    let mut b = Builder::new();
    b.set_interruptible();
    let (x, zero) = (b.load_input(0), b.f32(0.0));
    let (head, done) = (b.new_block(), b.new_block());
    b.jump(head, &[]);
    b.switch_to(head, &[]);
    let [red, ..] = b.sample(0, LodMode::Bias, [x; 4], zero);
    b.store_output(0, red);
    let ends = b.emit1(Op::FEq, &[x, zero]);
    b.branch(ends, (done, &[]), (head, &[]));
    b.switch_to(done, &[]);
    b.end();
    let program = b.finish();
    let mut parsed = crate::ir::parse::parse(&program.to_string()).unwrap();
    assert!(parsed.is_interruptible);
    parsed.is_interruptible = false;
    assert!(crate::ir::verify::verify(&parsed).is_err());
    let program = Arc::new(program);
    for engine in Engine::all() {
        let stop = Arc::<AtomicBool>::default();
        let n_samples = AtomicU32::new(0);
        let stopper = Stopper { n_samples, stop };
        let mut scratch = Scratch::default();
        scratch.stop = Some(stopper.stop.clone());
        let input: LanesF32 = std::array::from_fn(|l| l as f32);
        let units: [SamplerSlot<'_>; 1] = [Some(&stopper)];
        run_sampling(engine, &program, &[input], &[0xffff], &mut scratch, &units);
        assert!(stopper.n_samples.into_inner() >= 3, "{engine}");
    }
}

#[test]
fn recursion_stops_at_the_call_depth_and_helpers_fill_quads() {
    // f: slot += 1; call f. A full stack ends the lane; the output is stored on the way down.
    let mut b = Builder::new();
    b.set_call_depth(4);
    b.set_instruction_limit(100);
    let slot = b.new_slot();
    let (f, back) = (b.new_block(), b.new_block());
    b.call(f, back);
    b.switch_to(f, &[]);
    b.count_source(1);
    let (x, one) = (b.emit(Op::LoadSlot, &[], [slot, 0])[0], b.f32(1.0));
    let x = b.emit1(Op::FAdd, &[x, one]);
    b.emit(Op::StoreSlot, &[x], [slot, 0]);
    b.store_output(0, x);
    b.call(f, back);
    b.switch_to(back, &[]);
    b.ret();
    let got = run(b.finish(), &[], &[0x0010]);
    assert_eq!(got[0][..8], [-9.0, -9.0, -9.0, -9.0, 4.0, 4.0, 4.0, 4.0]);
}
