//! Checks that canonical text loads as the same program, and that the text form of IR reads back as the same IR. The
//! programs are those of the tests, those in their C sources, and random ones.

use shim_tests::ati::{driver, generate as ati_generate};
use shim_tests::canonical;
use shim_tests::fuzz::{self, PROGRAMS};
use shim_tests::harness::root;
use shim_tests::nv::generate::{self, Kind};
use shim_tests::nv::native;
use shim_tests::nv::print::print;
use shim_tests::nv::third;
use shim_tests::program_test::{Language, TestFile};
use shim_tests::random::Random;
use std::path::{Path, PathBuf};
use trilobite::frontend::assembly::ati;
use trilobite::frontend::assembly::ati::recorder::Recorder;

/// The files below a folder of shim_tests with one of these suffixes.
fn files(folder: &Path, suffixes: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        let suffix = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        if path.is_dir() {
            found.extend(files(&path, suffixes));
        } else if suffixes.contains(&suffix) {
            found.push(path);
        }
    }
    found
}

/// Checks both text forms of a program that loads.
fn check(text: &[u8], draw_buffers: u32) -> Result<String, String> {
    let program = canonical::load(text, draw_buffers)?;
    canonical::ir(&program.code().program)?;
    canonical::arb(&program, draw_buffers)
}

#[test]
fn program_tests_load_again() {
    let (mut arb, mut ati) = (0, 0);
    for folder in ["programs", "mutations"] {
        for path in files(&root().join("shim_tests").join(folder), &["test"]) {
            let text = std::fs::read_to_string(&path).expect("a readable file");
            let file = TestFile::parse(&text).expect("a program test");
            if matches!(
                file.language,
                Language::Muda | Language::D3dVertex | Language::D3dPixel
            ) {
                // The tests of these languages check their texts: `muda`, `d3d_assembly`.
                continue;
            }
            let outcome = if matches!(file.language, Language::AtiFragment(_)) {
                ati += 1;
                let shader = ati::text::parse(&file.program).expect("a shader");
                canonical::ati(&shader)
            } else {
                arb += 1;
                check(&file.program, 4)
            };
            outcome.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        }
    }
    assert!(arb > 150 && ati > 50, "{arb} and {ati} files");
}

/// The programs in a C source: adjacent string literals, the first of which begins with `!!ARB`.
fn texts_in_c(source: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for part in source.split("\"!!ARB").skip(1) {
        let mut text = String::from("!!ARB");
        let mut rest = part;
        // The program goes up to the literal's end. After it, only blanks may come before the next literal.
        loop {
            let mut chars = rest.char_indices();
            let end = loop {
                match chars.next() {
                    Some((at, '"')) => break at,
                    Some((_, '\\')) => match chars.next() {
                        Some((_, 'n')) => text.push('\n'),
                        _ => text.push(' '),
                    },
                    Some((_, c)) => text.push(c),
                    None => break rest.len() - 1,
                }
            };
            match rest[end + 1..].trim_start().strip_prefix('"') {
                Some(next) => rest = next,
                None => break,
            }
        }
        texts.push(text);
    }
    texts
}

#[test]
fn programs_of_scenes_and_c_tests_load_again() {
    let mut loaded = 0;
    let mut of_scenes = 0;
    for folder in ["scenes", "golden", "c"] {
        for path in files(&root().join("shim_tests").join(folder), &["c", "h"]) {
            let source = std::fs::read_to_string(&path).expect("a readable file");
            for text in texts_in_c(&source) {
                // Some are refused on purpose, and some are format strings.
                if canonical::load(text.as_bytes(), 1).is_ok() {
                    check(text.as_bytes(), 1)
                        .unwrap_or_else(|e| panic!("{}: {e}\nof {text}", path.display()));
                    loaded += 1;
                    of_scenes += usize::from(folder == "scenes");
                }
            }
        }
    }
    assert!(
        loaded > 40 && of_scenes >= 2,
        "{loaded}, {of_scenes} of scenes"
    );
}

#[test]
fn random_vertex_programs_load_again() {
    for seed in 0..1600 {
        let program = generate::program(seed);
        for program in [
            native::of(&program, seed),
            third::of(&program, seed),
            program,
        ] {
            let text = print(&program, seed);
            check(text.as_bytes(), 1)
                .unwrap_or_else(|e| panic!("{:?}, seed {seed}: {e}\nof {text}", Kind::of(seed)));
        }
    }
}

#[test]
fn mutated_programs_load_again() {
    let mut random = Random::new(2006);
    let mut loaded = 0;
    for _ in 0..6000 {
        let text = fuzz::mutated(&mut random, PROGRAMS);
        if canonical::load(&text, 4).is_ok() {
            check(&text, 4)
                .unwrap_or_else(|e| panic!("{e}\nof {}", String::from_utf8_lossy(&text)));
            loaded += 1;
        }
    }
    assert!(loaded > 500, "{loaded} of 6000 load");
}

#[test]
fn recorded_shaders_are_read_back() {
    let mut random = Random::new(8500);
    let mut complete = 0;
    for _ in 0..3000 {
        let mut recorder = Recorder::new();
        for (command, _) in &ati_generate::shader(&mut random).commands {
            let _ = driver::record(&mut recorder, command);
        }
        if let Ok(shader) = recorder.finish() {
            canonical::ati(&shader).unwrap_or_else(|e| panic!("{e}"));
            complete += 1;
        }
    }
    assert!(complete > 1500, "{complete} of 3000 are complete");
}

const WRITTEN: &str = "!!ARBvp1.0 # all that is written otherwise in the canonical form
OPTION NV_vertex_program2;
PARAM table[3] = { program.env[2], program.env[3], {1, -0.25} };
PARAM one = program.env[3];
ATTRIB unread = vertex.texcoord;
ALIAS other = unread;
ADDRESS a; TEMP t, u; OUTPUT o = result.color.back;
again:
  ARL a.xy, t;
  MADC t.xw (GT.wwww), |+t.xyzw|, table[a.y - 7], -|one.xxxx|;
  CAL R0 (NE);
  BRA again (LT.x);
R0: last:
  RCP o.z, .5;
  SWZ result.clip[3].x, u, -x, 0, -1, w;
  MOVC CC, state.matrix.modelview.inverse.row[1].yyyy;
  RET (TR);
end: END";

const CANONICAL: &str = "!!ARBvp1.0
OPTION NV_vertex_program2;
TEMP R0, R1;
ADDRESS A0;
PARAM c0[] = { program.env[2..3], { 1.0, -0.25, 0.0, 1.0 } };
PARAM c3 = 0.5;
PARAM c4 = state.matrix.modelview[0].inverse.row[1];
ATTRIB v8 = vertex.texcoord[0];
  again:
    ARL A0.xy, R0;
    MADC R0.xw (GT.w), |R0|, c0[A0.y - 7], -|c0[1].x|;
    CAL R0 (NE);
    BRA again (LT.x);
  R0:
  last:
    RCP result.color.back.primary.z, c3.x;
    SWZ result.clip[3].x, R1, -x, 0, -1, w;
    MOVC CC, c4.y;
    RET (TR);
  end:
END
";

#[test]
fn the_form_is_canonical() {
    assert_eq!(check(WRITTEN.as_bytes(), 1), Ok(CANONICAL.to_owned()));
}

#[test]
fn options_numbers_and_targets_stay() {
    let statements = [
        "OPTION ARB_precision_hint_nicest; OPTION ARB_fog_exp2; MOV_SAT result.color.rga, fragment.color.bgra;",
        "OPTION ATI_draw_buffers; MOV result.color, 1; MOV result.color[3].x, {0, -0.0, 1e-42, 3.4028235e38};",
        "OPTION ARB_draw_buffers; MOV result.color[1], 0.1;",
        "OPTION ARB_fragment_program_shadow; TEMP a; TEX a, 0, texture, SHADOW2D; TXP a, a, texture[1], SHADOWRECT;\
         TXB a, a, texture[15], SHADOW1D; TEX a, a, texture[2], CUBE; TEX a, a, texture[3], 1D; MOV result.color, a;",
        "PARAM p = -1e99; PARAM q[] = { 1e99, {2}, {2, 3}, -7 }; PARAM r = 123456789; MOV result.color, q[3];",
        "PARAM e = program.env[1]; PARAM q[] = { program.env[0..2], state.matrix.mvp, state.matrix.mvp.row[2..3],\
         state.matrix.texture[3].invtrans.row[0..1] }; PARAM f = program.env[2]; MUL result.color, e, q[1]; KIL -f.x;",
        "MOV result.depth.z, state.depth.range.z; MUL result.color, state.material.shininess, state.light[7].spot.direction;",
        "ATTRIB c = fragment.texcoord[7]; ATTRIB p = fragment.position; TEMP a, b, c2;",
    ];
    for text in statements {
        let text = format!("!!ARBfp1.0 {text} END");
        let canonical = check(text.as_bytes(), 4).unwrap_or_else(|e| panic!("{e}\nof {text}"));
        let options = |text: &str| text.matches("OPTION").count();
        assert_eq!(options(&canonical), options(&text), "{canonical}");
    }
    let vertex = "!!ARBvp1.0 OPTION ARB_position_invariant; ADDRESS a; ARL a.x, vertex.attrib[7].x;\
                  PARAM q[] = { program.local[3..90], 1, 2, 3 }; MOV result.texcoord[7], q[a.x + 63];\
                  MUL result.fogcoord.x, state.texgen[2].eye.q, state.texgen.object.s; DPH result.pointsize.x, 1, 2; END";
    check(vertex.as_bytes(), 1).unwrap_or_else(|e| panic!("{e}"));
    let blended = "!!ARBvp1.0 ATTRIB w = vertex.weight; TEMP t; ADD t, w, vertex.weight[0]; MOV result.position, t;\
                   ADD result.color, w, vertex.matrixindex[0]; MOV result.fogcoord, vertex.matrixindex; END";
    check(blended.as_bytes(), 1).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn every_state_has_its_name() {
    let mut names: Vec<String> = Vec::new();
    for face in ["front", "back"] {
        for term in ["ambient", "diffuse", "specular"] {
            names.push(format!("light[3].{term}"));
            names.push(format!("lightprod[5].{face}.{term}"));
            names.push(format!("material.{face}.{term}"));
        }
        names.push(format!("material.{face}.emission"));
        names.push(format!("material.{face}.shininess"));
        names.push(format!("lightmodel.{face}.scenecolor"));
    }
    for (plane, coord) in ["eye", "object"].iter().zip(["r", "q"]) {
        names.push(format!("texgen[1].{plane}.{coord}"));
    }
    let others = "light[1].position light[2].attenuation light[0].half light[6].spot.direction lightmodel.ambient \
                  fog.color fog.params clip[4].plane point.size point.attenuation";
    names.extend(others.split_whitespace().map(str::to_owned));
    let forms = ["", ".inverse", ".transpose", ".invtrans"];
    let matrices = [
        "modelview[0]",
        "modelview[3]",
        "palette[31]",
        "projection",
        "mvp",
        "texture[4]",
        "program[6]",
    ];
    for (n, matrix) in matrices.iter().enumerate() {
        let form = forms[n % 4];
        names.push(format!("matrix.{matrix}{form}.row[{}]", n % 4));
    }
    for name in names {
        let text = format!("!!ARBvp1.0\nPARAM c0 = state.{name};\nEND\n");
        assert_eq!(check(text.as_bytes(), 1), Ok(text));
    }
    for name in ["texenv[5].color", "depth.range"] {
        let text = format!("!!ARBfp1.0\nPARAM c0 = state.{name};\nEND\n");
        assert_eq!(check(text.as_bytes(), 1), Ok(text));
    }
}
