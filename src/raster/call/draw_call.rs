//! The draw call: everything a draw depends on, immutable, in our own terms.
#![forbid(unsafe_code)]

use super::conventions::Conventions;
use super::fragment_operations::{FragmentOps, FragmentOpsValues, MAX_COLOR_PLANES, StoredColor};
use crate::ir::Program;
use crate::platform::PixelStorage;
use crate::texture::Texture;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// How vertices form primitives (GL 1.5 section 2.6.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Topology {
    Points,
    Lines,
    LineStrip,
    LineLoop,
    Triangles,
    TriangleStrip,
    TriangleFan,
    Quads,
    QuadStrip,
    Polygon,
}

/// Component type of a vertex attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ComponentType {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F16,
    F32,
    F64,
    /// Unsigned bytes of which the first and the third change places: blue, green, red, alpha.
    Bgra8,
}

impl ComponentType {
    /// Bytes of one component.
    pub fn bytes(self) -> usize {
        match self {
            ComponentType::I8 | ComponentType::U8 | ComponentType::Bgra8 => 1,
            ComponentType::I16 | ComponentType::U16 | ComponentType::F16 => 2,
            ComponentType::I32 | ComponentType::U32 | ComponentType::F32 => 4,
            ComponentType::F64 => 8,
        }
    }
}

/// Where one attribute comes from.
#[derive(Debug, Clone)]
pub enum AttributeSource {
    /// The same value for every vertex.
    Constant([f32; 4]),
    /// An array.
    Array {
        /// The bytes: an immutable version of a buffer, or a copy of client memory.
        data: Arc<Vec<u8>>,
        /// Byte offset of vertex 0.
        offset: usize,
        /// Bytes from vertex to vertex; 0 repeats the first.
        stride: usize,
        /// Component type.
        component: ComponentType,
        /// Components, 1 to 4; missing ones are 0, 0, 1.
        size: u8,
        /// Integers map to [0, 1], or to [-1, 1] by (2c + 1) / (2^b − 1).
        normalized: bool,
    },
}

impl AttributeSource {
    /// An array of vectors.
    pub fn floats(values: &[[f32; 4]]) -> AttributeSource {
        AttributeSource::Array {
            data: Arc::new(bytemuck::cast_slice(values).to_vec()),
            offset: 0,
            stride: 16,
            component: ComponentType::F32,
            size: 4,
            normalized: false,
        }
    }
}

/// Vertices of a draw. Reads outside an array give zeros, never a fault.
#[derive(Debug, Clone)]
pub struct VertexInput {
    /// One source per attribute of [`crate::ir::interface::attribute`], `COUNT` of them.
    pub attributes: Vec<AttributeSource>,
    /// Vertex indices in order; `None` counts from `first`.
    pub indices: Option<Arc<Vec<u32>>>,
    /// First vertex when there are no indices.
    pub first: u32,
    /// Number of indices, or of vertices.
    pub count: u32,
}

/// A programmable stage with what it reads.
#[derive(Debug, Clone)]
pub struct Stage {
    /// A verified program over the slots of [`crate::ir::interface`].
    pub program: Arc<Program>,
    /// The uniform array, at least `program.n_uniforms` long.
    pub uniforms: Arc<Vec<f32>>,
    /// Texture image units.
    pub textures: Vec<Option<Texture>>,
}

/// How polygons are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PolygonMode {
    /// Vertices
    Point,
    /// Edges
    Line,
    /// Interior
    Fill,
}

/// Which faces are dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Culling {
    pub front: bool,
    pub back: bool,
}

/// Polygon offset (GL 1.5 section 3.5.5).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PolygonOffset {
    /// Applied to filled, line and point polygons.
    pub enabled: [bool; 3],
    /// m × factor + r × units
    pub factor: f32,
    /// m × factor + r × units
    pub units: f32,
}

/// What multisampling does to fragments (GL 1.5 section 4.1.3).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Multisample {
    /// The fragment's alpha removes samples.
    pub alpha_to_coverage: bool,
    /// The fragment's alpha becomes 1 after that.
    pub alpha_to_one: bool,
    /// The part of the samples that is kept, in [0, 1], and whether the others are kept instead.
    pub coverage: Option<(f32, bool)>,
    /// Points below this size are drawn in it, and fade instead (section 3.3).
    pub point_threshold: f32,
    /// The fragment program runs for each sample, at its place (pixel rectangles, section 3.6.6).
    pub shades_samples: bool,
}

/// Rasterization state (GL 1.5 chapter 3).
#[derive(Debug, Clone, PartialEq)]
pub struct RasterState {
    /// Clip test: user planes in use, by bit.
    pub clip_planes: u8,
    /// Viewport x, y, width, height (window coordinates, origin lower left).
    pub viewport: [i32; 4],
    /// No clipping to the near and far planes.
    pub depth_clamp: bool,
    /// Depth range near, far.
    pub depth_range: [f32; 2],
    /// Scissor x, y, width, height.
    pub scissor: Option<[i32; 4]>,
    /// Counterclockwise is front.
    pub front_ccw: bool,
    /// Dropped faces.
    pub cull: Culling,
    /// Modes of front and back faces.
    pub polygon_mode: [PolygonMode; 2],
    /// Offset.
    pub polygon_offset: PolygonOffset,
    /// Stipple, 32 rows, bottom first, most significant bit leftmost.
    pub polygon_stipple: Option<Arc<[u32; 32]>>,
    /// Flat shading takes the provoking vertex's colours.
    pub flat: bool,
    /// Back colours for back faces.
    pub two_sided: bool,
    /// Vertex colours are clamped to [0, 1] before interpolation.
    pub clamp_colors: bool,
    /// Line width in pixels.
    pub line_width: f32,
    /// Line stipple: repeat factor and pattern.
    pub line_stipple: Option<(u16, u16)>,
    /// Antialiased lines.
    pub line_smooth: bool,
    /// Point size in pixels, when the program writes none.
    pub point_size: f32,
    /// The vertex program's point size (clamped to `point_size_range`) counts.
    pub program_point_size: bool,
    /// Clamp of the point size.
    pub point_size_range: [f32; 2],
    /// Antialiased points.
    pub point_smooth: bool,
    /// Antialiased polygons.
    pub polygon_smooth: bool,
    /// Points are sprites.
    pub point_sprite: Option<PointSprites>,
    /// Primitives cover samples (section 3.2.1); `None` when MULTISAMPLE is disabled or the target has one sample per
    /// pixel: then they cover pixels.
    pub multisample: Option<Multisample>,
    /// How the API counts coordinates and vertices.
    pub conventions: Conventions,
}

/// Point sprites (ARB_point_sprite, NV_point_sprite).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSprites {
    /// Texture coordinate sets that are replaced, by bit.
    pub replaced: u8,
    /// The third of their coordinates.
    pub third: SpriteThird,
}

/// The third coordinate of a point sprite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SpriteThird {
    /// 0
    #[default]
    Zero,
    /// The vertex's s / q.
    S,
    /// The vertex's r / q.
    R,
}

/// Where fragments go.
#[derive(Debug, Clone)]
pub struct RenderTarget {
    /// Size in pixels.
    pub width: u32,
    /// Size in pixels.
    pub height: u32,
    /// Colour planes that draw buffers write, [`MAX_COLOR_PLANES`] at most: output colour `i` goes to every plane with that
    /// number.
    pub color: Vec<(u8, Arc<PixelStorage>)>,
    /// Depth and stencil, 24 and 8 bits.
    pub depth_stencil: Option<Arc<PixelStorage>>,
}

impl RenderTarget {
    /// Samples per pixel.
    pub fn samples(&self) -> u32 {
        self.planes().next().map_or(1, |plane| plane.samples())
    }

    /// All planes.
    pub(crate) fn planes(&self) -> impl Iterator<Item = &Arc<PixelStorage>> {
        let colors = self.color.iter().map(|(_, plane)| plane);
        colors.chain(&self.depth_stencil)
    }
}

/// Everything that a draw depends on but its vertices: one block for all draws that follow each other in the same state.
#[derive(Debug, Clone)]
pub struct DrawState {
    /// Vertex stage: attributes → varyings.
    pub vertex: Stage,
    /// Fragment stage.
    pub fragment: Stage,
    /// Rasterization.
    pub raster: Arc<RasterState>,
    /// Fragment operations.
    pub ops: FragmentOps,
    /// Their values.
    pub values: FragmentOpsValues,
    /// Target.
    pub target: Arc<RenderTarget>,
    /// Counts fragments that pass all tests.
    pub occlusion: Option<Arc<AtomicU64>>,
}

/// Vertices of a draw, packed: 16 bytes (four floats) for each of their attributes.
#[derive(Debug, Clone, Copy)]
pub struct PackedVertices<'a> {
    /// The attributes of a vertex in the order of their values.
    pub layout: &'a [u8],
    /// The vertices, one after the other.
    pub data: &'a [u8],
    /// What all vertices have in common, by attribute.
    pub constants: &'a [[f32; 4]],
}

impl PackedVertices<'_> {
    /// Bytes of one vertex.
    pub(crate) fn stride(&self) -> usize {
        16 * self.layout.len()
    }

    /// The number of vertices.
    pub fn count(&self) -> u32 {
        (self.data.len() / self.stride().max(1)) as u32
    }
}

/// A clear (GL 1.5 section 4.2.3).
#[derive(Debug, Clone)]
pub struct ClearCall {
    /// Target.
    pub target: Arc<RenderTarget>,
    /// Scissor.
    pub scissor: Option<[i32; 4]>,
    /// Colour and its write mask; `None` leaves it.
    pub color: Option<([f32; 4], [bool; 4])>,
    /// What each colour plane of the target stores.
    pub stored: [StoredColor; MAX_COLOR_PLANES],
    /// Which of them hold it encoded as sRGB.
    pub srgb: [bool; MAX_COLOR_PLANES],
    /// Depth in [0, 1].
    pub depth: Option<f32>,
    /// Stencil and its write mask.
    pub stencil: Option<(u8, u8)>,
}
