//! What draws of a context keep from one to the next: plain data, which `gl::draw` fills. It is in the ground room because a
//! write to a texture drops the references that kept states have to textures.

use super::floating_materials::FloatingMaterials;
use crate::device::draw::programs::ProgramCache;
use crate::device::draw::states::StateCache;
use crate::format::TextureShape;
use crate::frontend::BoundProgram;
use crate::frontend::fixed_function::{fragment, vertex};
use crate::gl::context::program_target::Target;
use crate::ir::Program;
use crate::raster::{DrawState, RasterState};
use smallvec::SmallVec;
use std::sync::Arc;

/// What draws of a context keep from one to the next.
#[derive(Debug, Default)]
pub(in crate::gl) struct DrawCache {
    pub(in crate::gl) vertex: ProgramCache<vertex::VertexKey>,
    pub(in crate::gl) fragment: ProgramCache<fragment::FragmentKey>,
    /// By [`Target`].
    pub(in crate::gl) uniforms: [KeptUniforms; 3],
    pub(in crate::gl) scratch: Vec<f32>,
    pub(in crate::gl) raster: Option<Arc<RasterState>>,
    pub(in crate::gl) states: DrawStates,
    pub(in crate::gl) floating: FloatingMaterials,
    /// The revisions of the lighting whose materials are current values, for vertices that have them.
    pub(in crate::gl) current_materials: Option<[u64; 2]>,
    /// The vertex program of pixel rectangles, which copies its attributes.
    pub(in crate::gl) pixel_program: Option<Arc<Program>>,
}

impl DrawCache {
    /// Drops all references to textures. Then a write to a texture that no draw holds copies nothing.
    pub(crate) fn forget_textures(&mut self) {
        self.states.blocks.clear();
    }
}

/// A program whose uniforms are filled from state, with the target whose parameters it reads.
#[derive(Debug, Clone)]
pub(in crate::gl) struct UniformSource {
    pub(in crate::gl) target: Target,
    pub(in crate::gl) bound: Arc<BoundProgram>,
}

/// The last uniform array of a target, and what it was computed from.
#[derive(Debug, Default)]
pub(in crate::gl) struct KeptUniforms {
    pub(in crate::gl) bound: Option<Arc<BoundProgram>>,
    /// Whether its uniforms depend on these chapters and on values only.
    pub(in crate::gl) follows: bool,
    /// Revisions of chapters.
    pub(in crate::gl) chapters: [u64; 3],
    pub(in crate::gl) values: ValueStamp,
    pub(in crate::gl) array: Arc<[f32]>,
}

/// A state, and what it takes to compute its uniforms again.
#[derive(Debug, Clone)]
pub(in crate::gl) struct StateBlock {
    pub(in crate::gl) state: Arc<DrawState>,
    /// The revisions of the values that its uniforms have.
    pub(in crate::gl) values: ValueStamp,
    /// Of the vertex and of the fragment stage.
    pub(in crate::gl) sources: [UniformSource; 2],
}

/// The revisions of the values that only uniforms depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::gl) struct ValueStamp {
    pub(in crate::gl) matrices: u64,
    pub(in crate::gl) materials: u64,
    pub(in crate::gl) env: u64,
    /// The parameters of program objects.
    pub(in crate::gl) objects: u64,
}

/// The revisions of everything that draws depend on, except the set of bound textures and the values in [`ValueStamp`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::gl) struct Stamp {
    pub(in crate::gl) chapters: [u64; 11],
    /// Texture objects, program objects, shaders and their symbols.
    pub(in crate::gl) objects: u64,
    pub(in crate::gl) framebuffer_objects: u64,
    pub(in crate::gl) surface: u64,
}

/// The sampled units, with the shapes of their textures.
pub(crate) type Sampled = SmallVec<[(usize, TextureShape); 4]>;

/// The blocks of the current stamp, and other values that are valid as long as the stamp.
#[derive(Debug, Default)]
pub(in crate::gl) struct DrawStates {
    pub(in crate::gl) blocks: StateCache<Stamp, StateBlock>,
    pub(in crate::gl) sampled: Sampled,
    /// The revisions that `sampled` depends on: textures, programs, and the objects of both.
    pub(in crate::gl) sampled_at: Option<[u64; 3]>,
    /// Whether draws go to the front buffer of the surface.
    pub(in crate::gl) to_front: bool,
}
