//! What the fuzz targets and the short fuzz test share: one function per target, which takes any bytes and panics
//! only for a bug of ours, and makers of inputs that come further than noise does.
#![forbid(unsafe_code)]

use crate::canonical;
use crate::random_ir::Random;
use std::sync::Arc;
use trilobite::frontend::assembly::arb::{self, ArbProgram, Limits};
use trilobite::frontend::binding::Binding;
use trilobite::ir::{Op, Program, Terminator, parse, verify};
use trilobite::kernel::{GroupPos, Invocation, PixelWindow, Scratch, compile};
use trilobite::simd::LANES;

/// Correct programs that use much of both languages; mutations of them are the inputs of [`arb_program`].
pub const PROGRAMS: &[&str] = &[
    "!!ARBvp1.0\nPARAM mvp[4] = { state.matrix.mvp };\nPARAM mvit[3] = { state.matrix.modelview.invtrans.row[0..2] };\n\
     PARAM table[6] = { program.env[3..6], { 1, 0.5, -2.25e1, 4 }, 0.125 };\nATTRIB n = vertex.normal;\n\
     ADDRESS a; TEMP r, s, eye;\nOUTPUT color = result.color;\nDP4 eye.x, mvp[0], vertex.position;\n\
     DP4 eye.y, mvp[1], vertex.position;\nMOV eye.zw, vertex.position;\nMOV result.position, eye;\n\
     ARL a.x, vertex.attrib[7].x;\nMUL r, table[a.x + 1], n.xxyz;\nDP3 r.w, mvit[1], -n;\nLIT s, r;\nEXP r.y, s.x;\n\
     LOG r.z, s.y;\nSWZ s, r, x, -y, 0, 1;\nMAX color.xyz, s, state.light[2].diffuse;\n\
     XPD result.texcoord[3].xyz, s, r;\nMOV result.fogcoord.x, s.x;\nMOV result.pointsize.x, r.w;\nEND\n",
    "!!ARBvp1.0\nOPTION ARB_position_invariant;\nTEMP t;\nALIAS u = t;\nPOW u.x, vertex.color.x, program.local[5].y;\n\
     MOV result.color.back, u.x;\nRCP t, vertex.texcoord[1].w;\nSGE result.color.secondary, t, state.material.shininess;\n\
     DST result.texcoord, t, vertex.fogcoord;\nEND\n",
    "!!ARBfp1.0\nOPTION ARB_fog_exp2;\nOPTION ARB_precision_hint_fastest;\nPARAM k = { 2, -1, 0.5, 16 };\n\
     TEMP a, b, c;\nTEX a, fragment.texcoord[0], texture[0], 2D;\nTXP b, fragment.texcoord[1], texture[1], CUBE;\n\
     MAD a.xyz, a, k.x, k.y;\nDP3_SAT b.w, a, b;\nTXB c, b, texture[2], 3D;\nLRP_SAT c, fragment.color, a, b;\n\
     CMP a, -c.wzyx, k, state.fog.color;\nSIN b.x, a.y;\nSCS b.xy, a.z;\nKIL -c.xyzw;\nEX2 b.z, b.x;\nLG2 b.w, b.y;\n\
     RSQ a.x, b.w;\nFRC a.y, a.x;\nFLR a.z, b.z;\nMUL result.color, a, state.lightprod[0].specular;\n\
     MOV result.depth.z, fragment.position.z;\nEND\n",
    "!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\nATTRIB t = fragment.texcoord[7];\nTEMP s;\n\
     TEX s, t, texture[3], SHADOW2D;\nMOV result.color, s.r;\nMOV result.color.a, program.env[255].a;\nEND\n",
];

/// Loads the text as both kinds of program; what loads must load again from its canonical text, be well formed, before
/// and after the passes, and end when it is run.
pub fn arb_program(text: &[u8]) {
    for (fragment, limits) in [(false, &Limits::VERTEX), (true, &Limits::FRAGMENT)] {
        let load = if fragment {
            arb::load_fragment
        } else {
            arb::load_vertex
        };
        match load(text, limits) {
            Ok(program) => use_program(&program),
            Err(error) => {
                let position = error.error_position();
                assert!(
                    (0..=text.len() as i32).contains(&position),
                    "error position {position}"
                );
                assert!(!error.info_log(text).is_empty());
            }
        }
    }
}

fn use_program(program: &ArbProgram) {
    if let Err(difference) = canonical::arb(program, 1) {
        panic!("{difference}");
    }
    for planes in [0, 0b10_0101] {
        let code = program.code_with_clip_planes(planes);
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
}

/// Runs one group; inputs include infinities, NaN and great numbers. Nothing is looked at but that it ends.
fn run(program: &Arc<Program>, uniforms: &[f32]) {
    const VALUES: [f32; 8] = [0.0, 1.0, -0.5, 3.75, f32::INFINITY, f32::NAN, -1e38, 1e-42];
    let (n_inputs, n_outputs) = (program.n_inputs as usize, program.n_outputs as usize);
    let inputs: Vec<[f32; LANES]> = (0..n_inputs)
        .map(|slot| std::array::from_fn(|lane| VALUES[(slot * 5 + lane) % VALUES.len()]))
        .collect();
    let planes = program
        .insts()
        .filter(|i| i.op == Op::LoadPlane)
        .map(|i| i.imm[0] as usize + 1)
        .max();
    compile(program).run(
        &mut Invocation {
            uniforms,
            inputs: &inputs,
            n_inputs,
            outputs: &mut vec![[0.0; LANES]; n_outputs],
            n_outputs,
            planes: &vec![[0.5, -0.25, 2.0]; planes.unwrap_or(0)],
            groups: &[GroupPos { x: 3, y: 9 }],
            masks: &mut [0x7ffe],
            front_facing: true,
            pixels: [PixelWindow::NONE; 5],
            samplers: &[],
        },
        &mut Scratch::default(),
    );
}

/// Reads the text form. What it accepts prints and reads back as itself; what also verifies survives the passes, and
/// runs where it has no way back (verified programs with one may be long, and a fuzzer is not to wait for them).
pub fn ir_text(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(program) = parse::parse(text) else {
        return;
    };
    let printed = program.to_string();
    let again = parse::parse(&printed).expect("the printer writes what the reader reads");
    assert_eq!(again.to_string(), printed);
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

/// No edge leads back and nothing is called.
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

/// One of the texts with up to four changes: words swapped for words of any of the texts, removed or doubled;
/// sometimes one byte is changed instead.
pub fn mutated(random: &mut Random, texts: &[&str]) -> Vec<u8> {
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
    let mut bytes = text.concat().into_bytes();
    if random.one_in(8) && !bytes.is_empty() {
        let at = random.below(bytes.len() as u32) as usize;
        bytes[at] = random.below(256) as u8;
    }
    bytes
}
