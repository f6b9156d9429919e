//! Compares kernels of random programs, with and without passes, on each instruction set, with the scalar engine, lane by
//! lane.
//!
//! On failure the message names the seed and shows the program. `ORACLE_SEEDS=n` tries the seeds below n instead of 400.

use shim_tests::emit::through_muda;
use shim_tests::random::Random;
use shim_tests::random_ir::{self, PLANES, SLOTS};
use shim_tests::scalar;
use std::sync::Arc;
use trilobite::emit::About;
use trilobite::ir::{Op, OpKind, Program, verify};
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::layout::{SampleRequest, SampleResult, Sampler};
use trilobite::kernel::{
    Engine, Group, Invocation, Kernel, PixelWindow, Scratch, compile_uncached,
};
use trilobite::passes::expand_math::expand_math;
use trilobite::simd::{InstructionSet, LANES, LanesF32};

const SETS: [InstructionSet; 3] = [
    InstructionSet::Portable,
    InstructionSet::Avx2,
    InstructionSet::Avx512,
];

/// A sampler whose every result depends on every operand, and on the quad.
struct Mixer(f32);

impl Sampler for Mixer {
    fn sample(&self, request: &SampleRequest, result: &mut SampleResult) {
        let [s, t, r, q] = &request.coords;
        let mode = request.mode as u32 as f32;
        for l in 0..LANES {
            result[0][l] = s[l] - 2.0 * t[l] + self.0;
            result[1][l] = r[l] * q[l] + mode;
            result[2][l] = request.lod[l] + s[l ^ 1] - s[l];
            result[3][l] = t[l ^ 2] + 0.25;
        }
    }
}

/// The inputs and initial values of a run.
struct Scene {
    uniforms: Vec<f32>,
    inputs: Vec<LanesF32>,
    planes: Vec<[f32; 4]>,
    groups: Vec<Group>,
    masks: Vec<u16>,
    front_facing: bool,
    /// Planes 0, 1 and 4 of 64×64 pixels; the others are missing.
    pixels: Vec<u32>,
}

/// The results of a run.
#[derive(Clone)]
struct Outcome {
    outputs: Vec<LanesF32>,
    masks: Vec<u16>,
    pixels: Vec<u32>,
}

/// One less than the number of primitives in a run that have their own planes.
const MOST_PLANES_BEFORE: u32 = 3;

const PRESENT: [usize; 3] = [0, 1, 4];

impl Scene {
    fn new(random: &mut Random, n_groups: usize) -> Scene {
        let lanes = |r: &mut Random| std::array::from_fn(|_| r.f32());
        let mut first = random.below(200);
        Scene {
            uniforms: (0..SLOTS + 20).map(|_| random.f32()).collect(),
            inputs: (0..n_groups * SLOTS as usize)
                .map(|_| lanes(random))
                .collect(),
            planes: (0..(1 + MOST_PLANES_BEFORE) * PLANES)
                .map(|_| std::array::from_fn(|_| random.f32()))
                .collect(),
            groups: (0..n_groups)
                .map(|_| {
                    // Primitives may cover blocks of those before them.
                    first = match random.below(4) {
                        0 => first - first.min(random.below(3)),
                        _ => (first + 1 + random.below(4)).min(255),
                    };
                    Group {
                        planes: random.below(MOST_PLANES_BEFORE + 1) * PLANES,
                        ..Group::at((first % 16) as u8, (first / 16) as u8)
                    }
                })
                .collect(),
            masks: (0..n_groups)
                .map(|_| match random.below(4) {
                    0 => 0,
                    1 | 2 => 0xffff,
                    _ => random.below(0x1_0000) as u16,
                })
                .collect(),
            front_facing: random.one_in(2),
            pixels: (0..3 * 64 * 64u32)
                .map(|i| i.wrapping_mul(2_654_435_761))
                .collect(),
        }
    }

    fn outcome(&self) -> Outcome {
        Outcome {
            outputs: vec![[-9.0; LANES]; self.groups.len() * SLOTS as usize],
            masks: self.masks.clone(),
            pixels: self.pixels.clone(),
        }
    }

    fn run_kernel(&self, kernel: &dyn Kernel, scratch: &mut Scratch) -> Outcome {
        let mut out = self.outcome();
        let mut pixels = [PixelWindow::NONE; MAX_PIXEL_PLANES];
        let start = out.pixels.as_mut_ptr();
        for (i, plane) in PRESENT.iter().enumerate() {
            // SAFETY: each window covers its own 64×64 pixels of `out.pixels`, which nothing else accesses during the
            // run.
            pixels[*plane] = unsafe { PixelWindow::new(start.add(i * 4096)) };
        }
        let (a, b) = (Mixer(0.5), Mixer(3.0));
        kernel.run(
            &mut Invocation {
                uniforms: &self.uniforms,
                inputs: &self.inputs,
                n_inputs: SLOTS as usize,
                outputs: &mut out.outputs,
                n_outputs: SLOTS as usize,
                planes: &self.planes,
                groups: &self.groups,
                masks: &mut out.masks,
                front_facing: self.front_facing,
                pixels: &pixels,
                samplers: &[Some(&a), Some(&b), None],
            },
            scratch,
        );
        out
    }

    fn run_scalar(&self, program: &Program) -> Outcome {
        let mut out = self.outcome();
        let (a, b) = (Mixer(0.5), Mixer(3.0));
        for (g, placed) in self.groups.iter().enumerate() {
            let [x, y] = placed.place();
            let at = |i: usize, l: usize| 4096 * i + placed.block as usize / 4 + l;
            let slots = g * SLOTS as usize..(g + 1) * SLOTS as usize;
            let mut group = scalar::ir::Group {
                uniforms: &self.uniforms,
                inputs: &self.inputs[slots.clone()],
                outputs: out.outputs[slots.clone()].to_vec(),
                planes: &self.planes[placed.planes as usize..],
                place: (x.into(), y.into()),
                mask: self.masks[g],
                front_facing: self.front_facing,
                pixels: [None; 5],
                samplers: &[Some(&a), Some(&b), None],
            };
            for (i, plane) in PRESENT.iter().enumerate() {
                group.pixels[*plane] = Some(std::array::from_fn(|l| out.pixels[at(i, l)]));
            }
            scalar::ir::run(program, &mut group);
            out.outputs[slots].copy_from_slice(&group.outputs);
            out.masks[g] = group.mask;
            for (i, plane) in PRESENT.iter().enumerate() {
                let lanes = group.pixels[*plane].expect("a present plane");
                (0..LANES).for_each(|l| out.pixels[at(i, l)] = lanes[l]);
            }
        }
        out
    }
}

/// Checks that live masks and pixels are equal, and outputs of lanes that are live at the end (any NaN equals any
/// other).
fn compare(got: &Outcome, want: &Outcome) -> Result<(), String> {
    if got.masks != want.masks {
        return Err(format!("masks {:x?}, not {:x?}", got.masks, want.masks));
    }
    if let Some(i) = (0..got.pixels.len()).find(|i| got.pixels[*i] != want.pixels[*i]) {
        return Err(format!(
            "pixel {i} is {:x}, not {:x}",
            got.pixels[i], want.pixels[i]
        ));
    }
    for (i, (a, b)) in got.outputs.iter().zip(&want.outputs).enumerate() {
        let (group, slot) = (i / SLOTS as usize, i % SLOTS as usize);
        for l in (0..LANES).filter(|l| want.masks[group] >> l & 1 != 0) {
            if a[l].to_bits() != b[l].to_bits() && !(a[l].is_nan() && b[l].is_nan()) {
                return Err(format!(
                    "group {group}, output {slot}, lane {l} is {}, not {}",
                    a[l], b[l]
                ));
            }
        }
    }
    Ok(())
}

#[track_caller]
fn check(seed: u64, program: Program, scratches: &mut [Scratch]) {
    assert_eq!(verify::verify(&program), Ok(()), "seed {seed}:\n{program}");
    let expanded = expand_math(&program);
    let optimized = trilobite::passes::standard(&program);
    let kernels: Vec<(String, Engine, Arc<dyn Kernel>)> = Engine::all()
        .flat_map(|engine| {
            [("all", &optimized), ("no", &expanded)].map(|(passes, program)| {
                let name = format!("{engine:?}, {passes} passes");
                (name, engine, compile_uncached(program, engine))
            })
        })
        .collect();
    let mut random = Random::new(seed ^ 0x5eed);
    for n_groups in [1 + (seed % 9) as usize, 17] {
        let scene = Scene::new(&mut random, n_groups);
        let want = scene.run_scalar(&expanded);
        for (name, engine, kernel) in &kernels {
            // Machine code is made for one instruction set. The interpreter runs on any.
            let n_sets = if *engine == Engine::Interpreter { 3 } else { 1 };
            for (set, scratch) in SETS.iter().zip(&mut *scratches).take(n_sets) {
                if let Err(e) = compare(&scene.run_kernel(kernel.as_ref(), scratch), &want) {
                    panic!("seed {seed}, {name}, {set:?}, {n_groups} groups: {e}\n{program}");
                }
            }
        }
    }
}

/// Runs the program that its MUDA form loads as, on all engines, and compares it with the scalar engine.
#[track_caller]
fn check_through_muda(seed: u64, program: &Program, scratch: &mut Scratch) {
    let unwritten = |_| (-9.0f32).to_bits();
    let (again, text) = through_muda(program, &About::default(), &unwritten)
        .unwrap_or_else(|e| panic!("seed {seed}: {e}\n{program}"));
    let scene = Scene::new(&mut Random::new(seed ^ 0x5eed), 1 + (seed % 5) as usize);
    let want = scene.run_scalar(&expand_math(program));
    for engine in Engine::all() {
        let kernel = compile_uncached(&trilobite::passes::standard(&again), engine);
        if let Err(e) = compare(&scene.run_kernel(kernel.as_ref(), scratch), &want) {
            panic!("seed {seed}, {engine:?}: {e}\n{program}\n{text}");
        }
    }
}

#[test]
fn programs_through_muda() {
    let mut scratch = Scratch::default();
    for seed in seeds() {
        check_through_muda(seed, &random_ir::straight(seed), &mut scratch);
        check_through_muda(seed, &random_ir::branching(seed), &mut scratch);
    }
}

fn scratches() -> Vec<Scratch> {
    SETS.iter()
        .map(|set| Scratch::with_instruction_set(*set))
        .collect()
}

fn seeds() -> std::ops::Range<u64> {
    let n = std::env::var("ORACLE_SEEDS").ok();
    0..n.map_or(400, |n| n.parse().expect("a number of seeds"))
}

#[test]
fn straight_programs() {
    let mut scratches = scratches();
    seeds().for_each(|seed| check(seed, random_ir::straight(seed), &mut scratches));
}

#[test]
fn branching_programs() {
    let mut scratches = scratches();
    seeds().for_each(|seed| check(seed, random_ir::branching(seed), &mut scratches));
}

#[test]
fn the_generator_reaches_every_opcode() {
    let programs: Vec<Program> = (0..400)
        .flat_map(|s| [random_ir::straight(s), random_ir::branching(s)])
        .collect();
    for op in Op::ALL {
        let n = programs
            .iter()
            .flat_map(Program::insts)
            .filter(|i| i.op == *op)
            .count();
        assert!(
            n > 20,
            "{} stands only {n} times in the random programs",
            op.info().name
        );
    }
    let blocks_with_quads = programs
        .iter()
        .flat_map(|p| &p.blocks[1..])
        .flat_map(|b| &b.insts);
    assert!(
        blocks_with_quads
            .into_iter()
            .all(|i| i.op.info().kind != OpKind::Quad)
    );
}

#[test]
fn the_text_form_comes_back() {
    for seed in 0..200 {
        for program in [random_ir::straight(seed), random_ir::branching(seed)] {
            let text = program.to_string();
            let again = trilobite::ir::parse::parse(&text).expect("what was printed");
            assert_eq!(again.to_string(), text);
            assert_eq!(again.value_types, program.value_types, "seed {seed}");
            let plain = |p: &Program| {
                p.insts()
                    .map(|i| (i.op, i.args.to_vec(), i.imm))
                    .collect::<Vec<_>>()
            };
            assert_eq!(plain(&again), plain(&program), "seed {seed}");
        }
    }
}
