//! Programs in HLSL through their tokens: the shaders that `codegen` makes are accepted, are the same after a round trip through
//! text, and give the numbers of the program that they were made of. `mad` rounds once where a text rounds twice, and quotients
//! are products with `rcp`; so numbers are compared within a bound.

use shim_tests::random::Random;
use shim_tests::shader_test::{evaluate, through_tokens};
use trilobite::codegen::{Compiled, compile_hlsl};
use trilobite::frontend::assembly::d3d::{D3dProgram, Slots, text, tokens};
use trilobite::frontend::c_like::hlsl::{Program, Request, profile};
use trilobite::frontend::preprocessor::NoFiles;
use trilobite::simd::LANES;

/// The relative difference of numbers that count as the same.
const BOUND: f32 = 2e-4;

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

/// The FNV-1a hash of a text, as `streams.py` computes it.
fn hash(text: &str) -> u32 {
    let step = |h: u32, byte: u8| (h ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    text.bytes().fold(0x811c_9dc5, step)
}

#[test]
fn listings_are_those_that_the_reference_took() {
    let table = include_str!("../hlsl/streams.tsv");
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

/// Random statements in a loop, with ways out of it.
fn statements(random: &mut Random, depth: u32) -> String {
    let mut text = String::new();
    for _ in 0..1 + random.below(3) {
        let value = expression(random, 1);
        text += &match random.below(9) {
            0 => format!("x = x * 0.5 + {value};\n"),
            1 => format!("x.xz = ({value}).yw;\n"),
            2 => "u += x.y * 0.25; x.w = u;\n".into(),
            3 => format!("if (x.y > ({value}).x) x.xy = x.yx - 0.25; else u *= 0.5;\n"),
            4 => format!("if (x.z < ({value}).y) {{ u -= 1; break; }}\n"),
            5 => "if (frac(u * 3.7) > 0.75) continue;\n".into(),
            6 => "if (u > 1.5) break;\n".into(),
            7 if depth > 0 => repeated(random, depth - 1),
            _ => format!("x = x.wxyz + m[uint(k) % 4] * 0.125; u = {value}.x;\n"),
        };
    }
    text
}

/// A random loop of few rounds, whose number no constant bounds.
fn repeated(random: &mut Random, depth: u32) -> String {
    let k = ["i", "j", "l"][depth as usize];
    let bound = ["s * 3", "abs(b.x) * 4", "c0.w + 3", "3 - a.y"][random.below(4) as usize];
    let body = statements(random, depth)
        .replace("uint(k)", "uint(K)")
        .replace('K', k);
    match random.below(3) {
        0 => format!("{{ float {k} = 0; while ({k} < {bound}) {{ {k}++;\n{body} x *= 0.5; }} }}\n"),
        1 => format!(
            "{{ int {k} = 0; do {{ {k}++;\n{body} x *= 0.5; if ({k} > 8) break; }} while ({k} < {bound}); }}\n"
        ),
        _ => format!("for (int {k} = 0; {k} < {bound}; {k}++) {{\n{body} x *= 0.5; }}\n"),
    }
}

fn loop_text(random: &mut Random, is_pixel: bool) -> String {
    let to = if is_pixel { "COLOR" } else { "POSITION" };
    let (first, body, last) = (
        expression(random, 1),
        repeated(random, 1),
        expression(random, 1),
    );
    format!(
        "float4 c0, c1; float4x4 m; float s;\n\
         float4 main(float4 a : TEXCOORD0, float4 b : TEXCOORD1) : {to}\n\
         {{\n float4 x = {first}; float u = a.z;\n{body} return x + u * ({last});\n}}\n"
    )
}

#[test]
fn random_programs_give_the_same_numbers() {
    let profiles = ["ps_2_b", "vs_2_0", "ps_3_0", "vs_3_0", "ps_2_0", "vs_1_1"];
    let (n, refused) = compare(0x746f_6b65_6e73, 240, &profiles, program_text);
    assert!(n > 200, "{n} compared, {refused} refused");
}

#[test]
fn random_loops_give_the_same_numbers() {
    let profiles = ["ps_3_0", "vs_3_0", "vs_2_a", "ps_3_sw"];
    let (n, refused) = compare(0x006c_6f6f_7073, 120, &profiles, loop_text);
    assert!(n > 110, "{n} compared, {refused} refused");
}

/// A random expression for pixel shaders 1.
fn old_expression(random: &mut Random, depth: u32) -> String {
    const LEAVES: &[&str] = &[
        "a",
        "float4(b.xyz, a.a)",
        "c0",
        "c1",
        "a.a",
        "c0.x",
        "float4(0.5, 1, 0.25, 0)",
        "0.5",
    ];
    if depth == 0 {
        return format!(
            "((float4){})",
            LEAVES[random.below(LEAVES.len() as u32) as usize]
        );
    }
    let [x, y] = [0; 2].map(|_| old_expression(random, depth - 1));
    let z = old_expression(random, 0);
    match random.below(15) {
        0 => format!("({x} + {y})"),
        1 => format!("({x} - {y})"),
        2 | 3 => format!("({x} * {y})"),
        4 => format!("({x} * {z} + {y})"),
        5 => format!("lerp({x}, {y}, saturate({z}))"),
        6 => format!("dot({x}.xyz, {y}.xyz).xxxx"),
        7 => format!("((1 - {x}) * {z})"),
        8 => format!("(({z} * 2 - 1) * {x})"),
        9 => format!("(({z} - 0.5) * {x})"),
        10 => format!("saturate({x} * 2)"),
        11 => format!("({x} * {z} * 0.5)"),
        12 => format!("float4({x}.rgb, {y}.a)"),
        13 => format!("({z} > 0.5 ? {x} : {y})"),
        _ => format!("min({x}, {y})"),
    }
}

fn old_text(random: &mut Random, _: bool) -> String {
    let depth = 1 + random.below(2);
    let text = old_expression(random, depth);
    format!(
        "float4 c0, c1;\nfloat4 main(float4 a : COLOR0, float4 b : TEXCOORD1) : COLOR\n\
         {{\n    return {text};\n}}\n"
    )
}

#[test]
fn random_pixel_shaders_1_give_the_same_numbers() {
    let profiles = ["ps_1_1", "ps_1_2", "ps_1_3", "ps_1_4"];
    let (n, refused) = compare(0x006f_6c64, 400, &profiles, old_text);
    assert!(n > 300, "{n} compared, {refused} refused");
}

/// Compares random programs with their shaders. Returns how many, and how many were refused.
fn compare(
    seed: u64,
    rounds: usize,
    profiles: &[&str],
    make: fn(&mut Random, bool) -> String,
) -> (u32, u32) {
    let mut random = Random::new(seed);
    let (mut n, mut refused) = (0, 0);
    for round in 0..rounds {
        let profile_name = profiles[round % profiles.len()];
        let is_old = profile_name.starts_with("ps_1");
        let text = make(&mut random, profile_name.starts_with("ps"));
        let program = load(profile_name, &text).unwrap_or_else(|| panic!("{text}"));
        let entry = program.entry().expect("it was checked");
        let made = match compile_hlsl(&program) {
            Ok(made) => made,
            // Long programs do not fit into small machines.
            Err(error) => {
                let number = error.number();
                assert!(
                    matches!(number, Some(5608 | 4505))
                        || is_old && matches!(number, Some(4507 | 4532 | 5088)),
                    "{profile_name} {error}: {text}"
                );
                refused += 1;
                continue;
            }
        };
        check(&made).unwrap_or_else(|why| panic!("{profile_name} {why}: {text}"));
        let through = through_tokens(&program, entry.clone());
        let through = through.unwrap_or_else(|why| panic!("{profile_name} {why}: {text}"));
        // Pixel shaders 1 clamp coordinates and colours to [0, 1], and constants to [-1, 1].
        let (width, first) = if is_old { (1000, 0.0) } else { (4000, 2.0) };
        let mut number = || random.below(width) as f32 / 1000.0 - first;
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
    (n, refused)
}
