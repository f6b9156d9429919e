//! The values of state that programs read, by hand-computed cases.

use crate::device::geometry::matrix::Mat4;
use crate::frontend::binding::{ColorTerm, Face, MatrixForm, MatrixName, SceneValue};
use crate::gl::Context;
use crate::gl::draw::values::state_value;
use std::sync::Arc;

#[test]
fn light_and_material_products() {
    let mut cx = Context::new(Arc::default());
    cx.lighting.lights[1].diffuse = [0.5, 0.25, 1.0, 0.125];
    cx.lighting.materials[1].diffuse = [0.5, 0.5, 0.5, 0.75];
    assert_eq!(
        state_value(
            &cx,
            SceneValue::LightProduct(1, Face::Back, ColorTerm::Diffuse)
        ),
        [0.25, 0.125, 0.5, 0.75]
    );
    cx.lighting.materials[0].emission = [0.5, 0.0, 0.0, 0.0];
    let scene = state_value(&cx, SceneValue::LightModelSceneColor(Face::Front));
    assert_eq!(scene, [0.2f32.mul_add(0.2, 0.5), 0.2 * 0.2, 0.2 * 0.2, 1.0]);
    assert_eq!(
        state_value(&cx, SceneValue::LightSpotDirection(0)),
        [0.0, 0.0, -1.0, -1.0]
    );
    assert_eq!(
        state_value(&cx, SceneValue::LightHalf(0)),
        [0.0, 0.0, 1.0, 1.0]
    );
    assert_eq!(
        state_value(&cx, SceneValue::Light(99, ColorTerm::Ambient)),
        [0.0, 0.0, 0.0, 1.0]
    );
}

#[test]
fn rows_of_matrices() {
    let mut cx = Context::new(Arc::default());
    let m: Mat4 = [
        [2.0, 0.0, 0.0, 0.0],
        [0.0, 4.0, 0.0, 0.0],
        [0.0, 0.0, 8.0, 0.0],
        [1.0, 2.0, 3.0, 1.0],
    ];
    cx.matrix.modelview_stack.set_top(m);
    let row = |form, row| {
        state_value(
            &cx,
            SceneValue::MatrixRow(MatrixName::ModelView(0), form, row),
        )
    };
    assert_eq!(row(MatrixForm::Plain, 0), [2.0, 0.0, 0.0, 1.0]);
    assert_eq!(row(MatrixForm::Transpose, 3), [1.0, 2.0, 3.0, 1.0]);
    assert_eq!(row(MatrixForm::Inverse, 1), [0.0, 0.25, 0.0, -0.5]);
    assert_eq!(row(MatrixForm::InverseTranspose, 1), [0.0, 0.25, 0.0, 0.0]);
    assert_eq!(
        state_value(&cx, SceneValue::NormalScale(MatrixName::ModelView(0)))[0],
        8.0
    );
}
