//! temp: compares our code of a text with the tokens that another compiler made of it.
//! Each line of standard input: PROFILE TAB TEXT_FILE TAB TOKENS_FILE. Answers a line each.

use shim_tests::random::Random;
use shim_tests::shader_test::{evaluate, through_other_tokens, through_tokens};
use std::io::BufRead;
use trilobite::frontend::assembly::d3d::ctab::Kind;
use trilobite::frontend::c_like::hlsl::{Program, Request, profile};
use trilobite::frontend::preprocessor::NoFiles;
use trilobite::simd::LANES;

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        let cells: Vec<&str> = line.split('\t').collect();
        let answer = std::panic::catch_unwind(|| answer(&cells));
        let answer = match answer {
            Ok(Ok(a)) => a,
            Ok(Err(e)) => format!("error {}", e.replace('\n', " ")),
            Err(_) => "panic".into(),
        };
        println!("{}\t{answer}", cells[1]);
    }
}

fn answer(cells: &[&str]) -> Result<String, String> {
    let text = std::fs::read(cells[1]).map_err(|e| e.to_string())?;
    let tokens = std::fs::read(cells[2]).map_err(|e| e.to_string())?;
    let profile = profile::find(cells[0]).map_err(|e| e.to_string())?;
    let request = Request {
        entry: Some("main"),
        ..Request::new(&text, profile)
    };
    let program = Program::load(&request, &mut NoFiles).map_err(|r| r.listing())?;
    let entry = program.entry().map_err(|e| e.kind.to_string())?;
    let theirs = through_other_tokens(&program, entry.clone(), &tokens)?;
    let ours = through_tokens(&program, entry.clone());
    let mut random = Random::new(7);
    let mut worst = (0.0f32, String::new());
    let mut both = "";
    for round in 0..3 {
        let mut number = || random.below(4000) as f32 / 1000.0 - 2.0;
        let mut constants: Vec<[f32; 4]> = (0..256).map(|_| [0; 4].map(|_| number())).collect();
        for entry in &entry.constants.entries {
            let register = constants.get_mut(usize::from(entry.index));
            match (entry.ty.kind, register) {
                (Kind::Bool, Some(r)) => r[0] = f32::from(u8::from(r[0] > 0.0)),
                (Kind::Int, Some(r)) => r[0] = (r[0].abs() * 2.0).floor(),
                _ => {}
            }
        }
        let inputs: Vec<[f32; LANES]> = (0..256).map(|_| [0; LANES].map(|_| number())).collect();
        let own = evaluate(&entry, &constants, &inputs)?;
        let other = evaluate(&theirs, &constants, &inputs)?;
        let third = match &ours {
            Ok(e) => Some(evaluate(e, &constants, &inputs)?),
            Err(_) => None,
        };
        let mut compare = |a: &[[f32; LANES]], b: &[[f32; LANES]], what: &'static str| {
            for (slot, (x, y)) in a.iter().zip(b).enumerate() {
                for (lane, (x, y)) in x.iter().zip(y).enumerate() {
                    let off = (x - y).abs() / (1.0 + x.abs());
                    let off = if x.is_finite() != y.is_finite() { 9e9 } else { off };
                    if off > worst.0 {
                        worst = (off, format!("{what} round {round} slot {slot} lane {lane}: {x} {y}"));
                        both = what;
                    }
                }
            }
        };
        compare(&own.0, &other.0, "ms");
        if let Some(third) = &third {
            compare(&own.0, &third.0, "own");
        }
    }
    let note = match ours { Ok(_) => String::new(), Err(e) => format!(" (own tokens: {})", e.trim()) };
    Ok(format!("{:e}\t{}{note}", worst.0, worst.1))
}
