//! Compares random shaders of EXT_vertex_shader, to the bit, with the scalar evaluator of `shim_tests::vertex_shader`.
//!
//! They test the driver's recorder, lowering, passes and engines. Every lane is a vertex of its own.
//!
//! TRILOBITE_VERTEX_SHADERS=N runs N shaders instead of the default. TRILOBITE_VERTEX_SEED=S runs the one that failed.

use shim_tests::ati::shrink::shrink;
use shim_tests::nv::math::Math;
use shim_tests::random::Random;
use shim_tests::vertex_shader::command::{Command, OUTPUT_VERTEX, TABLE};
use shim_tests::vertex_shader::driver::{finish, record, run};
use shim_tests::vertex_shader::evaluate::evaluate;
use shim_tests::vertex_shader::generate::{Case, case};
use std::collections::BTreeMap;
use trilobite::frontend::vertex_shader::recorder::Recorder;
use trilobite::simd::LANES;

/// Shaders of a test run.
const SHADERS: u64 = 6_000;

fn is_same(a: &[f32], b: &[f32]) -> bool {
    let same = |(x, y): (&f32, &f32)| x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan();
    a.iter().zip(b).all(same)
}

/// Checks recorder and kernels with these commands.
fn check(case: &Case, commands: &[Command], math: &Math) -> Result<(), String> {
    let mut recorder = Recorder::new();
    let mut accepted = Vec::new();
    for command in commands {
        let is_accepted = case.symbols.accept(command);
        let got = record(&mut recorder, &case.symbols, command);
        match got {
            Some(got) if got.is_ok() != is_accepted => return Err(format!("{command:?}: {got:?}")),
            None if is_accepted => return Err(format!("{command:?}: an unknown name")),
            _ => {}
        }
        if is_accepted {
            accepted.push(command.clone());
        }
    }
    let (shader, counts) = finish(recorder, &case.symbols, &case.environment);
    if !counts.are_within_limits() {
        return Err(format!("{counts:?}"));
    }
    let got = run(&shader, &case.environment, &case.vertices);
    let first = [0.0, 0.0, 0.0, 1.0];
    for ((outputs, distances), vertex) in got.iter().zip(&case.vertices) {
        let environment = &case.environment;
        let expected = evaluate(&case.symbols, &accepted, environment, vertex, math);
        for (name, got) in outputs {
            // A value that was never written is not stored.
            let is_stored = expected.contains_key(name);
            let expected = expected.get(name).unwrap_or(&[0.0; 4]);
            if !is_same(got, expected) {
                return Err(format!("{name:x} ({is_stored}): {got:?}, not {expected:?}"));
            }
        }
        let clip = *expected.get(&OUTPUT_VERTEX).unwrap_or(&first);
        let all = environment.clip_distances(clip);
        for n in (0..6).filter(|n| environment.clip_planes >> n & 1 != 0) {
            if !is_same(&[distances[n]], &[all[n]]) {
                return Err(format!("plane {n}: {}, not {}", distances[n], all[n]));
            }
        }
    }
    Ok(())
}

#[track_caller]
fn check_seed(seed: u64, math: &Math) {
    let case = case(&mut Random::new(seed), LANES);
    let Err(why) = check(&case, &case.commands, math) else {
        return;
    };
    let small = shrink(&case.commands, 2000, |c| check(&case, c, math).is_err());
    let small_why = check(&case, &small, math).unwrap_err();
    panic!(
        "TRILOBITE_VERTEX_SEED={seed}: {why}\nthese commands fail: {small:#?}\n{small_why}\n{:#?}",
        case.symbols
    );
}

fn environment_number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn random_shaders_give_the_evaluators_bits() {
    let math = Math::default();
    if let Some(seed) = environment_number("TRILOBITE_VERTEX_SEED") {
        return check_seed(seed, &math);
    }
    let n = environment_number("TRILOBITE_VERTEX_SHADERS").unwrap_or(SHADERS);
    (0..n).for_each(|seed| check_seed(seed, &math));
}

#[test]
fn the_generator_reaches_every_row_of_the_table() {
    let mut rows: BTreeMap<String, usize> = BTreeMap::new();
    let mut refused = 0;
    for seed in 0..1500 {
        let case = case(&mut Random::new(seed), 1);
        for command in &case.commands {
            if !case.symbols.accept(command) {
                refused += 1;
                continue;
            }
            let what = match command {
                Command::Op { op, res, args } => {
                    let ty = |name: &u32| match case.symbols.block(*name) {
                        Some(block) => format!("{:?}", block.ty),
                        None if *res == 0x87BD => "S".to_owned(),
                        None => "V".to_owned(),
                    };
                    let args: String = args.iter().map(ty).collect();
                    format!("{} {}:{args}", TABLE[*op].0, ty(res))
                }
                Command::Swizzle { .. } => "swizzle".to_owned(),
                Command::Mask { .. } => "mask".to_owned(),
                Command::Insert { src, .. } => {
                    format!("insert {:?}", case.symbols.block(*src).map(|b| b.ty))
                }
                Command::Extract { src, .. } => {
                    format!("extract {:?}", case.symbols.block(*src).map(|b| b.ty))
                }
            };
            *rows.entry(what).or_default() += 1;
        }
    }
    let of_table: usize = TABLE.iter().map(|(_, rows)| rows.split(' ').count()).sum();
    assert_eq!(rows.len(), of_table + 6, "{rows:?}");
    assert!(rows.values().all(|n| *n >= 5), "{rows:?}");
    assert!(refused > 50, "{refused}");
}
