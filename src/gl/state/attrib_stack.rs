//! Attribute stacks: PushAttrib, PopAttrib and the client stack (GL 1.5 section 6.1.14, table 6.2 and the attribute
//! columns of the state tables). A saved group is a clone of the state's struct.
#![forbid(unsafe_code)]

use super::hint;
use super::hooks::{SavedClient, SavedOther};
use crate::gl::context::enums;
use crate::gl::context::limits::{MAX_ATTRIB_STACK_DEPTH, MAX_CLIP_PLANES};
use crate::gl::fragment::color_clamp::SavedClamps;
use crate::gl::fragment::state as fragment;
use crate::gl::framebuffer::draw_buffers::{DrawBuffers, SavedBuffer};
use crate::gl::lighting::state as lighting;
use crate::gl::primitive::state as rasterization;
use crate::gl::transform::blend::VertexBlend;
use crate::gl::{Call, Context, GlError, Result};

/// Saved attribute groups.
#[derive(Debug, Default)]
pub struct AttribStacks {
    server: Vec<Saved>,
    client: Vec<SavedClient>,
}

impl AttribStacks {
    /// ATTRIB_STACK_DEPTH
    pub fn depth(&self) -> usize {
        self.server.len()
    }

    /// CLIENT_ATTRIB_STACK_DEPTH
    pub fn client_depth(&self) -> usize {
        self.client.len()
    }
}

/// TRANSFORM_BIT
#[derive(Debug)]
struct Transform {
    mode: u32,
    clip_planes: [[f32; 4]; MAX_CLIP_PLANES],
    clip_enabled: [bool; MAX_CLIP_PLANES],
    normalize: bool,
    rescale_normal: bool,
    depth_clamp: bool,
    blend: VertexBlend,
}

/// One entry of the stack: what the bits of its mask named.
#[derive(Debug, Default)]
struct Saved {
    accum: Option<[f32; 4]>,
    color: Option<(fragment::ColorState, SavedBuffer<DrawBuffers>)>,
    depth: Option<fragment::DepthState>,
    enable: Option<(Vec<bool>, SavedClamps)>,
    fog: Option<(lighting::Fog, bool)>,
    hint: Option<hint::HintState>,
    lighting: Option<(lighting::LightingGroup, bool)>,
    line: Option<rasterization::LineState>,
    multisample: Option<rasterization::MultisampleState>,
    read_buffer: Option<SavedBuffer<u32>>,
    point: Option<rasterization::PointState>,
    polygon: Option<rasterization::PolygonState>,
    stipple: Option<std::sync::Arc<[u32; 32]>>,
    scissor: Option<fragment::ScissorState>,
    stencil: Option<fragment::StencilState>,
    transform: Option<Transform>,
    viewport: Option<([i32; 4], [f64; 2])>,
    other: SavedOther,
}

impl Saved {
    fn new(cx: &Context, mask: u32) -> Saved {
        let has = |bit: u32| mask & bit != 0;
        let (matrix, raster, fragment) = (&cx.matrix, &cx.rasterization, &cx.fragment);
        Saved {
            accum: has(enums::ACCUM_BUFFER_BIT).then_some(cx.framebuffer.clear_accum),
            color: has(enums::COLOR_BUFFER_BIT)
                .then(|| (fragment.color.clone(), cx.framebuffer.save_draw_buffers())),
            depth: has(enums::DEPTH_BUFFER_BIT).then(|| fragment.depth.clone()),
            enable: has(enums::ENABLE_BIT)
                .then(|| (super::enable::save(cx), SavedClamps::save(cx))),
            fog: has(enums::FOG_BIT).then_some((cx.lighting.fog, cx.lighting.color_sum)),
            hint: has(enums::HINT_BIT).then(|| cx.hints.clone()),
            lighting: has(enums::LIGHTING_BIT)
                .then(|| (cx.lighting.group.clone(), raster.program_two_side)),
            line: has(enums::LINE_BIT).then(|| raster.line.clone()),
            multisample: has(enums::MULTISAMPLE_BIT).then(|| raster.multisample.clone()),
            read_buffer: has(enums::PIXEL_MODE_BIT).then(|| cx.framebuffer.save_read_buffer()),
            point: has(enums::POINT_BIT).then(|| raster.point.clone()),
            polygon: has(enums::POLYGON_BIT).then(|| raster.polygon.clone()),
            stipple: has(enums::POLYGON_STIPPLE_BIT).then(|| raster.polygon_stipple.clone()),
            scissor: has(enums::SCISSOR_BIT).then(|| fragment.scissor.clone()),
            stencil: has(enums::STENCIL_BUFFER_BIT).then(|| fragment.stencil.clone()),
            transform: has(enums::TRANSFORM_BIT).then_some(Transform {
                mode: matrix.mode,
                clip_planes: matrix.clip_planes,
                clip_enabled: matrix.clip_enabled,
                normalize: matrix.normalize,
                rescale_normal: matrix.rescale_normal,
                depth_clamp: matrix.depth_clamp,
                blend: matrix.blend,
            }),
            viewport: has(enums::VIEWPORT_BIT).then_some((matrix.viewport, matrix.depth_range)),
            other: SavedOther::new(cx, mask),
        }
    }

    fn restore(self, cx: &mut Context) {
        // ENABLE_BIT first: a group of its own restores the same flags with the same values.
        if let Some((enable, clamps)) = &self.enable {
            super::enable::restore(cx, enable);
            clamps.restore(cx);
        }
        if let Some((group, two_side)) = self.lighting {
            cx.lighting.group = group;
            cx.rasterization.program_two_side = two_side;
        }
        if let Some((fog, color_sum)) = self.fog {
            (cx.lighting.fog, cx.lighting.color_sum) = (fog, color_sum);
        }
        if let Some((color, draw_buffers)) = self.color {
            cx.fragment.color = color;
            cx.framebuffer.restore_draw_buffers(draw_buffers);
        }
        if let Some(t) = self.transform {
            let matrix = &mut cx.matrix;
            (matrix.mode, matrix.clip_planes, matrix.clip_enabled) =
                (t.mode, t.clip_planes, t.clip_enabled);
            (matrix.normalize, matrix.rescale_normal) = (t.normalize, t.rescale_normal);
            (matrix.depth_clamp, matrix.blend) = (t.depth_clamp, t.blend);
        }
        if let Some((viewport, depth_range)) = self.viewport {
            (cx.matrix.viewport, cx.matrix.depth_range) = (viewport, depth_range);
        }
        put(&mut cx.framebuffer.clear_accum, self.accum);
        if let Some(read_buffer) = self.read_buffer {
            cx.framebuffer.restore_read_buffer(read_buffer);
        }
        put(&mut cx.fragment.depth, self.depth);
        put(&mut cx.fragment.scissor, self.scissor);
        put(&mut cx.fragment.stencil, self.stencil);
        put(&mut cx.hints, self.hint);
        put(&mut cx.rasterization.line, self.line);
        put(&mut cx.rasterization.multisample, self.multisample);
        put(&mut cx.rasterization.point, self.point);
        put(&mut cx.rasterization.polygon, self.polygon);
        put(&mut cx.rasterization.polygon_stipple, self.stipple);
        self.other.restore(cx);
    }
}

/// State of some attribute groups, outside of any context.
#[derive(Debug)]
pub struct StateGroups(Saved);

impl StateGroups {
    /// The state of the attribute groups of `mask`: what PushAttrib would save.
    pub fn of(cx: &Context, mask: u32) -> StateGroups {
        StateGroups(Saved::new(cx, mask))
    }

    /// Gives the state to another context (glXCopyContext, GLX 1.4 section 3.3.7). Object names mean there what they mean in
    /// that context's share group.
    pub fn copy_to(mut self, cx: &mut Context) {
        self.0.other.rebind(cx);
        self.0.restore(cx);
    }
}

fn put<T>(field: &mut T, saved: Option<T>) {
    if let Some(value) = saved {
        *field = value;
    }
}

/// glPushAttrib: saves the groups of the mask; unknown bits name nothing. STACK_OVERFLOW on a full stack.
pub fn push_attrib(call: &mut Call<'_>, mask: u32) -> Result {
    if call.cx.attribs.server.len() >= MAX_ATTRIB_STACK_DEPTH {
        return Err(GlError::stack_overflow("the attribute stack is full"));
    }
    let saved = Saved::new(call.cx, mask);
    call.cx.attribs.server.push(saved);
    Ok(())
}

/// glPopAttrib. STACK_UNDERFLOW on an empty stack.
pub fn pop_attrib(call: &mut Call<'_>) -> Result {
    let saved = call
        .cx
        .attribs
        .server
        .pop()
        .ok_or(GlError::stack_underflow("the attribute stack is empty"))?;
    saved.restore(call.cx);
    Ok(())
}

/// glPushClientAttrib: pixel store and vertex arrays. STACK_OVERFLOW on a full stack.
pub fn push_client_attrib(call: &mut Call<'_>, mask: u32) -> Result {
    if call.cx.attribs.client.len() >= MAX_ATTRIB_STACK_DEPTH {
        return Err(GlError::stack_overflow(
            "the client attribute stack is full",
        ));
    }
    let saved = SavedClient::new(call.cx, mask);
    call.cx.attribs.client.push(saved);
    Ok(())
}

/// glPopClientAttrib. STACK_UNDERFLOW on an empty stack.
pub fn pop_client_attrib(call: &mut Call<'_>) -> Result {
    let saved = call
        .cx
        .attribs
        .client
        .pop()
        .ok_or(GlError::stack_underflow(
            "the client attribute stack is empty",
        ))?;
    saved.restore(call.cx);
    Ok(())
}
