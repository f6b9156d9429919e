//! Compares programs in HLSL with the tokens that another compiler made of them, by the numbers that both give.
//!
//! Each line of standard input is a profile, the file of a text and that of the tokens, with tabs between them. Each line of standard
//! output is the text's file, the greatest difference relative to 1 + |number|, and where it is: `theirs` of the other compiler's tokens,
//! `own` of those that we make. Inputs and constants are random; textures are none. An error has its message.

use shim_tests::random::Random;
use shim_tests::shader_test::{evaluate, through_other_tokens, through_tokens};
use std::io::BufRead;
use trilobite::frontend::assembly::d3d::ctab::Kind;
use trilobite::frontend::c_like::hlsl::{Program, Request, StageEntry, profile};
use trilobite::frontend::preprocessor::NoFiles;
use trilobite::simd::LANES;

const ROUNDS: usize = 3;

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        let cells: Vec<&str> = line.split('\t').collect();
        let [profile, text, tokens] = cells[..] else {
            panic!("a profile and two files: {line}");
        };
        let answer = compare(profile, text, tokens);
        println!(
            "{text}\t{}",
            answer.unwrap_or_else(|why| why.replace('\n', " "))
        );
    }
}

fn compare(profile_name: &str, text: &str, tokens: &str) -> Result<String, String> {
    let read = |file: &str| std::fs::read(file).map_err(|e| format!("{file}: {e}"));
    let (text, tokens) = (read(text)?, read(tokens)?);
    let profile = profile::find(profile_name).map_err(|e| e.to_string())?;
    let request = Request {
        entry: Some("main"),
        ..Request::new(&text, profile)
    };
    let program = Program::load(&request, &mut NoFiles).map_err(|r| r.listing())?;
    let entry = program.entry().map_err(|e| e.kind.to_string())?;
    let theirs = through_other_tokens(&program, entry.clone(), &tokens)?;
    let own = through_tokens(&program, entry.clone())?;
    let mut random = Random::new(7);
    let mut worst = (0.0, String::new());
    for _ in 0..ROUNDS {
        let constants = constants(&mut random, &entry);
        let mut number = || random.below(4000) as f32 / 1000.0 - 2.0;
        let inputs: Vec<[f32; LANES]> = (0..256).map(|_| [0; LANES].map(|_| number())).collect();
        let wanted = evaluate(&entry, &constants, &inputs)?.0;
        for (what, other) in [("theirs", &theirs), ("own", &own)] {
            let found = evaluate(other, &constants, &inputs)?.0;
            note_worst(&mut worst, what, &wanted, &found);
        }
    }
    Ok(format!("{:e}\t{}", worst.0, worst.1))
}

/// Random constants; truth values are 0 or 1, integers are whole.
fn constants(random: &mut Random, entry: &StageEntry) -> Vec<[f32; 4]> {
    let mut number = || random.below(4000) as f32 / 1000.0 - 2.0;
    let mut all: Vec<[f32; 4]> = (0..256).map(|_| [0; 4].map(|_| number())).collect();
    for entry in &entry.constants.entries {
        match (entry.ty.kind, all.get_mut(usize::from(entry.index))) {
            (Kind::Bool, Some(r)) => r[0] = f32::from(u8::from(r[0] > 0.0)),
            (Kind::Int, Some(r)) => r[0] = (r[0].abs() * 2.0).floor(),
            _ => {}
        }
    }
    all
}

/// Keeps the greatest difference. One that is no number on one side only is the greatest.
fn note_worst(
    worst: &mut (f32, String),
    what: &str,
    wanted: &[[f32; LANES]],
    found: &[[f32; LANES]],
) {
    for (slot, (x, y)) in wanted.iter().zip(found).enumerate() {
        for (x, y) in x.iter().zip(y) {
            let off = match x.is_finite() == y.is_finite() {
                true => (x - y).abs() / (1.0 + x.abs()),
                false => f32::MAX,
            };
            if off > worst.0 {
                *worst = (off, format!("{what}, slot {slot}: {x}, {y}"));
            }
        }
    }
}
