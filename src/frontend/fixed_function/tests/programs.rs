//! Programs have what their keys ask for and no more.

use crate::format::{BaseFormat, TextureShape};
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::fixed_function::fragment::*;
use crate::frontend::fixed_function::vertex::*;
use crate::ir::Op;

#[test]
fn unlit_vertices_use_the_position_transform_only() {
    let program = build_vertex(&VertexKey::default());
    assert_eq!(program.bindings.len(), 4);
    assert_eq!(program.program.n_uniforms, 16);
}

fn build_vertex(key: &VertexKey) -> crate::frontend::BoundProgram {
    crate::frontend::fixed_function::vertex::build(key)
}

#[test]
fn two_sided_lighting_doubles_the_color_outputs() {
    let stores = |two_sided| {
        let mut lighting = LightingKey {
            two_sided,
            ..LightingKey::default()
        };
        lighting.lights[3] = Some(LightKey {
            positional: true,
            spot: true,
            attenuated: true,
        });
        let program = build_vertex(&VertexKey {
            lighting: Some(lighting),
            ..VertexKey::default()
        });
        assert!(
            program
                .bindings
                .contains(&Binding::Scene(SceneValue::LightPosition(3)))
        );
        program
            .program
            .insts()
            .filter(|i| i.op == Op::StoreOutput)
            .count()
    };
    assert_eq!(stores(true), stores(false) + 8);
}

#[test]
fn only_enabled_units_are_sampled() {
    let unit = UnitKey {
        target: TextureShape::D2,
        base_format: BaseFormat::Rgba,
        is_float: false,
        is_depth: false,
        signed: false,
        env: TextureEnv::Modulate,
    };
    let mut key = FragmentKey {
        fog: Some(FogMode::Exp2),
        color_sum: true,
        ..FragmentKey::default()
    };
    (key.units[0], key.units[2]) = (Some(unit), Some(unit));
    let program = crate::frontend::fixed_function::fragment::build(&key).program;
    let units: Vec<u32> = program
        .insts()
        .filter(|i| i.op == Op::Sample)
        .map(|i| i.imm[0])
        .collect();
    assert_eq!(units, [0, 2]);
}

#[test]
fn bitmaps_kill_where_alpha_is_zero() {
    let key = FragmentKey {
        pixel_source: PixelSource::Bitmap,
        ..FragmentKey::default()
    };
    let program = crate::frontend::fixed_function::fragment::build(&key).program;
    assert_eq!(program.insts().filter(|i| i.op == Op::Kill).count(), 1);
}
