//! The current raster position: glRasterPos*, glWindowPos* (GL 1.5 section 2.13).
#![forbid(unsafe_code)]

use crate::gl::context::limits::MAX_TEXTURE_COORDS;
use crate::gl::draw::raster::clip_planes;
use crate::gl::draw::stages;
use crate::gl::feedback::render_mode;
use crate::gl::{Call, Context, Result};
use crate::ir::interface::{attribute, varying};
use crate::platform::ClientPtr;
use crate::raster::{AttributeSource, TransformedVertex, VertexInput};

/// The current raster position with what belongs to it (GL 1.5 table 6.6).
#[derive(Debug, Clone, PartialEq)]
pub struct RasterPos {
    /// CURRENT_RASTER_POSITION_VALID
    pub valid: bool,
    /// Window coordinates x, y, z, and the clip coordinate w.
    pub window: [f32; 4],
    /// CURRENT_RASTER_COLOR, clamped.
    pub color: [f32; 4],
    /// CURRENT_RASTER_SECONDARY_COLOR, clamped.
    pub secondary: [f32; 4],
    /// CURRENT_RASTER_DISTANCE: the fog coordinate.
    pub distance: f32,
    /// CURRENT_RASTER_INDEX
    pub index: f32,
    /// CURRENT_RASTER_TEXTURE_COORDS of each set.
    pub tex_coords: [[f32; 4]; MAX_TEXTURE_COORDS],
}

impl Default for RasterPos {
    fn default() -> Self {
        RasterPos {
            valid: true,
            window: [0.0, 0.0, 0.0, 1.0],
            color: [1.0; 4],
            secondary: [0.0, 0.0, 0.0, 1.0],
            distance: 0.0,
            index: 1.0,
            tex_coords: [[0.0, 0.0, 0.0, 1.0]; MAX_TEXTURE_COORDS],
        }
    }
}

fn clamp(cx: &Context, color: [f32; 4]) -> [f32; 4] {
    if !cx.clamps_vertices() {
        return color;
    }
    color.map(|c| if c > 0.0 { c.min(1.0) } else { 0.0 })
}

/// Transforms a position as a vertex with the current values and makes it the raster position; a position that is
/// clipped makes it invalid. INVALID_OPERATION when state forbids drawing.
fn set_raster_pos(call: &mut Call<'_>, position: [f32; 4]) -> Result {
    let cx = &mut *call.cx;
    stages::validate(cx)?;
    let stage = stages::raster_pos_stage(cx)?;
    let mut attributes: Vec<AttributeSource> = cx
        .immediate
        .current
        .iter()
        .map(|value| AttributeSource::Constant(*value))
        .collect();
    attributes[attribute::POSITION as usize] = AttributeSource::Constant(position);
    attributes[attribute::GENERIC_0 as usize] = AttributeSource::Constant(position);
    let input = VertexInput {
        attributes,
        indices: None,
        first: 0,
        count: 1,
    };
    let vertices = cx.renderer.transform(&input, &stage);
    match vertices.first() {
        Some(vertex) => cx.immediate.raster_pos = from_vertex(cx, vertex),
        None => cx.immediate.raster_pos.valid = false,
    }
    render_mode::take_raster_pos(cx);
    Ok(())
}

/// The raster position of a transformed vertex.
fn from_vertex(cx: &Context, vertex: &TransformedVertex) -> RasterPos {
    let at = |slot: u32| vertex[slot as usize];
    let clip = at(varying::POSITION);
    let [x, y, z, w] = clip;
    let inside = |c: f32| -w <= c && c <= w;
    let (planes, rest) = (at(varying::CLIP_0), at(varying::CLIP_0 + 1));
    let distances = [planes[0], planes[1], planes[2], planes[3], rest[0], rest[1]];
    let bits = clip_planes(cx);
    // A distance that is not a number is not inside either.
    let behind =
        (0..6).any(|i| bits & (1 << i) != 0 && (distances[i] < 0.0 || distances[i].is_nan()));
    let old = &cx.immediate.raster_pos;
    let clamps = cx.matrix.depth_clamp;
    if behind || !(inside(x) && inside(y) && (clamps || inside(z))) || w == 0.0 {
        return RasterPos {
            valid: false,
            ..old.clone()
        };
    }
    let [vx, vy, vw, vh] = cx.matrix.viewport.map(|v| v as f32);
    let [near, far] = cx.matrix.depth_range.map(|d| d as f32);
    let mut depth = (z / w * (far - near) + near + far) * 0.5;
    if clamps {
        let [least, greatest] = cx.matrix.sorted_depth_range();
        depth = depth.max(least).min(greatest);
    }
    RasterPos {
        valid: true,
        window: [
            vx + (x / w + 1.0) * 0.5 * vw,
            vy + (y / w + 1.0) * 0.5 * vh,
            depth,
            w,
        ],
        color: clamp(cx, at(varying::FRONT_COLOR)),
        secondary: clamp(cx, at(varying::FRONT_SECONDARY)),
        distance: at(varying::FOG_COORD)[0],
        index: cx.immediate.current_index,
        tex_coords: std::array::from_fn(|set| at(varying::TEX_COORD_0 + set as u32)),
    }
}

/// Sets the raster position in window coordinates; z runs through the depth range. Colours and coordinates are the
/// current values, not lit and not generated.
fn set_window_pos(call: &mut Call<'_>, [x, y, z]: [f32; 3]) -> Result {
    let cx = &mut *call.cx;
    let [near, far] = cx.matrix.depth_range.map(|d| d as f32);
    let current = &cx.immediate.current;
    let value = |slot: u32| current[slot as usize];
    let depth = if z <= 0.0 {
        near
    } else if z >= 1.0 {
        far
    } else {
        near + z * (far - near)
    };
    let from_fog_coord = cx.lighting.fog.coord_source == crate::gl::context::enums::FOG_COORD;
    cx.immediate.raster_pos = RasterPos {
        valid: true,
        window: [x, y, depth, 1.0],
        color: clamp(cx, value(attribute::COLOR)),
        secondary: clamp(cx, value(attribute::SECONDARY_COLOR)),
        distance: if from_fog_coord {
            value(attribute::FOG_COORD)[0]
        } else {
            0.0
        },
        index: cx.immediate.current_index,
        tex_coords: std::array::from_fn(|set| value(attribute::TEX_COORD_0 + set as u32)),
    };
    render_mode::take_raster_pos(cx);
    Ok(())
}

/// glRasterPos2s
pub fn raster_pos2s(call: &mut Call<'_>, x: i16, y: i16) -> Result {
    set_raster_pos(call, [x as f32, y as f32, 0.0, 1.0])
}

/// glRasterPos2sv
pub fn raster_pos2sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v: [i16; 2] = call.params(v)?;
    call.run(move |call| set_raster_pos(call, [v[0] as f32, v[1] as f32, 0.0, 1.0]))
}

/// glRasterPos2i
pub fn raster_pos2i(call: &mut Call<'_>, x: i32, y: i32) -> Result {
    set_raster_pos(call, [x as f32, y as f32, 0.0, 1.0])
}

/// glRasterPos2iv
pub fn raster_pos2iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v: [i32; 2] = call.params(v)?;
    call.run(move |call| set_raster_pos(call, [v[0] as f32, v[1] as f32, 0.0, 1.0]))
}

/// glRasterPos2f
pub fn raster_pos2f(call: &mut Call<'_>, x: f32, y: f32) -> Result {
    set_raster_pos(call, [x, y, 0.0, 1.0])
}

/// glRasterPos2fv
pub fn raster_pos2fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 2] = call.params(v)?;
    call.run(move |call| set_raster_pos(call, [v[0], v[1], 0.0, 1.0]))
}

/// glRasterPos2d
pub fn raster_pos2d(call: &mut Call<'_>, x: f64, y: f64) -> Result {
    set_raster_pos(call, [x as f32, y as f32, 0.0, 1.0])
}

/// glRasterPos2dv
pub fn raster_pos2dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 2] = call.params(v)?;
    call.run(move |call| set_raster_pos(call, [v[0] as f32, v[1] as f32, 0.0, 1.0]))
}

/// glRasterPos3s
pub fn raster_pos3s(call: &mut Call<'_>, x: i16, y: i16, z: i16) -> Result {
    set_raster_pos(call, [x as f32, y as f32, z as f32, 1.0])
}

/// glRasterPos3sv
pub fn raster_pos3sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v: [i16; 3] = call.params(v)?;
    call.run(move |call| set_raster_pos(call, [v[0] as f32, v[1] as f32, v[2] as f32, 1.0]))
}

/// glRasterPos3i
pub fn raster_pos3i(call: &mut Call<'_>, x: i32, y: i32, z: i32) -> Result {
    set_raster_pos(call, [x as f32, y as f32, z as f32, 1.0])
}

/// glRasterPos3iv
pub fn raster_pos3iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v: [i32; 3] = call.params(v)?;
    call.run(move |call| set_raster_pos(call, [v[0] as f32, v[1] as f32, v[2] as f32, 1.0]))
}

/// glRasterPos3f
pub fn raster_pos3f(call: &mut Call<'_>, x: f32, y: f32, z: f32) -> Result {
    set_raster_pos(call, [x, y, z, 1.0])
}

/// glRasterPos3fv
pub fn raster_pos3fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 3] = call.params(v)?;
    call.run(move |call| set_raster_pos(call, [v[0], v[1], v[2], 1.0]))
}

/// glRasterPos3d
pub fn raster_pos3d(call: &mut Call<'_>, x: f64, y: f64, z: f64) -> Result {
    set_raster_pos(call, [x as f32, y as f32, z as f32, 1.0])
}

/// glRasterPos3dv
pub fn raster_pos3dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 3] = call.params(v)?;
    call.run(move |call| set_raster_pos(call, [v[0] as f32, v[1] as f32, v[2] as f32, 1.0]))
}

/// glRasterPos4s
pub fn raster_pos4s(call: &mut Call<'_>, x: i16, y: i16, z: i16, w: i16) -> Result {
    set_raster_pos(call, [x as f32, y as f32, z as f32, w as f32])
}

/// glRasterPos4sv
pub fn raster_pos4sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v: [i16; 4] = call.params(v)?;
    call.run(move |call| set_raster_pos(call, [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32]))
}

/// glRasterPos4i
pub fn raster_pos4i(call: &mut Call<'_>, x: i32, y: i32, z: i32, w: i32) -> Result {
    set_raster_pos(call, [x as f32, y as f32, z as f32, w as f32])
}

/// glRasterPos4iv
pub fn raster_pos4iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v: [i32; 4] = call.params(v)?;
    call.run(move |call| set_raster_pos(call, [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32]))
}

/// glRasterPos4f
pub fn raster_pos4f(call: &mut Call<'_>, x: f32, y: f32, z: f32, w: f32) -> Result {
    set_raster_pos(call, [x, y, z, w])
}

/// glRasterPos4fv
pub fn raster_pos4fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 4] = call.params(v)?;
    call.run(move |call| set_raster_pos(call, [v[0], v[1], v[2], v[3]]))
}

/// glRasterPos4d
pub fn raster_pos4d(call: &mut Call<'_>, x: f64, y: f64, z: f64, w: f64) -> Result {
    set_raster_pos(call, [x as f32, y as f32, z as f32, w as f32])
}

/// glRasterPos4dv
pub fn raster_pos4dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 4] = call.params(v)?;
    call.run(move |call| set_raster_pos(call, [v[0] as f32, v[1] as f32, v[2] as f32, v[3] as f32]))
}

/// glWindowPos2s
pub fn window_pos2s(call: &mut Call<'_>, x: i16, y: i16) -> Result {
    set_window_pos(call, [x as f32, y as f32, 0.0])
}

/// glWindowPos2sv
pub fn window_pos2sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v: [i16; 2] = call.params(v)?;
    call.run(move |call| set_window_pos(call, [v[0] as f32, v[1] as f32, 0.0]))
}

/// glWindowPos2i
pub fn window_pos2i(call: &mut Call<'_>, x: i32, y: i32) -> Result {
    set_window_pos(call, [x as f32, y as f32, 0.0])
}

/// glWindowPos2iv
pub fn window_pos2iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v: [i32; 2] = call.params(v)?;
    call.run(move |call| set_window_pos(call, [v[0] as f32, v[1] as f32, 0.0]))
}

/// glWindowPos2f
pub fn window_pos2f(call: &mut Call<'_>, x: f32, y: f32) -> Result {
    set_window_pos(call, [x, y, 0.0])
}

/// glWindowPos2fv
pub fn window_pos2fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 2] = call.params(v)?;
    call.run(move |call| set_window_pos(call, [v[0], v[1], 0.0]))
}

/// glWindowPos2d
pub fn window_pos2d(call: &mut Call<'_>, x: f64, y: f64) -> Result {
    set_window_pos(call, [x as f32, y as f32, 0.0])
}

/// glWindowPos2dv
pub fn window_pos2dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 2] = call.params(v)?;
    call.run(move |call| set_window_pos(call, [v[0] as f32, v[1] as f32, 0.0]))
}

/// glWindowPos3s
pub fn window_pos3s(call: &mut Call<'_>, x: i16, y: i16, z: i16) -> Result {
    set_window_pos(call, [x as f32, y as f32, z as f32])
}

/// glWindowPos3sv
pub fn window_pos3sv(call: &mut Call<'_>, v: ClientPtr<i16>) -> Result {
    let v: [i16; 3] = call.params(v)?;
    call.run(move |call| set_window_pos(call, [v[0] as f32, v[1] as f32, v[2] as f32]))
}

/// glWindowPos3i
pub fn window_pos3i(call: &mut Call<'_>, x: i32, y: i32, z: i32) -> Result {
    set_window_pos(call, [x as f32, y as f32, z as f32])
}

/// glWindowPos3iv
pub fn window_pos3iv(call: &mut Call<'_>, v: ClientPtr<i32>) -> Result {
    let v: [i32; 3] = call.params(v)?;
    call.run(move |call| set_window_pos(call, [v[0] as f32, v[1] as f32, v[2] as f32]))
}

/// glWindowPos3f
pub fn window_pos3f(call: &mut Call<'_>, x: f32, y: f32, z: f32) -> Result {
    set_window_pos(call, [x, y, z])
}

/// glWindowPos3fv
pub fn window_pos3fv(call: &mut Call<'_>, v: ClientPtr<f32>) -> Result {
    let v: [f32; 3] = call.params(v)?;
    call.run(move |call| set_window_pos(call, [v[0], v[1], v[2]]))
}

/// glWindowPos3d
pub fn window_pos3d(call: &mut Call<'_>, x: f64, y: f64, z: f64) -> Result {
    set_window_pos(call, [x as f32, y as f32, z as f32])
}

/// glWindowPos3dv
pub fn window_pos3dv(call: &mut Call<'_>, v: ClientPtr<f64>) -> Result {
    let v: [f64; 3] = call.params(v)?;
    call.run(move |call| set_window_pos(call, [v[0] as f32, v[1] as f32, v[2] as f32]))
}
