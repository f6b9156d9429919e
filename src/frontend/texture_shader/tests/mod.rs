//! Consistency by hand. Values are compared by `shim_tests/tests/texture_shader_oracle.rs`.

use super::consistency::consistent;
use super::stage::*;
use crate::format::TextureShape::*;

const COLORS: Option<Texels> = Some(Texels::Rgba(Signs::Unsigned));

fn stages(operations: &[(Operation, Option<Texels>)]) -> [Stage; STAGES] {
    let mut stages = [Stage::NONE; STAGES];
    for (stage, (operation, texels)) in stages.iter_mut().zip(operations) {
        (stage.operation, stage.texels) = (*operation, *texels);
    }
    stages
}

#[test]
fn a_diffuse_stage_and_the_reflecting_one_need_each_other() {
    let mut setup = stages(&[
        (Operation::Texture(D2), Some(Texels::Hilo { signed: true })),
        (Operation::DotProduct, None),
        (Operation::DotDiffuse, COLORS),
        (Operation::DotReflect { const_eye: false }, COLORS),
        (Operation::Dependent(Dependent::AlphaRed2D), COLORS),
    ]);
    setup[4].previous = 2;
    assert_eq!(consistent(&setup), [true; STAGES]);
    // Without its cube map the reflecting stage takes the others with it.
    setup[3].texels = None;
    let expected = [true, true, false, false, false, true, true, true];
    assert_eq!(consistent(&setup), expected);
    setup[3] = Stage::NONE;
    assert!(!consistent(&setup)[2]);
}

#[test]
fn types_of_previous_inputs_are_checked() {
    let with = |first: Texels, second: Operation| {
        consistent(&stages(&[
            (Operation::Texture(D2), Some(first)),
            (second, second.target().and(COLORS)),
        ]))[1]
    };
    let mixed = Texels::Rgba(Signs::SignedRgb);
    assert!(!with(mixed, Operation::DotProduct));
    assert!(with(mixed, Operation::Dependent(Dependent::RgbCube)));
    assert!(!with(mixed, Operation::Dependent(Dependent::Rgb3D)));
    assert!(with(
        Texels::Alpha(Signs::Signed),
        Operation::DotPassThrough
    ));
    let offset = |hilo, scale| {
        Operation::Offset(Offset {
            rectangle: false,
            hilo,
            projective: false,
            scale,
        })
    };
    assert!(with(Texels::Dsdt, offset(false, false)));
    assert!(!with(Texels::Dsdt, offset(false, true)));
    assert!(with(Texels::DsdtMagIntensity, offset(false, true)));
    assert!(!with(Texels::Hilo { signed: false }, offset(true, false)));
}

#[test]
fn depths_are_replaced_once() {
    let setup = stages(&[
        (Operation::Texture(D2), COLORS),
        (Operation::DotDepth { affine: true }, None),
        (Operation::DotProduct, None),
        (Operation::DotDepth { affine: false }, None),
    ]);
    let expected = [true, true, true, false];
    assert_eq!(consistent(&setup)[..4], expected);
}
