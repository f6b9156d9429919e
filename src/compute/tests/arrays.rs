//! Kernels over arrays of all shapes, lengths and strides give the same bits on every engine.

use crate::compute::{Function, RunOptions};
use crate::frontend::c_like::muda;
use crate::ir::signature::Parameter;
use crate::kernel::Engine;
use crate::kernel::arrays::{ArrayKernel, ArrayScratch, Shared};
use crate::platform::{SharedBytes, Strided};
use crate::random_for_tests::Random;

/// Words and vectors, with and without divergent lanes, in place and not, short and long (two stages).
const TEXTS: &[&str] = &[
    "void f(in float a, in float b, inout float c, out int d) { c = a * b + c; d = int(a) ^ 5; }",
    "void f(in vec a, inout vec b, out vec c) { c = a.wzyx * b; b = a - b; }",
    "void f(in vec a, in float s, in int i, out float t, out vec r) { t = a.x + a.w * s; r = a * s; r.y = float(i); }",
    "void f(in dvec a, in double b, in vec c, out dvec d, out float e, out lvec g) {
        d = a * b; e = c.z - c.y; g = lvec(a); }",
    "void f(in vec a, in float b, out vec r, out int n) { n = 0; r = a; float x = b;
        while ((x < 3.0) & (n < 40)) { x = x + 0.25; r = r.yzwx + vec(x); n = n + 1; } }",
    "void f(in float a, out float b, out float c) { if (a > 0.5) { b = a * 3.0; } else { b = -a; c = 1.0 / a; } }",
    "void f(in vec a, in float b, out float c, out vec d) {
        c = sin(a.x) + cos(a.y) * exp(b) + log(abs(a.z)) + pow(abs(a.w), b); d = sin(a) + tan(a * b); }",
];

struct Kernel {
    kernel: muda::Program,
}

impl Kernel {
    fn of(text: &str) -> Kernel {
        let kernel = muda::Program::load(text.as_bytes()).expect(text);
        Kernel { kernel }
    }

    fn run(&self, engine: Engine, layout: Layout, n: usize) -> Vec<Vec<u8>> {
        let made = self.kernel.kernel("f").expect("a kernel");
        let kernel = ArrayKernel::for_engine(&made.code.program, &made.signature, engine);
        let blocks = blocks(&made.signature.parameters, layout, n);
        let arrays = arrays(&blocks, &made.signature.parameters, layout, n);
        let mut scratch = ArrayScratch::default();
        kernel.run(Shared::default(), &arrays, 0..n, &mut scratch);
        blocks.iter().map(|b| b.to_vec().expect("memory")).collect()
    }
}

/// The layout of the elements in memory.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Layout {
    Packed,
    /// Off every alignment.
    Shifted,
    /// Bytes between elements, in the arrays with odd indices only.
    SomeStrided,
    /// From the last to the first.
    Backward,
}

const LAYOUTS: [Layout; 4] = [
    Layout::Packed,
    Layout::Shifted,
    Layout::SomeStrided,
    Layout::Backward,
];

fn blocks(parameters: &[Parameter], _: Layout, n: usize) -> Vec<SharedBytes> {
    let mut random = Random::new(7);
    let mut word = || {
        let seed = random.word();
        match seed >> 28 {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => -0.0,
            _ => (seed >> 8) as f32 / (1 << 21) as f32 - 4.0,
        }
    };
    let block = |p: &Parameter| {
        let words: Vec<f32> = (0..3 * n * p.bytes() / 4 + 8).map(|_| word()).collect();
        SharedBytes::from_bytes(bytemuck::cast_slice(&words)).expect("memory")
    };
    parameters.iter().map(block).collect()
}

fn arrays<'a>(
    blocks: &'a [SharedBytes],
    parameters: &[Parameter],
    layout: Layout,
    n: usize,
) -> Vec<Strided<'a>> {
    let array = |(i, p): (usize, &Parameter)| {
        let size = p.bytes();
        let (start, stride) = match layout {
            Layout::Packed => (0, size as isize),
            Layout::Shifted => (2 * i + 1, size as isize),
            Layout::SomeStrided if i % 2 == 1 => (3, size as isize + 5),
            Layout::SomeStrided => (4, size as isize),
            Layout::Backward => ((n - 1) * size, -(size as isize)),
        };
        Strided::within(&blocks[i], start, stride, size, n).expect("it lies in the block")
    };
    parameters.iter().enumerate().map(array).collect()
}

#[test]
fn engines_agree_on_arrays_of_every_shape() {
    for text in TEXTS {
        let kernel = Kernel::of(text);
        for layout in LAYOUTS {
            for n in [1, 15, 16, 33, 64, 1000, 9000] {
                let want = kernel.run(Engine::Interpreter, layout, n);
                for engine in Engine::all() {
                    let got = kernel.run(engine, layout, n);
                    assert!(got == want, "{engine}, {layout:?}, {n}: {text}");
                }
            }
        }
    }
}

/// Values that come out as they went in.
const COPIES: &[&str] = &[
    "void f(in float a, out float r) { r = a; }",
    "void f(in int a, out int r) { r = a << 0; }",
    "void f(in float a, in float b, out float r, out float q) { r = b; q = a; }",
    "void f(in float a, in float b, out float r, out float q) { r = b + 1.0; q = a; }",
    "void f(in vec a, in vec b, out vec r, out vec q) { r = b; q = a.wzyx; r.y = a.y; }",
    "void f(in vec a, in vec b, in float c, in float d, out vec r, out vec q, out float s, out float t) {
        r = b; q = a; s = d; t = c; }",
    "void f(in dvec a, in dvec b, out dvec r, out dvec q) { r = b; q = a; }",
    "void f(in long a, in long b, out long r, out long q) { r = b; q = a; }",
];

#[test]
fn outputs_may_lie_where_inputs_do() {
    for text in COPIES {
        let kernel = Kernel::of(text);
        let made = kernel.kernel.kernel("f").expect("a kernel");
        let parameters = &made.signature.parameters;
        let n_inputs = parameters.len() / 2;
        for n in [16, 17, 32, 33, 64, 1000] {
            let want = kernel.run(Engine::Interpreter, Layout::Packed, n);
            for engine in Engine::all() {
                let kernel = ArrayKernel::for_engine(&made.code.program, &made.signature, engine);
                let blocks = blocks(parameters, Layout::Packed, n);
                let mut arrays = arrays(&blocks, parameters, Layout::Packed, n);
                let (inputs, outputs) = arrays.split_at_mut(n_inputs);
                outputs.copy_from_slice(inputs);
                kernel.run(
                    Shared::default(),
                    &arrays,
                    0..n,
                    &mut ArrayScratch::default(),
                );
                for (i, parameter) in parameters[n_inputs..].iter().enumerate() {
                    let bytes = n * parameter.bytes();
                    let got = blocks[i].to_vec().expect("memory");
                    let is_same = got[..bytes] == want[n_inputs + i][..bytes];
                    assert!(is_same, "{engine}, {n}, output {i}: {text}");
                }
            }
        }
    }
}

#[test]
fn inputs_with_a_stride_of_0_are_the_same_for_all() {
    for text in TEXTS {
        let made = Kernel::of(text).kernel.kernel("f").expect("a kernel");
        let parameters = &made.signature.parameters;
        let function = Function::new(&made.code.program, made.signature.clone(), Vec::new());
        let n = 3000;
        let run = |same: bool| {
            let blocks = blocks(parameters, Layout::Packed, n);
            // The first array holds one value over and over.
            let value = blocks[0].to_vec().expect("memory")[..parameters[0].bytes()].to_vec();
            blocks[0].write(0, &value.repeat(n));
            let mut arrays = arrays(&blocks, parameters, Layout::Packed, n);
            if same {
                let size = parameters[0].bytes();
                arrays[0] = Strided::within(&blocks[0], 0, 0, size, n).expect("it lies there");
            }
            let done = function.run(n, &arrays, &RunOptions::default());
            assert_eq!(done, Ok(()));
            blocks.iter().map(|b| b.to_vec().expect("memory")).collect()
        };
        let (once, each): (Vec<Vec<u8>>, Vec<Vec<u8>>) = (run(true), run(false));
        assert!(once == each, "{text}");
    }
}
