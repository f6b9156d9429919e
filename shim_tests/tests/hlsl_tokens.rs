//! Programs in HLSL through their tokens: the shaders that `codegen` makes are accepted, are the same after a round trip through
//! text, and give the numbers of the program that they were made of. `mad` rounds once where a text rounds twice, and quotients
//! are products with `rcp`; so numbers are compared within a bound.

use shim_tests::random::Random;
use shim_tests::shader_test::{evaluate, through_tokens};
use trilobite::codegen::{Compiled, compile_hlsl};
use trilobite::frontend::assembly::d3d::{D3dProgram, text, tokens};
use trilobite::frontend::c_like::hlsl::{Program, Request, profile};
use trilobite::frontend::preprocessor::NoFiles;
use trilobite::simd::LANES;

/// The relative difference of numbers that count as the same.
const BOUND: f32 = 2e-4;

fn load(profile_name: &str, text: &str) -> Option<Program> {
    let profile = profile::find(profile_name).ok()?;
    let request = Request {
        entry: Some("main"),
        ..Request::new(text.as_bytes(), profile)
    };
    let program = Program::load(&request, &mut NoFiles).ok()?;
    (profile.stage.is_some() && program.entry().is_ok()).then_some(program)
}

/// Checks a shader's tokens, and that its text becomes the same tokens again.
fn check(compiled: &Compiled) -> Result<(), String> {
    let bytes = compiled.tokens(true);
    D3dProgram::from_tokens(&bytes).map_err(|e| e.kind.to_string())?;
    let plain = compiled.tokens(false);
    let listing = text::disassemble(&compiled.shader);
    let again = text::parse(listing.as_bytes()).map_err(|e| e.kind.to_string())?;
    match tokens::encode(&again) == plain {
        true => Ok(()),
        false => Err("the text becomes other tokens".into()),
    }
}

#[test]
fn small_programs_become_shaders() {
    let table = include_str!("../hlsl/verdicts.tsv");
    let (mut n, mut wrong) = (0, Vec::new());
    for line in table.lines().filter(|l| !l.starts_with('#')) {
        let cells: Vec<&str> = line.splitn(4, '\t').collect();
        let text = cells[3].replace("\\n", "\n");
        let Some(program) = load(cells[0], &text) else {
            continue;
        };
        // The reference refuses some that the front end takes.
        if cells[1] != "ok" {
            continue;
        }
        let made = compile_hlsl(&program).map_err(|e| e.line(program.map()));
        match made.and_then(|compiled| check(&compiled)) {
            Ok(()) => n += 1,
            // The derivatives of a cube's coordinates have no look-up here (docs/STATUS.md).
            Err(why) if why.contains("cube's derivatives") => {}
            // Nor have loops without constant bounds.
            Err(why) if why.contains("X3511") => {}
            Err(why) => wrong.push(format!("{}: {text}: {why}", cells[0])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n > 50, "{n}");
}

/// A random expression of a vector of four.
fn expression(random: &mut Random, depth: u32) -> String {
    let leaf = |random: &mut Random| {
        const LEAVES: &[&str] = &[
            "a",
            "b.wzyx",
            "a.yzwx",
            "c0",
            "c1.xxyy",
            "m[1]",
            "float4(a.xy, 0.5, b.w)",
            "b.xyxy",
            "s",
            "float4(1, 2, c0.x, a.z)",
            "2.5",
        ];
        LEAVES[random.below(LEAVES.len() as u32) as usize].to_owned()
    };
    if depth == 0 {
        return format!("((float4){})", leaf(random));
    }
    let [x, y, z] = [0; 3].map(|_| expression(random, depth - 1));
    match random.below(20) {
        0 | 1 => format!("({x} + {y})"),
        2 => format!("({x} - {y})"),
        3 | 4 => format!("({x} * {y})"),
        5 => format!("({x} * {y} + {z})"),
        6 => format!("dot({x}, {y}).xxxx"),
        7 => format!("float4(dot({x}.xyz, {y}.zyx), {z}.yzw)"),
        8 => format!("min({x}, {y})"),
        9 => format!("max({x}, -{y})"),
        10 => format!("saturate({x})"),
        11 => format!("lerp({x}, {y}, saturate({z}))"),
        12 => format!("abs({x})"),
        13 => format!("({x} / (abs({y}) + 0.5))"),
        14 => format!("(frac({x} * 0.25) + {y})"),
        15 => format!("float4(cross({x}.xyz, {y}.xyz), {z}.w)"),
        16 => format!("mul({x}, m)"),
        17 => format!("mul(m, {x})"),
        18 => format!("({x} < {y} ? {y} : {z})"),
        _ => format!("sqrt(abs({x}) + 0.25)"),
    }
}

fn program_text(random: &mut Random, is_pixel: bool) -> String {
    let (from, to) = match is_pixel {
        true => ("TEXCOORD", "COLOR"),
        false => ("TEXCOORD", "POSITION"),
    };
    let (x, y) = (expression(random, 2), expression(random, 2));
    format!(
        "float4 c0, c1; float4x4 m; float s;\n\
         float4 main(float4 a : {from}0, float4 b : {from}1) : {to}\n\
         {{\n    float4 x = {x};\n    a = x * 0.5;\n    if (x.y > b.x) x.xz = b.yw;\n    return x + {y};\n}}\n"
    )
}

#[test]
fn random_programs_give_the_same_numbers() {
    let mut random = Random::new(0x746f_6b65_6e73);
    let (mut n, mut refused) = (0, 0);
    for round in 0..240 {
        let profile_name = ["ps_2_b", "vs_2_0", "ps_3_0", "vs_3_0", "ps_2_0", "vs_1_1"][round % 6];
        let text = program_text(&mut random, profile_name.starts_with("ps"));
        let program = load(profile_name, &text).unwrap_or_else(|| panic!("{text}"));
        let entry = program.entry().expect("it was checked");
        let made = match compile_hlsl(&program) {
            Ok(made) => made,
            // Long programs do not fit into small machines.
            Err(error) => {
                let number = error.number();
                assert!(
                    matches!(number, Some(5608 | 4505)),
                    "{profile_name} {error}: {text}"
                );
                refused += 1;
                continue;
            }
        };
        check(&made).unwrap_or_else(|why| panic!("{profile_name} {why}: {text}"));
        let through = through_tokens(&program, entry.clone());
        let through = through.unwrap_or_else(|why| panic!("{profile_name} {why}: {text}"));
        let mut number = || random.below(4000) as f32 / 1000.0 - 2.0;
        let constants: Vec<[f32; 4]> = (0..256).map(|_| [0; 4].map(|_| number())).collect();
        let inputs: Vec<[f32; LANES]> = (0..256).map(|_| [0; LANES].map(|_| number())).collect();
        let own = evaluate(&entry, &constants, &inputs).expect("it runs");
        let other = evaluate(&through, &constants, &inputs).expect("it runs");
        for (slot, (x, y)) in own.0.iter().zip(&other.0).enumerate() {
            for (x, y) in x.iter().zip(y) {
                let same = (x - y).abs() <= BOUND * (1.0 + x.abs());
                let is_number = x.is_finite();
                assert!(
                    same || !is_number,
                    "{profile_name} slot {slot}: {x} became {y}: {text}\n{}",
                    text::disassemble(&made.shader)
                );
            }
        }
        n += 1;
    }
    assert!(n > 200, "{n} compared, {refused} refused");
}
