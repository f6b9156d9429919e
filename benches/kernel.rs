//! Measures kernels alone, in pixels per second on one thread, and the time to compile one.
//!
//! The fragment program has three point lights with per-pixel normal and Blinn specular: 63 instructions, among them 3
//! POW and 11 reciprocals.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::fmt::Write;
use std::sync::Arc;
use trilobite::frontend::assembly::arb::{Limits, load_fragment};
use trilobite::frontend::binding::Binding;
use trilobite::ir::{Program, ProgramId};
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::{Engine, Invocation, PixelWindow, Scratch, compile_for};
use trilobite::simd::{InstructionSet, LANES, LanesF32};

/// The number of groups of a 64×64 tile.
const GROUPS: usize = 256;

/// `shininess` is that of the first light, and the increase with each further one.
fn three_lights(shininess: [f32; 2]) -> String {
    let mut s = String::from(
        "!!ARBfp1.0\nPARAM half = { 0.5, 0.5, 2.0, 0 }; PARAM ambient = { 0.05, 0.06, 0.08, 1 };\n",
    );
    for i in 0..3 {
        let k = i as f32;
        let [x, y, z, falloff] = [0.2 + 0.3 * k, 0.8 - 0.25 * k, 0.5 + 0.1 * k, 1.5 + k];
        let [r, g, b] = [0.9 - 0.3 * k, 0.4 + 0.1 * k, 0.2 + 0.3 * k];
        let shininess = shininess[0] + shininess[1] * k;
        writeln!(s, "PARAM place{i} = {{ {x}, {y}, {z}, {falloff} }}; PARAM color{i} = {{ {r}, {g}, {b}, {shininess} }};")
            .expect("strings take all");
    }
    s += "TEMP n, v, l, h, d, s, t;
        DP3 t.w, fragment.texcoord[0], fragment.texcoord[0]; RSQ t.w, t.w; MUL n.xyz, fragment.texcoord[0], t.w;
        SUB v.xyz, half, fragment.texcoord[1]; DP3 v.w, v, v; RSQ v.w, v.w; MUL v.xyz, v, v.w;
        MOV d, ambient; MOV s, ambient.w; MOV s.xyz, half.w;\n";
    for i in 0..3 {
        let light = "SUB l.xyz, place#, fragment.texcoord[1]; DP3 l.w, l, l; RSQ t.x, l.w; MUL l.xyz, l, t.x;
            ADD h.xyz, l, v; DP3 t.x, h, h; RSQ t.x, t.x; MUL h.xyz, h, t.x;
            DP3_SAT t.y, n, l; DP3_SAT t.z, n, h; POW t.z, t.z, color#.w; MAD t.w, l.w, place#.w, ambient.w; RCP t.w, t.w;
            MUL t.y, t.y, t.w; MUL t.z, t.z, t.w; MAD d.xyz, color#, t.y, d; MAD s.xyz, color#, t.z, s;\n";
        s += &light.replace('#', &i.to_string());
    }
    s + "MAD result.color.xyz, d, fragment.color, s; MOV result.color.w, d.w;\nEND\n"
}

/// The program and its uniforms.
fn program(shininess: [f32; 2]) -> (Program, Vec<f32>) {
    let loaded = load_fragment(three_lights(shininess).as_bytes(), &Limits::FRAGMENT)
        .expect("a correct program");
    let code = loaded.code();
    let uniforms = code.bindings.iter().flat_map(|binding| match binding {
        Binding::Constant(constant) => *constant,
        _ => [0.5; 4],
    });
    let mut uniforms: Vec<f32> = uniforms.collect();
    uniforms.resize(code.program.n_uniforms as usize, 0.5);
    ((*code.program).clone(), uniforms)
}

fn bench(c: &mut Criterion) {
    lights(c, "fragment program", [24.0, 8.0], 0.1);
    // Most normals point away, and powers of small cosines are close to the smallest numbers.
    lights(
        c,
        "fragment program, exponent 128, dark",
        [128.0, 0.0],
        -1.0,
    );
    compiling(c);
}

/// Three lights on surfaces whose normals (and all other inputs) lie between `least` and 1.
fn lights(c: &mut Criterion, name: &str, shininess: [f32; 2], least: f32) {
    let (program, uniforms) = program(shininess);
    let program = Arc::new(program);
    let (n_inputs, n_outputs) = (program.n_inputs as usize, program.n_outputs as usize);
    // Different in each lane.
    let inputs: Vec<LanesF32> = (0..GROUPS * n_inputs)
        .map(|i| {
            std::array::from_fn(|l| {
                least + (1.0 - least) * ((i * 7919 + l * 104729) % 1000) as f32 / 1000.0
            })
        })
        .collect();
    let mut outputs = vec![[0.0; LANES]; GROUPS * n_outputs];
    let mut group = c.benchmark_group(name);
    for (engine, set) in engines() {
        let kernel = compile_for(&program, engine);
        for n in [1, GROUPS] {
            if set == InstructionSet::Portable && n == 1 {
                continue;
            }
            let mut scratch = Scratch::with_instruction_set(set);
            let mut masks = vec![0xffff; n];
            group.throughput(Throughput::Elements((n * LANES) as u64));
            let name = match engine {
                Engine::Interpreter => "interpreter",
                Engine::Jit(_) => "jit",
            };
            group.bench_function(format!("{name}, {set:?}, {n} groups"), |b| {
                b.iter(|| {
                    let mut inv = Invocation {
                        uniforms: &uniforms,
                        inputs: &inputs,
                        n_inputs,
                        outputs: &mut outputs,
                        n_outputs,
                        planes: &[],
                        groups: &[],
                        masks: &mut masks,
                        front_facing: true,
                        pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
                        samplers: &[],
                    };
                    kernel.run(&mut inv, &mut scratch);
                });
            });
        }
    }
    group.finish();
}

fn compiling(c: &mut Criterion) {
    let program = program([24.0, 8.0]).0;
    for engine in Engine::all() {
        c.bench_function(&format!("compile the fragment program, {engine:?}"), |b| {
            // The id is new each time. Otherwise the cache would answer.
            let fresh = || {
                Arc::new(Program {
                    id: ProgramId::unique(),
                    ..program.clone()
                })
            };
            let compile = |p| compile_for(&p, engine);
            b.iter_batched(fresh, compile, criterion::BatchSize::SmallInput);
        });
    }
}

/// The interpreter on every instruction set of this CPU, and machine code for those that the JIT supports.
fn engines() -> Vec<(Engine, InstructionSet)> {
    let sets = [
        InstructionSet::Portable,
        InstructionSet::Avx2,
        InstructionSet::Avx512,
    ];
    let interpreters = sets
        .into_iter()
        .filter(|set| *set <= InstructionSet::widest())
        .map(|set| (Engine::Interpreter, set));
    let jits = Engine::all().filter_map(|engine| match engine {
        Engine::Interpreter => None,
        Engine::Jit(set) => Some((engine, set)),
    });
    interpreters.chain(jits).collect()
}

criterion_group!(benches, bench);
criterion_main!(benches);
