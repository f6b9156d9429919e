//! Measures the greatest errors of the functions of table `full` (MUDA), in units in the last place, on the fastest engine
//! of this CPU. They are printed and compared with a bound. docs/MATH.md has them for all arguments.
//!
//! f32 is compared with the f64 functions of the C library, whose own errors are some 2^-29 of such a unit. The
//! arguments are every 40,009th of the 2^32, or every `TRILOBITE_MATH_STEP`th. There are 40,000 stratified pairs, or
//! `TRILOBITE_MATH_PAIRS`.
//!
//! f64 is compared with results of 30 and more digits in shim_tests/math/double.tsv, which double.py writes, or the
//! file that `TRILOBITE_MATH_REFERENCE` names. doubles.c compares them, too.

use std::sync::Arc;
use trilobite::ir::{Builder, Op, Program, Type};
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::{Engine, Invocation, Kernel, PixelWindow, Scratch, compile_for};
use trilobite::simd::LANES;

/// Whether to measure the function: `TRILOBITE_MATH_ONLY` names some of them.
fn is_wanted(op: Op) -> bool {
    let only = std::env::var("TRILOBITE_MATH_ONLY");
    only.map_or(true, |names| names.split(',').any(|n| n == op.info().name))
}

/// The number of groups of one run.
const GROUPS: usize = 256;

/// A program that stores `op` of its inputs.
fn program(op: Op) -> Program {
    let mut b = Builder::new();
    let info = op.info();
    let is_wide = info.args[0] == Type::F64;
    let args: Vec<_> = (0..info.args.len() as u32)
        .map(|i| {
            if is_wide {
                b.load_input_f64(2 * i)
            } else {
                b.load_input(i)
            }
        })
        .collect();
    let y = b.emit1(op, &args);
    if is_wide {
        b.store_output_f64(0, y)
    } else {
        b.store_output(0, y)
    }
    b.finish()
}

struct Function {
    kernel: Arc<dyn Kernel>,
    n_inputs: usize,
    n_outputs: usize,
    scratch: Scratch,
}

impl Function {
    fn new(op: Op) -> Function {
        let program = Arc::new(program(op));
        let engine = Engine::all().last().expect("an engine");
        Function {
            kernel: compile_for(&program, engine),
            n_inputs: program.n_inputs as usize,
            n_outputs: program.n_outputs as usize,
            scratch: Scratch::default(),
        }
    }

    /// The results' bits. Each argument list has the words of all arguments.
    fn run(&mut self, args: &[[u32; 4]]) -> Vec<u64> {
        let n_groups = args.len().div_ceil(LANES);
        let mut inputs = vec![[0.0; LANES]; n_groups * self.n_inputs];
        for (group, args) in inputs.chunks_mut(self.n_inputs).zip(args.chunks(LANES)) {
            for (l, words) in args.iter().enumerate() {
                for (row, word) in group.iter_mut().zip(words) {
                    row[l] = f32::from_bits(*word);
                }
            }
        }
        let mut outputs = vec![[0.0; LANES]; n_groups * self.n_outputs];
        self.kernel.run(
            &mut Invocation {
                uniforms: &[],
                inputs: &inputs,
                n_inputs: self.n_inputs,
                outputs: &mut outputs,
                n_outputs: self.n_outputs,
                planes: &[],
                groups: &[],
                masks: &mut vec![0xffff; n_groups],
                front_facing: true,
                pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
                samplers: &[],
            },
            &mut self.scratch,
        );
        let bits = |i: usize| {
            let words = outputs[i / LANES * self.n_outputs..][..self.n_outputs].iter();
            let words = words.rev().map(|row| u64::from(row[i % LANES].to_bits()));
            words.fold(0, |bits, word| bits << 32 | word)
        };
        (0..args.len()).map(bits).collect()
    }
}

/// The worst result so far.
#[derive(Debug, Clone, Copy, Default)]
struct Worst {
    ulp: f64,
    args: [f64; 2],
    got: f64,
}

impl Worst {
    fn note(&mut self, ulp: f64, args: [f64; 2], got: f64) {
        if ulp > self.ulp || ulp.is_nan() {
            *self = Worst { ulp, args, got };
        }
    }
}

/// The error of an f32 in units in the last place of the true result.
fn float_ulp(got: f32, want: f64) -> f64 {
    let limit = f64::from(f32::MAX) * (1.0 + 2f64.powi(-25));
    if want.is_nan() || want.abs() >= limit {
        let same = got.is_nan() && want.is_nan() || f64::from(got) == want.signum() * f64::INFINITY;
        return if same { 0.0 } else { f64::INFINITY };
    }
    if want == 0.0 {
        let same = got == 0.0 && got.is_sign_negative() == want.is_sign_negative();
        return if same { 0.0 } else { f64::INFINITY };
    }
    // An infinite result counts as the next number after the greatest.
    let got = if got.is_infinite() {
        f64::from(got.signum()) * 2f64.powi(128)
    } else {
        f64::from(got)
    };
    let exponent = (want.abs().to_bits() >> 52) as i32 - 1023;
    (got - want).abs() / 2f64.powi(exponent.max(-126) - 23)
}

/// The worst result of `n` arguments over all threads.
fn worst_float(
    op: Op,
    n: u64,
    args: impl Fn(u64) -> [f32; 2] + Sync,
    want: impl Fn(f64, f64) -> f64 + Sync,
) -> Worst {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get()) as u64;
    let per_run = (GROUPS * LANES) as u64;
    let work = |thread: u64| {
        let mut function = Function::new(op);
        let mut worst = Worst::default();
        for start in (thread * per_run..n).step_by((threads * per_run) as usize) {
            let list: Vec<[f32; 2]> = (start..n.min(start + per_run)).map(&args).collect();
            let words = list.iter().map(|[a, b]| [a.to_bits(), b.to_bits(), 0, 0]);
            let words: Vec<[u32; 4]> = words.collect();
            for (args, got) in list.iter().zip(function.run(&words)) {
                let (args, got) = (args.map(f64::from), f32::from_bits(got as u32));
                let ulp = float_ulp(got, want(args[0], args[1]));
                worst.note(ulp, args, f64::from(got));
            }
        }
        worst
    };
    std::thread::scope(|scope| {
        let work = &work;
        let handles: Vec<_> = (0..threads).map(|t| scope.spawn(move || work(t))).collect();
        let results = handles.into_iter().map(|h| h.join().expect("a thread"));
        results.fold(Worst::default(), |mut worst, w| {
            worst.note(w.ulp, w.args, w.got);
            worst
        })
    })
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |s| s.parse().expect("a number"))
}

#[track_caller]
fn report(op: Op, n: u64, worst: Worst, bound: f64) {
    let (name, [a, b]) = (op.info().name, worst.args);
    println!(
        "{name:8} {:7.4} ulp of {n} at {a:e}, {b:e} ({:e})",
        worst.ulp, worst.got
    );
    assert!(worst.ulp <= bound, "{name}: {worst:?}, above {bound} ulp");
}

/// The functions of one f32, with the bounds of their errors in ulp.
#[test]
fn functions_of_one_float() {
    type Of = fn(f64) -> f64;
    let functions: [(Op, Of, f64); 12] = [
        (Op::FExp, f64::exp, 1.0),
        (Op::FExp2, f64::exp2, 1.0),
        (Op::FLog, f64::ln, 1.0),
        (Op::FLog2, f64::log2, 1.0),
        (Op::FSin, f64::sin, 1.0),
        (Op::FCos, f64::cos, 1.0),
        (Op::FTan, f64::tan, 1.0),
        (Op::FAsin, f64::asin, 1.0),
        (Op::FAcos, f64::acos, 1.0),
        (Op::FAtan, f64::atan, 1.0),
        (Op::FRsqrt, |x| 1.0 / x.sqrt(), 2.0),
        (Op::FRcp, |x| 1.0 / x, 0.5),
    ];
    let step = number("TRILOBITE_MATH_STEP", 40_009);
    let n = (1u64 << 32).div_ceil(step);
    for (op, f, bound) in functions.into_iter().filter(|f| is_wanted(f.0)) {
        let args = |i: u64| [f32::from_bits((i * step) as u32), 0.0];
        report(op, n, worst_float(op, n, args, |x, _| f(x)), bound);
    }
}

/// Hashes a number.
fn mixed(i: u64, seed: u64) -> u64 {
    let mut x = (i ^ seed.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Pairs of any bits, of numbers that powers are usually taken of, and of special values.
fn pair(i: u64) -> [f32; 2] {
    const SPECIAL: [f32; 16] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        2.0,
        -3.0,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        f32::MAX,
        f32::MIN,
        1e-45,
        -1e-45,
        3e9,
    ];
    let (a, b) = (mixed(i, 1), mixed(i, 2));
    let any = |bits: u64| f32::from_bits(bits as u32);
    let unit = |bits: u64| (bits >> 40) as f32 / (1 << 24) as f32;
    match i % 8 {
        0 => [any(a), any(b)],
        // Bases are in all binades, and powers stay in range or just leave it.
        1 | 2 => {
            let base = any(a & 0x7fff_ffff);
            let log = f64::from(base).log2();
            [base, (f64::from(unit(b) * 300.0 - 150.0) / log) as f32]
        }
        // Bases near 1.
        3 | 4 => {
            let base = 1.0 + (unit(a) - 0.5) * (b & 7) as f32 / 7.0;
            let log = f64::from(base).log2();
            [base, (f64::from(unit(b) * 300.0 - 150.0) / log) as f32]
        }
        5 => [unit(a) * 20.0 - 10.0, (b >> 58) as f32 - 32.0],
        6 => [unit(a) * 2.0 - 1.0, unit(b) * 2.0 - 1.0],
        _ => [SPECIAL[a as usize % 16], SPECIAL[b as usize % 16]],
    }
}

#[test]
fn functions_of_two_floats() {
    let n = number("TRILOBITE_MATH_PAIRS", 40_000);
    report(Op::FPow, n, worst_float(Op::FPow, n, pair, f64::powf), 1.0);
    report(
        Op::FAtan2,
        n,
        worst_float(Op::FAtan2, n, pair, f64::atan2),
        1.0,
    );
}

/// The error of an f64 in units in the last place of high + low.
fn double_ulp(got: f64, [high, low]: [f64; 2]) -> f64 {
    if high.is_nan() || high.is_infinite() || high == 0.0 {
        let same = got.to_bits() == high.to_bits() || got.is_nan() && high.is_nan();
        return if same { 0.0 } else { f64::INFINITY };
    }
    let exponent = (high.abs().to_bits() >> 52) as i32 - 1023;
    // Scaled so that neither the unit nor the low part is denormal.
    let up = 2f64.powi(if exponent < -900 { 120 } else { 0 });
    let difference = (got - high) * up - low * up;
    difference.abs() / (2f64.powi(exponent.max(-1022) - 52 + 60) * up) * 2f64.powi(60)
}

#[test]
fn functions_of_doubles() {
    let path = std::env::var("TRILOBITE_MATH_REFERENCE");
    let path = path.unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/math/double.tsv").into());
    let text = std::fs::read_to_string(&path).expect("the reference");
    let mut lines = text.lines().filter(|l| !l.starts_with('#')).peekable();
    while let Some(line) = lines.peek() {
        let name = line.split('\t').next().expect("a name").to_owned();
        let op = *Op::ALL
            .iter()
            .find(|op| op.info().name == name)
            .expect("an opcode");
        let mut rows: Vec<[u64; 4]> = Vec::new();
        while let Some(line) = lines.next_if(|l| l.split('\t').next() == Some(&name)) {
            let words = line.split('\t').skip(1);
            let words = words.map(|w| u64::from_str_radix(w, 16).expect("bits"));
            let words: Vec<u64> = words.collect();
            rows.push(words.try_into().expect("two arguments and two parts"));
        }
        let args = rows
            .iter()
            .map(|[a, b, ..]| [*a as u32, (*a >> 32) as u32, *b as u32, (*b >> 32) as u32]);
        let args: Vec<[u32; 4]> = args.collect();
        let mut worst = Worst::default();
        for (row, got) in rows.iter().zip(Function::new(op).run(&args)) {
            let [a, b, high, low] = row.map(f64::from_bits);
            let got = f64::from_bits(got);
            worst.note(double_ulp(got, [high, low]), [a, b], got);
        }
        report(op, rows.len() as u64, worst, 2.0);
    }
}

/// A short run of `scripts/soak doubles`, which compares the emitted C with the C library's long double functions.
#[test]
fn searched_errors_of_doubles() {
    let folder = shim_tests::harness::library_dir();
    let output = std::process::Command::new("sh")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/math/doubles.sh"))
        .arg(folder.join("trilobite"))
        .arg(folder.join("shim_tests/doubles"))
        .arg("20000")
        .output()
        .expect("a shell is there");
    let text = String::from_utf8_lossy(&output.stdout);
    let log = String::from_utf8_lossy(&output.stderr);
    print!("{text}");
    assert!(
        output.status.success(),
        "above 2 ulp, or not run: {text}{log}"
    );
    assert_eq!(text.lines().count(), 14, "{text}");
}
