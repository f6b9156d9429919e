//! A rendering context: state tables by chapter, the surfaces it is bound to, the renderer.

use super::labels::Labels;
use super::surfaces::Surfaces;
use crate::device::state::revision::Tracked;
use crate::gl::ati_shader::object::FragmentShaderState;
use crate::gl::ext_shader::object::VertexShaderState;
use crate::gl::program::object::ProgramState;
use crate::gl::texture::unit::TextureState;
use crate::gl::{GlError, ShareGroup, *};
use crate::raster::Renderer;
use std::sync::Arc;

/// A context. Owned by the door layer, which lets one call at a time in.
#[derive(Debug)]
pub struct Context {
    /// Objects shared with other contexts.
    pub(in crate::gl) shared: Arc<ShareGroup>,
    /// Where fragments go and pixels are read.
    pub(in crate::gl) surfaces: Surfaces,
    /// Records and carries out draws.
    pub(in crate::gl) renderer: Renderer,
    error: Option<u32>,
    /// Debug messages, their log, groups and callback.
    pub(in crate::gl) debug: debug::message::DebugState,
    /// Labels of objects that are private to the context.
    pub(in crate::gl) labels: Labels,
    /// Has had a surface: viewport and scissor box have their first values.
    pub(in crate::gl) has_been_current: bool,
    /// The sources of programs drawn with while something is explained.
    pub(in crate::gl) sources: crate::explain::Sources,
    /// What draws keep from one to the next.
    pub(in crate::gl) draws: draw::cache::DrawCache,

    /// Current values and Begin/End.
    pub(in crate::gl) immediate: immediate::begin_end::ImmediateState,
    /// Client arrays.
    pub(in crate::gl) arrays: Tracked<vertex_array::state::VertexArrayState>,
    /// Few elements of them, packed.
    pub(in crate::gl) packed_arrays: vertex_array::packed::Packed,
    /// Bound buffers.
    pub(in crate::gl) buffers: buffer::object::BufferState,
    /// The list being compiled, list base.
    pub(in crate::gl) lists: list::record::ListState,
    /// Matrix stacks, clip planes, viewport, normalisation.
    pub(in crate::gl) matrix: Tracked<transform::matrix::MatrixState>,
    /// Lights, materials, shade model, fog.
    pub(in crate::gl) lighting: Tracked<lighting::state::LightingState>,
    /// Points, lines, polygons.
    pub(in crate::gl) rasterization: Tracked<primitive::state::RasterizationState>,
    /// Fragment operations.
    pub(in crate::gl) fragment: Tracked<fragment::state::FragmentState>,
    /// Clear values, draw and read buffers.
    pub(in crate::gl) framebuffer: Tracked<framebuffer::state::FramebufferState>,
    /// Texture units: bindings, environments, coordinate generation.
    pub(in crate::gl) textures: Tracked<TextureState>,
    /// Pixel store, transfer, zoom; raster position.
    pub(in crate::gl) pixel: pixel::transfer::PixelState,
    /// Colour tables, convolution filters, histogram, minmax.
    pub(in crate::gl) imaging: imaging::state::ImagingState,
    /// Bound programs and their environment parameters.
    pub(in crate::gl) programs: Tracked<ProgramState>,
    /// The bound fragment shader of ATI_fragment_shader, its definition, constants.
    pub(in crate::gl) fragment_shaders: Tracked<FragmentShaderState>,
    /// The bound vertex shader of EXT_vertex_shader, its definition, current values of variants.
    pub(in crate::gl) vertex_shaders: Tracked<VertexShaderState>,
    /// Register combiners.
    pub(in crate::gl) combiners: Tracked<combiner::state::RegisterCombinerState>,
    /// Occlusion queries.
    pub(in crate::gl) queries: Tracked<query::occlusion::QueryState>,
    /// Fences.
    pub(in crate::gl) fences: query::fence::FenceState,
    /// Hints.
    pub(in crate::gl) hints: state::hint::HintState,
    /// Evaluator maps and grids.
    pub(in crate::gl) evaluators: evaluator::map::EvaluatorState,
    /// Curved triangles.
    pub(in crate::gl) pn_triangles: evaluator::pn_triangles::PnTriangles,
    /// Rendering, selection or feedback.
    pub(in crate::gl) render_mode: feedback::render_mode::RenderModeState,
    /// Saved attribute groups.
    pub(in crate::gl) attribs: state::attrib_stack::AttribStacks,
}

impl Context {
    /// A new context in its initial state.
    pub fn new(shared: Arc<ShareGroup>) -> Context {
        let share = &shared.device;
        let mut context = Context {
            surfaces: Default::default(),
            renderer: Renderer::new(),
            error: None,
            debug: Default::default(),
            labels: Default::default(),
            has_been_current: false,
            sources: Default::default(),
            draws: Default::default(),
            immediate: Default::default(),
            arrays: Default::default(),
            packed_arrays: Default::default(),
            buffers: Default::default(),
            lists: Default::default(),
            matrix: Default::default(),
            lighting: Default::default(),
            rasterization: Default::default(),
            fragment: Default::default(),
            framebuffer: Default::default(),
            textures: Tracked::new(TextureState::new(share)),
            pixel: Default::default(),
            imaging: Default::default(),
            programs: Tracked::new(ProgramState::new(share)),
            fragment_shaders: Tracked::new(FragmentShaderState::new(share)),
            vertex_shaders: Tracked::new(VertexShaderState::new(share)),
            combiners: Default::default(),
            queries: Default::default(),
            fences: Default::default(),
            hints: Default::default(),
            evaluators: Default::default(),
            pn_triangles: Default::default(),
            render_mode: Default::default(),
            attribs: Default::default(),
            shared,
        };
        context.begin_first_frame();
        context
    }

    /// The error code of an error; the first stays until it is read (GL 1.5 section 2.5).
    pub(crate) fn keep_error(&mut self, error: GlError) {
        self.error.get_or_insert(error.code);
    }

    /// Records an error of a command. The debug message says which command it was.
    pub fn record_error_of(&mut self, command: &str, error: GlError) {
        self.record_error_with(error, || {
            format!("{command}: {}: {}", error.name(), error.reason)
        });
    }

    /// Records an error whose debug message has this text.
    pub fn record_error_with(&mut self, error: GlError, text: impl FnOnce() -> String) {
        self.keep_error(error);
        self.debug.report_error(error, text);
    }

    /// Reads and clears the error.
    pub fn take_error(&mut self) -> Option<u32> {
        self.error.take()
    }

    /// Debug output, whose callback the doors call.
    #[inline(always)]
    pub fn debug(&mut self) -> &mut debug::message::DebugState {
        &mut self.debug
    }

    /// Between Begin and End.
    #[inline]
    pub fn inside_begin(&self) -> bool {
        self.immediate.inside_begin()
    }
}
