//! Shaders as programs of GL's targets: names of constants, places of usages.

use crate::frontend::assembly::d3d::ctab::{
    self, Class, ConstantTable, Entry, Kind, Member, RegisterSet,
};
use crate::frontend::assembly::d3d::model::{Item, Statement};
use crate::frontend::assembly::d3d::{D3dProgram, tokens};
use crate::frontend::preprocessor::NoFiles;
use crate::frontend::shading::{CompileOptions, Compiled, Refused, ShadingLanguage, compile};
use crate::frontend::stage_program::{ProgramStage, Uniform, UniformType};
use crate::ir::interface::{attribute, fragment_input, varying};
use crate::ir::verify::verify;
use crate::ir::{Op, Span};
use std::collections::BTreeSet;

fn load(language: ShadingLanguage, stage: ProgramStage, text: &[u8]) -> Result<Compiled, Refused> {
    compile(
        language,
        stage,
        text,
        &CompileOptions::default(),
        &mut NoFiles,
    )
}

fn names(compiled: &Compiled) -> Vec<String> {
    let uniforms = compiled.program.uniforms().iter();
    uniforms.map(|u: &Uniform| u.name.clone()).collect()
}

/// The vectors of slots that instructions of an opcode name.
fn vectors(compiled: &Compiled, op: Op) -> Vec<u32> {
    let code = compiled.program.code();
    let all: BTreeSet<u32> = (code.program.insts())
        .filter(|i| i.op == op)
        .map(|i| i.imm[0] / 4)
        .collect();
    all.into_iter().collect()
}

#[test]
fn registers_are_uniforms_by_their_names() {
    let text = "vs_2_0\ndcl_position v0\ndcl_tangent v1\ndef c0, 1, 2, 3, 4\n\
        mul r0, v0, c5\nadd r0, r0, c0\nif b2\nadd r0, r0, v1\nendif\nrep i1\nadd r0, r0, c9\nendrep\nmov oPos, r0\n";
    let compiled = load(
        ShadingLanguage::D3dAssembly,
        ProgramStage::Vertex,
        text.as_bytes(),
    )
    .expect("it loads");
    assert_eq!(names(&compiled), ["c5", "c9", "i1", "b2"]);
    // The tangent is generic attribute 14, wherever it is declared.
    assert_eq!(
        vectors(&compiled, Op::LoadInput),
        [attribute::POSITION, attribute::GENERIC_0 + 14]
    );
}

#[test]
fn the_same_usages_have_the_same_places_in_both_languages() {
    let hlsl = "struct V { float4 p : POSITION; float4 n : NORMAL; float4 t : TEXCOORD3; float4 c : COLOR1; };\n\
        V main(float4 p : POSITION) { V v; v.p = p; v.n = p * 2; v.t = p * 3; v.c = p * 4; return v; }";
    let assembly = "vs_3_0\ndcl_position v0\ndcl_color1 o0\ndcl_texcoord3 o1\ndcl_normal o2\ndcl_position o3\n\
        mov o0, v0\nmov o1, v0\nmov o2, v0\nmov o3, v0\n";
    let vertex = [
        varying::POSITION,
        varying::FRONT_SECONDARY,
        varying::TEX_COORD_0 + 3,
        varying::GENERIC_0,
    ];
    let texts = [
        (ShadingLanguage::Hlsl, hlsl),
        (ShadingLanguage::D3dAssembly, assembly),
    ];
    for (language, text) in texts {
        let compiled = load(language, ProgramStage::Vertex, text.as_bytes()).expect("it loads");
        assert_eq!(vectors(&compiled, Op::StoreOutput), vertex, "{language:?}");
    }
    let hlsl = "float4 main(float4 n : NORMAL, float4 t : TEXCOORD3, float4 c : COLOR1) : COLOR { return n + t * c; }";
    let assembly = "ps_3_0\ndcl_texcoord3 v0\ndcl_color1 v1\ndcl_normal v2\nmov r0, v0\nmul r0, r0, v1\nadd oC0, r0, v2\n";
    let fragment = [
        fragment_input::SECONDARY_COLOR,
        fragment_input::TEX_COORD_0 + 3,
        fragment_input::GENERIC_0,
    ];
    for (language, text) in [
        (ShadingLanguage::Hlsl, hlsl),
        (ShadingLanguage::D3dAssembly, assembly),
    ] {
        let compiled = load(language, ProgramStage::Fragment, text.as_bytes()).expect("it loads");
        assert_eq!(vectors(&compiled, Op::LoadInput), fragment, "{language:?}");
    }
}

#[test]
fn a_usage_without_a_place_is_refused() {
    let text = "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_normal7 o1\nmov o0, v0\nmov o1, v0\n";
    let refused = load(
        ShadingLanguage::D3dAssembly,
        ProgramStage::Vertex,
        text.as_bytes(),
    );
    let refused = refused.expect_err("GL has no such varying");
    assert!(refused.listing.contains("NORMAL7"), "{}", refused.listing);
}

#[test]
fn tokens_load_as_their_text_does() {
    let text = "ps_2_0\ndcl_2d s0\ndcl t0.xy\ntexld r0, t0, s0\nmul r0, r0, c3\nmov oC0, r0\n";
    let tokens = D3dProgram::assemble(text.as_bytes())
        .expect("it is right")
        .tokens();
    let [given, expected] = [
        (ShadingLanguage::D3dTokens, &tokens[..]),
        (ShadingLanguage::D3dAssembly, text.as_bytes()),
    ]
    .map(|(language, bytes)| load(language, ProgramStage::Fragment, bytes).expect("it loads"));
    assert_eq!(names(&given), ["c3", "s0"]);
    assert_eq!(names(&given), names(&expected));
    // Statements of a stream have places in its disassembly.
    assert!(given.program.source_map().is_some());
    // Each form is one only.
    for (language, bytes) in [
        (ShadingLanguage::D3dAssembly, &tokens[..]),
        (ShadingLanguage::D3dTokens, text.as_bytes()),
    ] {
        assert!(load(language, ProgramStage::Fragment, bytes).is_err());
    }
    let refused = load(ShadingLanguage::D3dTokens, ProgramStage::Vertex, &tokens);
    let listing = refused.expect_err("it is a pixel shader").listing;
    assert!(
        listing.contains("ps_2_0 shaders are no vertex programs"),
        "{listing}"
    );
}

/// The tokens of a text with a constant table after the version.
fn with_table(text: &str, table: &ConstantTable) -> Vec<u8> {
    let mut shader = D3dProgram::assemble(text.as_bytes())
        .expect("it is right")
        .shader()
        .clone();
    let comment = Statement {
        item: Item::Comment(ctab::write(table)),
        span: Span::NONE,
    };
    shader.statements.insert(0, comment);
    tokens::encode(&shader)
}

/// A table names registers. A matrix whose last column nothing reads is set whole, and the register after it stays.
#[test]
fn a_constant_table_gives_names_types_and_values() {
    let ty = |class, kind, rows, columns, elements, members| ctab::Type {
        class,
        kind,
        rows,
        columns,
        elements,
        members,
    };
    let float4 = || ty(Class::Vector, Kind::Float, 1, 4, 1, vec![]);
    let member = |name: &str, ty| Member {
        name: name.into(),
        ty,
    };
    let lights = ty(
        Class::Struct,
        Kind::Void,
        1,
        5,
        2,
        vec![
            member("color", float4()),
            member("reach", ty(Class::Scalar, Kind::Float, 1, 1, 1, vec![])),
        ],
    );
    let world = ty(Class::MatrixColumns, Kind::Float, 4, 4, 1, vec![]);
    let entry = |name: &str, index, count, ty, default| Entry {
        name: name.into(),
        set: RegisterSet::Float,
        index,
        count,
        ty,
        default,
    };
    let one = 1f32.to_bits();
    let table = ConstantTable {
        creator: String::new(),
        version: 0xfffe_0200,
        flags: 0,
        target: "vs_2_0".into(),
        constants: vec![
            entry("world", 0, 3, world, None),
            entry("tint", 3, 1, float4(), Some(vec![one, 0, 0, one])),
            entry("lights", 4, 4, lights, None),
        ],
    };
    let text = "vs_2_0\ndcl_position v0\nmul r0, v0, c0\nmad r0, v0, c1, r0\nmad r0, v0, c2, r0\nadd r0, r0, c3\n\
        add r0, r0, c6\nadd r0, r0, c7\nmov oPos, r0\n";
    let bytes = with_table(text, &table);
    let compiled = load(ShadingLanguage::D3dTokens, ProgramStage::Vertex, &bytes);
    let compiled = compiled.unwrap_or_else(|e| panic!("{}", e.listing));
    let named = [
        "world",
        "tint",
        "lights[0].color",
        "lights[0].reach",
        "lights[1].color",
        "lights[1].reach",
    ];
    let registers = ["c0", "c1", "c2", "c3", "c6", "c7"];
    assert_eq!(names(&compiled), [&named[..], &registers].concat());
    // The words that a name's last number and a register's first one have.
    let program = &compiled.program;
    let word = |name: &str, row: u32, column: u32| {
        let uniform = program.uniforms().iter().find(|u| u.name == name);
        match uniform.expect("it is there").ty {
            UniformType::Numbers { layout, .. } => layout.word(0, row, column),
            UniformType::Sampler(_) => panic!("{name} has numbers"),
        }
    };
    assert_eq!(word("world", 3, 2), word("c2", 0, 3));
    assert_eq!(word("lights[1].color", 0, 0), word("c6", 0, 0));
    assert_eq!(word("lights[1].reach", 0, 0), word("c7", 0, 0));
    let last = word("world", 3, 3);
    assert!(
        registers
            .iter()
            .all(|r| !(word(r, 0, 0)..word(r, 0, 0) + 4).contains(&last))
    );
    let tint = word("tint", 0, 0);
    assert_eq!(tint, word("c3", 0, 0));
    assert_eq!(program.initial()[tint / 4], [1.0, 0.0, 0.0, 1.0]);
}

/// In Direct3D's languages the derivative along y goes down.
#[test]
fn derivatives_along_y_are_turned() {
    let text = "float4 main(float4 t : TEXCOORD0) : COLOR { return ddx(t) + ddy(t); }";
    let compiled = load(
        ShadingLanguage::Hlsl,
        ProgramStage::Fragment,
        text.as_bytes(),
    );
    let code = compiled.expect("it loads").program.code();
    let of = |op: Op| code.program.insts().filter(move |i| i.op == op);
    assert_eq!(of(Op::Ddy).count(), 4);
    let negations: Vec<_> = of(Op::FNeg).map(|i| i.first_result).collect();
    assert!(of(Op::Ddy).all(|i| negations.contains(&i.args[0])));
    assert!(of(Op::Ddx).all(|i| !negations.contains(&i.args[0])));
    assert_eq!(verify(&code.program), Ok(()));
}
