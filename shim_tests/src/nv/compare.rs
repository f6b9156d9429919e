//! Compares a program's text through the driver (parser, lowering, passes, interpreter) with the evaluator, vertex by
//! vertex. Each vertex runs beside different neighbours.

use super::ast::*;
use super::evaluate::{EXECUTION_LIMIT, End, Evaluator, Inputs, Outcome};
use super::math::Math;
use super::{STATES, print::print};
use crate::random::Random;
use std::fmt::Write;
use trilobite::frontend::assembly::arb::{Limits, load_vertex};
use trilobite::frontend::binding::Binding;
use trilobite::ir::interface::{attribute, varying};
use trilobite::ir::{self, ProgramId};
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::{Engine, Invocation, Kernel, PixelWindow, Scratch, compile_uncached};
use trilobite::passes;
use trilobite::simd::LANES;

/// Scalar slots of vertex outputs.
const N_OUTPUTS: usize = 4 * varying::GENERIC_0 as usize;
/// Scalar slots of vertex inputs.
const N_INPUTS: usize = 4 * attribute::COUNT as usize;

/// Counts of what random programs did. They show that the tests reach all cases.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    pub programs: u64,
    /// The number of vertices for each way to end: [`End`] in order.
    pub ends: [u64; 4],
    /// The number of vertices for each depth of the call stack.
    pub depths: [u64; 5],
    /// The values of condition codes that occurred, by bit.
    pub codes: u8,
    /// Executed instructions.
    pub executed: u64,
    /// The number of programs whose vertices took different paths.
    pub divergent: u64,
}

impl Seen {
    /// Adds another count.
    pub fn add(&mut self, other: &Seen) {
        self.programs += other.programs;
        self.executed += other.executed;
        self.divergent += other.divergent;
        self.codes |= other.codes;
        (0..4).for_each(|i| self.ends[i] += other.ends[i]);
        (0..5).for_each(|i| self.depths[i] += other.depths[i]);
    }

    fn outcomes(&mut self, outcomes: &[Outcome]) {
        for o in outcomes {
            self.ends[o.end as usize] += 1;
            self.depths[o.depth] += 1;
            self.codes |= o.codes_seen;
            self.executed += u64::from(o.executed);
        }
        let first = &outcomes[0];
        let differs = |o: &Outcome| o.executed != first.executed || o.end != first.end;
        self.divergent += u64::from(outcomes.iter().any(differs));
    }
}

/// The values that programs read.
struct Scene {
    vertices: Vec<[[f32; 4]; 32]>,
    env: Vec<[f32; 4]>,
    local: Vec<[f32; 4]>,
    state: Vec<[f32; 4]>,
}

impl Scene {
    fn new(random: &mut Random, n_env: usize) -> Scene {
        let n = 1 + random.below(36);
        let mut vectors = |n: usize| -> Vec<[f32; 4]> {
            (0..n)
                .map(|_| std::array::from_fn(|_| value(random)))
                .collect()
        };
        let (env, local, state) = (vectors(n_env), vectors(40), vectors(STATES.len()));
        let mut vertices: Vec<[[f32; 4]; 32]> = Vec::new();
        for _ in 0..n {
            let all = vectors(32);
            vertices.push(std::array::from_fn(|i| all[i]));
        }
        Scene {
            vertices,
            env,
            local,
            state,
        }
    }

    fn inputs(&self, vertex: usize) -> Inputs<'_> {
        Inputs {
            attributes: &self.vertices[vertex],
            env: &self.env,
            local: &self.local,
            state: &self.state,
        }
    }

    fn uniforms(&self, bindings: &[Binding]) -> Result<Vec<f32>, String> {
        let mut out = Vec::new();
        for binding in bindings {
            out.extend(match binding {
                Binding::Constant(c) => *c,
                Binding::Env(n) => self.env[*n as usize],
                Binding::Local(n) => self.local[*n as usize],
                state => {
                    let n = STATES.iter().position(|(_, s)| s == state);
                    self.state[n.ok_or(format!("{state:?} is not in the text"))?]
                }
            });
        }
        Ok(out)
    }
}

/// Makes any float: special ones, small integers (rows of arrays), small numbers, numbers near the bounds of address
/// registers, and any bits.
fn value(random: &mut Random) -> f32 {
    const SPECIAL: [f32; 14] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        1e-40,
        -3e-39,
        f32::MAX,
        f32::MIN_POSITIVE,
        0.5,
        -2.5,
        1e-45,
    ];
    const EDGES: [f32; 8] = [-512.0, -512.5, -513.0, 511.0, 511.5, 512.0, 1e9, -1e9];
    match random.below(16) {
        0..=3 => random.pick(&SPECIAL),
        4..=8 => random.below(14) as f32 - 4.0,
        9 => random.below(28) as f32 / 2.0 - 4.0,
        10 => random.pick(&EDGES),
        11 => f32::from_bits(random.below(u32::MAX)),
        _ => random.below(4001) as f32 / 500.0 - 4.0,
    }
}

/// Compares one program. Its spelling, inputs, neighbours and engine follow from the seed.
pub fn check(program: &Program, seed: u64, math: &Math, seen: &mut Seen) -> Result<(), String> {
    check_text(program, &print(program, seed), seed, math, seen)
}

/// Compares a given text, as [`check`] does.
pub fn check_text(
    program: &Program,
    text: &str,
    seed: u64,
    math: &Math,
    seen: &mut Seen,
) -> Result<(), String> {
    let mut random = Random::new(seed ^ 0x0fac_1e5a);
    let loaded = load_vertex(text.as_bytes(), &Limits::VERTEX)
        .map_err(|e| format!("does not load: {}", e.info_log(text.as_bytes())))?;
    let code = loaded.code();
    let n_env = program.native.map_or(40, |_| 256);
    let scene = Scene::new(&mut random, n_env);
    let (lowered, limit) = with_limit(&code.program, &mut random);
    // The evaluator runs each vertex alone.
    let evaluator = Evaluator::new(program, math);
    let expected: Vec<Outcome> = (0..scene.vertices.len())
        .map(|v| evaluator.run(&scene.inputs(v), limit.unwrap_or(EXECUTION_LIMIT)))
        .collect();
    seen.programs += 1;
    seen.outcomes(&expected);
    if limit.is_none() && expected.iter().any(|o| o.end == End::Limit) {
        return Err("the driver sees no way to exceed the limit".into());
    }
    // The driver runs the vertices beside each other, in several orders.
    let mut uniforms = scene.uniforms(&code.bindings)?;
    uniforms.resize(uniforms.len().max(lowered.n_uniforms as usize), 0.0);
    let engines: Vec<Engine> = Engine::all().collect();
    let engine = engines[seed as usize % engines.len()];
    let kernel = compile_uncached(&passes::standard(&lowered), engine);
    let mut scratch = Scratch::default();
    let run = Run {
        kernel: kernel.as_ref(),
        scene: &scene,
        uniforms: &uniforms,
    };
    for places in company(scene.vertices.len(), &mut random) {
        let outputs = run.outputs(&places, &mut scratch);
        for (place, vertex) in places.iter().enumerate() {
            let Some(vertex) = *vertex else { continue };
            let got = |slot: usize| outputs[place / LANES * N_OUTPUTS + slot][place % LANES];
            if let Err(e) = same(&expected[vertex], got) {
                return Err(report(
                    &run,
                    program,
                    vertex,
                    &places,
                    limit,
                    &expected[vertex],
                    &e,
                ));
            }
        }
    }
    Ok(())
}

/// Makes the program with its execution limit. Most programs get a smaller limit, so that endless loops are cheap and end
/// in all places. One in 400 has the real limit. Programs that cannot exceed it have none.
fn with_limit(program: &ir::Program, random: &mut Random) -> (ir::Program, Option<u32>) {
    let mut out = program.clone();
    let limit = match random.below(400) {
        0 => EXECUTION_LIMIT,
        1..=40 => 200 + random.below(800),
        _ => 10 + random.below(120),
    };
    if out.instruction_limit.is_some() {
        assert_eq!(out.instruction_limit, Some(EXECUTION_LIMIT));
        out.instruction_limit = Some(limit);
        out.id = ProgramId::unique();
    }
    let limit = out.instruction_limit;
    (out, limit)
}

/// The vertex that each lane runs: all in order, or shuffled with holes, or two alone in a group.
fn company(n: usize, random: &mut Random) -> Vec<Vec<Option<usize>>> {
    let in_order = (0..n).map(Some).collect();
    let mut mixed: Vec<Option<usize>> = (0..n).map(Some).collect();
    mixed.resize(n + n / 3, None);
    for i in (1..mixed.len()).rev() {
        mixed.swap(i, random.below(i as u32 + 1) as usize);
    }
    let mut out = vec![in_order, mixed];
    for _ in 0..2 {
        let mut alone = vec![None; LANES];
        alone[random.below(LANES as u32) as usize] = Some(random.below(n as u32) as usize);
        out.push(alone);
    }
    out
}

/// Shared by all runs of a program.
struct Run<'a> {
    kernel: &'a dyn Kernel,
    scene: &'a Scene,
    uniforms: &'a [f32],
}

impl Run<'_> {
    fn outputs(&self, places: &[Option<usize>], scratch: &mut Scratch) -> Vec<[f32; LANES]> {
        let n_groups = places.len().div_ceil(LANES);
        let mut inputs = vec![[0.25; LANES]; n_groups * N_INPUTS];
        let mut masks = vec![0u16; n_groups];
        for (place, vertex) in places.iter().enumerate() {
            let (group, lane) = (place / LANES, place % LANES);
            let Some(vertex) = *vertex else { continue };
            masks[group] |= 1 << lane;
            for (n, value) in self.scene.vertices[vertex].iter().enumerate() {
                for c in 0..4 {
                    inputs[group * N_INPUTS + 4 * n + c][lane] = value[c];
                }
            }
        }
        let default = |slot: usize| -> [f32; LANES] {
            let vec4 = slot as u32 % N_OUTPUTS as u32 / 4;
            let is_clip = (varying::CLIP_0..varying::TEX_COORD_0).contains(&vec4);
            [if slot % 4 == 3 && !is_clip { 1.0 } else { 0.0 }; LANES]
        };
        let mut outputs: Vec<_> = (0..n_groups * N_OUTPUTS).map(default).collect();
        self.kernel.run(
            &mut Invocation {
                uniforms: self.uniforms,
                inputs: &inputs,
                n_inputs: N_INPUTS,
                outputs: &mut outputs,
                n_outputs: N_OUTPUTS,
                planes: &[],
                groups: &[],
                masks: &mut masks,
                front_facing: true,
                pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
                samplers: &[],
            },
            scratch,
        );
        outputs
    }
}

/// The driver's slot of a component of a result. Returns `None` where the component has no meaning.
fn slot(result: u8, c: usize) -> Option<usize> {
    let vec4 = match result {
        0 => varying::POSITION,
        1 => varying::FRONT_COLOR,
        2 => varying::FRONT_SECONDARY,
        3 => varying::BACK_COLOR,
        4 => varying::BACK_SECONDARY,
        5 if c == 0 => varying::FOG_COORD,
        6 if c == 0 => varying::POINT_SIZE,
        5 | 6 => return None,
        RESULT_TEXCOORD_0..RESULT_CLIP_0 => {
            varying::TEX_COORD_0 + u32::from(result - RESULT_TEXCOORD_0)
        }
        _ => {
            let n = usize::from(result - RESULT_CLIP_0);
            return (c == 0).then_some(4 * varying::CLIP_0 as usize + n);
        }
    };
    Some(4 * vec4 as usize + c)
}

fn same(expected: &Outcome, got: impl Fn(usize) -> f32) -> Result<(), String> {
    for (n, result) in expected.results.iter().enumerate() {
        for (c, want) in result.iter().enumerate() {
            let Some(slot) = slot(n as u8, c) else {
                continue;
            };
            let got = got(slot);
            if got.to_bits() != want.to_bits() && !(got.is_nan() && want.is_nan()) {
                return Err(format!(
                    "result {n}, component {c} is {got:?} ({:08x}), not {want:?} ({:08x})",
                    got.to_bits(),
                    want.to_bits()
                ));
            }
        }
    }
    Ok(())
}

fn report(
    run: &Run<'_>,
    program: &Program,
    vertex: usize,
    places: &[Option<usize>],
    limit: Option<u32>,
    expected: &Outcome,
    what: &str,
) -> String {
    let mut out = format!(
        "vertex {vertex}: {what}\nit ends by {:?} after {} instructions (limit {limit:?}), call depth {}\n\
         vertices by lane: {places:?}\n",
        expected.end, expected.executed, expected.depth
    );
    let sources = || program.alus().flat_map(|a| &a.sources).map(|s| s.source);
    for (n, value) in run.scene.vertices[vertex].iter().enumerate() {
        if sources().any(|s| s == Source::Attribute(n as u8)) {
            let _ = writeln!(out, "attribute {n} = {value:?}");
        }
    }
    let inline = sources().filter_map(|s| match s {
        Source::Inline(p) => Some(p),
        _ => None,
    });
    let declared = program
        .singles
        .iter()
        .chain(program.arrays.iter().flatten());
    for param in inline.chain(declared.copied()) {
        let (name, value) = match param {
            Param::Env(n) => (format!("program.env[{n}]"), run.scene.env[usize::from(n)]),
            Param::Local(n) => (
                format!("program.local[{n}]"),
                run.scene.local[usize::from(n)],
            ),
            Param::State(n) => (
                STATES[usize::from(n)].0.into(),
                run.scene.state[usize::from(n)],
            ),
            Param::Constant(_) => continue,
        };
        let _ = writeln!(out, "{name} = {value:?}");
    }
    out
}
