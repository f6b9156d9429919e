//! Matrix commands, viewport, depth range, clip planes (GL 1.5 sections 2.11 and 2.12).
#![forbid(unsafe_code)]

use crate::device::geometry::matrix::{
    IDENTITY, Mat4, frustum as frustum_matrix, multiply, orthographic, rotation, scaling,
    transform_row, translation, transpose,
};
use crate::device::state::revision::Tracked;
use crate::gl::attribute::component::clamp_unit;
use crate::gl::context::enums;
use crate::gl::context::limits::{MAX_CLIP_PLANES, MAX_TEXTURE_COORDS, MAX_TEXTURE_SIZE};
use crate::gl::context::named::Named;
use crate::gl::matrix::mode::MatrixMode;
use crate::gl::matrix::state::MatrixStack;
use crate::gl::matrix::state::MatrixState;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// Changes the stack that MATRIX_MODE names, where `unit` is the active texture unit. Gives INVALID_OPERATION for the texture stack of
/// a unit without coordinates (ARB_fragment_program, changes to section 2.10.2).
///
/// A matrix is a value. But the vertex program depends on whether a texture matrix is the identity.
fn change_stack(
    state: &mut Tracked<MatrixState>,
    unit: usize,
    change: impl FnOnce(&mut MatrixStack) -> Result,
) -> Result {
    let mode = state.mode;
    check_coordinate_set(mode, unit)?;
    let is_identity = |state: &MatrixState| *state.stack(mode, unit).top() == IDENTITY;
    let before = mode == MatrixMode::Texture && is_identity(state);
    let result = change(state.values_mut().stack_mut(mode, unit));
    if mode == MatrixMode::Texture && is_identity(state) != before {
        state.note_change();
    }
    result
}

/// Gives INVALID_OPERATION for the texture matrix of a unit without coordinates.
fn check_coordinate_set(mode: MatrixMode, unit: usize) -> Result {
    if mode == MatrixMode::Texture && unit >= MAX_TEXTURE_COORDS {
        return Err(GlError::invalid_operation(
            "the active texture unit has no coordinate set",
        ));
    }
    Ok(())
}

fn load(state: &mut Tracked<MatrixState>, unit: usize, matrix: Mat4) -> Result {
    change_stack(state, unit, |stack| {
        stack.set_top(matrix);
        Ok(())
    })
}

fn apply(state: &mut Tracked<MatrixState>, unit: usize, matrix: &Mat4) -> Result {
    change_stack(state, unit, |stack| {
        let product = multiply(stack.top(), matrix);
        stack.set_top(product);
        Ok(())
    })
}

fn columns<T: Copy>(values: [T; 16], convert: impl Fn(T) -> f32) -> Mat4 {
    std::array::from_fn(|column| std::array::from_fn(|row| convert(values[column * 4 + row])))
}

/// glMatrixMode. Gives INVALID_ENUM for modes that do not exist here.
pub fn matrix_mode(call: &mut Call<'_>, mode: u32) -> Result {
    let mode = MatrixMode::checked(mode, "matrix mode")?;
    check_coordinate_set(mode, call.cx.textures.active)?;
    // No draw depends on the mode.
    call.cx.matrix.without_revision().mode = mode;
    Ok(())
}

/// glPushMatrix. STACK_OVERFLOW on a full stack.
pub fn push_matrix(call: &mut Call<'_>) -> Result {
    change_stack(
        &mut call.cx.matrix,
        call.cx.textures.active,
        MatrixStack::push,
    )
}

/// glPopMatrix. STACK_UNDERFLOW on a stack of one.
pub fn pop_matrix(call: &mut Call<'_>) -> Result {
    change_stack(
        &mut call.cx.matrix,
        call.cx.textures.active,
        MatrixStack::pop,
    )
}

pub fn load_identity(call: &mut Call<'_>) -> Result {
    load(&mut call.cx.matrix, call.cx.textures.active, IDENTITY)
}

/// glLoadMatrixf: 16 values, columns first.
pub fn load_matrixf(call: &mut Call<'_>, m: ClientPtr<f32>) -> Result {
    let m = columns(call.params(m)?, |v: f32| v);
    call.run(move |call| load(&mut call.cx.matrix, call.cx.textures.active, m))
}

pub fn load_matrixd(call: &mut Call<'_>, m: ClientPtr<f64>) -> Result {
    let m = columns(call.params(m)?, |v: f64| v as f32);
    call.run(move |call| load(&mut call.cx.matrix, call.cx.textures.active, m))
}

pub fn mult_matrixf(call: &mut Call<'_>, m: ClientPtr<f32>) -> Result {
    let m = columns(call.params(m)?, |v: f32| v);
    call.run(move |call| apply(&mut call.cx.matrix, call.cx.textures.active, &m))
}

pub fn mult_matrixd(call: &mut Call<'_>, m: ClientPtr<f64>) -> Result {
    let m = columns(call.params(m)?, |v: f64| v as f32);
    call.run(move |call| apply(&mut call.cx.matrix, call.cx.textures.active, &m))
}

/// glLoadTransposeMatrixf: 16 values, rows first.
pub fn load_transpose_matrixf(call: &mut Call<'_>, m: ClientPtr<f32>) -> Result {
    let m = transpose(&columns(call.params(m)?, |v: f32| v));
    call.run(move |call| load(&mut call.cx.matrix, call.cx.textures.active, m))
}

pub fn load_transpose_matrixd(call: &mut Call<'_>, m: ClientPtr<f64>) -> Result {
    let m = transpose(&columns(call.params(m)?, |v: f64| v as f32));
    call.run(move |call| load(&mut call.cx.matrix, call.cx.textures.active, m))
}

pub fn mult_transpose_matrixf(call: &mut Call<'_>, m: ClientPtr<f32>) -> Result {
    let m = transpose(&columns(call.params(m)?, |v: f32| v));
    call.run(move |call| apply(&mut call.cx.matrix, call.cx.textures.active, &m))
}

pub fn mult_transpose_matrixd(call: &mut Call<'_>, m: ClientPtr<f64>) -> Result {
    let m = transpose(&columns(call.params(m)?, |v: f64| v as f32));
    call.run(move |call| apply(&mut call.cx.matrix, call.cx.textures.active, &m))
}

pub fn rotated(call: &mut Call<'_>, angle: f64, x: f64, y: f64, z: f64) -> Result {
    apply(
        &mut call.cx.matrix,
        call.cx.textures.active,
        &rotation(angle, [x, y, z]),
    )
}

pub fn rotatef(call: &mut Call<'_>, angle: f32, x: f32, y: f32, z: f32) -> Result {
    apply(
        &mut call.cx.matrix,
        call.cx.textures.active,
        &rotation(f64::from(angle), [x, y, z].map(f64::from)),
    )
}

pub fn scaled(call: &mut Call<'_>, x: f64, y: f64, z: f64) -> Result {
    apply(
        &mut call.cx.matrix,
        call.cx.textures.active,
        &scaling(x as f32, y as f32, z as f32),
    )
}

pub fn scalef(call: &mut Call<'_>, x: f32, y: f32, z: f32) -> Result {
    apply(
        &mut call.cx.matrix,
        call.cx.textures.active,
        &scaling(x, y, z),
    )
}

pub fn translated(call: &mut Call<'_>, x: f64, y: f64, z: f64) -> Result {
    apply(
        &mut call.cx.matrix,
        call.cx.textures.active,
        &translation(x as f32, y as f32, z as f32),
    )
}

pub fn translatef(call: &mut Call<'_>, x: f32, y: f32, z: f32) -> Result {
    apply(
        &mut call.cx.matrix,
        call.cx.textures.active,
        &translation(x, y, z),
    )
}

/// glFrustum. Gives INVALID_VALUE for equal planes, or near or far not positive.
pub fn frustum(
    call: &mut Call<'_>,
    left: f64,
    right: f64,
    bottom: f64,
    top: f64,
    near: f64,
    far: f64,
) -> Result {
    if near <= 0.0 || far <= 0.0 || left == right || bottom == top || near == far {
        return Err(GlError::invalid_value("frustum planes"));
    }
    apply(
        &mut call.cx.matrix,
        call.cx.textures.active,
        &frustum_matrix(left, right, bottom, top, near, far),
    )
}

/// glOrtho. Gives INVALID_VALUE for equal planes.
pub fn ortho(
    call: &mut Call<'_>,
    left: f64,
    right: f64,
    bottom: f64,
    top: f64,
    near: f64,
    far: f64,
) -> Result {
    if left == right || bottom == top || near == far {
        return Err(GlError::invalid_value("orthographic planes"));
    }
    apply(
        &mut call.cx.matrix,
        call.cx.textures.active,
        &orthographic(left, right, bottom, top, near, far),
    )
}

/// glViewport. Gives INVALID_VALUE for a negative size; sizes are clamped to MAX_VIEWPORT_DIMS.
pub fn viewport(call: &mut Call<'_>, x: i32, y: i32, width: i32, height: i32) -> Result {
    if width < 0 || height < 0 {
        return Err(GlError::invalid_value("viewport size"));
    }
    // Programs call this when their window has a new size, before the first frame of that size.
    call.cx.surfaces.follow_window();
    let limit = MAX_TEXTURE_SIZE as i32;
    call.cx.matrix.viewport = [x, y, width.min(limit), height.min(limit)];
    Ok(())
}

/// glDepthRange: both values are clamped to [0, 1].
pub fn depth_range(call: &mut Call<'_>, near: f64, far: f64) -> Result {
    call.cx.matrix.depth_range = [near, far].map(clamp_unit);
    Ok(())
}

/// glClipPlane: the plane is multiplied by the inverse of the current modelview matrix. Gives INVALID_ENUM for a plane that
/// does not exist.
pub fn clip_plane(call: &mut Call<'_>, plane: u32, equation: ClientPtr<f64>) -> Result {
    let equation = call.params::<f64, 4>(equation)?.map(|v| v as f32);
    call.run(move |call| {
        let index = clip_plane_index(plane)?;
        let matrix = &mut call.cx.matrix;
        matrix.clip_planes[index] = transform_row(equation, &matrix.inverse_modelview());
        Ok(())
    })
}

fn clip_plane_index(plane: u32) -> Result<usize> {
    let index = plane.wrapping_sub(enums::CLIP_PLANE0) as usize;
    if index < MAX_CLIP_PLANES {
        Ok(index)
    } else {
        Err(GlError::invalid_enum("clip plane"))
    }
}

/// glGetClipPlane: the plane in eye coordinates. Gives INVALID_ENUM for a plane that does not exist.
pub fn get_clip_plane(call: &mut Call<'_>, plane: u32, equation: ClientPtr<f64>) -> Result {
    let plane = call.cx.matrix.clip_planes[clip_plane_index(plane)?];
    call.mem.write(equation, &plane.map(f64::from));
    Ok(())
}
