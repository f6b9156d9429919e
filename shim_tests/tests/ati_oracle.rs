//! Compares random shaders of ATI_fragment_shader, to the bit, with the scalar evaluator of `shim_tests::ati`.
//!
//! They test the driver's recorder, lowering, passes and interpreter. Every lane is a fragment of its own.
//!
//! TRILOBITE_ATI_SHADERS=N runs N shaders instead of the default. TRILOBITE_ATI_SEED=S runs the one that failed.

use shim_tests::ati::command::{Command, listing};
use shim_tests::ati::driver::{Draw, hash_texel, record, run};
use shim_tests::ati::enums::*;
use shim_tests::ati::evaluate::{Dimensions, Environment, Fog, Fragment, Rgba, evaluate};
use shim_tests::ati::generate::{Attempts, number, shader};
use shim_tests::ati::shrink::shrink;
use shim_tests::random::Random;
use std::collections::BTreeMap;
use trilobite::format::TextureShape;
use trilobite::frontend::assembly::ati::lower::{Key, lower};
use trilobite::frontend::assembly::ati::recorder::Recorder;
use trilobite::frontend::fixed_function::fragment::{FogMode, PixelSource};
use trilobite::simd::LANES;

/// Shaders of a test run.
const SHADERS: u64 = 40_000;

/// The inputs of a shader.
struct Scene {
    draw: Draw,
    key: Key,
    fragments: Vec<Fragment>,
}

impl Scene {
    fn new(random: &mut Random) -> Scene {
        let targets = std::array::from_fn(|_| {
            const TARGETS: [(Dimensions, TextureShape); 5] = [
                (Dimensions::One, TextureShape::D1),
                (Dimensions::Two, TextureShape::D2),
                (Dimensions::Two, TextureShape::Rectangle),
                (Dimensions::Three, TextureShape::D3),
                (Dimensions::Three, TextureShape::Cube),
            ];
            (!random.one_in(6)).then(|| random.pick(&TARGETS))
        });
        let mut vector = || std::array::from_fn(|_| number(random));
        let constants = std::array::from_fn(|_| vector());
        let fog = Fog {
            end: 0.75,
            scale: 1.5,
            color: [0.25, 0.5, 0.625, 0.0],
        };
        let fog = random.one_in(8).then_some(fog);
        let color_sum = random.one_in(8);
        let n_groups = 1 + random.below(2) as usize;
        Scene {
            draw: Draw {
                constants,
                targets: targets.map(|t| t.map(|(dimensions, _)| dimensions)),
                fog,
            },
            key: Key {
                targets: targets.map(|t| t.map(|(_, target)| target)),
                color_sum,
                fog: fog.map(|_| FogMode::Linear),
                pixel_source: PixelSource::None,
            },
            fragments: (0..n_groups * LANES).map(|_| fragment(random)).collect(),
        }
    }

    /// The colours that the fragments should have.
    fn expected(&self, commands: &[Command]) -> Vec<Rgba> {
        let environment = Environment {
            constants: self.draw.constants,
            targets: self.draw.targets,
            texel: &hash_texel,
            color_sum: self.key.color_sum,
            fog: self.draw.fog,
        };
        let color = |f| evaluate(commands, &environment, f);
        self.fragments.iter().map(color).collect()
    }
}

/// Colours are from 0 to 1, and coordinates can be any numbers.
fn fragment(random: &mut Random) -> Fragment {
    let unit = |random: &mut Random| random.below((1 << 24) + 1) as f32 / (1 << 24) as f32;
    Fragment {
        coords: std::array::from_fn(|_| std::array::from_fn(|_| number(random))),
        primary: std::array::from_fn(|_| unit(random)),
        secondary: std::array::from_fn(|_| unit(random)),
        fog_coord: number(random),
    }
}

fn is_same(a: &Rgba, b: &Rgba) -> bool {
    let same = |(x, y): (&f32, &f32)| x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan();
    a.iter().zip(b).all(same)
}

/// Checks recorder and kernel. Returns `Ok(false)` for a shader that End must refuse.
fn check(attempts: &Attempts, scene: &Scene) -> Result<bool, String> {
    let mut recorder = Recorder::new();
    for (command, errors) in &attempts.commands {
        let got = record(&mut recorder, command);
        if got.is_ok() != errors.is_none() {
            return Err(format!("{command}: {got:?}, not {errors:x?}"));
        }
    }
    let end = attempts.definition.errors(&Command::End);
    let shader = match recorder.finish() {
        Ok(shader) if end.is_none() => shader,
        Err(_) if !end.is_none() => return Ok(false),
        other => return Err(format!("End: {other:?}, not {end:x?}")),
    };
    let code = lower(&shader, &scene.key);
    let got = run(&code, &scene.draw, &scene.fragments);
    let expected = scene.expected(&attempts.definition.commands);
    for (i, (got, expected)) in got.iter().zip(&expected).enumerate() {
        if !is_same(got, expected) {
            return Err(format!(
                "fragment {i}: {got:?} ({:08x?}), not {expected:?} ({:08x?})\n{:?}\n{:?}",
                got.map(f32::to_bits),
                expected.map(f32::to_bits),
                scene.fragments[i],
                scene.draw
            ));
        }
    }
    Ok(true)
}

/// The shader of a seed, and its inputs.
fn case(seed: u64) -> (Attempts, Scene) {
    let mut random = Random::new(seed);
    (shader(&mut random), Scene::new(&mut random))
}

/// Runs a seed. A failing shader is made smaller before it is shown.
#[track_caller]
fn check_seed(seed: u64) -> bool {
    let (attempts, scene) = case(seed);
    let Err(why) = check(&attempts, &scene) else {
        return attempts.definition.errors(&Command::End).is_none();
    };
    let commands: Vec<Command> = attempts.commands.iter().map(|(c, _)| c.clone()).collect();
    let small = shrink(&commands, 2000, |c| {
        check(&Attempts::of(c), &scene).is_err()
    });
    let small_why = check(&Attempts::of(&small), &scene).unwrap_err();
    panic!(
        "TRILOBITE_ATI_SEED={seed}: {why}\n{} commands, of which these fail:\n{}{small_why}",
        commands.len(),
        listing(&small)
    );
}

fn environment_number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn random_shaders_give_the_evaluators_bits() {
    if let Some(seed) = environment_number("TRILOBITE_ATI_SEED") {
        let (attempts, _) = case(seed);
        println!("{}", listing(&attempts.definition.commands));
        check_seed(seed);
        return;
    }
    let n = environment_number("TRILOBITE_ATI_SHADERS").unwrap_or(SHADERS);
    let half = |seeds: std::ops::Range<u64>| seeds.filter(|seed| check_seed(*seed)).count() as u64;
    let complete = std::thread::scope(|s| {
        let first = s.spawn(|| half(0..n / 2));
        half(n / 2..n)
            + first
                .join()
                .unwrap_or_else(|e| std::panic::resume_unwind(e))
    });
    println!("{n} definitions, {complete} of them complete");
    assert!(complete * 10 >= n * 9, "most shaders can be drawn");
}

#[test]
fn the_generator_reaches_everything() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut is_two_valued = 0;
    for seed in 0..1000 {
        let (attempts, scene) = case(seed);
        let commands = &attempts.definition.commands;
        for command in commands {
            let note = |what: String| *counts.entry(what).or_default() += 1;
            features(command).into_iter().for_each(note);
        }
        let colors = scene.expected(commands);
        is_two_valued += usize::from(colors.iter().any(|c| *c != colors[0]));
        let refused = attempts.commands.iter().filter(|(_, e)| !e.is_none());
        *counts.entry("refused".into()).or_default() += refused.count();
    }
    for (what, n) in &counts {
        assert!(
            *n >= 30,
            "{what} stands only {n} times in the random shaders"
        );
    }
    assert_eq!(counts.len(), EXPECTED_FEATURES, "{counts:?}");
    assert!(
        is_two_valued > 500,
        "only {is_two_valued} shaders depend on their input"
    );
}

/// The number of language features. There are 11 operations in both halves and 8 masks. Both halves have 14 destination
/// modifiers, and arguments have 16 modifiers, 5 replications and 18 sources. Both kinds of routing have 4 swizzles and
/// 14 sources. Then there are 8 constants, and refused commands.
const EXPECTED_FEATURES: usize = 22 + 8 + 2 * 14 + 2 * (16 + 5 + 18) + 2 * (4 + 14) + 8 + 1;

/// The features of the language that a command uses.
fn features(command: &Command) -> Vec<String> {
    let (stage, o) = match command {
        Command::Color(o) => ("colour", o),
        Command::Alpha(o) => ("alpha", o),
        Command::Route {
            sample,
            coord,
            swizzle,
            ..
        } => {
            return vec![
                format!("sample {sample} {}", name(*coord)),
                format!("sample {sample} {}", name(*swizzle)),
            ];
        }
        Command::Constant { dst, .. } => return vec![format!("local {}", name(*dst))],
        Command::Begin | Command::End => return Vec::new(),
    };
    let mut list = vec![
        format!("{stage} {}", name(o.op)),
        format!("{stage} destination modifier {:#x}", o.modifier),
    ];
    if stage == "colour" {
        list.push(format!("mask {}", o.mask));
    }
    for arg in &o.args {
        list.push(format!("{stage} modifier {}", arg.modifier));
        list.push(format!("{stage} replication {}", name(arg.rep)));
        list.push(format!("{stage} source {}", name(arg.source)));
    }
    list
}
