//! Shared by the fuzz targets and the short fuzz test: one function for each target, and makers of inputs.
//!
//! A function takes any bytes, and panics only for a bug of the driver. The makers' inputs reach more code than random
//! bytes do.
#![forbid(unsafe_code)]

pub use crate::muda::samples::MUDA_PROGRAMS;
pub use crate::sample_programs::{
    ATI_PROGRAMS, NATIVE_FRAGMENT_PROGRAMS, NATIVE_PROGRAMS, PROGRAMS,
};

mod cg;
mod hlsl;

pub use cg::{
    CG_TEXTS, FolderFiles, PREPROCESSOR_TEXTS, cg_program, cg_program_with, cg_seeds, cg_text,
    changed_tokens, preprocessor,
};
pub use hlsl::{constant_table, hlsl_program, hlsl_seeds, table_bytes};

use crate::canonical;
use crate::muda::case::limited;
use crate::random::Random;
use std::sync::Arc;
use trilobite::format::TextureShape;
use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::Stage;
use trilobite::frontend::assembly::arb::{self, ArbProgram, Limits};
use trilobite::frontend::assembly::ati;
use trilobite::frontend::assembly::ati::lower::{Key, lower};
use trilobite::frontend::binding::Binding;
use trilobite::frontend::c_like::muda;
use trilobite::frontend::diagnostic::ProgramError;
use trilobite::frontend::fixed_function::fragment::{FogMode, PixelSource};
use trilobite::ir::{Op, Program, Terminator, parse, verify};
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::{Engine, Group, Invocation, PixelWindow, Scratch, compile_for};
use trilobite::simd::LANES;

/// Loads the text as every kind of program. A program that loads must load again from its canonical text. It must be
/// well formed before and after the passes, and end when it is run.
pub fn arb_program(text: &[u8]) {
    type Load = fn(&[u8], &Limits) -> Result<ArbProgram, ProgramError>;
    let kinds: [(Load, &Limits, Stage); 3] = [
        (arb::load_vertex, &Limits::VERTEX, Stage::Vertex),
        (arb::load_fragment, &Limits::FRAGMENT, Stage::Fragment),
        (arb::load_state, &Limits::VERTEX, Stage::VertexState),
    ];
    for (load, limits, stage) in kinds {
        match load(text, limits) {
            Ok(program) => {
                let warnings = program.warnings(text);
                warnings
                    .iter()
                    .for_each(|w| assert!(!w.info_log(text).is_empty()));
                use_program(&program);
            }
            Err(error) => {
                check_error(&error, text);
                let errors = arb::errors(text, limits, stage);
                assert_eq!(errors.first(), Some(&error), "the first error of several");
                errors.iter().for_each(|e| check_error(e, text));
            }
        }
    }
}

/// Does the same for the bytes that follow the header of one of NVIDIA's own languages. The first byte chooses the header,
/// so that a fuzzer does not have to find it.
pub fn native_program(bytes: &[u8]) {
    const HEADERS: [&str; 5] = ["!!VP1.0", "!!VP1.1", "!!VP2.0", "!!VSP1.0", "!!FP1.0"];
    let Some((choice, rest)) = bytes.split_first() else {
        return;
    };
    let header = HEADERS[usize::from(*choice) % HEADERS.len()];
    arb_program(&[header.as_bytes(), rest].concat());
}

/// Loads the text as a shader of ATI_text_fragment_shader, with and without textures.
pub fn ati_program(text: &[u8]) {
    let shader = match ati::text::parse(text) {
        Ok(shader) => shader,
        Err(error) => return check_error(&error, text),
    };
    for targets in [[None; 8], [Some(TextureShape::D2); 8]] {
        let key = Key {
            targets,
            color_sum: true,
            fog: Some(FogMode::Exp2),
            pixel_source: PixelSource::None,
        };
        use_code(&lower(&shader, &key));
    }
}

/// Reads any bytes as a MUDA text. It may be refused, with places inside the text. Otherwise its canonical form loads
/// and stays the same. Its kernels are refused for their size, or are well formed, end, and give the same bits on all
/// engines.
pub fn muda_program(text: &[u8]) {
    let program = match muda::Program::load(text) {
        Ok(program) => program,
        Err(errors) => {
            assert!(!errors.is_empty());
            return errors.iter().for_each(|e| check_error(e, text));
        }
    };
    let warnings = program.warnings().iter();
    warnings.for_each(|w| assert!(!w.info_log(text).is_empty()));
    // The canonical text must load, and be its own canonical text.
    let canonical = program.text();
    let again = muda::Program::load(canonical.as_bytes());
    let again =
        again.unwrap_or_else(|e| panic!("{canonical}\n{}", e[0].info_log(canonical.as_bytes())));
    assert_eq!(again.text(), canonical);
    // Each kernel must be well formed, and give the same bits on all engines.
    let names: Vec<String> = program.all_functions().map(str::to_owned).collect();
    for name in names.iter().take(8) {
        // A function that is named may be static or inline, and its arrays have sizes then. Calls may have others, which is
        // an error.
        let request = muda::Request {
            function: Some(name),
            sizes: &[],
        };
        let program = muda::Program::load_with(text, &request);
        let program = match program {
            Ok(program) => program,
            Err(errors) => {
                errors.iter().for_each(|e| check_error(e, text));
                continue;
            }
        };
        let kernel = match program.kernel(name) {
            Ok(kernel) => kernel,
            Err(error) => {
                check_error(&error, text);
                continue;
            }
        };
        assert_eq!(verify::verify(&kernel.code.program), Ok(()));
        run(&limited(&kernel.code.program, Some(200)), &[]);
    }
}

/// Checks that an error's position is in the text, and that it has a message.
fn check_error(error: &ProgramError, text: &[u8]) {
    let position = error.error_position();
    assert!(
        (0..=text.len() as i32).contains(&position),
        "error position {position}"
    );
    assert!(!error.to_string().is_empty() && !error.info_log(text).is_empty());
}

fn use_program(program: &ArbProgram) {
    if let Err(difference) = canonical::arb(program, 1) {
        panic!("{difference}");
    }
    for planes in [0, 0b10_0101] {
        use_code(&program.code_with_clip_planes(planes));
    }
}

/// Verifies a program, and runs it with some values for its bindings.
fn use_code(code: &BoundProgram) {
    assert_eq!(verify::verify(&code.program), Ok(()));
    let mut uniforms = Vec::new();
    for (i, binding) in code.bindings.iter().enumerate() {
        match binding {
            Binding::Constant(c) => uniforms.extend(c),
            _ => uniforms.extend([0.25 * i as f32, -1.5, 0.0, 1.0]),
        }
    }
    uniforms.resize(code.program.n_uniforms as usize, f32::NAN);
    run(&code.program, &uniforms);
}

/// Runs one group on each engine; samplers there must be none. Inputs include infinities, NaN and great numbers. All engines must give the same
/// bits.
fn run(program: &Arc<Program>, uniforms: &[f32]) {
    let mut engines = Engine::all();
    let expected = run_on(program, uniforms, engines.next().expect("an engine"));
    for engine in engines {
        let found = run_on(program, uniforms, engine);
        assert!(
            found == expected,
            "{engine}: {found:x?}, not {expected:x?}\n{program}"
        );
    }
}

/// The outputs' bits in the live lanes, and the mask of these lanes.
fn run_on(program: &Arc<Program>, uniforms: &[f32], engine: Engine) -> (Vec<[u32; LANES]>, u16) {
    const VALUES: [f32; 8] = [0.0, 1.0, -0.5, 3.75, f32::INFINITY, f32::NAN, -1e38, 1e-42];
    let (n_inputs, n_outputs) = (program.n_inputs as usize, program.n_outputs as usize);
    // Make inputs and planes from a few values.
    let inputs: Vec<[f32; LANES]> = (0..n_inputs)
        .map(|slot| std::array::from_fn(|lane| VALUES[(slot * 5 + lane) % VALUES.len()]))
        .collect();
    let planes = program.insts().filter(|i| i.op == Op::LoadPlane);
    let n_planes = planes.map(|i| i.imm[0] as usize + 1).max();
    let mut outputs = vec![[0.0; LANES]; n_outputs];
    let mut masks = [0x7ffe];
    compile_for(program, engine).run(
        &mut Invocation {
            uniforms,
            inputs: &inputs,
            n_inputs,
            outputs: &mut outputs,
            n_outputs,
            planes: &vec![[0.5, -0.25, 2.0, 1.5]; n_planes.unwrap_or(0)],
            groups: &[Group::at(3, 9)],
            masks: &mut masks,
            front_facing: true,
            pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
            samplers: &[],
        },
        &mut Scratch::default(),
    );
    // Keep the bits of live lanes only.
    let left = |lane: usize| masks[0] >> lane & 1 != 0;
    let bits = |row: [f32; LANES]| {
        std::array::from_fn(|lane| if left(lane) { row[lane].to_bits() } else { 0 })
    };
    (outputs.into_iter().map(bits).collect(), masks[0])
}

/// Texts in Direct3D shader assembly.
pub const D3D_TEXTS: &[&str] = &[
    "vs_1_1\ndcl_position v0\ndef c4, 1, 0.5, -2, 1e3\nm4x4 oPos, v0, c0\nmov a0.x, v0.x\nmov oT0, c[a0.x + 4]\nexpp r0, v0.y\nmov oD0, r0\n",
    "ps_1_1\ntex t0\ntexm3x2pad t1, t0_bx2\ntexm3x2tex t2, t0_bx2\nmul_x2_sat r0.rgb, 1-t2, c0\n+mov r0.a, t2.b\n",
    "ps_1_4\ntexcrd r0.xyz, t0\nphase\ntexld r1, t1_dw.xyw\ntexld r2, r0_dz\nmad_d8 r0, r2, -r1_bx2, c0\n",
    "vs_3_0\ndcl_position v0\ndcl_texcoord3 v1\ndcl_position o0\ndcl_color2 o1.xyz\ndcl_2d s0\ndefi i0, 3, 1, 2, 0\ndefb b1, true\nmov o0, v0\nloop aL, i0\n  if_lt v0.x, c0.x\n    mov o[aL + 1].x, c[aL]\n    break_ge v0.w, -c1_abs.x\n  endif\nendloop\nsetp_ne p0, v0, c2\n(!p0.y) texldl r0.xy, v1, s0.wzyx\ncallnz l0, !b1\nret\nlabel l0\nsincos r3.xy, r0.x\nret\n",
    "#define K(n) c ## n\n#if 1\nps_3_0\n#endif\ndcl_texcoord_centroid v0\ndcl vPos.xy\ndcl vFace\ndcl_cube s3\nrep i1\n  cmp_pp r0, vFace, K(1), -K(1)\nendrep ; text\ntexldd r1, v0, s3, r0, r0\nmov oC0, r1\nmov oDepth, r1.x\n",
];

/// Any bytes as Direct3D assembly, then as tokens: refused with a place inside, or lowered, and the same after a round.
pub fn d3d_shader(bytes: &[u8]) {
    use trilobite::frontend::assembly::d3d::D3dProgram;
    for load in [D3dProgram::assemble, D3dProgram::from_tokens] {
        match load(bytes) {
            Err(e) => {
                assert!(
                    (0..=bytes.len() as i32).contains(&e.error_position()),
                    "{e:?}"
                );
                assert!(!e.info_log(bytes).is_empty());
            }
            Ok(program) => {
                let tokens = program.tokens();
                let again = D3dProgram::from_tokens(&tokens).expect("its own tokens are read");
                assert_eq!(again.tokens(), tokens);
                let code = program.code();
                assert_eq!(trilobite::ir::verify::verify(&code.program), Ok(()));
                // A table may be damaged; it is read all the same.
                let _ = program
                    .constant_table()
                    .map(|table| table.map(|t| t.listing()));
            }
        }
    }
}

/// Reads the text form of IR. A text that is accepted must print and read back as itself. If it also verifies, it must
/// survive the passes, and run if it has no back edge. (Verified programs with one may run too long for a fuzzer.)
pub fn ir_text(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(program) = parse::parse(text) else {
        return;
    };
    // An accepted text must print and read back as itself.
    let printed = program.to_string();
    let again = parse::parse(&printed).expect("the printer writes what the reader reads");
    assert_eq!(again.to_string(), printed);
    // Run a verified program, if it is small and has no back edge.
    let small = program
        .n_uniforms
        .max(program.n_inputs)
        .max(program.n_outputs)
        .max(program.n_slots)
        <= 4096;
    let planes = program
        .insts()
        .filter(|i| i.op == Op::LoadPlane)
        .all(|i| i.imm[0] <= 4096);
    if verify::verify(&program).is_err() || !small || !planes || !runs_forward(&program) {
        return;
    }
    run(
        &Arc::new(program.clone()),
        &vec![0.75; program.n_uniforms as usize],
    );
}

/// Whether the program has no back edge and no call.
fn runs_forward(program: &Program) -> bool {
    program.blocks.iter().enumerate().all(|(i, block)| {
        !matches!(
            block.terminator,
            Terminator::Call { .. } | Terminator::Return
        ) && block
            .terminator
            .successors()
            .iter()
            .all(|to| to.index() > i)
    })
}

/// One of the texts with up to four changes. Words are removed, doubled, or replaced by words of any of the texts.
/// Sometimes one byte is changed instead.
pub fn mutated(random: &mut Random, texts: &[&str]) -> Vec<u8> {
    // Split a text into words and single other characters.
    let words = |text: &str| -> Vec<String> {
        let mut words = vec![String::new()];
        for c in text.chars() {
            let last = words.last_mut().expect("never empty");
            let joins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '!' | '%');
            if !last.is_empty() && (!joins(c) || !last.chars().all(joins)) {
                words.push(String::new());
            }
            words.last_mut().expect("never empty").push(c);
        }
        words
    };
    // Change up to four words.
    let mut text = words(random.pick(texts));
    for _ in 0..random.below(5) {
        if text.is_empty() {
            break;
        }
        let at = random.below(text.len() as u32) as usize;
        match random.below(8) {
            0 => drop(text.remove(at)),
            1 => text.insert(at, text[at].clone()),
            2 => {
                text[at] = random
                    .pick(&[
                        "0",
                        "1",
                        "4",
                        "255",
                        "256",
                        "4294967296",
                        "1e99",
                        "-",
                        "x",
                        "[",
                        "\0",
                        "\u{e9}",
                    ])
                    .into()
            }
            3 => drop(text.drain(at..(at + random.below(20) as usize).min(text.len()))),
            _ => {
                let other = words(random.pick(texts));
                text[at] = other[random.below(other.len() as u32) as usize].clone();
            }
        }
    }
    // Sometimes change a byte.
    let mut bytes = text.concat().into_bytes();
    if random.one_in(8) && !bytes.is_empty() {
        let at = random.below(bytes.len() as u32) as usize;
        bytes[at] = random.below(256) as u8;
    }
    bytes
}
