//! Programs of stages: what they read, what they store, what applications see of them.

use super::{Options, Stage, checked, entry_of, find, program, semantics};
use crate::format::TextureShape;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::c_like::entry::Entry;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Op;
use crate::ir::interface::{LodMode, attribute, fragment_input, fragment_output, varying};

/// The immediates of all operations of a kind, in order.
fn immediates(entry: &Entry, op: Op) -> Vec<u32> {
    let insts = entry.code.program.insts();
    insts.filter(|i| i.op == op).map(|i| i.imm[0]).collect()
}

#[test]
fn inputs_and_outputs_follow_semantics_and_fill_what_is_missing() {
    let text = "struct V { float4 p : POSITION; float2 t : TEXCOORD1; float f : FOG; };
        V main(float4 p : POSITION, float3 n : NORMAL) { V v; v.p = p; v.t = n.xy; v.f = n.z; return v; }";
    let entry = entry_of(text, "vp40", Stage::Vertex).unwrap();
    let (position, normal) = (4 * attribute::POSITION, 4 * attribute::NORMAL);
    let reads = [0, 1, 2, 3].map(|c| position + c).into_iter();
    let reads: Vec<u32> = reads.chain([0, 1, 2].map(|c| normal + c)).collect();
    let mut loaded = immediates(&entry, Op::LoadInput);
    loaded.sort_unstable();
    assert_eq!(loaded, reads);
    let coords = 4 * (varying::TEX_COORD_0 + 1);
    let stored = [
        0,
        1,
        2,
        3,
        coords,
        coords + 1,
        coords + 2,
        coords + 3,
        4 * varying::FOG_COORD,
    ];
    assert_eq!(immediates(&entry, Op::StoreOutput), stored);
}

#[test]
fn varyings_without_semantics_take_free_registers_if_they_are_read() {
    // As cgc does: ATTR1 and ATTR2 beside POSITION; TEX0 and TEX2 beside TEXCOORD1.
    let text = "void main(float4 p : POSITION, float3 n, float2 unused, float2 t, out float4 o : POSITION, out float2 u, out float3 w)
        { o = p; u = t; w = n; }";
    let entry = entry_of(text, "vp40", Stage::Vertex).unwrap();
    let slots: Vec<_> = entry
        .inputs
        .iter()
        .map(|c| c.slots[0].map(|s| s / 4 % 16))
        .collect();
    assert_eq!(slots, [Some(0), Some(1), None, Some(2)]);
    let slots: Vec<_> = entry
        .outputs
        .iter()
        .map(|c| c.slots[0].map(|s| s / 4))
        .collect();
    let first = varying::TEX_COORD_0;
    assert_eq!(slots[..3], [Some(0), Some(first), Some(first + 1)]);
    let text = "float4 main(float3 n, float2 t : TEXCOORD1, float2 q, float2x4 m : TEXCOORD3) : COLOR { return n.xyzz + t.xyxy + q.xyxy + m[1] + m[0]; }";
    let entry = entry_of(text, "fp40", Stage::Fragment).unwrap();
    let first = fragment_input::TEX_COORD_0;
    let slots = entry.inputs.iter().flat_map(|c| &c.slots);
    let slots: Vec<u32> = slots.map(|s| s.unwrap() / 4 - first).collect();
    assert_eq!(slots, [0, 1, 2, 3, 4]);
    assert_eq!(entry.colors, 1);
}

#[test]
fn samplers_take_units_in_the_order_of_their_first_use() {
    // As cgc does: q 1, p 2, a 3 beside b at TEXUNIT0; z is not used.
    let text = "sampler2D z; sampler2D a; samplerCUBE b : TEXUNIT0;
        float4 look(sampler2D s, float2 t) { return tex2D(s, t); }
        float4 main(float2 t : TEXCOORD0, uniform sampler2D p, uniform sampler2D q) : COLOR
        { return look(q, t) + look(p, t) + tex2D(a, t) + texCUBE(b, t.xyx); }";
    let entry = entry_of(text, "fp40", Stage::Fragment).unwrap();
    let units: Vec<_> = { entry.samplers.iter() }
        .map(|s| (s.name.as_str(), s.unit))
        .collect();
    assert_eq!(
        units,
        [
            ("z", None),
            ("a", Some(3)),
            ("b", Some(0)),
            ("p", Some(2)),
            ("q", Some(1))
        ]
    );
    assert_eq!(entry.textures[0], Some(TextureShape::Cube));
    assert_eq!(entry.textures[3], Some(TextureShape::D2));
    assert_eq!(immediates(&entry, Op::Sample), [1, 2, 3, 0]);
}

#[test]
fn arrays_of_samplers_are_indexed_by_loops_and_refused_by_variables() {
    let text = |index: &str| {
        format!(
            "sampler2D s[3]; float n; float4 main(float2 t : TEXCOORD0) : COLOR
        {{ float4 c = 0; for (int i = 0; i < 3; i++) c += tex2D(s[{index}], t); return c; }}"
        )
    };
    let entry = entry_of(&text("i"), "fp40", Stage::Fragment).unwrap();
    assert_eq!(immediates(&entry, Op::Sample), [0, 1, 2]);
    let error = entry_of(&text("(int)n"), "latest", Stage::Fragment).unwrap_err();
    assert_eq!(error.kind, ErrorKind::CLike(Rule::SamplerNotConstant));
}

#[test]
fn uniforms_have_names_places_and_defaults() {
    let text = "struct L { float3 pos; float2 k[2]; }; L light[2]; float4x4 m; float u = 2.5;
        float4 main(uniform float2 s = float2(1, 2)) : COLOR { return light[1].pos.xyzz + m[2] + u + s.xyxy; }";
    let entry = entry_of(text, "fp40", Stage::Fragment).unwrap();
    let all: Vec<_> = { entry.uniforms.iter() }
        .map(|u| {
            (
                u.name.as_str(),
                u.rows,
                u.columns,
                u.sizes.clone(),
                u.first_row,
                u.is_read,
            )
        })
        .collect();
    let none = Vec::new;
    assert_eq!(
        all,
        [
            ("light[0].pos", 1, 3, none(), 0, false),
            ("light[0].k", 1, 2, vec![2], 1, false),
            ("light[1].pos", 1, 3, none(), 3, true),
            ("light[1].k", 1, 2, vec![2], 4, false),
            ("m", 4, 4, none(), 6, true),
            ("u", 1, 1, none(), 10, true),
            ("s", 1, 2, none(), 11, true),
        ]
    );
    assert_eq!(entry.uniforms[5].default, Some(vec![[2.5, 0.0, 0.0, 0.0]]));
    assert_eq!(entry.uniforms[6].default, Some(vec![[1.0, 2.0, 0.0, 0.0]]));
    assert_eq!(entry.code.bindings.len(), 12);
}

#[test]
fn fragments_discard_and_write_depth_and_colours() {
    let text = "void cut(float a) { if (a < 0.5) discard; }
        void main(float2 t : TEXCOORD0, out float4 c : COLOR0, out float3 e : COLOR1, out float d : DEPTH) { cut(t.x); c = t.xyxy; e = 1; d = t.y; }";
    let entry = entry_of(text, "fp40", Stage::Fragment).unwrap();
    assert!(entry.discards && entry.writes_depth);
    assert_eq!(entry.colors, 0b11);
    let stored = immediates(&entry, Op::StoreOutput);
    assert!(stored.contains(&7), "the second colour's alpha is 1");
    assert!(stored.contains(&(4 * fragment_output::DEPTH + 2)));
    let unwritten = "void main(out float4 c : COLOR0, out float d : DEPTH) { c = 1; }";
    let entry = entry_of(unwritten, "fp40", Stage::Fragment).unwrap();
    assert!(!entry.writes_depth);
}

#[test]
fn bone_matrices_are_read_row_by_row() {
    let text = "float3x4 bones[20]; float4 main(float4 p : POSITION, float i : TEXCOORD0) : POSITION { return float4(mul(bones[i], p), 1); }";
    let entry = entry_of(text, "vp40", Stage::Vertex).unwrap();
    assert_eq!(immediates(&entry, Op::LoadParamRow).len(), 3);
}

#[test]
fn a_position_invariant_program_has_the_position_of_fixed_function() {
    let text = "void main(float4 p : POSITION, out float4 o : POSITION, out float4 c : COLOR) { o = p * 2; c = p; }";
    let checked = checked(text, "arbvp1");
    let semantics = semantics("arbvp1");
    let options = Options {
        stage: Stage::Vertex,
        semantics: &semantics,
        position_invariant: true,
        clip_planes: 0b10,
        keeps_loops: false,
    };
    let entry = program(&checked.module, find(&checked, "main"), &options).unwrap();
    let mut stored = immediates(&entry, Op::StoreOutput);
    stored.sort_unstable();
    let color = 4 * varying::FRONT_COLOR;
    let clip = 4 * varying::CLIP_0 + 1;
    assert_eq!(
        stored,
        [0, 1, 2, 3, color, color + 1, color + 2, color + 3, clip]
    );
    // Four rows of each matrix, and the plane.
    assert_eq!(entry.code.bindings.len(), 9);
}

#[test]
fn gradients_and_vertex_textures_compute_the_level_of_detail() {
    let text = "sampler2D s; float4 main(float2 t : TEXCOORD0) : COLOR { return tex2D(s, t, float2(1, 0), float2(0, 1)); }";
    let entry = entry_of(text, "fp40", Stage::Fragment).unwrap();
    let levels = |entry: &Entry| {
        let samples = entry.code.program.insts().filter(|i| i.op == Op::Sample);
        samples.map(|i| i.imm[1]).collect::<Vec<u32>>()
    };
    assert_eq!(levels(&entry), [LodMode::Explicit as u32]);
    let lod = Binding::Scene(SceneValue::TextureLod(0, TextureShape::D2));
    assert!(entry.code.bindings.contains(&lod));
    let text =
        "sampler2D s; float4 main(float4 p : POSITION) : POSITION { return tex2D(s, p.xy); }";
    let entry = entry_of(text, "vp40", Stage::Vertex).unwrap();
    assert_eq!(levels(&entry), [LodMode::Explicit as u32]);
}
