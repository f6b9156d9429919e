//! Pixel rectangles as draws: DrawPixels, CopyPixels and Bitmap (GL 1.5 sections 3.6.4 and 3.7).
//!
//! The rectangle is a quad in window space. Its vertex stage copies attributes. Colour, fog coordinate and texture
//! coordinates come from the raster position, and the fragment stage samples the image.
#![forbid(unsafe_code)]

use super::raster::pixel_raster_state;
use super::stages::{PixelSource, fragment_ops, fragment_stage, validate_fragments};
use super::state::settle_sampled;
use crate::device::vertex::stream::stream_sources;
use crate::frontend::copy_program;
use crate::gl::current::state::ImmediateState;
use crate::gl::feedback::render_mode;
use crate::gl::framebuffer::render_target::render_target;
use crate::gl::{Call, Context, Result};
use crate::ir::interface::attribute;
use crate::raster::{AttributeSource, DrawState, Stage, Topology, VertexInput, Vertices};
use crate::texture::Texture;
use std::sync::Arc;

/// Whether a pixel rectangle is not drawn, because its raster position is not valid, conditional rendering discards it, or no
/// fragments are made. In feedback
/// mode it is recorded as `token`. Gives INVALID_OPERATION when an enabled fragment program is not loaded.
pub(crate) fn replaces_pixels(cx: &mut Context, token: u32) -> Result<bool> {
    let position = &cx.immediate.raster_pos;
    if !position.valid || cx.queries.discards() {
        return Ok(true);
    }
    if cx.render_mode.rasterizes() {
        return Ok(false);
    }
    validate_fragments(cx)?;
    if cx.render_mode.mode == render_mode::Mode::Feedback {
        cx.render_mode.feedback.push_raster_pos(token, position);
    }
    Ok(true)
}

/// Draws a window-space rectangle (x0, y0, x1, y1) from an internal image at the depth of the raster position. `texcoords`
/// are those of its corners in texels. Without a draw surface nothing is drawn. The errors are those of
/// [`validate_fragments`].
pub(crate) fn pixel_draw(
    call: &mut Call<'_>,
    source: PixelSource,
    image: Texture,
    rect: [f32; 4],
    texcoords: [f32; 4],
) -> Result {
    let cx = &mut *call.cx;
    validate_fragments(cx)?;
    if !cx.render_mode.rasterizes() {
        return Ok(());
    }
    settle_sampled(cx)?;
    if let Some((state, vertices)) = build_pixel_draw(cx, source, image, rect, texcoords) {
        let vertices = Vertices::Arrays(vertices);
        cx.renderer.draw(&state, Topology::Quads, vertices);
    }
    Ok(())
}

/// The state and the vertices of a pixel rectangle. Returns `None` without a draw surface.
fn build_pixel_draw(
    cx: &mut Context,
    source: PixelSource,
    image: Texture,
    rect: [f32; 4],
    texcoords: [f32; 4],
) -> Option<(Arc<DrawState>, VertexInput)> {
    let target = render_target(cx)?;
    let (fragment, _, place) = fragment_stage(cx, source);
    let fragment = with_image(fragment.stage, place.unit, image);
    let program = cx
        .draws
        .pixel_program
        .get_or_insert_with(|| Arc::new(copy_program()))
        .clone();
    let vertex = Stage {
        program,
        uniforms: Arc::default(),
        textures: Vec::new(),
    };
    let vertices = rectangle(
        &cx.immediate,
        [target.width as f32, target.height as f32],
        rect,
        texcoords,
        place.coord,
    );
    let raster = Arc::new(pixel_raster_state(cx, target.width, target.height));
    let (mut ops, values) = fragment_ops(cx);
    // Depths of pixels are not clamped to the depth range (ARB_depth_clamp, issues).
    ops.depth_clamp &= source != PixelSource::Depth;
    let occlusion = cx.queries.counter();
    let state = DrawState {
        vertex,
        fragment,
        raster,
        ops,
        values,
        target,
        occlusion,
    };
    Some((Arc::new(state), vertices))
}

fn with_image(mut stage: Stage, unit: u32, image: Texture) -> Stage {
    let unit = unit as usize;
    stage
        .textures
        .resize(stage.textures.len().max(unit + 1), None);
    stage.textures[unit] = Some(image);
    stage
}

/// Four vertices in clip space, for a viewport that covers the whole target. The texture coordinates are in set `coord`.
fn rectangle(
    immediate: &ImmediateState,
    size: [f32; 2],
    [x0, y0, x1, y1]: [f32; 4],
    [s0, t0, s1, t1]: [f32; 4],
    coord: u32,
) -> VertexInput {
    let raster_pos = &immediate.raster_pos;
    // The position and the texture coordinates differ between the corners.
    let z = 2.0 * raster_pos.window[2] - 1.0;
    let clip = |v: f32, size: f32| 2.0 * v / size - 1.0;
    let mut data: Vec<f32> = Vec::with_capacity(32);
    for (x, y, s, t) in [
        (x0, y0, s0, t0),
        (x1, y0, s1, t0),
        (x1, y1, s1, t1),
        (x0, y1, s0, t1),
    ] {
        data.extend_from_slice(&[clip(x, size[0]), clip(y, size[1]), z, 1.0, s, t, 0.0, 1.0]);
    }
    // Everything else is constant and comes from the raster position.
    let mut current = immediate.current;
    current[attribute::COLOR as usize] = raster_pos.color;
    current[attribute::SECONDARY_COLOR as usize] = raster_pos.secondary;
    current[attribute::FOG_COORD as usize] = [raster_pos.distance, 0.0, 0.0, 1.0];
    for (set, coords) in raster_pos.tex_coords.iter().enumerate() {
        current[attribute::TEX_COORD_0 as usize + set] = *coords;
    }
    let layout = [
        attribute::POSITION as u8,
        (attribute::TEX_COORD_0 + coord) as u8,
    ];
    let bytes = Arc::new(bytemuck::cast_slice::<f32, u8>(&data).to_vec());
    let attributes: Vec<AttributeSource> = stream_sources(&bytes, &layout, &current, Vec::new());
    VertexInput {
        attributes,
        count: 4,
        ..VertexInput::default()
    }
}
