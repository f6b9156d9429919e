//! Kernels from texts in Cg against the same programs as texts of ARB_vertex_program and ARB_fragment_program, on one
//! thread; and the time from text to machine code.
//!
//! Both kernels run over the same inputs, in pairs of rounds. The ratio is the median of the pairs' ratios of processor
//! time. Before, their results are compared.
//!
//! usage: `scripts/bench cg`, or `cargo bench --bench cg -- [NAME...] [--reference FOLDER]`. FOLDER has real shaders
//! and NVIDIA's compiler, which runs over them as well (`corpus/`, `expected.tsv`, `cgc_ref.py`); without one these are left out.
//! `CG_BENCH_ROUNDS` is the number of rounds (21).

#[path = "cg/compile.rs"]
mod compile;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use trilobite::format::TextureShape;
use trilobite::frontend::assembly::arb::{Limits, load_fragment, load_vertex};
use trilobite::frontend::binding::Binding;
use trilobite::frontend::c_like::cg::{Program as CgProgram, Request, StageOptions, profile};
use trilobite::frontend::c_like::entry::semantics::Stage;
use trilobite::frontend::preprocessor::NoFiles;
use trilobite::ir::Program;
use trilobite::kernel::layout::{MAX_PIXEL_PLANES, SamplerSlot};
use trilobite::kernel::{Engine, Invocation, Kernel, PixelWindow, Scratch, compile_for};
use trilobite::simd::{LANES, LanesF32};
use trilobite::texture::{
    Filter, Image, Level, PADDING_BYTES, SamplerState, TexelFormat, Texture, Wrap,
};

/// The number of groups of a 64×64 tile.
const GROUPS: usize = 256;
const CASES: [(&str, Stage); 5] = [
    ("lights", Stage::Fragment),
    ("bump", Stage::Fragment),
    ("blur", Stage::Fragment),
    ("post", Stage::Fragment),
    ("vertex", Stage::Vertex),
];
/// A program with the meaning of its uniforms.
struct Code {
    program: Arc<Program>,
    bindings: Vec<Binding>,
}

/// The greatest difference of results, relative above 1.
const TOLERANCE: f32 = 1e-4;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/cg")
}

fn text(name: &str, language: &str) -> Vec<u8> {
    let path = folder().join(name).with_extension(language);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn arb(text: &[u8], stage: Stage) -> Code {
    let loaded = match stage {
        Stage::Vertex => load_vertex(text, &Limits::VERTEX),
        Stage::Fragment => load_fragment(text, &Limits::FRAGMENT),
    };
    let loaded = loaded.expect("a correct program");
    Code {
        program: loaded.code().program.clone(),
        bindings: loaded.code().bindings.clone(),
    }
}

/// The program of an entry `main`, as GL loads it.
fn cg(text: &[u8], stage: Stage) -> Code {
    let mut request = Request::new(text, profile::find("latest").expect("our own profile"));
    request.entry = Some("main");
    request.is_strict = false;
    let program = CgProgram::load(&request, &mut NoFiles)
        .unwrap_or_else(|refused| panic!("{}", refused.errors[0]));
    let entry = program.entry(&StageOptions::new(stage));
    let code = entry.unwrap_or_else(|e| panic!("{e}")).code;
    Code {
        program: code.program,
        bindings: code.bindings,
    }
}

/// Constants as they stand, ½ for all else.
fn uniforms(code: &Code) -> Vec<f32> {
    let rows = code.bindings.iter().flat_map(|binding| match binding {
        Binding::Constant(constant) => *constant,
        _ => [0.5; 4],
    });
    let mut uniforms: Vec<f32> = rows.collect();
    uniforms.resize(code.program.n_uniforms as usize, 0.5);
    uniforms
}

/// A texture without repetition, sampled linearly.
fn texture() -> Texture {
    const SIZE: u32 = 256;
    let (kind, format) = (TextureShape::D2, TexelFormat::Rgba8);
    let mut level = Level {
        width: SIZE,
        height: SIZE,
        depth: 1,
        border: 0,
        texels: Arc::default(),
    };
    let bytes = level.stored_bytes(kind, format).expect("a small image");
    let mut texels: Vec<u8> = (0..bytes).map(|i| (i * 7 + i / 1021) as u8).collect();
    texels.resize(bytes + PADDING_BYTES, 0);
    level.texels = Arc::new(texels);
    Texture {
        image: Arc::new(Image {
            kind,
            format,
            faces: vec![vec![Some(level)]],
        }),
        sampler: SamplerState {
            wrap: [Wrap::Repeat; 3],
            mag: Filter::Linear,
            min: Filter::Linear,
            ..SamplerState::NEAREST
        },
    }
}

/// A kernel with memory of its own.
struct Case {
    kernel: Arc<dyn Kernel>,
    program: Arc<Program>,
    uniforms: Vec<f32>,
    inputs: Vec<LanesF32>,
    outputs: Vec<LanesF32>,
    scratch: Scratch,
    texture: Texture,
}

impl Case {
    fn new(code: &Code, engine: Engine) -> Case {
        let program = code.program.clone();
        // Between 0.1 and 1, different in each slot, lane and group.
        let value = |group: usize, slot: usize, lane: usize| {
            0.1 + 0.9 * ((group * 7919 + slot * 31 + lane * 104_729) % 1000) as f32 / 1000.0
        };
        let places = (0..GROUPS).flat_map(|g| (0..program.n_inputs as usize).map(move |s| (g, s)));
        let inputs = places.map(|(g, s)| std::array::from_fn(|l| value(g, s, l)));
        Case {
            kernel: compile_for(&program, engine),
            uniforms: uniforms(code),
            inputs: inputs.collect(),
            outputs: vec![[0.0; LANES]; GROUPS * program.n_outputs as usize],
            program,
            scratch: Scratch::default(),
            texture: texture(),
        }
    }

    fn run(&mut self) {
        let sampler: SamplerSlot<'_> = Some(&self.texture);
        let mut inv = Invocation {
            uniforms: &self.uniforms,
            inputs: &self.inputs,
            n_inputs: self.program.n_inputs as usize,
            outputs: &mut self.outputs,
            n_outputs: self.program.n_outputs as usize,
            planes: &[],
            groups: &[],
            masks: &mut [0xffff; GROUPS],
            front_facing: true,
            pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
            samplers: &[sampler; 2],
        };
        self.kernel.run(&mut inv, &mut self.scratch);
    }

    /// An output slot of a group.
    fn output(&self, group: usize, slot: usize) -> Option<&LanesF32> {
        let n = self.program.n_outputs as usize;
        (slot < n).then(|| &self.outputs[group * n + slot])
    }
}

/// The greatest difference of the outputs that both programs have.
fn difference(a: &Case, b: &Case) -> f32 {
    let mut greatest = 0.0;
    for (group, slot) in (0..GROUPS).flat_map(|g| (0..64).map(move |s| (g, s))) {
        let (Some(x), Some(y)) = (a.output(group, slot), b.output(group, slot)) else {
            continue;
        };
        for (x, y) in x.iter().zip(y) {
            let d = (x - y).abs() / y.abs().max(1.0);
            greatest = if d.is_nan() {
                f32::INFINITY
            } else {
                f32::max(greatest, d)
            };
        }
    }
    greatest
}

/// Seconds of processor time of this process.
fn cpu_seconds() -> f64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the call fills the struct.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

/// Seconds of one run: the mean of `n`.
fn seconds(n: u32, case: &mut Case) -> f64 {
    let start = cpu_seconds();
    (0..n).for_each(|_| case.run());
    (cpu_seconds() - start) / f64::from(n)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Operations of a program after all passes.
fn operations(program: &Program) -> usize {
    let program = trilobite::passes::standard(program);
    program.insts().count()
}

fn compare(name: &str, stage: Stage) {
    let codes = [arb(&text(name, "arb"), stage), cg(&text(name, "cg"), stage)];
    let counts = codes.each_ref().map(|code| operations(&code.program));
    for engine in Engine::all().filter(|e| !matches!(e, Engine::Interpreter)) {
        let mut cases = codes.each_ref().map(|code| Case::new(code, engine));
        cases.iter_mut().for_each(Case::run);
        let difference = difference(&cases[0], &cases[1]);
        assert!(
            difference <= TOLERANCE,
            "{name}: results differ by {difference:e}"
        );
        let n = (4e-3 / seconds(1, &mut cases[0]).max(1e-6)).ceil() as u32;
        let rounds = std::env::var("CG_BENCH_ROUNDS")
            .ok()
            .and_then(|n| n.parse().ok())
            .unwrap_or(21);
        let rounds: Vec<[f64; 2]> = (0..rounds)
            .map(|_| cases.each_mut().map(|case| seconds(n, case)))
            .collect();
        let of = |f: fn(&[f64; 2]) -> f64| median(rounds.iter().map(f).collect());
        let each = |seconds: f64| 1e9 * seconds / GROUPS as f64;
        println!(
            "| {name} | {engine:?} | {} | {} | {:.1} | {:.1} | **{:.2}** | {difference:.0e} |",
            counts[0],
            counts[1],
            each(of(|r| r[0])),
            each(of(|r| r[1])),
            of(|r| r[0] / r[1])
        );
    }
}

fn main() {
    // Other arguments are for benches by criterion.
    let arguments: Vec<String> = std::env::args().collect();
    let after = |word: &str| {
        arguments
            .iter()
            .position(|a| a == word)
            .and_then(|i| arguments.get(i + 1))
    };
    let names: Vec<&String> = arguments
        .iter()
        .filter(|a| CASES.iter().any(|c| c.0 == *a))
        .collect();
    // First, since the library's text is read only once.
    if names.is_empty() {
        compile::report(after("--reference").map(Path::new));
    }
    println!(
        "| kernel | engine | operations, ARB | Cg | ARB, ns for 16 | Cg | ratio | difference |\n|---|---|---:|---:|---:|---:|---:|---:|"
    );
    for (name, stage) in CASES {
        if names.is_empty() || names.iter().any(|n| **n == name) {
            compare(name, stage);
        }
    }
}
