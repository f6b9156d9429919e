//! Texts that load, texts that do not (with their exact positions), and texts that must not panic.

mod opcode_table;

use super::*;
use crate::format::TextureShape;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};

fn vertex(text: &str) -> Result<ArbProgram, ProgramError> {
    load_vertex(text.as_bytes(), &Limits::VERTEX)
}

fn fragment(text: &str) -> Result<ArbProgram, ProgramError> {
    load_fragment(text.as_bytes(), &Limits::FRAGMENT)
}

const VERTEX_SAMPLE: &str = "!!ARBvp1.0
OPTION ARB_position_invariant;
# comment
ATTRIB n = vertex.normal; PARAM m[4] = { state.matrix.modelview.invtrans };
PARAM c[] = { program.env[0..3], {1, -2.5e1, .5}, 3.0, program.local[7] };
PARAM light = state.light[0].half; TEMP r, $t_; ADDRESS A0; ALIAS q = r; OUTPUT tc = result.texcoord[2];
ARL A0.x, vertex.texcoord[1].y;
DP3 r.x, m[0], n; DP3 r.y, m[1], n; MOV q.w, -c[A0.x - 3].x;
LIT $t_, r; EXP r, r.x; LOG r.yw, |X|
";

const VERTEX_GOOD: &str = "!!ARBvp1.0
OPTION ARB_position_invariant;
ATTRIB n = vertex.normal; PARAM m[4] = { state.matrix.modelview.invtrans };
PARAM c[] = { program.env[0..3], {1, -2.5e1, .5}, 3.0, program.local[7] };
PARAM light = state.light[0].half; TEMP r, $t_; ADDRESS A0; ALIAS q = r; OUTPUT tc = result.texcoord[2];
ARL A0.x, vertex.texcoord[1].y;
DP3 r.x, m[0], n; DP4 r.y, m[1], n; DPH q.w, -c[A0.x - 3], light.wzyx; XPD r, r, n; DST $t_, r, n;
LIT $t_, r; EXP r, r.x; LOG r.yw, r.x; RCP r.x, 2.0; RSQ r, 2.0.x; POW r, r.x, r.y; EX2 r, r.x; LG2 r, r.x;
ABS r, r; ADD r, r, r; FLR r, r; FRC r, r; MAD r, r, r, 1; MAX r, r, r; MIN r, r, r; MUL r, r, r; SUB r, r, r;
SGE r, r, {0.5}; SLT r, r, r; SWZ tc, r, 0, -1, -x, y; MOV result.color.back.secondary, r; END";

const FRAGMENT_GOOD: &str = "!!ARBfp1.0
OPTION ARB_fog_exp2; OPTION ARB_precision_hint_fastest; OPTION ARB_fragment_program_shadow;
TEMP r, s; PARAM e = state.texenv[1].color;
TEX r, fragment.texcoord[0], texture[0], 2D; TXP s, fragment.texcoord[1], texture[1], SHADOW2D;
TXB r, r, texture[2], CUBE; KIL -r; CMP r.rgb, r, s, e; LRP_SAT r, fragment.color.a, r, s; SCS r.xy, r.x; SIN r, r.x;
COS r, r.x; MOV result.color, r; MOV result.depth.z, r.w; END";

#[test]
fn complete_programs_load_and_count() {
    let v = vertex(VERTEX_GOOD).unwrap();
    assert_eq!(v.counts.instructions, 27);
    assert_eq!(
        (
            v.counts.temporaries,
            v.counts.addresses,
            v.counts.attributes
        ),
        (2, 1, 2)
    );
    // invtrans rows 4, env 4, local, light, {1,-25,.5,1} and 3 in the relative array, 2, 1, {0.5,0,0,1}.
    assert_eq!(v.counts.parameters, 4 + 4 + 1 + 1 + 2 + 3);
    assert!(v.position_invariant);
    let f = fragment(FRAGMENT_GOOD).unwrap();
    assert_eq!((f.counts.tex, f.counts.alu), (4, 7));
    assert_eq!(f.textures[2], Some(TextureShape::Cube));
    assert_eq!((f.shadow_units, f.coords_read), (2, 3));
    assert!(f.writes_depth && f.kills);
}

#[test]
fn invariant_programs_write_clip_distances_of_planes_in_use() {
    let v = vertex(VERTEX_GOOD).unwrap();
    let outputs = |planes| {
        let code = v.code_with_clip_planes(planes);
        code.program
            .insts()
            .filter(|i| i.op == crate::ir::Op::StoreOutput)
            .count()
    };
    assert_eq!(outputs(0b101), outputs(0) + 2);
}

/// Where `token` (its last occurrence) begins.
fn at(text: &str, token: &str) -> i32 {
    text.rfind(token).unwrap() as i32
}

#[test]
fn vertex_errors_stand_at_their_token() {
    for (body, token) in [
        ("FOO r, r;", "FOO"),
        ("OPTION NV_vertex_program4;", "NV_"),
        ("OPTION ARB_fog_linear;", "ARB_fog"),
        ("TEMP r; OPTION ARB_position_invariant;", "OPTION"),
        ("TEMP r; TEMP r;", "r;"),
        ("TEMP MOV;", "MOV"),
        ("TEMP vertex;", "vertex"),
        ("TEMP r; MOV r, q;", "q;"),
        ("TEMP r; MOV r.yx, r;", "yx"),
        ("TEMP r; MOV r, r.xy;", "xy"),
        ("TEMP r; MOV r, r.rgba;", "rgba"),
        ("TEMP r; RCP r, r;", ";"),
        ("TEMP r; RCP r, r.xyzw;", "xyzw"),
        ("TEMP r; MOV_SAT r, r;", "MOV_SAT"),
        ("TEMP r; CMP r, r, r, r;", "CMP"),
        ("TEMP r; TEX r, r, texture[0], 2D;", "TEX"),
        ("PARAM p = state.matrix.mvp;", "mvp"),
        ("PARAM p[3] = { state.matrix.mvp };", "3]"),
        ("PARAM p[0] = { 1 };", "0]"),
        ("PARAM p[] = { program.env[3..1] };", "1]"),
        ("PARAM p = program.env[256];", "256"),
        ("PARAM p = state.light[8].ambient;", "8"),
        ("PARAM p = state.texenv.color;", "texenv"),
        ("PARAM p[] = { 1, 2 }; TEMP r; MOV r, p[2];", "2];"),
        ("PARAM p[] = { 1, 2 }; TEMP r; MOV r, p;", "p;"),
        ("PARAM p = 1; TEMP r; MOV r, p[0];", "[0]"),
        ("ADDRESS a; PARAM p[] = { 1 }; TEMP r; ARL a.y, r.x;", "y, "),
        (
            "ADDRESS a; PARAM p[] = { 1 }; TEMP r; MOV r, p[a.x + 64];",
            "64",
        ),
        (
            "ADDRESS a; PARAM p[] = { 1 }; TEMP r; MOV r, p[a.x - 65];",
            "65",
        ),
        (
            "ATTRIB a = vertex.position; ATTRIB b = vertex.attrib[0];",
            "attrib[0]",
        ),
        ("ATTRIB a = vertex.weight[4];", "4"),
        ("ATTRIB a = vertex.weight[2];", "2"),
        ("ATTRIB a = vertex.matrixindex[3];", "3"),
        (
            "ATTRIB a = vertex.weight; ATTRIB b = vertex.attrib[1];",
            "attrib[1]",
        ),
        ("PARAM m[4] = { state.matrix.modelview[4] };", "4] }"),
        ("PARAM m[4] = { state.matrix.palette };", "}; END"),
        ("PARAM m[4] = { state.matrix.palette[32] };", "32"),
        ("ATTRIB a = vertex.attrib[16];", "16"),
        ("OUTPUT o = result.depth;", "depth"),
        ("TEMP r; MOV vertex.color, r;", "vertex"),
        ("TEMP r; MOV r, result.color;", "result"),
        ("TEMP r; MOV r r;", "r;"),
        ("TEMP r; MOV r, r; @", "@"),
        ("TEMP r; SWZ r, r, 2, x, y, z;", "2"),
        ("TEMP r; SWZ r, r, r, x, y, z;", "r, x"),
    ] {
        let text = format!("!!ARBvp1.0 {body} END");
        let error = vertex(&text).expect_err(&text);
        assert_eq!(error.error_position(), at(&text, token), "{text}: {error}");
    }
}

#[test]
fn fragment_errors_stand_at_their_token() {
    for (body, token) in [
        ("OPTION ARB_position_invariant;", "ARB_pos"),
        ("OPTION ARB_fog_linear; OPTION ARB_fog_exp;", "ARB_fog_exp"),
        (
            "OPTION ARB_precision_hint_fastest; OPTION ARB_precision_hint_nicest;",
            "ARB_precision_hint_nicest",
        ),
        ("TEMP r; ARL r, r;", "ARL"),
        ("TEMP r; EXP r, r.x;", "EXP"),
        ("TEMP r; KIL_SAT r;", "KIL_SAT"),
        // Not so in vertex programs (QUIRKS 0.8); `2.0.x` is right in both.
        ("TEMP r; COS r, 2.0.x; COS r, 3.14159;", "; END"),
        ("TEMP r; POW r, r.x, {2.0};", "; END"),
        ("TEMP r; MOV r.xg, r;", "xg"),
        ("TEMP r; MOV r, r.xgba;", "xgba"),
        ("TEMP r; TEX r, r, texture[0], 4D;", "4D"),
        ("TEMP r; TEX r, r, texture[16], 2D;", "16"),
        ("TEMP r; TEX r, r, texture[0], SHADOW2D;", "SHADOW2D"),
        (
            "TEMP r; TEX r, r, texture[0], 2D; TEX r, r, texture[0], 3D;",
            "3D",
        ),
        ("PARAM p = state.clip[0].plane;", "clip"),
        ("TEMP r; MOV result.color[0], r;", "["),
        ("TEMP MUL_SAT;", "MUL_SAT"),
        ("TEMP r; MOV r, fragment.normal;", "normal"),
    ] {
        let text = format!("!!ARBfp1.0 {body} END");
        let error = fragment(&text).expect_err(&text);
        assert_eq!(error.error_position(), at(&text, token), "{text}: {error}");
    }
}

#[test]
fn limits_and_ends_stand_at_the_length() {
    let many = format!("!!ARBvp1.0 TEMP r; {} END", "MOV r, 1;".repeat(1025));
    for text in [many.as_str(), "!!ARBvp1.0 ", "!!ARBvp1.0 TEMP r"] {
        assert_eq!(
            vertex(text).unwrap_err().error_position(),
            text.len() as i32
        );
    }
    let twice = "!!ARBvp1.0 ADDRESS a; TEMP r; PARAM p[] = { program.env[0], program.env[0] }; MOV r, p[a.x]; END";
    let error = vertex(twice).unwrap_err();
    assert_eq!(
        (error.error_position(), error.kind),
        (twice.len() as i32, ErrorKind::RelativeDuplicate)
    );
    // White space and comments may stand before the header, nothing else.
    assert!(vertex(" #!!VP1.0\n\t!!ARBvp1.0 END").is_ok());
    assert_eq!(vertex(" x!!ARBvp1.0 END").unwrap_err().error_position(), 1);
    assert_eq!(vertex("!!ARBvp1.0 END x").unwrap_err().error_position(), 15);
    assert!(vertex("!!ARBvp1.0 END # fine\n").is_ok());
}

#[test]
fn indirections_follow_the_dependencies() {
    let count = |body: &str| {
        let text = format!("!!ARBfp1.0 TEMP a, b; {body} MOV result.color, a; END");
        fragment(&text).unwrap().counts.indirections
    };
    assert_eq!(count(""), 1);
    assert_eq!(count("TEX a, fragment.texcoord, texture[0], 2D;"), 1);
    assert_eq!(
        count("TEX a, fragment.texcoord, texture[0], 2D; TEX b, a, texture[1], 2D;"),
        2
    );
    assert_eq!(
        count("MOV b, a; TEX a, fragment.texcoord, texture[0], 2D;"),
        2
    );
    assert_eq!(count("MOV a, 1; KIL b;"), 1);
}

#[test]
fn messages_show_the_line() {
    let text = b"!!ARBvp1.0\nTEMP r;\nMOV r, q;\nEND";
    let log = load_vertex(text, &Limits::VERTEX)
        .unwrap_err()
        .info_log(text);
    assert_eq!(
        log,
        "line 3, column 8: error: \"q\" is not declared\nMOV r, q;\n       ^\n"
    );
}

#[test]
fn no_text_panics() {
    for sample in [VERTEX_SAMPLE, VERTEX_GOOD, FRAGMENT_GOOD] {
        let load = |text: &[u8]| {
            if sample.starts_with("!!ARBvp") {
                load_vertex(text, &Limits::VERTEX).map(drop)
            } else {
                load_fragment(text, &Limits::FRAGMENT).map(drop)
            }
        };
        let bytes = sample.as_bytes();
        for n in 0..bytes.len() {
            let _ = load(&bytes[..n]).map_err(|e| e.info_log(&bytes[..n]));
            for replacement in [0u8, b'.', b'-', b'[', b'9', b'x', b';', b'{', 0xff, b' '] {
                let mut text = bytes.to_vec();
                text[n] = replacement;
                let _ = load(&text).map_err(|e| e.info_log(&text));
            }
        }
    }
}

/// With the option: instructions, forms and labels of the second seed load.
const NV2_GOOD: &str = "!!ARBvp1.0
OPTION NV_vertex_program2;
PARAM c[] = { program.env[0..9] }; TEMP r, s, main; ADDRESS a, b;
BRA main; sub: ADDC r.xy (GT.yxwz), |-c[a.w - 256].w|, -|r|; RET (UN);
main: ARL a, r.wzyx; ARRC b.yw (LE), r; ARAC CC.x, a; ARA b, a; MOVC CC, c[b.y + 255]; SSG r, r; SFL r, r, s;
STRC r, r, s; SEQ r, r, s; SGT r, r, s; SLE r, r, s; SNE r, r, s; SIN r, r.x; COSC r, 3; RCC r, -|r.x|; RCCC r, r.y;
CAL sub; CAL sub (NE.x); RET; BRA end (TR); MOV result.clip[5].x, r.y; SWZC r (FL), r, x, 0, -1, w; end: END";

#[test]
fn the_option_loads_every_form() {
    let error = vertex(NV2_GOOD).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Condition);
    assert_eq!(error.error_position(), at(NV2_GOOD, "UN)"));
    let text = NV2_GOOD.replace("(UN)", "(EQ)");
    let program = vertex(&text).unwrap();
    assert_eq!(program.counts.instructions, 25);
    assert!(program.clips());
    let code = program.code();
    assert_eq!(code.program.instruction_limit, Some(MAX_EXEC_INSTRUCTIONS));
    assert_eq!(code.program.call_depth, MAX_CALL_DEPTH);
}
