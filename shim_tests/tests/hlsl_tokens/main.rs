//! Programs in HLSL through their tokens: the shaders that `codegen` makes are accepted, are the same after a round trip through
//! text, and give the numbers of the program that they were made of.

mod constants;
mod random;
mod texts;

use trilobite::codegen::{Compiled, compile_hlsl};
use trilobite::frontend::assembly::d3d::{D3dProgram, Slots, text, tokens};
use trilobite::frontend::c_like::hlsl::{Program, Request, profile};
use trilobite::frontend::preprocessor::NoFiles;

fn load(profile_name: &str, text: &str) -> Option<Program> {
    let profile = profile::find_old(profile_name).ok()?;
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
    let table = include_str!("../../hlsl/verdicts.tsv");
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
            // vs_2_0 has loops of fixed rounds only, and those by a uniform's number are not there (docs/STATUS.md).
            Err(why) if cells[0] == "vs_2_0" && why.contains("X3511") => {}
            Err(why) => wrong.push(format!("{}: {text}: {why}", cells[0])),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n > 50, "{n}");
}

/// Each round reads what the round before has made twice: a walk that does not remember it would never end.
#[test]
fn numbers_that_are_read_twice_are_walked_once() {
    let squares = "i *= i; ".repeat(40);
    let differences: String = (0..40)
        .map(|i| format!("b = (b != (p.z < v.x * {i})); "))
        .collect();
    let choices: String = (0..40)
        .map(|i| format!("b = (b && p.z < v.x * {i}) || (!b && p.w < v.y * {i}); "))
        .collect();
    for (profile_name, from, to) in [
        ("ps_3_0", "TEXCOORD0", "COLOR"),
        ("vs_3_0", "POSITION", "POSITION"),
    ] {
        for body in [
            format!("int i = p.x < p.y; {squares} return p / (i / 3);"),
            format!("bool b = p.x < p.y; {differences} return b ? v : w;"),
            format!("bool b = p.x < p.y; {choices} return b ? v : w;"),
        ] {
            let text = format!("float4 v, w; float4 main(float4 p : {from}) : {to} {{ {body} }}");
            let program = load(profile_name, &text).expect("it is a program");
            let compiled = compile_hlsl(&program).expect("it is a shader");
            assert_eq!(check(&compiled), Ok(()), "{profile_name} {text}");
        }
    }
}

/// Numbers that are each an argument of the next one are no levels of the compiler's own stack.
#[test]
fn long_chains_end() {
    let chain = |profile_name: &str, body: &str| {
        let text = format!(
            "float4 c[8]; float n; float4 main(float4 a : TEXCOORD0) : COLOR {{ float4 x = a; {body} return x; }}"
        );
        let program = load(profile_name, &text).expect("it is a program");
        let compiled = compile_hlsl(&program).map_err(|e| e.number())?;
        assert_eq!(check(&compiled), Ok(()), "{profile_name}");
        Ok(())
    };
    let steps = "x.x = x.x * c[3].x + a.y; ".repeat(3000);
    let rounds = format!("for (int i = 0; i < n; i++) {{ {steps} }}");
    assert_eq!(chain("ps_3_0", &steps), Ok(()));
    assert_eq!(chain("ps_3_0", &rounds), Ok(()));
    let combined = "x = x * a + c[3]; a = a * x - x; ".repeat(2000);
    for profile_name in ["ps_1_1", "ps_1_4"] {
        assert_eq!(chain(profile_name, &combined), Err(Some(5088)));
    }
}

/// Microsoft's assembler counts fractions, powers and logarithms of vertex shaders 1 as macros; 128 slots are there.
#[test]
fn vertex_shaders_1_count_macros() {
    let lines = [
        ("frc r0.xy, v0", 3),
        ("exp r0.x, v0.x", 10),
        ("log r0.x, v0.x", 10),
        ("expp r0, v0.x", 1),
        ("lit r0, v0", 1),
        ("m4x3 r0.xyz, v0, c0", 3),
    ];
    for (line, slots) in lines {
        let text = |n: u32| {
            let body = format!("{line}\n").repeat(n as usize);
            format!("vs_1_1\ndcl_position v0\nmov r0, v0\n{body}mov oPos, r0\n")
        };
        let program = text::parse(text(1).as_bytes()).expect("it is a shader");
        assert_eq!(Slots::of(&program).all(), slots + 2, "{line}");
        let most = 126 / slots;
        assert!(D3dProgram::load(text(most).as_bytes()).is_ok(), "{line}");
        assert!(
            D3dProgram::load(text(most + 1).as_bytes()).is_err(),
            "{line}"
        );
    }
}

/// The FNV-1a hash of a text, as `streams.py` computes it.
fn hash(text: &str) -> u32 {
    let step = |h: u32, byte: u8| (h ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    text.bytes().fold(0x811c_9dc5, step)
}

#[test]
fn listings_are_those_that_the_reference_took() {
    let table = include_str!("../../hlsl/streams.tsv");
    let (mut n, mut wrong) = (0, Vec::new());
    let mut ratios = Vec::new();
    for line in table.lines().filter(|l| !l.starts_with('#')) {
        let cells: Vec<&str> = line.splitn(6, '\t').collect();
        let text = cells[5].replace("\\n", "\n");
        let made = load(cells[0], &text).map(|program| compile_hlsl(&program));
        let (slots, listing) = match made {
            Some(Ok(made)) => {
                let slots = Slots::of(&made.shader).all();
                (slots.to_string(), text::disassemble(&made.shader))
            }
            _ => ("-".to_owned(), String::new()),
        };
        // Microsoft's assembler takes all listings that there are.
        let verdict = if slots == "-" { "refused" } else { "ok" };
        let known = if slots == "-" { 0 } else { hash(&listing) };
        if [cells[1], cells[3], cells[4]] != [&slots, verdict, &format!("{known:08x}")] {
            wrong.push(format!(
                "{} {slots} {verdict} {known:08x}: {text}",
                cells[0]
            ));
        }
        if let (Ok(ours), Ok(theirs)) = (slots.parse::<f64>(), cells[2].parse::<f64>()) {
            ratios.push(ours / theirs.max(1.0));
        }
        n += 1;
    }
    let hint = "listings have changed: run shim_tests/hlsl/streams.py";
    assert!(wrong.is_empty(), "{hint}\n{}", wrong.join("\n"));
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    assert!(n > 150 && median <= 1.15, "{n} listings, median {median}");
}
