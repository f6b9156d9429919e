//! Runs the program tests (shim_tests/programs) and the error tests of front ends (shim_tests/errors), one trial for each
//! file.

use libtest_mimic::{Arguments, Trial};
use shim_tests::harness::root;
use shim_tests::program_test::{TestFile, test_files};
use std::path::PathBuf;

fn trials(kind: &str, check: fn(&TestFile) -> Result<(), String>) -> Vec<Trial> {
    trials_as("", kind, check)
}

/// The trials of a kind of files, with a prefix before their names.
fn trials_as(before: &str, kind: &str, check: fn(&TestFile) -> Result<(), String>) -> Vec<Trial> {
    let base = root().join("shim_tests");
    let trial = |path: PathBuf| {
        let name = path.strip_prefix(&base).expect("below the base").display();
        Trial::test(format!("{before}{name}"), move || {
            let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
            let file = TestFile::parse(&text)?;
            check(&file)?;
            Ok(())
        })
    };
    test_files(&base.join(kind))
        .into_iter()
        .map(trial)
        .collect()
}

/// The header of the tests of `folder`, and the header that they also get here.
struct Again {
    folder: &'static str,
    header: &'static str,
    again: &'static str,
    /// The test that declares words which the option reserves.
    reserved: &'static str,
}

const AGAIN: [Again; 4] = [
    Again {
        folder: "arb-vertex",
        header: "!!ARBvp1.0\n",
        again: "!!ARBvp1.0\nOPTION NV_vertex_program2;\n",
        reserved: "parameters/names.test",
    },
    Again {
        folder: "nv-vertex2",
        header: "OPTION NV_vertex_program2;",
        again: "OPTION NV_vertex_program3;",
        reserved: "option/names_of_fragment_programs.test",
    },
    Again {
        folder: "arb-fragment",
        header: "!!ARBfp1.0\n",
        again: "!!ARBfp1.0\nOPTION NV_fragment_program2;\n",
        reserved: "",
    },
    Again {
        folder: "nv-fragment",
        header: "OPTION NV_fragment_program;",
        again: "OPTION NV_fragment_program2;",
        reserved: "operands/names.test",
    },
];

/// Programs mean the same under a greater option, unless a name of theirs becomes reserved.
fn option_trials(again: &'static Again) -> Vec<Trial> {
    let base = root().join("shim_tests/programs");
    let trial = |path: PathBuf| {
        let name = path.strip_prefix(&base).expect("below the base").display();
        Trial::test(format!("under the option/{name}"), move || {
            let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
            let file = TestFile::parse(&text.replacen(again.header, again.again, 1))?;
            if !again.reserved.is_empty() && path.ends_with(again.reserved) {
                return match file.load() {
                    Err(_) => Ok(()),
                    Ok(_) => Err("a reserved word is declared".into()),
                };
            }
            Ok(file.run()?)
        })
    };
    let found = test_files(&base.join(again.folder));
    found.into_iter().map(trial).collect()
}

/// Every truncation and every one-byte change of a text gives a program, or an error at a place in the text.
fn mutations(file: &TestFile) -> Result<(), String> {
    let check = |text: &[u8]| match file.language.load(text) {
        Err(e) if !(0..=text.len() as i32).contains(&e.error_position()) => {
            Err(format!("position {}", e.error_position()))
        }
        Err(e) if e.info_log(text).is_empty() => Err("no message".to_owned()),
        _ => Ok(()),
    };
    for n in 0..file.program.len() {
        check(&file.program[..n])?;
        let mut text = file.program.clone();
        for byte in 0..=255 {
            text[n] = byte;
            check(&text)?;
        }
        text.remove(n);
        check(&text)?;
    }
    Ok(())
}

/// A mebibyte of one repeated token. Each text loads or is refused, in time that is linear in its length.
fn huge_texts() -> Result<(), String> {
    use trilobite::frontend::assembly::Stage;
    use trilobite::frontend::assembly::arb::{
        Limits, MAX_TEXT_BYTES, errors, load_fragment, load_vertex,
    };
    let fill = |head: &str, unit: &str, tail: &str| {
        let n = (MAX_TEXT_BYTES - head.len() - tail.len()) / unit.len();
        format!("{head}{}{tail}", unit.repeat(n))
    };
    let numbered = |head: &str, unit: fn(u32) -> String| {
        let mut text = head.to_owned();
        (0..60_000).for_each(|n| text += &unit(n));
        text + "END"
    };
    let texts = [
        fill("", "MOV r, 1;", " END"),
        fill("TEMP r;", "MOV r, 1;", " END"),
        fill("TEMP r;", "MOV r, r;", " END"),
        fill("DEFINE a = 1;", "MOV R0, a;", "MOV o[COLR], R0; END"),
        fill("", "MOV o[COLR], -|p[3]|;", "END"),
        fill("MOV o[COLR], ", "|", "R0; END"),
        fill("DEFINE v = {1", ",1", "}; END"),
        numbered("MOV o[COLR], 1;", |n| format!("DECLARE d{n} = {n};")),
        fill("TEMP ", "a", "; END"),
        fill("MOV ", "a", ", 1; END"),
        fill("", " ", "END"),
        fill("# ", "x", "\nEND"),
        fill("", "#\n", "END"),
        fill("PARAM p[] = { 1", ",1", " }; END"),
        fill("PARAM p[] = { 1", ",program.env[0..255]", " }; END"),
        fill("PARAM p = ", "9", "; END"),
        fill("PARAM p = 0.", "9", "; END"),
        fill("PARAM p = 1e", "9", "; END"),
        fill("PARAM p = ", "-", "1; END"),
        fill("PARAM p = ", "{", "1; END"),
        fill("TEMP r; MOV r, r", ".x", "; END"),
        fill("", "OPTION ARB_position_invariant;", "END"),
        fill("", "OPTION NV_vertex_program2;", "END"),
        fill("OPTION NV_vertex_program2; ", "a", ": END"),
        fill("OPTION NV_vertex_program2; BRA ", "a", "; END"),
        fill("OPTION NV_vertex_program2; RET ", "(", "; END"),
        fill("OPTION NV_vertex_program2; TEMP r; MOV r, ", "|", "r; END"),
        fill("OPTION NV_vertex_program2;", "RET;", "END"),
        fill("OPTION NV_vertex_program2; a:", "CAL a;", "END"),
        numbered("OPTION NV_vertex_program2;", |n| format!("l{n}: ")),
        numbered("OPTION NV_vertex_program2;", |n| format!("BRA l{n};")),
        numbered("OPTION NV_vertex_program2;", |n| format!("l{n}: BRA l{n};")),
        fill("", "OPTION ARB_precision_hint_nicest;", "END"),
        fill("", "OPTION NV_fragment_program2;", "END"),
        fill("OPTION NV_fragment_program2;", "IF TR;", "END"),
        fill("OPTION NV_fragment_program2;", "IF TR;ENDIF;", "END"),
        fill("OPTION NV_fragment_program2;", "REP {1};ENDREP;", "END"),
        fill(
            "OPTION NV_fragment_program2; REP {1};",
            "BRK;",
            "ENDREP; END",
        ),
        fill("OPTION NV_fragment_program2;", "ELSE;", "END"),
        fill("OPTION NV_fragment_program2; REP ", "|", "1; END"),
        fill("OPTION NV_fragment_program2; a:", "CAL a (GT);", "END"),
        fill("OPTION NV_vertex_program3; ADDRESS a;", "PUSHA a;", "END"),
        numbered("TEMP r;", |n| format!("TEMP t{n};")),
        numbered("TEMP r;", |n| format!("MOV r, {n}.5;")),
        numbered("PARAM p0 = 1;", |n| format!("PARAM q{n} = {n}.25;")),
        numbered("TEMP r;", |n| format!("MOV r, program.env[{}];", n % 256)),
        numbered("TEMP t0;", |n| format!("ALIAS t{} = t{n};", n + 1)),
    ];
    for text in &texts {
        for header in ["!!ARBvp1.0", "!!ARBfp1.0", "!!FP1.0"] {
            let text = format!("{header} {text}");
            let text = &text.as_bytes()[..text.len().min(MAX_TEXT_BYTES)];
            let loaded = if header == "!!ARBvp1.0" {
                load_vertex(text, &Limits::VERTEX)
            } else {
                load_fragment(text, &Limits::FRAGMENT)
            };
            let Err(error) = loaded else { continue };
            if error.info_log(text).len() > 1024 {
                return Err(format!("the message grows with the text: {header}"));
            }
            let (limits, stage) = match header {
                "!!ARBvp1.0" => (&Limits::VERTEX, Stage::Vertex),
                _ => (&Limits::FRAGMENT, Stage::Fragment),
            };
            let errors = errors(text, limits, stage);
            if errors.first().is_some_and(|first| *first != error) {
                return Err(format!("another error comes first: {header}"));
            }
        }
    }
    let moves = fill("!!ARBvp1.0 TEMP r;", "MOV r, r;", " END");
    let error = load_vertex(moves.as_bytes(), &Limits::VERTEX).expect_err("too many instructions");
    let is_end = error.error_position() as usize == moves.len();
    if !is_end
        || !error
            .to_string()
            .starts_with("the program uses more than 4096")
    {
        return Err(format!("{error} at {}", error.error_position()));
    }
    let long = vec![b' '; MAX_TEXT_BYTES + 1];
    let error = load_vertex(&long, &Limits::VERTEX).expect_err("too long");
    if error.error_position() != MAX_TEXT_BYTES as i32 {
        return Err(format!("position {}", error.error_position()));
    }
    Ok(())
}

fn main() {
    let arguments = Arguments::from_args();
    let mut all = trials("programs", TestFile::run);
    all.extend(trials_as(
        "through muda/",
        "programs",
        TestFile::through_muda,
    ));
    all.extend(trials("errors", TestFile::check_error));
    all.extend(trials("warnings", TestFile::check_warnings));
    assert!(all.len() > 100, "the test files are found");
    all.extend(AGAIN.iter().flat_map(option_trials));
    let samples = [
        "transform_and_light",
        "spot",
        "addressing",
        "nv_branches",
        "nv_operands",
        "bumped_cube",
        "nv_blocks",
        "nv_stack",
        "nv_native",
    ];
    for sample in samples {
        let path = root().join(format!("shim_tests/mutations/{sample}.test"));
        all.push(Trial::test(format!("mutations/{sample}"), move || {
            let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
            let file = TestFile::parse(&text)?;
            file.run()?;
            Ok(mutations(&file)?)
        }));
    }
    all.push(Trial::test("mutations/huge_texts", || Ok(huge_texts()?)));
    libtest_mimic::run(&arguments, all).exit();
}
