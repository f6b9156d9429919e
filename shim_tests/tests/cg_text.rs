//! Cg as assembly texts: the driver's own front end takes them, and they compute what the program does.

use shim_tests::lanes::run_program;
use shim_tests::verb::{file, folder, run, trilobite};
use std::collections::BTreeMap;
use trilobite::codegen::{CgText, TextError, TextOptions, compile_cg};
use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::arb::{self, ArbProgram, Limits, load_fragment, load_vertex};
use trilobite::frontend::binding::Binding;
use trilobite::frontend::c_like::cg::profile::{self, Stage};
use trilobite::frontend::c_like::cg::{Program, Request, StageOptions};
use trilobite::frontend::c_like::entry::Entry;
use trilobite::frontend::c_like::tree;
use trilobite::frontend::c_like::types::Scalar;
use trilobite::frontend::preprocessor::NoFiles;
use trilobite::ir::interface::{fragment_input, fragment_output};
use trilobite::ir::{Op, Program as Ir};
use trilobite::kernel::Engine;

/// Lanes that are run.
const LANES: usize = 16;

fn load(text: &str, profile_name: &str, entry: &str) -> Option<Program> {
    let request = Request {
        entry: Some(entry),
        is_strict: false,
        ..Request::new(text.as_bytes(), profile::find(profile_name).ok()?)
    };
    Program::load(&request, &mut NoFiles).ok()
}

/// The text of a program, and the program that the driver loads of it.
fn through_text(program: &Program) -> Result<(CgText, ArbProgram), String> {
    let made = compile_cg(program, &TextOptions::default());
    let made = made.map_err(|e| e.listing(program.map()))?;
    let text = made.text.as_bytes();
    let read = match program.profile().stage {
        Stage::Fragment => load_fragment(text, &Limits::FRAGMENT),
        _ => load_vertex(text, &Limits::VERTEX),
    };
    let read = read.map_err(|e| format!("{}{}", made.text, e.info_log(text)))?;
    Ok((made, read))
}

/// The words of a uniform array. `other` gives what is neither a literal nor state, by its row.
fn uniforms(code: &BoundProgram, other: impl Fn(usize, &Binding) -> [f32; 4]) -> Vec<f32> {
    let row = |(n, binding): (usize, &Binding)| match binding {
        Binding::Constant(value) => *value,
        Binding::Scene(state) => state.default_value(),
        _ => other(n, binding),
    };
    code.bindings.iter().enumerate().flat_map(row).collect()
}

#[test]
fn fragment_programs_have_the_values_of_the_reference() {
    let table = include_str!("../cg/values.tsv");
    let mut bodies: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
    for line in table.lines().filter(|l| !l.starts_with('#')).skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        bodies.entry(cells[1]).or_default().push(cells);
    }
    let wrong: Vec<String> = { bodies.iter() }
        .flat_map(|(body, rows)| check_values(body, rows))
        .collect();
    let n = bodies.len();
    assert!(
        wrong.is_empty(),
        "{n}: {}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn check_values(body: &str, rows: &[Vec<&str>]) -> Vec<String> {
    let parameters = "float4 a : TEXCOORD0, float4 b : TEXCOORD1, float4 d : TEXCOORD2";
    let text = format!("float4 main({parameters}) : COLOR {{ {body} }}");
    let Some(program) = load(&text, "arbfp1", "main") else {
        return vec![format!("{text} does not load")];
    };
    let (made, read) = match through_text(&program) {
        Ok(read) => read,
        Err(why) => return vec![format!("{text}: {why}")],
    };
    let code = read.code();
    let number = |word: &str| word.parse::<f32>().expect("a number").to_bits();
    let lanes: Vec<Vec<u32>> = { rows.iter() }
        .map(|row| {
            let mut words = vec![0; 4 * fragment_input::TEX_COORD_0 as usize];
            words.extend(row[3..6].iter().flat_map(|v| v.split(' ')).map(number));
            words
        })
        .collect();
    let first = 4 * fragment_output::COLOR_0 as usize;
    let words = uniforms(&code, |_, _| [0.0; 4]);
    let results = run_program(&code.program, &words, Engine::Interpreter, &lanes);
    let mut wrong = Vec::new();
    for (row, result) in rows.iter().zip(results) {
        let tolerance: f64 = row[2].parse().expect("a number");
        for (word, expected) in result[first..first + 4].iter().zip(row[6].split(' ')) {
            let mut found = f64::from(f32::from_bits(*word));
            // The reference's remainders of three are not negative (`cg_values.rs`).
            if row[0] == "int_modulo" && found < 0.0 {
                found += 3.0;
            }
            let Ok(expected) = expected.parse::<f64>() else {
                continue;
            };
            let is_same = found == expected
                || (found - expected).abs() <= tolerance.max(2e-6) * expected.abs().max(1.0);
            if !is_same {
                wrong.push(format!(
                    "{}: {found} {expected}\n{}",
                    row.join(" | "),
                    made.text
                ));
                break;
            }
        }
    }
    wrong
}

/// For each profile how many programs compute the same as their texts at least, and how many have no text at most although the
/// reference has one: numbers of 64, 16 and 8 bits, look-ups with gradients in arbfp1, packed numbers, more than 256 constants
/// (docs/STATUS.md).
const COUNTS: &[(&str, usize, usize)] = &[
    ("arbvp1", 980, 22),
    ("arbfp1", 1375, 30),
    ("vp20", 128, 1),
    ("vp30", 400, 3),
    ("fp30", 1325, 42),
    ("vp40", 1015, 25),
    ("fp40", 680, 6),
];

#[test]
fn accepted_programs_compute_the_same() {
    let table = include_str!("../cg/expected.tsv");
    let exceptions = include_str!("../cg/text_exceptions.tsv");
    let exceptions = exceptions.lines().filter(|l| !l.starts_with('#'));
    let exceptions: Vec<&str> = exceptions.filter_map(|l| l.split('\t').next()).collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cg/");
    let (mut wrong, mut known) = (Vec::new(), BTreeMap::new());
    for line in table.lines().filter(|l| l.starts_with("accept/")) {
        let cells: Vec<&str> = line.split('\t').collect();
        if COUNTS.iter().all(|(profile, ..)| *profile != cells[1]) || cells[3] != "ok" {
            continue;
        }
        let text = std::fs::read_to_string(format!("{folder}{}", cells[0])).expect("a file");
        let Some(program) = load(&text, cells[1], cells[2]) else {
            continue;
        };
        let verdict = match check_program(&program) {
            Ok(verdict) => verdict,
            Err(_) if exceptions.iter().any(|e| cells[0].starts_with(e)) => Verdict::NotRun,
            Err(why) => {
                wrong.push(format!("{} {}: {why}", cells[0], cells[1]));
                continue;
            }
        };
        *known.entry((cells[1], verdict)).or_insert(0) += 1;
    }
    println!("{known:?}, {} are wrong", wrong.len());
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
    let count = |profile, verdict| known.get(&(profile, verdict)).copied().unwrap_or(0);
    for (profile, same, refused) in COUNTS {
        let counts = [Verdict::Same, Verdict::Refused].map(|v| count(*profile, v));
        assert!(
            counts[0] >= *same && counts[1] <= *refused,
            "{profile} {counts:?}"
        );
    }
}

/// What lanes hold that a program has not written.
const UNWRITTEN: u32 = 0xdead_beef;

/// What the comparison of a program with its text says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Same,
    /// It needs a draw, or addresses beyond its arrays with the inputs of the test.
    NotRun,
    /// It has no text.
    Refused,
}

/// Compares what a program and its text compute.
fn check_program(program: &Program) -> Result<Verdict, String> {
    let stage = match program.profile().stage {
        Stage::Fragment => tree::Stage::Fragment,
        _ => tree::Stage::Vertex,
    };
    let entry = program.entry(&StageOptions {
        state: arb::state_row,
        ..StageOptions::new(stage)
    });
    let Ok(entry) = entry else {
        return Ok(Verdict::NotRun);
    };
    let made = compile_cg(program, &TextOptions::default());
    if matches!(
        made,
        Err(TextError::Refused(_) | TextError::Constants { .. })
    ) {
        return Ok(Verdict::Refused);
    }
    let (made, read) = through_text(program)?;
    let code = read.code();
    let needs_draw = |p: &Ir| {
        p.insts().any(|i| {
            matches!(
                i.op,
                Op::Sample | Op::LoadParamRow | Op::Ddx | Op::Ddy | Op::Kill | Op::FrontFacing
            )
        })
    };
    // Two uniforms in one register have one value.
    let mut registers: Vec<u32> = made.rows.iter().flatten().copied().collect();
    registers.sort_unstable();
    let is_shared = registers.windows(2).any(|w| w[0] == w[1]);
    if needs_draw(&entry.code.program) || is_shared {
        return Ok(Verdict::NotRun);
    }
    let lanes: Vec<Vec<u32>> = (0..LANES)
        .map(|lane| {
            (0..256)
                .map(|slot| value(lane * 256 + slot).to_bits())
                .collect()
        })
        .collect();
    let own = own_uniforms(&entry);
    let register = |n: u32| {
        let held = made.constants.iter().find(|(register, _)| *register == n);
        match held.map(|(_, binding)| binding) {
            Some(Binding::Constant(value)) => return *value,
            Some(Binding::Scene(state)) => return state.default_value(),
            _ => {}
        }
        let row = made.rows.iter().position(|r| *r == Some(n));
        row.map_or([0.0; 4], |row| own.1[row])
    };
    let parameter = |_: usize, binding: &Binding| match binding {
        Binding::Local(n) | Binding::Env(n) => register(*n),
        Binding::Named(n) => {
            let name = &read.named()[*n as usize].0;
            let known = made.names.iter().find(|(_, own)| *own == name);
            known.map_or([0.0; 4], |(n, _)| register(*n))
        }
        _ => [0.0; 4],
    };
    let run = |code: &BoundProgram, words: &[f32]| {
        run_program(&code.program, words, Engine::Interpreter, &lanes)
    };
    let ours = run(&entry.code, &own.0);
    let theirs = run(&code, &uniforms(&code, parameter));
    let has = |slot: &u32| {
        let mut stores = entry.code.program.insts();
        stores.any(|i| i.op == Op::StoreOutput && i.imm[0] == *slot)
    };
    let declared = entry.outputs.iter().flat_map(|c| {
        let slots = c.slots.iter().flatten();
        slots.flat_map(move |slot| *slot..slot + c.columns)
    });
    for slot in declared.filter(has).map(|slot| slot as usize) {
        for lane in 0..LANES {
            let word = |all: &[Vec<u32>]| all[lane].get(slot).map(|w| f32::from_bits(*w));
            let (a, b) = (word(&ours), word(&theirs));
            let (Some(x), Some(y)) = (a, b) else {
                return Err(format!("slot {slot} is not written\n{}", made.text));
            };
            // A program that does not end leaves this behind.
            if a == Some(f32::from_bits(UNWRITTEN)) {
                continue;
            }
            let is_same = x == y || !x.is_finite() || (x - y).abs() <= 1e-4 * x.abs().max(1.0);
            if !is_same {
                return Err(format!("slot {slot} lane {lane}: {x} {y}\n{}", made.text));
            }
        }
    }
    Ok(Verdict::Same)
}

/// A number for an input or a uniform: a multiple of 1/8 between -2 and 2.
fn value(n: usize) -> f32 {
    ((n * 7919 + 13) % 33) as f32 / 8.0 - 2.0
}

/// The words of the entry's uniform array, and each row as floats.
fn own_uniforms(entry: &Entry) -> (Vec<f32>, Vec<[f32; 4]>) {
    let mut floats: Vec<[f32; 4]> = { 0..entry.code.bindings.len() }
        .map(|row| std::array::from_fn(|c| value(4 * row + c)))
        .collect();
    let mut words = floats.clone();
    for uniform in entry.uniforms.iter().filter(|u| !u.scalar.is_real()) {
        for row in uniform.first_row..uniform.first_row + uniform.n_rows() {
            let whole = floats[row as usize].map(|x| match uniform.scalar {
                Scalar::Bool => f32::from(x > 0.0),
                _ => x.abs().floor(),
            });
            floats[row as usize] = whole;
            words[row as usize] = whole.map(|x| f32::from_bits(x as u32));
        }
    }
    let words = uniforms(&entry.code, |row, _| words[row]);
    (words, floats)
}

#[test]
fn profiles_without_a_text_say_so() {
    let program =
        load("float4 main() : POSITION { return 1; }", "vs_2_0", "main").expect("it loads");
    let made = compile_cg(&program, &TextOptions::default());
    assert!(matches!(made, Err(TextError::NoText("vs_2_0"))));
}

const LANTERN: &str = "struct Light { float3 at; float4 color; };
uniform Light lights[2];
void main(float4 at : POSITION, float3 normal : NORMAL, uniform float4x4 mvp, uniform float strength = 0.5,
          uniform float4 unused, out float4 place : POSITION, out float4 color : COLOR0)
{
    place = mul(mvp, at);
    color = lights[1].color * dot(normal, lights[1].at) * strength;
}
";

const LANTERN_HEAD: &str = "#profile arbvp1
#program main
#semantic main.mvp
#semantic main.strength
#semantic main.unused
#semantic lights
#var float4 at : $vin.POSITION : POSITION : 0 : 1
#var float3 normal : $vin.NORMAL : NORMAL : 1 : 1
#var float4x4 mvp :  : c[1], 4 : 2 : 1
#var float strength :  : c[5] : 3 : 1
#var float4 unused :  :  : 4 : 0
#var float4 place : $vout.POSITION : HPOS : 5 : 1
#var float4 color : $vout.COLOR0 : COL0 : 6 : 1
#var float3 lights[0].at :  :  : -1 : 0
#var float4 lights[0].color :  :  : -1 : 0
#var float3 lights[1].at :  : c[6] : -1 : 1
#var float4 lights[1].color :  : c[7] : -1 : 1
#default strength = 0.5
PARAM c[8] = { program.local[0..7] };
";

#[test]
fn cgc_writes_a_text_and_counts() {
    let path = file("cgc_text", "lantern.cg", LANTERN);
    let (code, out, err) = run(trilobite(&["cgc", "-profile", "arbvp1", &path]));
    assert_eq!(
        (code, err),
        (Some(0), format!("{path}\n8 lines, 0 errors.\n"))
    );
    assert!(
        out.starts_with("!!ARBvp1.0\n# cgc version 3.1.0013"),
        "{out}"
    );
    assert!(out.contains(LANTERN_HEAD), "{out}");
    assert!(
        out.contains("DP4 result.position.x, c[1], vertex.position;\n"),
        "{out}"
    );
    assert!(out.contains("\nEND\n# 7 instructions, 1 R-regs\n"), "{out}");
    let to = folder("cgc_files").join("lantern.vp").display().to_string();
    let arguments = ["cgc", "-q", "-profile", "arbvp1", "-o", &to, &path];
    assert_eq!(
        run(trilobite(&arguments)),
        (Some(0), String::new(), String::new())
    );
    let written = std::fs::read_to_string(&to).expect("a text");
    assert_eq!(written.lines().count(), out.lines().count());
}

#[test]
fn more_than_a_program_holds_is_refused() {
    let sum = |n: usize| {
        (0..n)
            .map(|i| format!("s += w[{i}];\n"))
            .collect::<String>()
    };
    let text = |n: usize| {
        let body = format!("float4 s = c;\n{} return s;", sum(n));
        format!("uniform float4 w[{n}];\nfloat4 main(float4 c : TEXCOORD0) : COLOR {{ {body} }}")
    };
    for (n, wanted) in [(31, None), (40, Some(6007)), (4000, Some(6007))] {
        let program = load(&text(n), "arbfp1", "main").expect("a program");
        let made = compile_cg(&program, &TextOptions::default());
        assert_eq!(made.err().and_then(|e| e.number()), wanted, "{n}");
    }
}

#[test]
fn cgc_says_why_there_is_no_text() {
    let path = file(
        "cgc_errors",
        "wrong.cg",
        "float4 main() : POSITION { return x; }\n",
    );
    let (code, out, err) = run(trilobite(&["cgc", "-q", "-profile", "arbvp1", &path]));
    let message = format!("{path}(1) : error C1008: undefined variable \"x\"\n");
    assert_eq!((code, out, err), (Some(1), String::new(), message));
    let path = file("cgc_limits", "lantern.cg", LANTERN);
    let limited = |option: &str| {
        let arguments = ["cgc", "-q", "-profile", "arbvp1", "-po", option, &path];
        let (code, out, err) = run(trilobite(&arguments));
        assert_eq!((code, out.as_str()), (Some(1), ""));
        err
    };
    assert!(limited("NumTemps=0").starts_with("(0) : error C6001: "));
    assert!(limited("MaxInstructions=3").starts_with("(0) : error C6002: "));
    assert!(limited("MaxLocalParams=3").starts_with("(0) : error C6007: "));
    let (code, _, err) = run(trilobite(&["cgc", "-q", "-profile", "gp4vp", &path]));
    assert_eq!(
        (code, err.as_str()),
        (
            Some(1),
            "(0) : error : profile \"gp4vp\" has no text here\n"
        )
    );
    let (code, out, _) = run(trilobite(&[
        "cgc", "-q", "-nocode", "-profile", "gp4vp", &path,
    ]));
    assert_eq!((code, out.as_str()), (Some(0), ""));
}

/// Programs whose loops and branches stay: rounds that a number gives, ways out of them, loops inside each other, texels on a
/// side. Each computes from `a` and `b`, which are inputs, and has the result `r`.
const FLOWS: &[&str] = &[
    "float i = 0; while (i < a.x) { r += b; i += 0.25; }",
    "for (float i = 0; i < abs(b.y) * 4; i += 1) { r = r * 0.5 + a; if (r.x > 1) break; }",
    "for (float i = -2; i < b.z; i += 0.5) { for (float k = 0; k < a.w; k += 0.25) { r += k * b; } r *= 0.5; }",
    "float i = 4; do { r += a * i; i -= abs(b.x) + 0.5; } while (i > 0);",
    "for (float i = 0; i < 3; i += abs(a.x) + 0.25) { if (i > b.x) r += a; else r -= b * i; }",
    "for (float i = 0; i < 300; i += 1) { if (i * abs(a.y) > 8) return r; r += b; }",
    "float i = 0; while (i < 3) { i += abs(a.z) + 0.125; if (b.x > i) continue; r += sin(i + b); }",
];

#[test]
fn loops_stay_loops() {
    for body in FLOWS {
        for (profile, input, output) in [
            ("vp40", "ATTR1", "POSITION"),
            ("fp40", "TEXCOORD1", "COLOR"),
        ] {
            let text = format!(
                "float4 main(float4 a : TEXCOORD0, float4 b : {input}) : {output} {{ float4 r = 0; {body} return r; }}"
            );
            let program = load(&text, profile, "main").expect("a program");
            let verdict = check_program(&program).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(verdict, Verdict::Same, "{profile} {body}");
            let made = compile_cg(&program, &TextOptions::default()).expect("a text");
            let word = if profile == "vp40" {
                "\nBRA BB"
            } else {
                "\nREP "
            };
            assert!(made.text.contains(word), "{}", made.text);
        }
    }
}

/// Programs, and lines of their texts: registers, names, choices under a condition, kills, look-ups by derivatives.
const NATIVE: &[(&str, &str, &[&str])] = &[
    (
        "vp20",
        "float4 main(float4 p : POSITION, uniform float4x4 m, float x : TEXCOORD0, out float f : FOG) : POSITION
         { f = exp2(x); return mul(m, p) + 0.25; }",
        &["!!VP1.1\n", "#const c[4] = 0.25 ", "DP4 R0.x, c[0], v[0];\n", "EXP R", "o[FOGC].x", "o[HPOS]"],
    ),
    (
        "vp30",
        "float4 light : state.light[1].position;
         float4 main(float4 p : POSITION, float4 t : TEXCOORD3, out float c : CLP2) : POSITION
         { c = t.x; return t.y > 0.5 ? p : t * light; }",
        &["!!VP2.0\n", "MOV o[CLP2].x, v[TEX3].x;\n", "MOVC CC", "(LT)", "#var float4 p : $vin.POSITION : ATTR0 : 0 : 1\n"],
    ),
    (
        "fp30",
        "float4 main(float4 t : TEXCOORD0, uniform sampler2D s, uniform float4 tint[2] = { {1, 2, 3, 4}, {5, 6, 7, 8} }) : COLOR
         { if (t.z < 0) discard; return tex2D(s, t.xy) * tint[1] + 0.5; }",
        &[
            "!!FP1.0\n", "DECLARE tint$1 = {5,6,7,8};\n", "#var float4 tint[0] :  : tint$0 : 2 : 0\n", "KIL LT;\n",
            "TEX R0, f[TEX0], TEX0, 2D;\n", "MAD o[COLR], R0, tint$1, R1;\n",
        ],
    ),
    (
        "fp40",
        "float4 main(float4 t : TEXCOORD0, uniform sampler2D s) : COLOR { return tex2D(s, t.xy, ddx(t.xy), t.zw); }",
        &["OPTION NV_fragment_program2;\n", "TXD result.color, fragment.texcoord[0], R0, "],
    ),
];

#[test]
fn each_language_has_its_registers() {
    for (profile, text, lines) in NATIVE {
        let program = load(text, profile, "main").expect("a program");
        let (made, _) = through_text(&program).unwrap_or_else(|why| panic!("{profile}: {why}"));
        for line in *lines {
            assert!(made.text.contains(line), "{line}: {}", made.text);
        }
    }
}
