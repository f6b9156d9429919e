//! Cg as assembly texts: the driver's own front end takes them, and they compute what the program does.

use shim_tests::lanes::run_program;
use std::collections::BTreeMap;
use trilobite::codegen::{CgText, TextError, TextOptions, compile_cg};
use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::arb::{self, ArbProgram, Limits, load_fragment, load_vertex};
use trilobite::frontend::binding::Binding;
use trilobite::frontend::c_like::cg::profile::{self, Stage};
use trilobite::frontend::c_like::cg::{Program, Request, StageOptions};
use trilobite::frontend::c_like::entry::Entry;
use trilobite::frontend::c_like::tree;
use trilobite::frontend::preprocessor::NoFiles;
use trilobite::ir::interface::{fragment_input, fragment_output};
use trilobite::ir::{Op, Program as Ir};
use trilobite::kernel::Engine;

/// Lanes that are run.
const LANES: usize = 16;

fn load(text: &str, profile_name: &str, entry: &str) -> Option<Program> {
    let request = Request {
        entry: Some(entry),
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

/// The words of a uniform array. `local` gives a `program.local`.
fn uniforms(code: &BoundProgram, local: impl Fn(u32) -> [f32; 4]) -> Vec<f32> {
    let row = |(n, binding): (usize, &Binding)| match binding {
        Binding::Constant(value) => *value,
        Binding::Scene(state) => state.default_value(),
        Binding::Local(n) => local(*n),
        _ => local(n as u32),
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
    assert!(wrong.is_empty(), "{n}: {}\n{}", wrong.len(), wrong.join("\n"));
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
    let words = uniforms(&code, |_| [0.0; 4]);
    let results = run_program(&code.program, &words, Engine::Interpreter, &lanes);
    let mut wrong = Vec::new();
    for (row, result) in rows.iter().zip(results) {
        let tolerance: f64 = row[2].parse().expect("a number");
        for (word, expected) in result[first..first + 4].iter().zip(row[6].split(' ')) {
            let found = f64::from(f32::from_bits(*word));
            let Ok(expected) = expected.parse::<f64>() else {
                continue;
            };
            let is_same = found == expected
                || (found - expected).abs() <= tolerance.max(2e-6) * expected.abs().max(1.0);
            if !is_same {
                wrong.push(format!("{}: {found} {expected}\n{}", row.join(" | "), made.text));
                break;
            }
        }
    }
    wrong
}

#[test]
fn accepted_programs_compute_the_same() {
    let table = include_str!("../cg/expected.tsv");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cg/");
    let (mut wrong, mut n, mut compared) = (Vec::new(), 0, 0);
    for line in table.lines().filter(|l| l.starts_with("accept/")) {
        let cells: Vec<&str> = line.split('\t').collect();
        if !matches!(cells[1], "arbvp1" | "arbfp1") || cells[3] != "ok" {
            continue;
        }
        let text = std::fs::read_to_string(format!("{folder}{}", cells[0])).expect("a file");
        let Some(program) = load(&text, cells[1], cells[2]) else {
            continue;
        };
        n += 1;
        match check_program(&program) {
            Ok(runs) => compared += usize::from(runs),
            Err(why) => wrong.push(format!("{} {}: {why}", cells[0], cells[1])),
        }
    }
    assert!(
        wrong.is_empty() && n > 300,
        "{n} programs, {compared} were run, {} are wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Compares what a program and its text compute. Answers whether they could be run.
fn check_program(program: &Program) -> Result<bool, String> {
    let stage = match program.profile().stage {
        Stage::Fragment => tree::Stage::Fragment,
        _ => tree::Stage::Vertex,
    };
    let entry = program.entry(&StageOptions {
        state: arb::state_row,
        ..StageOptions::new(stage)
    });
    let Ok(entry) = entry else { return Ok(false) };
    let (made, read) = through_text(program)?;
    let code = read.code();
    let needs_draw = |p: &Ir| {
        p.insts().any(|i| matches!(i.op, Op::Sample | Op::Ddx | Op::Ddy | Op::Kill | Op::FrontFacing))
    };
    if needs_draw(&entry.code.program) {
        return Ok(false);
    }
    let lanes: Vec<Vec<u32>> = (0..LANES)
        .map(|lane| (0..256).map(|slot| value(lane * 256 + slot).to_bits()).collect())
        .collect();
    let own = own_uniforms(&entry);
    let local = |register: u32| {
        let row = made.rows.iter().position(|r| *r == Some(register));
        row.map_or([0.0; 4], |row| own.1[row])
    };
    let run = |code: &BoundProgram, words: &[f32]| {
        run_program(&code.program, words, Engine::Interpreter, &lanes)
    };
    let ours = run(&entry.code, &own.0);
    let theirs = run(&code, &uniforms(&code, local));
    let stores = entry.code.program.insts().filter(|i| i.op == Op::StoreOutput);
    for slot in stores.map(|i| i.imm[0] as usize) {
        for lane in 0..LANES {
            let word = |all: &[Vec<u32>]| all[lane].get(slot).map(|w| f32::from_bits(*w));
            let (a, b) = (word(&ours), word(&theirs));
            let (Some(x), Some(y)) = (a, b) else {
                return Err(format!("slot {slot} is not written\n{}", made.text));
            };
            let is_same = x == y || !x.is_finite() || (x - y).abs() <= 1e-4 * x.abs().max(1.0);
            if !is_same {
                return Err(format!("slot {slot} lane {lane}: {x} {y}\n{}", made.text));
            }
        }
    }
    Ok(true)
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
            let whole = floats[row as usize].map(|x| x.abs().floor());
            floats[row as usize] = whole;
            words[row as usize] = whole.map(|x| f32::from_bits(x as u32));
        }
    }
    let words = uniforms(&entry.code, |row| words[row as usize]);
    (words, floats)
}

#[test]
fn profiles_without_a_text_say_so() {
    let program = load("float4 main() : POSITION { return 1; }", "vs_2_0", "main").expect("it loads");
    let made = compile_cg(&program, &TextOptions::default());
    assert!(matches!(made, Err(TextError::NoText("vs_2_0"))));
}
