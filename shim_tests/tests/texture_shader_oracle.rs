//! Draws random setups of texture shaders with all formats, and compares them with the scalar evaluator of
//! `shim_tests::texture_shaders`: colours of all texture units, killed fragments, replaced depths and SHADER_CONSISTENT_NV.
//!
//! TRILOBITE_SHADER_SETUPS=N runs N setups instead of the default. TRILOBITE_SHADER_SEED=S runs the one that failed.

#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use shim_tests::calls::script::{Player, SIDE};
use shim_tests::random::Random;
use shim_tests::texture_shaders::{Outcome, Setup, UNITS};
use std::collections::BTreeMap;
use std::fmt::Write;

const SETUPS: u64 = 400;
/// The colour that remains where fragments are killed.
const CLEARED: [f64; 4] = [51.0, 102.0, 153.0, 204.0];

/// Combiners that show (1 + colour) ÷ 2 of a texture unit.
fn show(unit: usize) -> String {
    let mut out = "glEnable REGISTER_COMBINERS_NV;".to_owned();
    for portion in ["RGB", "ALPHA"] {
        let _ = write!(
            out,
            "glCombinerInputNV COMBINER0_NV {portion} VARIABLE_A_NV TEXTURE{unit} SIGNED_IDENTITY_NV {portion};"
        );
        for variable in ["B", "C", "D"] {
            let _ = write!(
                out,
                "glCombinerInputNV COMBINER0_NV {portion} VARIABLE_{variable}_NV ZERO UNSIGNED_INVERT_NV {portion};"
            );
        }
        let _ = write!(
            out,
            "glCombinerOutputNV COMBINER0_NV {portion} DISCARD_NV DISCARD_NV SPARE0_NV SCALE_BY_ONE_HALF_NV NONE 0 0 0;"
        );
    }
    for variable in ["A", "B", "C"] {
        let _ = write!(
            out,
            "glFinalCombinerInputNV VARIABLE_{variable}_NV ZERO UNSIGNED_IDENTITY_NV RGB;"
        );
    }
    out + "glFinalCombinerInputNV VARIABLE_D_NV SPARE0_NV UNSIGNED_IDENTITY_NV RGB"
}

fn draw(setup: &Setup) -> String {
    let mut out = "glClear COLOR_BUFFER_BIT|DEPTH_BUFFER_BIT; glBegin QUADS;".to_owned();
    for (x, y) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
        out += &setup.corner(f64::from(x), f64::from(y));
        let _ = write!(out, "glVertex2i {} {};", 2 * x - 1, 2 * y - 1);
    }
    out + "glEnd"
}

/// Counts of a test run.
#[derive(Debug, Default)]
struct Seen {
    pixels: usize,
    killed: usize,
    depths: usize,
    consistent: usize,
    operations: BTreeMap<&'static str, usize>,
}

/// The pictures of all units, and the depths.
struct Pictures {
    colors: Vec<Vec<u8>>,
    depths: Vec<f32>,
}

fn pictures(gl: &Player, setup: &Setup) -> Result<Pictures, String> {
    gl.run("glClearColor .2 .4 .6 .8; glEnable DEPTH_TEST; glDepthFunc ALWAYS; glClearDepth .125")?;
    gl.run(&setup.script())?;
    for unit in 0..UNITS {
        gl.run(&format!("glActiveTexture TEXTURE{unit}"))?;
        let mut consistent = [-1i32];
        let ask = "glGetTexEnviv TEXTURE_SHADER_NV SHADER_CONSISTENT_NV";
        gl.call_into(ask, consistent.as_mut_ptr().cast())?;
        if consistent[0] != i32::from(setup.is_consistent(unit)) {
            return Err(format!(
                "SHADER_CONSISTENT_NV of {unit} is {}",
                consistent[0]
            ));
        }
    }
    let mut colors = Vec::new();
    for unit in 0..UNITS {
        gl.run(&show(unit))?;
        gl.run(&draw(setup))?;
        let mut picture = vec![0u8; SIDE * SIDE * 4];
        let read = format!("glReadPixels 0 0 {SIDE} {SIDE} RGBA UNSIGNED_BYTE");
        gl.call_into(&read, picture.as_mut_ptr())?;
        colors.push(picture);
    }
    let mut depths = vec![0f32; SIDE * SIDE];
    let read = format!("glReadPixels 0 0 {SIDE} {SIDE} DEPTH_COMPONENT FLOAT");
    gl.call_into(&read, depths.as_mut_ptr().cast())?;
    match gl.error() {
        0 => Ok(Pictures { colors, depths }),
        error => Err(format!("error {}", gl.error_name(error))),
    }
}

fn check(setup: &Setup, pictures: &Pictures, seen: &mut Seen) -> Result<(), String> {
    for at in (0..SIDE * SIDE).step_by(97) {
        let [x, y] = [at % SIDE, at / SIDE].map(|n| (n as f64 + 0.5) / SIDE as f64);
        let outcome = setup.evaluate(x, y);
        if outcome == Outcome::Undecided {
            continue;
        }
        seen.pixels += 1;
        for (unit, picture) in pictures.colors.iter().enumerate() {
            let got: Vec<f64> = picture[4 * at..][..4]
                .iter()
                .map(|c| f64::from(*c))
                .collect();
            let expected = match &outcome {
                Outcome::Colors(colors, _) => colors[unit].map(|c| 255.0 * (1.0 + c) / 2.0),
                _ => CLEARED,
            };
            if got.iter().zip(&expected).any(|(a, b)| (a - b).abs() > 1.6) {
                return Err(format!(
                    "unit {unit} at ({x}, {y}) is {got:?}, not {expected:?}, for {outcome:?}"
                ));
            }
        }
        match outcome {
            Outcome::Colors(_, Some(depth)) => {
                seen.depths += 1;
                let got = f64::from(pictures.depths[at]);
                if (got - depth).abs() > 2e-3 {
                    return Err(format!("the depth at ({x}, {y}) is {got}, not {depth}"));
                }
            }
            Outcome::Killed => seen.killed += 1,
            _ => {}
        }
    }
    Ok(())
}

#[test]
fn random_setups_give_what_the_text_says() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let player = Player::new();
    let seeds = match number("TRILOBITE_SHADER_SEED") {
        Some(seed) => seed..seed + 1,
        None => 1..1 + number("TRILOBITE_SHADER_SETUPS").unwrap_or(SETUPS),
    };
    let n = (seeds.end - seeds.start) as usize;
    let mut seen = Seen::default();
    for seed in seeds {
        let setup = Setup::random(&mut Random::new(seed));
        seen.consistent += setup.n_consistent();
        for operation in (0..UNITS).filter_map(|i| setup.operation(i)) {
            *seen.operations.entry(operation).or_default() += 1;
        }
        let result = player
            .with_context(|gl| pictures(gl, &setup))
            .and_then(|pictures| check(&setup, &pictures, &mut seen));
        if let Err(why) = result {
            panic!(
                "TRILOBITE_SHADER_SEED={seed}: {why}\n{setup:#?}\n{}",
                setup.script().replace(';', ";\n")
            );
        }
    }
    println!("{seen:?}");
    if n >= SETUPS as usize {
        assert!(
            seen.pixels > 15 * n && seen.killed > n && seen.depths > n,
            "{seen:?}"
        );
        assert_eq!(seen.operations.len(), 37, "every operation: {seen:?}");
    }
}
