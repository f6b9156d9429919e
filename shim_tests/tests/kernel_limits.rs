//! Compiles programs that are hard for the code generator: long, wide, branched and repetitive. They go up to the size that
//! it accepts, and beyond. Each compiles on every engine, and all engines give the same bits.
//!
//! `TRILOBITE_LIMIT_SIZE=60000` makes programs of that many instructions. `scripts/bench kernel` shows the time to
//! compile.

use std::fmt::Write;
use std::sync::Arc;
use trilobite::ir::{Program, parse, verify};
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::{Engine, Group, Invocation, PixelWindow, Scratch, compile_for};
use trilobite::simd::LANES;

/// The number of instructions of a program in CI.
const SIZE: usize = 3000;
/// The number of instructions of a program that is too long for machine code.
const TOO_LARGE: usize = (1 << 16) + 8;

fn size() -> usize {
    let size = std::env::var("TRILOBITE_LIMIT_SIZE");
    size.map_or(SIZE, |s| s.parse().expect("a number"))
}

/// A program of these lines, after two inputs, %0 and %1, and a constant, %2.
#[track_caller]
fn program(lines: &str) -> Arc<Program> {
    let head = "program inputs 2 outputs 1 uniforms 0 slots 0 limit none depth 0\nblock 0:\n";
    let text = format!(
        "{head}  %0 = load.input 0\n  %1 = load.input 1\n  %2 = const.f32 0x3f7ff000\n{lines}"
    );
    let program = parse::parse(&text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(verify::verify(&program), Ok(()));
    Arc::new(program)
}

/// A block of `n` lines, made from their numbers from 3 on. Its end stores the last value.
#[track_caller]
fn block(n: usize, mut line: impl FnMut(usize) -> String) -> Arc<Program> {
    let mut text = String::new();
    for i in 3..n + 3 {
        writeln!(text, "  %{i} = {}", line(i)).expect("a String grows");
    }
    write!(text, "  store.output %{} 0\n  end\n", n + 2).expect("a String grows");
    program(&text)
}

/// Each value needs the one before it.
#[track_caller]
fn chain(n: usize, op: &str) -> Arc<Program> {
    block(n, |i| match i {
        3 => format!("{op} %0 %1"),
        _ => format!("{op} %{} %{}", i - 1, i % 3),
    })
}

/// Half of the values are live at the same time, until the other half uses them in the opposite order.
#[track_caller]
fn wide(n: usize) -> Arc<Program> {
    let half = n / 2;
    block(2 * half, |i| match i - 3 {
        0 => "fadd %0 %1".into(),
        k if k < half => format!("fmul %{} %1", i - 1),
        k => format!("fsub %{} %{}", i - 1, 3 + 2 * half - 1 - k),
    })
}

/// The same few expressions are repeated.
#[track_caller]
fn repeated(n: usize) -> Arc<Program> {
    block(n, |i| match i % 4 {
        0 => "fmul %0 %1".into(),
        1 => "fadd %1 %2".into(),
        2 => "fdiv %2 %0".into(),
        _ => "fmax %0 %1".into(),
    })
}

/// Each block continues with the next block or the one after it. Lanes differ in this.
#[track_caller]
fn ladder(n_blocks: usize) -> Arc<Program> {
    let mut text = String::from("  jump 1\n");
    let mut next = 3;
    for b in 1..=n_blocks {
        let (yes, no) = ((b + 1).min(n_blocks + 1), (b + 2).min(n_blocks + 1));
        write!(
            text,
            "block {b}:\n  %{next} = const.f32 {:#x}\n  %{} = flt %{} %{next}\n  store.output %{next} 0\n  branch %{} yes {yes} no {no}\n",
            (b as f32 / 7.0).to_bits(),
            next + 1,
            b % 2,
            next + 1,
        )
        .expect("a String grows");
        next += 2;
    }
    write!(text, "block {}:\n  end\n", n_blocks + 1).expect("a String grows");
    program(&text)
}

/// The outputs of one group.
fn run(program: &Arc<Program>, engine: Engine) -> [u32; LANES] {
    let inputs: [[f32; LANES]; 2] =
        std::array::from_fn(|slot| std::array::from_fn(|lane| 0.37 + (lane * 3 + slot) as f32));
    let mut outputs = [[0.0; LANES]];
    compile_for(program, engine).run(
        &mut Invocation {
            uniforms: &[],
            inputs: &inputs,
            n_inputs: 2,
            outputs: &mut outputs,
            n_outputs: 1,
            planes: &[],
            groups: &[Group::at(0, 0)],
            masks: &mut [0xffff],
            front_facing: true,
            pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
            samplers: &[],
        },
        &mut Scratch::default(),
    );
    outputs[0].map(f32::to_bits)
}

#[track_caller]
fn agrees(what: &str, program: &Arc<Program>) {
    println!("{what}: {} instructions", program.insts().count());
    let expected = run(program, Engine::Interpreter);
    for engine in Engine::all() {
        assert_eq!(run(program, engine), expected, "{what} on {engine}");
    }
}

#[test]
fn long_programs() {
    let n = size();
    for op in ["fadd", "fmul", "fdiv", "fmin"] {
        agrees(op, &chain(n, op));
    }
    agrees("wide", &wide(n));
    agrees("repeated", &repeated(n));
}

#[test]
fn branched_programs() {
    agrees("ladder", &ladder(size() / 4));
}

#[test]
fn beyond_what_code_is_made_for() {
    agrees("too large", &chain(TOO_LARGE, "fadd"));
}
