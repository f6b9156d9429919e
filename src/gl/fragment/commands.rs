//! Commands of the fragment operations (GL 1.5 section 4.1, EXT_stencil_two_side, ATI_separate_stencil, GL 2.0
//! separate stencil and blend equations).
#![forbid(unsafe_code)]

use super::state::StencilSide;
use crate::gl::attribute::component::clamp_unit;
use crate::gl::context::limits::MAX_DRAW_BUFFERS;
use crate::gl::context::named::Named;
use crate::gl::context::shared_enums::Face;
use crate::gl::{Call, GlError, Result};
use crate::raster::{BlendEquation, BlendFactor, LogicOp, MAX_COLOR_PLANES, StencilOp};
use crate::texture::CompareFunc;

fn comparison(name: u32) -> Result<CompareFunc> {
    CompareFunc::checked(name, "comparison")
}

/// glScissor. Gives INVALID_VALUE for a negative size.
pub fn scissor(call: &mut Call<'_>, x: i32, y: i32, width: i32, height: i32) -> Result {
    if width < 0 || height < 0 {
        return Err(GlError::invalid_value("scissor size"));
    }
    call.cx.fragment.scissor.rect = [x, y, width, height];
    Ok(())
}

pub fn alpha_func(call: &mut Call<'_>, func: u32, reference: f32) -> Result {
    call.cx.fragment.color.alpha_func = comparison(func)?;
    call.cx.fragment.color.alpha_reference = reference;
    Ok(())
}

/// The sides that commands without a face set. They are front and back, or the back state of EXT_stencil_two_side while
/// that is the active face.
fn default_sides<'a>(call: &'a mut Call<'_>) -> &'a mut [StencilSide] {
    let stencil = &mut call.cx.fragment.stencil;
    if stencil.active_back {
        &mut stencil.sides[2..]
    } else {
        &mut stencil.sides[..2]
    }
}

/// The sides that a face names. Gives INVALID_ENUM for another name.
fn face_sides<'a>(call: &'a mut Call<'_>, face: u32) -> Result<&'a mut [StencilSide]> {
    let face = Face::checked(face, "face")?;
    Ok(&mut call.cx.fragment.stencil.sides[face.indices()])
}

fn set_stencil_func(sides: &mut [StencilSide], func: CompareFunc, reference: i32, mask: u32) {
    for side in sides {
        (side.func, side.reference, side.value_mask) = (func, reference, mask);
    }
}

pub fn stencil_func(call: &mut Call<'_>, func: u32, reference: i32, mask: u32) -> Result {
    let func = comparison(func)?;
    set_stencil_func(default_sides(call), func, reference, mask);
    Ok(())
}

/// glStencilFuncSeparate (GL 2.0)
pub fn stencil_func_separate(
    call: &mut Call<'_>,
    face: u32,
    func: u32,
    reference: i32,
    mask: u32,
) -> Result {
    let func = comparison(func)?;
    set_stencil_func(face_sides(call, face)?, func, reference, mask);
    Ok(())
}

/// glStencilFuncSeparateATI: sets the comparisons of front and back, with one reference and mask.
pub fn stencil_func_separate_ati(
    call: &mut Call<'_>,
    front: u32,
    back: u32,
    reference: i32,
    mask: u32,
) -> Result {
    let (front, back) = (comparison(front)?, comparison(back)?);
    let sides = &mut call.cx.fragment.stencil.sides;
    set_stencil_func(&mut sides[Face::Front.indices()], front, reference, mask);
    set_stencil_func(&mut sides[Face::Back.indices()], back, reference, mask);
    Ok(())
}

fn stencil_ops(names: [u32; 3]) -> Result<[StencilOp; 3]> {
    let [fail, depth_fail, depth_pass] =
        names.map(|name| StencilOp::checked(name, "stencil operation"));
    Ok([fail?, depth_fail?, depth_pass?])
}

fn set_stencil_ops(sides: &mut [StencilSide], [fail, depth_fail, depth_pass]: [StencilOp; 3]) {
    for side in sides {
        (side.fail, side.depth_fail, side.depth_pass) = (fail, depth_fail, depth_pass);
    }
}

pub fn stencil_op(call: &mut Call<'_>, fail: u32, depth_fail: u32, depth_pass: u32) -> Result {
    let ops = stencil_ops([fail, depth_fail, depth_pass])?;
    set_stencil_ops(default_sides(call), ops);
    Ok(())
}

/// glStencilOpSeparate (GL 2.0; its ATI name is an alias)
pub fn stencil_op_separate(
    call: &mut Call<'_>,
    face: u32,
    fail: u32,
    depth_fail: u32,
    depth_pass: u32,
) -> Result {
    let ops = stencil_ops([fail, depth_fail, depth_pass])?;
    set_stencil_ops(face_sides(call, face)?, ops);
    Ok(())
}

pub fn stencil_mask(call: &mut Call<'_>, mask: u32) -> Result {
    for side in default_sides(call) {
        side.write_mask = mask;
    }
    Ok(())
}

/// glStencilMaskSeparate (GL 2.0)
pub fn stencil_mask_separate(call: &mut Call<'_>, face: u32, mask: u32) -> Result {
    for side in face_sides(call, face)? {
        side.write_mask = mask;
    }
    Ok(())
}

/// glActiveStencilFaceEXT (EXT_stencil_two_side)
pub fn active_stencil_face_ext(call: &mut Call<'_>, face: u32) -> Result {
    call.cx.fragment.stencil.active_back = match Face::from_name(face) {
        Some(Face::Front) => false,
        Some(Face::Back) => true,
        Some(Face::Both) | None => return Err(GlError::invalid_enum("stencil face")),
    };
    Ok(())
}

pub fn depth_func(call: &mut Call<'_>, func: u32) -> Result {
    call.cx.fragment.depth.func = comparison(func)?;
    Ok(())
}

/// glDepthBoundsEXT, clamped to [0, 1]. Gives INVALID_VALUE when the least depth is greater than the greatest.
pub fn depth_bounds_ext(call: &mut Call<'_>, zmin: f64, zmax: f64) -> Result {
    if zmin > zmax || zmin.is_nan() || zmax.is_nan() {
        return Err(GlError::invalid_value("depth bounds in the wrong order"));
    }
    call.cx.fragment.depth.bounds = [zmin, zmax].map(clamp_unit);
    Ok(())
}

pub fn depth_mask(call: &mut Call<'_>, flag: u8) -> Result {
    call.cx.fragment.depth.mask = flag != 0;
    Ok(())
}

/// The blend factors with these names. SRC_ALPHA_SATURATE is a source factor only.
fn blend_factors(names: [u32; 2], is_source: bool) -> Result<[BlendFactor; 2]> {
    const REASON: &str = "blend factor";
    let [color, alpha] = names.map(|name| BlendFactor::checked(name, REASON));
    let factors = [color?, alpha?];
    if !is_source && factors.contains(&BlendFactor::SrcAlphaSaturate) {
        return Err(GlError::invalid_enum(REASON));
    }
    Ok(factors)
}

fn set_blend(call: &mut Call<'_>, src: [u32; 2], dst: [u32; 2]) -> Result {
    let (src, dst) = (blend_factors(src, true)?, blend_factors(dst, false)?);
    call.cx.fragment.color.blend_src = src;
    call.cx.fragment.color.blend_dst = dst;
    Ok(())
}

pub fn blend_func(call: &mut Call<'_>, src: u32, dst: u32) -> Result {
    set_blend(call, [src; 2], [dst; 2])
}

pub fn blend_func_separate(
    call: &mut Call<'_>,
    src_rgb: u32,
    dst_rgb: u32,
    src_alpha: u32,
    dst_alpha: u32,
) -> Result {
    set_blend(call, [src_rgb, src_alpha], [dst_rgb, dst_alpha])
}

pub fn blend_equation(call: &mut Call<'_>, mode: u32) -> Result {
    blend_equation_separate(call, mode, mode)
}

/// glBlendEquationSeparate (EXT_blend_equation_separate, GL 2.0)
pub fn blend_equation_separate(call: &mut Call<'_>, mode_rgb: u32, mode_alpha: u32) -> Result {
    let equation = |name| BlendEquation::checked(name, "blend equation");
    call.cx.fragment.color.blend_equation = [equation(mode_rgb)?, equation(mode_alpha)?];
    Ok(())
}

pub fn blend_color(call: &mut Call<'_>, red: f32, green: f32, blue: f32, alpha: f32) -> Result {
    call.cx.fragment.color.blend_color = [red, green, blue, alpha];
    Ok(())
}

pub fn logic_op(call: &mut Call<'_>, opcode: u32) -> Result {
    call.cx.fragment.color.logic_op = LogicOp::checked(opcode, "logic operation")?;
    Ok(())
}

pub fn color_mask(call: &mut Call<'_>, red: u8, green: u8, blue: u8, alpha: u8) -> Result {
    let mask = [red, green, blue, alpha].map(|on| on != 0);
    call.cx.fragment.color.masks = [mask; MAX_COLOR_PLANES];
    Ok(())
}

/// glColorMaskIndexedEXT: the mask of one draw buffer (EXT_draw_buffers2). Gives INVALID_VALUE beyond the last.
pub fn color_mask_indexed_ext(
    call: &mut Call<'_>,
    index: u32,
    r: u8,
    g: u8,
    b: u8,
    a: u8,
) -> Result {
    let index = draw_buffer(index)?;
    call.cx.fragment.color.masks[index] = [r, g, b, a].map(|on| on != 0);
    Ok(())
}

/// The number of a draw buffer. Gives INVALID_VALUE beyond the last.
pub(crate) fn draw_buffer(index: u32) -> Result<usize> {
    match index as usize {
        index if index < MAX_DRAW_BUFFERS => Ok(index),
        _ => Err(GlError::invalid_value("no such draw buffer")),
    }
}

/// glIndexMask: the mask is kept, and has no effect in RGBA mode.
pub fn index_mask(call: &mut Call<'_>, mask: u32) -> Result {
    call.cx.fragment.color.index_mask = mask;
    Ok(())
}

pub fn clear_color(call: &mut Call<'_>, red: f32, green: f32, blue: f32, alpha: f32) -> Result {
    call.cx.fragment.color.clear = [red, green, blue, alpha];
    Ok(())
}

/// glClearIndex: the index is kept, and has no effect in RGBA mode.
pub fn clear_index(call: &mut Call<'_>, index: f32) -> Result {
    call.cx.fragment.color.clear_index = index;
    Ok(())
}

/// glClearDepth: the depth is clamped to [0, 1].
pub fn clear_depth(call: &mut Call<'_>, depth: f64) -> Result {
    call.cx.fragment.depth.clear = clamp_unit(depth);
    Ok(())
}

pub fn clear_stencil(call: &mut Call<'_>, stencil: i32) -> Result {
    call.cx.fragment.stencil.clear = stencil;
    Ok(())
}
