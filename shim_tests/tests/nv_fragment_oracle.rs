//! Compares random programs of OPTION NV_fragment_program2 and of `!!FP1.0`, on every engine and bit for bit, with the
//! scalar evaluator of `shim_tests::nv_fragment`. Their canonical text must mean the same.
//!
//! `TRILOBITE_NV_PROGRAMS=n` runs n programs instead of the short run, `TRILOBITE_NV_SEED=n` runs only one seed.

use shim_tests::canonical;
use shim_tests::nv_fragment::evaluate::{Fragment, Outcome, run};
use shim_tests::nv_fragment::{Program, SETS, generate, print};
use shim_tests::random::Random;
use trilobite::frontend::assembly::arb::{Limits, load_fragment};
use trilobite::frontend::binding::Binding;
use trilobite::ir::interface::fragment_input;
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::{Engine, Invocation, PixelWindow, Scratch, compile_for};
use trilobite::simd::LANES;

const SHORT: u64 = 2500;
const GROUPS: usize = 2;

/// Counts of what the programs did.
#[derive(Debug, Default)]
struct Seen {
    killed: u64,
    overflowed: u64,
    divergent: u64,
    skipped: u64,
}

fn fragments(random: &mut Random) -> Vec<Fragment> {
    let front = random.one_in(2);
    let mut one = || Fragment {
        sets: std::array::from_fn(|_| std::array::from_fn(|_| random.f32())),
        front,
    };
    (0..GROUPS * LANES).map(|_| one()).collect()
}

fn check(seed: u64, make: fn(u64) -> Program, seen: &mut Seen) -> Result<(), String> {
    let program = make(seed);
    let text = print::text(&program);
    let loaded = load_fragment(text.as_bytes(), &Limits::FRAGMENT)
        .map_err(|e| format!("{}\n{text}", e.info_log(text.as_bytes())))?;
    canonical::arb(&loaded, 1).map_err(|e| format!("{e}\n{text}"))?;
    let code = loaded.code();
    let fragments = fragments(&mut Random::new(seed));
    let expected: Option<Vec<Outcome>> = fragments.iter().map(|f| run(&program, f)).collect();
    let Some(expected) = expected else {
        seen.skipped += 1;
        return Ok(());
    };
    seen.killed += u64::from(expected.iter().any(|o| o.killed));
    seen.overflowed += u64::from(expected.iter().any(|o| o.overflowed));
    seen.divergent += u64::from(expected.iter().any(|o| o.executed != expected[0].executed));
    let (n_inputs, n_outputs) = (
        code.program.n_inputs as usize,
        code.program.n_outputs as usize,
    );
    let mut uniforms = Vec::new();
    for binding in &code.bindings {
        uniforms.extend(match binding {
            Binding::Constant(c) => *c,
            _ => [f32::NAN, 1.0, 1.0, 1.0],
        });
    }
    uniforms.resize(code.program.n_uniforms as usize, 0.0);
    let mut inputs = vec![[0.0; LANES]; GROUPS * n_inputs];
    for (i, fragment) in fragments.iter().enumerate() {
        for slot in 0..n_inputs {
            let set = (slot / 4).checked_sub(fragment_input::TEX_COORD_0 as usize);
            if let Some(set) = set.filter(|set| *set < SETS) {
                inputs[i / LANES * n_inputs + slot][i % LANES] = fragment.sets[set][slot % 4];
            }
        }
    }
    for engine in Engine::all() {
        let mut outputs = vec![[0.0; LANES]; GROUPS * n_outputs];
        let mut masks = [0xffff; GROUPS];
        compile_for(&code.program, engine).run(
            &mut Invocation {
                uniforms: &uniforms,
                inputs: &inputs,
                n_inputs,
                n_outputs,
                outputs: &mut outputs,
                planes: &[],
                groups: &[],
                masks: &mut masks,
                front_facing: fragments[0].front,
                pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
                samplers: &[],
            },
            &mut Scratch::default(),
        );
        for (i, expected) in expected.iter().enumerate() {
            let lives = masks[i / LANES] >> (i % LANES) & 1 != 0;
            let color: [f32; 4] =
                std::array::from_fn(|c| outputs[i / LANES * n_outputs + c][i % LANES]);
            let same = |a: f32, b: f32| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
            let is_same = (0..4).all(|c| same(color[c], expected.color[c]));
            if lives == expected.killed || lives && !is_same {
                return Err(format!(
                    "{engine:?}, fragment {i}: {color:?}, lives: {lives}; expected {expected:?}\n{:?}\n{text}",
                    fragments[i]
                ));
            }
        }
    }
    Ok(())
}

/// Runs the requested programs. Returns `None` if only one was requested.
#[track_caller]
fn check_all(make: fn(u64) -> Program) -> Option<(u64, Seen)> {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let mut seen = Seen::default();
    let one = number("TRILOBITE_NV_SEED");
    let n = number("TRILOBITE_NV_PROGRAMS").unwrap_or(SHORT);
    for seed in one.map_or(0..n, |seed| seed..seed + 1) {
        check(seed, make, &mut seen).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    }
    println!("{seen:?}");
    (one.is_none() && n >= SHORT).then_some((n, seen))
}

#[test]
fn random_programs() {
    let Some((n, seen)) = check_all(generate::program) else {
        return;
    };
    let Seen {
        killed,
        overflowed,
        divergent,
        skipped,
    } = seen;
    assert!(
        killed > 50 && overflowed > 50 && divergent > 300 && skipped < n / 20,
        "{seen:?}"
    );
}

#[test]
fn native_programs() {
    let Some((_, seen)) = check_all(generate::native) else {
        return;
    };
    assert!(seen.killed > 50 && seen.skipped == 0, "{seen:?}");
}
