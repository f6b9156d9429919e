//! A rendering context: the states of all chapters, the surfaces it is bound to, the renderer.

use super::draw_cache::DrawCache;
use super::labels::Labels;
use super::recording::Recorder;
use super::surfaces::Surfaces;
use crate::device::state::revision::Tracked;
use crate::device::state::signal::PendingSignals;
use crate::device::texture::plane::ImagePlane;
use crate::gl::ati_shader::object::FragmentShaderState;
use crate::gl::ext_shader::object::VertexShaderState;
use crate::gl::program::object::ProgramState;
use crate::gl::texture::unit::TextureState;
use crate::gl::{GlError, ShareGroup, *};
use crate::raster::{RenderTarget, Renderer};
use std::sync::Arc;

/// A context. The door layer owns it, and lets one call at a time in.
#[derive(Debug)]
pub struct Context {
    /// Objects shared with other contexts.
    pub(in crate::gl) shared: Arc<ShareGroup>,
    /// Where fragments go and pixels are read.
    pub(in crate::gl) surfaces: Surfaces,
    /// Records and carries out draws.
    pub(in crate::gl) renderer: Renderer,
    error: Option<u32>,
    pub(in crate::gl) debug: debug::message::DebugState,
    /// Labels of objects that belong to this context alone.
    pub(in crate::gl) labels: Labels,
    /// Whether the context has ever had a surface. Then viewport and scissor box have their first values.
    pub(in crate::gl) has_been_current: bool,
    /// The sources of the programs that were drawn with, while a frame is explained.
    pub(in crate::gl) sources: crate::explain::Sources,
    /// What draws keep from one draw to the next.
    pub(in crate::gl) draws: DrawCache,
    /// Where the last draws went. The next one has the same target if its planes are the same. There are two, since a swap
    /// exchanges the buffers.
    pub(in crate::gl) last_targets: [Option<Arc<RenderTarget>>; 2],
    /// Planes of textures that recorded draws write to.
    pub(in crate::gl) drawn_planes: Vec<Arc<ImagePlane>>,
    /// Whether recorded draws write to images of framebuffer objects, which other contexts may share.
    pub(in crate::gl) draws_to_objects: bool,
    /// How long the frames take.
    pub(in crate::gl) pace: super::frame::Pace,
    /// Records commands while a display list is compiled.
    pub(in crate::gl) recorder: Recorder,

    /// Current values and Begin/End.
    pub(in crate::gl) immediate: current::state::ImmediateState,
    pub(in crate::gl) arrays: Tracked<vertex_array::state::VertexArrayState>,
    /// The vertex array objects that are not bound.
    pub(in crate::gl) array_objects: vertex_array::object::VertexArrayObjects,
    /// Packs draws of few array elements.
    pub(in crate::gl) packed_arrays: vertex_array::packed::Packed,
    pub(in crate::gl) buffers: buffer::object::BufferState,
    /// List base, and the name of the list being compiled.
    pub(in crate::gl) lists: list::record::ListState,
    /// Matrix stacks, clip planes, viewport, normalisation.
    pub(in crate::gl) matrix: Tracked<matrix::state::MatrixState>,
    /// Lights, materials, shade model, fog.
    pub(in crate::gl) lighting: Tracked<lighting::state::LightingState>,
    /// Points, lines, polygons.
    pub(in crate::gl) rasterization: Tracked<primitive::state::RasterizationState>,
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
    /// Fragment shaders of ATI_fragment_shader: the bound one, its definition, constants.
    pub(in crate::gl) fragment_shaders: Tracked<FragmentShaderState>,
    /// Vertex shaders of EXT_vertex_shader: the bound one, its definition, current values of variants.
    pub(in crate::gl) vertex_shaders: Tracked<VertexShaderState>,
    pub(in crate::gl) combiners: Tracked<combiner::state::RegisterCombinerState>,
    pub(in crate::gl) queries: Tracked<query::object::QueryState>,
    pub(in crate::gl) fences: query::fence::FenceState,
    /// Sync objects of this context that are not signaled.
    pub(in crate::gl) syncs: PendingSignals,
    pub(in crate::gl) hints: state::hint::HintState,
    /// Evaluator maps and grids.
    pub(in crate::gl) evaluators: evaluator::map::EvaluatorState,
    /// The state of ATI_pn_triangles.
    pub(in crate::gl) pn_triangles: primitive::pn_triangles::PnTriangles,
    /// The render mode, and what selection and feedback record.
    pub(in crate::gl) render_mode: feedback::render_mode::RenderModeState,
    /// Saved attribute groups.
    pub(in crate::gl) attribs: state::attrib_stack::AttribStacks,
}

impl Context {
    pub fn new(shared: Arc<ShareGroup>) -> Context {
        let share = &shared.device;
        // Chapters begin in their default states. Those with default objects need the share group to make them.
        let mut context = Context {
            surfaces: Default::default(),
            renderer: Renderer::new(),
            error: None,
            debug: Default::default(),
            labels: Default::default(),
            has_been_current: false,
            sources: Default::default(),
            draws: Default::default(),
            last_targets: Default::default(),
            drawn_planes: Default::default(),
            draws_to_objects: false,
            pace: Default::default(),
            recorder: Default::default(),
            immediate: Default::default(),
            arrays: Default::default(),
            array_objects: Default::default(),
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
            syncs: Default::default(),
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

    /// Keeps the code of an error. The first one stays until it is read (GL 1.5 section 2.5).
    pub(crate) fn keep_error(&mut self, error: GlError) {
        self.error.get_or_insert(error.code);
    }

    /// Records an error of a command. The debug message names the command.
    pub fn record_error_of(&mut self, command: &str, error: GlError) {
        self.record_error_with(error, || {
            format!("{command}: {}: {}", error.name(), error.reason)
        });
    }

    /// Records an error; its debug message has this text.
    pub fn record_error_with(&mut self, error: GlError, text: impl FnOnce() -> String) {
        self.keep_error(error);
        self.debug.report_error(error, text);
    }

    /// Reads and clears the error.
    pub fn take_error(&mut self) -> Option<u32> {
        self.error.take()
    }

    /// Debug output. The doors call its callback.
    #[inline(always)]
    pub fn debug(&mut self) -> &mut debug::message::DebugState {
        &mut self.debug
    }

    /// Whether a primitive is open between Begin and End.
    #[inline]
    pub fn inside_begin(&self) -> bool {
        self.immediate.inside_begin()
    }
}
