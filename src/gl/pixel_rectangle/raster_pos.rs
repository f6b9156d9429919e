//! The current raster position: glRasterPos*, glWindowPos* (GL 1.5 section 2.13).
#![forbid(unsafe_code)]

use crate::gl::attribute::component::Plain;
use crate::gl::attribute::sized::sized;
use crate::gl::current::raster_pos::RasterPos;
use crate::gl::draw::raster::clip_planes;
use crate::gl::draw::stages;
use crate::gl::feedback::render_mode;
use crate::gl::framebuffer::bound::clamps_vertices;
use crate::gl::lighting::state::FogCoordSource;
use crate::gl::{Call, Context, Result};
use crate::ir::interface::{attribute, varying};
use crate::platform::ClientPtr;
use crate::raster::{AttributeSource, TransformedVertex, VertexInput};

fn clamp(cx: &Context, color: [f32; 4]) -> [f32; 4] {
    if !clamps_vertices(cx) {
        return color;
    }
    color.map(|c| if c > 0.0 { c.min(1.0) } else { 0.0 })
}

/// Transforms a position as a vertex with the current values and makes it the raster position. A position that is clipped
/// makes the raster position invalid. Gives INVALID_OPERATION when state forbids drawing.
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
        count: 1,
        ..VertexInput::default()
    };
    let vertices = cx.renderer.transform(&input, &stage);
    match vertices.first() {
        Some(vertex) => cx.immediate.raster_pos = from_vertex(cx, vertex),
        None => cx.immediate.raster_pos.valid = false,
    }
    render_mode::take_raster_pos(&mut cx.render_mode, &cx.immediate);
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
    let bits = clip_planes(&cx.matrix, &cx.programs);
    // A distance that is NaN is not inside either.
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

/// Sets the raster position in window coordinates. z is mapped to the depth range. Colours and coordinates are the current
/// values, neither lit nor generated.
fn set_window_pos(call: &mut Call<'_>, [x, y, z, _]: [f32; 4]) -> Result {
    let cx = &mut *call.cx;
    let [near, far] = cx.matrix.depth_range.map(|d| d as f32);
    let current = &cx.immediate.current;
    let value = |slot: u32| current[slot as usize];
    // z is clamped to [0, 1] and mapped to the depth range.
    let depth = if z <= 0.0 {
        near
    } else if z >= 1.0 {
        far
    } else {
        near + z * (far - near)
    };
    let from_fog_coord = cx.lighting.fog.coord_source == FogCoordSource::FogCoord;
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
    render_mode::take_raster_pos(&mut cx.render_mode, &cx.immediate);
    Ok(())
}

/// The vector forms copy their parameters, so that a list can hold them.
fn run_raster_pos(call: &mut Call<'_>, position: [f32; 4]) -> Result {
    call.run(move |call| set_raster_pos(call, position))
}

fn run_window_pos(call: &mut Call<'_>, position: [f32; 4]) -> Result {
    call.run(move |call| set_window_pos(call, position))
}

sized! { set set_raster_pos(), copied run_raster_pos;
    [inline] i16 as Plain::plain {
        raster_pos2s raster_pos2sv [x y]
        raster_pos3s raster_pos3sv [x y z]
        raster_pos4s raster_pos4sv [x y z w]
    }
    [inline] i32 as Plain::plain {
        raster_pos2i raster_pos2iv [x y]
        raster_pos3i raster_pos3iv [x y z]
        raster_pos4i raster_pos4iv [x y z w]
    }
    [inline] f32 as Plain::plain {
        raster_pos2f raster_pos2fv [x y]
        raster_pos3f raster_pos3fv [x y z]
        raster_pos4f raster_pos4fv [x y z w]
    }
    [inline] f64 as Plain::plain {
        raster_pos2d raster_pos2dv [x y]
        raster_pos3d raster_pos3dv [x y z]
        raster_pos4d raster_pos4dv [x y z w]
    }
}

sized! { set set_window_pos(), copied run_window_pos;
    [inline] i16 as Plain::plain {
        window_pos2s window_pos2sv [x y]
        window_pos3s window_pos3sv [x y z]
    }
    [inline] i32 as Plain::plain {
        window_pos2i window_pos2iv [x y]
        window_pos3i window_pos3iv [x y z]
    }
    [inline] f32 as Plain::plain {
        window_pos2f window_pos2fv [x y]
        window_pos3f window_pos3fv [x y z]
    }
    [inline] f64 as Plain::plain {
        window_pos2d window_pos2dv [x y]
        window_pos3d window_pos3dv [x y z]
    }
}
