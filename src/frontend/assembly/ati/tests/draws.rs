//! The program that lowering makes of a shader, the facts that a draw reads from it, and its text.

use super::super::lower::{Key, lower};
use super::super::{print, text};
use super::Command::{Alpha, Color, Route};
use super::*;
use crate::format::TextureShape;
use crate::frontend::binding::{ApiValue, Binding, SceneValue};
use crate::frontend::common_stage::{FogMode, PixelSource};
use crate::ir::Op;

const KEY: Key = Key {
    targets: [Some(TextureShape::D2); 8],
    color_sum: false,
    fog: None,
    pixel_source: PixelSource::None,
};

#[test]
fn constants_in_use_become_bindings_in_order() {
    let sum = |a, b| {
        Color(operation(
            Opcode::Add,
            7,
            &[Source::Constant(a), Source::Constant(b)],
        ))
    };
    let mut recorder = recorded(&[sum(6, 2), sum(2, 4)]);
    recorder.constant(4, [0.25; 4]);
    recorder.constant(5, [0.75; 4]);
    let shader = recorder.finish().expect("complete");
    let key = Key {
        fog: Some(FogMode::Linear),
        ..KEY
    };
    let global = |n| Binding::Scene(SceneValue::Api(ApiValue::FragmentShaderConstant(n)));
    assert_eq!(
        lower(&shader, &key).bindings,
        [
            global(2),
            Binding::Constant([0.25; 4]),
            global(6),
            Binding::Scene(SceneValue::FogParams),
            Binding::Scene(SceneValue::FogColor)
        ]
    );
    let text = "!!ATIfs1.0 StartConstants; CONSTANT c3 = program.local[7]; CONSTANT c1 = program.env[5]; EndConstants;
        StartOutputPass; ADD r0, c1, c3; EndPass;";
    let shader = text::parse(text.as_bytes()).expect("a program");
    assert_eq!(
        lower(&shader, &KEY).bindings,
        [Binding::Env(5), Binding::Local(7)]
    );
    // Comments and white space may stand before the header.
    let later = text::parse(format!("# a\n {text}").as_bytes()).expect("a program");
    assert_eq!(lower(&later, &KEY).bindings, lower(&shader, &KEY).bindings);
    assert!(text::parse(format!("a {text}").as_bytes()).is_err());
}

#[test]
fn a_draw_learns_what_the_shader_reads() {
    let shader = shader(&[
        Route(5, routing(true, Coordinates::Set(7), Swizzle::Stq)),
        pass(1, Coordinates::Set(2), Swizzle::Str),
        color(Opcode::Mov),
        Route(0, routing(true, Coordinates::Register(1), Swizzle::Str)),
    ]);
    assert_eq!(
        (shader.coords_read(), shader.units_sampled()),
        (0b1000_0100, 0b10_0001)
    );
    let place = shader.pixel_place();
    assert_eq!((place.unit, place.coord), (15, 6));
    let counts = shader.counts();
    assert_eq!((counts.routings, counts.samples), ([2, 1], 2));
    let count = |key: &Key, op| {
        let code = lower(&shader, key);
        code.program.insts().filter(|i| i.op == op).count()
    };
    assert_eq!(count(&KEY, Op::Sample), 2);
    let without_textures = Key {
        targets: [None; 8],
        ..KEY
    };
    assert_eq!(count(&without_textures, Op::Sample), 0);
    for (source, samples, kills, stores) in [
        (PixelSource::DrawPixels, 3, 0, 4),
        (PixelSource::Bitmap, 3, 1, 4),
        (PixelSource::Depth, 3, 0, 5),
    ] {
        let key = Key {
            pixel_source: source,
            ..KEY
        };
        let seen = [Op::Sample, Op::Kill, Op::StoreOutput].map(|op| count(&key, op));
        assert_eq!(seen, [samples, kills, stores], "{source:?}");
    }
}

/// What only commands can say has a text, too.
#[test]
fn recorded_shaders_are_read_back() {
    let mut elsewhere = of_register(Opcode::Dot3, 8);
    (elsewhere.register, elsewhere.scale) = (3, -2);
    let ignored = Alpha(operation(Opcode::Dot4, 8, &[Source::One, Source::Zero]));
    let mut recorder = recorded(&[
        pass(2, Coordinates::Set(6), Swizzle::StrDr),
        color(Opcode::Dot3),
        Alpha(elsewhere),
        color(Opcode::Dot4),
        ignored,
        Color(operation(Opcode::Mov, 5, &[Source::Constant(1)])),
        Alpha(operation(Opcode::Mov, 8, &[Source::Constant(1)])),
        Color(operation(Opcode::Mov, 1, &[Source::Constant(0)])),
        Route(4, routing(true, Coordinates::Register(2), Swizzle::StrDr)),
    ]);
    let odd = [-0.0, f32::INFINITY, 3.4e38, -1.0e-45];
    recorder.constant(1, odd);
    recorder.constant(7, [16777216.0, 0.1, -8.5, 1.0]);
    let shader = recorder.finish().expect("complete");
    let printed = print::text(&shader);
    let again = text::parse(printed.as_bytes()).map_err(|e| e.info_log(printed.as_bytes()));
    let again = again.expect("canonical text").without_spans();
    let mut expected = shader.clone();
    expected.constants[0] = Constant::Env(0);
    assert_eq!(again, expected, "{printed}");
    let Constant::Local(value) = again.constants[1] else {
        panic!("a literal")
    };
    assert_eq!(value.map(f32::to_bits), odd.map(f32::to_bits));
    assert_eq!(
        print::text(&again),
        printed,
        "canonical text stays as it is"
    );
    for line in [
        "    DOT3 r0.rgb + r3.a.quarter, r1, r1;",
        "    DOT4 r0, r1, r1;",
        "    MOV r0.rba, c1;",
        "    CONSTANT c0 = program.env[0];",
    ] {
        assert!(printed.lines().any(|l| l == line), "{line}\n{printed}");
    }
}
