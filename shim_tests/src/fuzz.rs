//! Shared by the fuzz targets and the short fuzz test: one function for each target, and makers of inputs.
//!
//! A function takes any bytes, and panics only for a bug of the driver. The makers' inputs reach more code than random
//! bytes do.
#![forbid(unsafe_code)]

pub use crate::muda::samples::MUDA_PROGRAMS;
pub use crate::sample_programs::{
    ATI_PROGRAMS, NATIVE_FRAGMENT_PROGRAMS, NATIVE_PROGRAMS, PROGRAMS,
};

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
use trilobite::frontend::c_like::{cg, muda};
use trilobite::frontend::diagnostic::ProgramError;
use trilobite::frontend::fixed_function::fragment::{FogMode, PixelSource};
use trilobite::frontend::lexer::{Operators, Rules, Splices, Token, literal, pp_number};
use trilobite::frontend::preprocessor::{Bump, CG_MACROS, Mode, NoFiles, Options, preprocess};
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
    let names: Vec<String> = program.functions().map(str::to_owned).collect();
    for name in names.iter().take(8) {
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

/// Operators of a language like C, with those of directives.
static C_OPERATORS: Operators = Operators::new(&[
    "...", "##", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "::", "++", "--", "#", "+", "-",
    "*", "/", "%", "<", ">", "=", "!", "~", "&", "|", "^", "?", ":", ";", ",", ".", "(", ")", "[",
    "]", "{", "}",
]);

/// Texts that together use every directive and every operator of macros and conditions.
pub const PREPROCESSOR_TEXTS: &[&str] = &[
    "#define F(a, b) a##b #a + (b)\n#define A F(x, 1) \\\n  B\n#define B A F\nA B(1, (2, 3)) F(, \"s\\\"\") __LINE__\n",
    "#if defined(A) && !defined B || (1 ? 0x1fu : 010) == 31 - 4 * 2 % 3 << 1\n#error e\n#elif A(1)\n#else\n#undef A\n#endif\n1.5e3\n",
    "#include \"f\"\n#ifndef G\n#define G 1\n#include <f>\n#line 7 \"n\"\n# 8\n#pragma p(q)\n#warning w\n#endif\nG __FILE__ 'c'\n",
    "#define V(f, ...) f(__VA_ARGS__, ## __VA_ARGS__) #__VA_ARGS__\n#define N(n...) n\nV(N, 1, 2 /* c */) V(N) N(V(V, N)) // e\n",
];

/// Preprocesses any bytes up to the first NUL, in each mode; what follows is a file that can be included. All places can be
/// told. The tokens of a unit without errors are the tokens of their text.
pub fn preprocessor(text: &[u8]) {
    let split = text.iter().position(|c| *c == 0).unwrap_or(text.len());
    let (text, included) = text.split_at(split);
    for (mode, splices) in [
        (Mode::C, Splices::All),
        (Mode::Own, Splices::Tokens),
        (Mode::Reference, Splices::Tokens),
    ] {
        let options = Options {
            rules: Rules {
                operators: &C_OPERATORS,
                number: if mode == Mode::C { pp_number } else { literal },
                has_strings: true,
                splices,
            },
            macros: CG_MACROS,
            include_paths: &["d"],
            mode,
        };
        let mut files = |path: &str| (path.len() < 8).then(|| included.to_vec());
        let arena = Bump::new();
        let unit = preprocess(&arena, "t", text, &options, &mut files);
        for token in &unit.tokens {
            assert!(unit.map.place(token.span).column > 0);
        }
        let (errors, warnings) = unit.diagnostics.parts();
        errors
            .iter()
            .for_each(|e| assert!(!e.listing(&unit.map).is_empty()));
        warnings
            .iter()
            .for_each(|w| assert!(!w.listing(&unit.map).is_empty()));
        if errors.is_empty() {
            preprocess_again(&unit.tokens, &options);
        }
    }
}

/// The tokens, written with a blank before each, are the same tokens. Left out are those that a text of their own changes.
fn preprocess_again(tokens: &[Token<'_>], options: &Options<'_>) {
    let changes = |t: &Token<'_>| {
        matches!(
            t.kind.text(),
            b"__LINE__" | b"__FILE__" | b"__CGC__" | b"\\"
        )
    };
    if tokens.iter().any(changes) {
        return;
    }
    let mut text = b"0".to_vec();
    for token in tokens {
        text.push(b' ');
        text.extend_from_slice(token.kind.text());
    }
    let arena = Bump::new();
    let unit = preprocess(&arena, "t", &text, options, &mut NoFiles);
    let kinds = unit.tokens[1..].iter().map(|t| t.kind);
    assert!(
        kinds.eq(tokens.iter().map(|t| t.kind)),
        "{}",
        String::from_utf8_lossy(&text)
    );
}

/// Texts that together use every rule of Cg's grammar.
pub const CG_TEXTS: &[&str] = &[
    "interface I { float f(float a); }; struct S : I { float b[2] : TEXCOORD0; float f(float a) { return a * b[1]; } } s;\n",
    "typedef float T, U[2]; uniform float4 u : register(c0) <string n = \"a\"; float v = 1;> = { 1, { 2 }, };\n",
    "fp40 float4 main(in float4 c : COLOR[0], out float d : DEPTH, uniform float2x2 m) : COLOR {\n\
     for (int i = 0, j = 1; i < 3; i++, --j) { if (c.x > 1..x) discard; else { c = c.x ? u : (float4) m[0].xyxy; } }\n\
     switch (1) { case 0: break; default: do c += -u; while (c.x < 0x1fu); }\n\
     d = 1.5h; while (true) { continue; } return c, u; }\n",
    "uniform B { float4 a; } b : BUFFER[0]; sampler2D t = sampler_state { MinFilter = Linear; };\n\
     technique T { pass P { X = compile arbvp1 main(); } }\n#pragma position_invariant main\n",
    "static inline const float f(float, float[2]); float g(inout float a, float b = 1) { a += b; return (a) - 1; }\n",
];

/// Checks any bytes as a text in Cg, as the reference accepts it and as the driver does. All errors have a place.
pub fn cg_text(text: &[u8]) {
    let Ok(profile) = cg::profile::find("fp40") else {
        return;
    };
    for is_strict in [true, false] {
        let request = cg::Request {
            entry: Some("main"),
            is_strict,
            ..cg::Request::new(text, profile)
        };
        let checked = cg::check(&request, &mut NoFiles);
        for error in checked.result.err().unwrap_or_default() {
            assert!(!error.listing(&checked.map).is_empty());
        }
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

/// Runs one group on each engine. Inputs include infinities, NaN and great numbers. All engines must give the same
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
                assert!((0..=bytes.len() as i32).contains(&e.error_position()), "{e:?}");
                assert!(!e.info_log(bytes).is_empty());
            }
            Ok(program) => {
                let tokens = program.tokens();
                let again = D3dProgram::from_tokens(&tokens).expect("its own tokens are read");
                assert_eq!(again.tokens(), tokens);
                let code = program.code();
                assert_eq!(trilobite::ir::verify::verify(&code.program), Ok(()));
                // A table may be damaged; it is read all the same.
                let _ = program.constant_table().map(|table| table.map(|t| t.listing()));
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
