//! Attribute stacks: PushAttrib and PopAttrib (GL 1.5 section 6.1.14, table 6.2 and the attribute columns of the state
//! tables). A saved group is a clone of the state's struct. The client's stack is in [`super::attrib_client`].
#![forbid(unsafe_code)]

use super::attrib_client::SavedClient;
use super::hint;
use crate::device::vertex::stream::CurrentValues;
use crate::gl::combiner::state::RegisterCombinerState;
use crate::gl::context::enums;
use crate::gl::context::limits::{MAX_ATTRIB_STACK_DEPTH, MAX_CLIP_PLANES};
use crate::gl::context::share::ShareGroup;
use crate::gl::current::raster_pos::RasterPos;
use crate::gl::current::state::ImmediateState;
use crate::gl::evaluator::map::EvaluatorState;
use crate::gl::fragment::color_clamp::SavedClamps;
use crate::gl::fragment::state as fragment;
use crate::gl::framebuffer::color_buffer::{ColorBuffer, DrawBuffers};
use crate::gl::framebuffer::draw_buffers::SavedBuffer;
use crate::gl::lighting::state as lighting;
use crate::gl::matrix::blend::VertexBlend;
use crate::gl::matrix::mode::MatrixMode;
use crate::gl::pixel::transfer::PixelState;
use crate::gl::primitive::state as rasterization;
use crate::gl::texture::unit::{SavedTextures, SavedUnits, TextureState};
use crate::gl::{Call, Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::raster::MAX_COLOR_PLANES;
use std::sync::Arc;

/// Saved attribute groups.
#[derive(Debug, Default)]
pub struct AttribStacks {
    server: Vec<Saved>,
    pub(super) client: Vec<SavedClient>,
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

/// What TRANSFORM_BIT saves.
#[derive(Debug)]
struct Transform {
    mode: MatrixMode,
    clip_planes: [[f32; 4]; MAX_CLIP_PLANES],
    clip_enabled: [bool; MAX_CLIP_PLANES],
    normalize: bool,
    rescale_normal: bool,
    depth_clamp: bool,
    blend: VertexBlend,
}

/// CURRENT_BIT: current values, colour index, raster position.
#[derive(Debug)]
struct Current {
    values: CurrentValues,
    index: f32,
    raster_pos: RasterPos,
}

impl Current {
    fn restore(mut self, immediate: &mut ImmediateState) {
        // Which variants these are may have changed; they belong to no group.
        let variants = attribute::VARIANT_0 as usize..;
        self.values[variants.clone()].copy_from_slice(&immediate.current[variants]);
        immediate.current = self.values;
        immediate.current_index = self.index;
        immediate.raster_pos = self.raster_pos;
    }
}

/// What ENABLE_BIT saves.
#[derive(Debug)]
struct Enables {
    /// In the order of the table.
    capabilities: Vec<bool>,
    /// BLEND of each draw buffer, of which the table has only the first.
    blend: [bool; MAX_COLOR_PLANES],
    clamps: SavedClamps,
    units: SavedUnits,
}

/// One entry of the stack: what the bits of its mask named.
#[derive(Debug, Default)]
struct Saved {
    accum: Option<[f32; 4]>,
    color: Option<(fragment::ColorState, SavedBuffer<DrawBuffers>)>,
    current: Option<Current>,
    depth: Option<fragment::DepthState>,
    enable: Option<Enables>,
    evaluators: Option<EvaluatorState>,
    fog: Option<(lighting::Fog, bool)>,
    hint: Option<hint::HintState>,
    lighting: Option<(lighting::LightingGroup, bool)>,
    line: Option<rasterization::LineState>,
    list_base: Option<u32>,
    multisample: Option<rasterization::MultisampleState>,
    pixel: Option<(PixelState, SavedBuffer<ColorBuffer>)>,
    point: Option<rasterization::PointState>,
    polygon: Option<rasterization::PolygonState>,
    stipple: Option<Arc<[u32; 32]>>,
    scissor: Option<fragment::ScissorState>,
    stencil: Option<fragment::StencilState>,
    textures: Option<(SavedTextures, RegisterCombinerState)>,
    transform: Option<Transform>,
    viewport: Option<([i32; 4], [f64; 2])>,
}

impl Saved {
    fn new(cx: &Context, mask: u32) -> Saved {
        let has = |bit: u32| mask & bit != 0;
        let (matrix, raster, fragment) = (&cx.matrix, &cx.rasterization, &cx.fragment);
        let im = &cx.immediate;
        // One row for each bit of the mask: the group is copied where the bit is set (GL 1.5 section 6.1.14).
        Saved {
            accum: has(enums::ACCUM_BUFFER_BIT).then_some(cx.framebuffer.clear_accum),
            color: has(enums::COLOR_BUFFER_BIT)
                .then(|| (fragment.color.clone(), cx.framebuffer.save_draw_buffers())),
            current: has(enums::CURRENT_BIT).then(|| Current {
                values: im.current,
                index: im.current_index,
                raster_pos: im.raster_pos.clone(),
            }),
            depth: has(enums::DEPTH_BUFFER_BIT).then(|| fragment.depth.clone()),
            enable: has(enums::ENABLE_BIT).then(|| Enables {
                capabilities: super::enable::save(cx),
                blend: cx.fragment.color.blend,
                clamps: SavedClamps::save(&cx.fragment, &cx.lighting),
                units: SavedUnits::save(&cx.textures),
            }),
            evaluators: has(enums::EVAL_BIT).then(|| cx.evaluators.clone()),
            fog: has(enums::FOG_BIT).then_some((cx.lighting.fog, cx.lighting.color_sum)),
            hint: has(enums::HINT_BIT).then(|| cx.hints.clone()),
            lighting: has(enums::LIGHTING_BIT)
                .then(|| (cx.lighting.group.clone(), raster.program_two_side)),
            line: has(enums::LINE_BIT).then(|| raster.line.clone()),
            list_base: has(enums::LIST_BIT).then_some(cx.lists.base),
            multisample: has(enums::MULTISAMPLE_BIT).then(|| raster.multisample.clone()),
            pixel: has(enums::PIXEL_MODE_BIT)
                .then(|| (cx.pixel.clone(), cx.framebuffer.save_read_buffer())),
            point: has(enums::POINT_BIT).then(|| raster.point.clone()),
            polygon: has(enums::POLYGON_BIT).then(|| raster.polygon.clone()),
            stipple: has(enums::POLYGON_STIPPLE_BIT).then(|| raster.polygon_stipple.clone()),
            scissor: has(enums::SCISSOR_BIT).then(|| fragment.scissor.clone()),
            stencil: has(enums::STENCIL_BUFFER_BIT).then(|| fragment.stencil.clone()),
            textures: has(enums::TEXTURE_BIT)
                .then(|| (SavedTextures::save(&cx.textures), cx.combiners.clone())),
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
        }
    }

    /// Makes names of objects mean what they mean in another context's share group.
    fn rebind(&mut self, shared: &ShareGroup, other: &TextureState) {
        if let Some((textures, _)) = &mut self.textures {
            let objects = shared.textures.lock();
            let find = |name, kind| {
                objects
                    .get(name)
                    .filter(|handle| handle.kind == kind)
                    .cloned()
            };
            textures.rebind(&other.defaults, find);
        }
    }

    fn restore(self, cx: &mut Context) {
        // ENABLE_BIT first: a group of its own restores the same flags with the same values.
        if let Some(enable) = self.enable {
            super::enable::restore(cx, &enable.capabilities);
            cx.fragment.color.blend = enable.blend;
            enable.clamps.restore(&mut cx.fragment, &mut cx.lighting);
            enable.units.restore(&mut cx.textures);
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
        if let Some((pixel, read_buffer)) = self.pixel {
            cx.pixel.restore_group(pixel);
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
        if let Some(saved) = self.current {
            saved.restore(&mut cx.immediate);
        }
        put(&mut cx.lists.base, self.list_base);
        if let Some(saved) = self.evaluators {
            cx.evaluators.restore_group(saved);
        }
        if let Some((mut textures, combiners)) = self.textures {
            *cx.combiners = combiners;
            let objects = cx.shared.textures.lock();
            textures.restore(&mut cx.textures, |handle| {
                let named = objects.get(handle.name);
                named.is_some_and(|named| Arc::ptr_eq(named, handle))
            });
        }
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
        self.0.rebind(&cx.shared, &cx.textures);
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
