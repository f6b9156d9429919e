//! The draw call: everything that a draw depends on. It is immutable and has no API's names.
#![forbid(unsafe_code)]

use super::conventions::Conventions;
use super::fragment_operations::{FragmentOps, FragmentOpsValues, MAX_COLOR_PLANES, StoredColor};
use crate::ir::Program;
use crate::platform::PixelStorage;
use crate::texture::Texture;
use smallvec::SmallVec;
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

/// The type of a vertex attribute's components.
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
    /// Unsigned bytes in the order blue, green, red, alpha.
    Bgra8,
}

impl ComponentType {
    /// The number of bytes of one component.
    pub fn bytes(self) -> usize {
        match self {
            ComponentType::I8 | ComponentType::U8 | ComponentType::Bgra8 => 1,
            ComponentType::I16 | ComponentType::U16 | ComponentType::F16 => 2,
            ComponentType::I32 | ComponentType::U32 | ComponentType::F32 => 4,
            ComponentType::F64 => 8,
        }
    }
}

/// Where an attribute comes from.
#[derive(Debug, Clone)]
pub enum AttributeSource {
    /// All vertices have the same value.
    Constant([f32; 4]),
    /// Each vertex, or each instance, has an element of an array.
    Array {
        /// The bytes of the array: an immutable version of a buffer, or a copy of client memory.
        data: Arc<Vec<u8>>,
        /// How the bytes become values.
        element: Element,
    },
}

/// How the bytes of an array become values of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    /// The type of each component.
    pub component: ComponentType,
    /// The number of components, 1 to 4. Missing ones are 0, 0, 1.
    pub size: u8,
    /// Whether integers map to [0, 1], and signed ones to [-1, 1] by (2c + 1) / (2^b − 1). Floats stay as they are.
    pub normalized: bool,
    /// Bytes from one element to the next. With 0 all vertices have the first element.
    pub stride: usize,
    /// The byte at which element 0 begins.
    pub offset: usize,
    /// With 0 each vertex has an element of its own. Otherwise all vertices of an instance have element
    /// `instance / divisor`.
    pub divisor: u32,
}

impl Element {
    /// The number of bytes of one element.
    pub fn bytes(&self) -> usize {
        usize::from(self.size) * self.component.bytes()
    }

    /// Describes an array of four floats per element, whose first element begins at byte `offset`.
    pub const fn vec4(offset: usize, stride: usize) -> Element {
        Element {
            component: ComponentType::F32,
            size: 4,
            normalized: false,
            stride,
            offset,
            divisor: 0,
        }
    }
}

impl AttributeSource {
    /// Makes an array of these vectors.
    pub fn floats(values: &[[f32; 4]]) -> AttributeSource {
        AttributeSource::Array {
            data: Arc::new(bytemuck::cast_slice(values).to_vec()),
            element: Element::vec4(0, 16),
        }
    }
}

/// The vertices of a draw. A read outside an array gives zeros, never a fault.
#[derive(Debug, Clone, Default)]
pub struct VertexInput {
    /// The source of each attribute of [`crate::ir::interface::attribute`].
    pub attributes: Vec<AttributeSource>,
    /// The indices of the vertices. Without these, vertices are numbered from `first` on.
    pub indices: Option<Arc<Vec<u32>>>,
    /// The first vertex where there are no indices.
    pub first: u32,
    /// The number of indices, or of vertices where there are no indices.
    pub count: u32,
    /// The number that is added to each index.
    pub base_vertex: i32,
    /// The instance that is drawn. Arrays with a divisor read its element.
    pub instance: u32,
}

/// A program with everything that it reads beside its inputs.
#[derive(Debug, Clone)]
pub struct Stage {
    /// A verified program over the slots of [`crate::ir::interface`].
    pub program: Arc<Program>,
    /// The uniform array. It has at least `program.n_uniforms` floats.
    pub uniforms: Arc<[f32]>,
    /// The texture of each texture image unit.
    pub textures: Vec<Option<Texture>>,
}

/// How polygons are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PolygonMode {
    /// A point at each vertex.
    Point,
    /// A line along each edge.
    Line,
    /// The interior is filled.
    Fill,
}

/// Which faces of polygons are culled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Culling {
    pub front: bool,
    pub back: bool,
}

/// Polygon offset (GL 1.5 section 3.5.5).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PolygonOffset {
    /// Whether polygons in the modes fill, line and point are offset, in this order.
    pub enabled: [bool; 3],
    /// The factor of the polygon's greatest depth slope m: the offset is m × factor + r × units.
    pub factor: f32,
    /// The factor of the least difference r of two depths.
    pub units: f32,
}

/// What multisampling does to fragments (GL 1.5 section 4.1.3).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Multisample {
    /// Whether the fragment's alpha removes samples.
    pub alpha_to_coverage: bool,
    /// Whether the fragment's alpha becomes 1 after that.
    pub alpha_to_one: bool,
    /// The share of the samples that pass, in [0, 1], and whether the other samples pass instead.
    pub coverage: Option<(f32, bool)>,
    /// Points below this size are drawn at this size, and fade instead (section 3.3).
    pub point_threshold: f32,
    /// Whether the fragment program runs once per sample, at the sample's position (pixel rectangles, section 3.6.6).
    pub shades_samples: bool,
}

/// Rasterization state (GL 1.5 chapter 3).
#[derive(Debug, Clone, PartialEq)]
pub struct RasterState {
    /// The user clip planes that are enabled, by bit.
    pub clip_planes: u8,
    /// Viewport x, y, width, height in window coordinates, which count from [`Conventions::origin`].
    pub viewport: [i32; 4],
    /// Whether primitives are not clipped to the near and far planes.
    pub depth_clamp: bool,
    /// The window depths of the near and the far plane.
    pub depth_range: [f32; 2],
    /// Scissor x, y, width, height in window coordinates.
    pub scissor: Option<[i32; 4]>,
    /// Whether counterclockwise polygons face front.
    pub front_ccw: bool,
    /// The faces that are culled.
    pub cull: Culling,
    /// The modes of front and back faces.
    pub polygon_mode: [PolygonMode; 2],
    /// The offset of polygons' depths.
    pub polygon_offset: PolygonOffset,
    /// The polygon stipple: 32 rows, the lowest first. The most significant bit is leftmost.
    pub polygon_stipple: Option<Arc<[u32; 32]>>,
    /// Whether all fragments of a primitive have the provoking vertex's colours.
    pub flat: bool,
    /// Whether back faces have the back colours.
    pub two_sided: bool,
    /// Whether vertex colours are clamped to [0, 1] before interpolation.
    pub clamp_colors: bool,
    /// Line width in pixels.
    pub line_width: f32,
    /// The line stipple: repeat factor and pattern.
    pub line_stipple: Option<(u16, u16)>,
    /// Whether lines are antialiased.
    pub line_smooth: bool,
    /// Point size in pixels, where the vertex program does not write it.
    pub point_size: f32,
    /// Whether the vertex program writes the point size.
    pub program_point_size: bool,
    /// The least and the greatest point size. Both sizes above are clamped to them.
    pub point_size_range: [f32; 2],
    /// Whether points are antialiased.
    pub point_smooth: bool,
    /// Whether polygons are antialiased.
    pub polygon_smooth: bool,
    /// Which texture coordinates of points are replaced, if points are sprites.
    pub point_sprite: Option<PointSprites>,
    /// Primitives cover samples (section 3.2.1). `None`: they cover whole pixels, because multisampling is disabled or the
    /// target has one sample per pixel.
    pub multisample: Option<Multisample>,
    /// How the API counts coordinates and vertices.
    pub conventions: Conventions,
}

/// Point sprites (ARB_point_sprite, NV_point_sprite).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSprites {
    /// The texture coordinate sets that are replaced, by bit; generic varyings have the bits after the eight sets.
    pub replaced: u32,
    /// The third coordinate of these sets.
    pub third: SpriteThird,
    /// Whether the second coordinate is 0 at the lower edge, not at the upper one.
    pub is_from_below: bool,
}

/// The third coordinate of a point sprite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SpriteThird {
    /// It is 0.
    #[default]
    Zero,
    /// It is the vertex's s / q.
    S,
    /// It is the vertex's r / q.
    R,
}

/// Colour planes, each with the number of the colour that is written to it.
pub type ColorPlanes = SmallVec<[(u8, Arc<PixelStorage>); 2]>;

/// The planes of pixels that a draw writes.
#[derive(Debug, Clone)]
pub struct RenderTarget {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The colour planes, at most [`MAX_COLOR_PLANES`]. Each has the number of the colour that is written to it, and several
    /// planes may have the same number.
    pub color: ColorPlanes,
    /// The plane of depths (24 bits) and stencil values (8 bits).
    pub depth_stencil: Option<Arc<PixelStorage>>,
}

impl RenderTarget {
    /// The number of samples per pixel.
    pub fn samples(&self) -> u32 {
        self.planes().next().map_or(1, |plane| plane.samples())
    }

    /// The colour planes, then the depth plane.
    pub(crate) fn planes(&self) -> impl Iterator<Item = &Arc<PixelStorage>> {
        let colors = self.color.iter().map(|(_, plane)| plane);
        colors.chain(&self.depth_stencil)
    }

    /// Whether no plane is there twice.
    pub(crate) fn has_different_planes(&self) -> bool {
        let is_first = |(i, plane): (usize, &Arc<PixelStorage>)| {
            !self.planes().take(i).any(|other| Arc::ptr_eq(other, plane))
        };
        self.planes().enumerate().all(is_first)
    }
}

/// Everything that a draw depends on except its vertices. Consecutive draws in the same state share one of these.
#[derive(Debug, Clone)]
pub struct DrawState {
    /// The vertex program, from attributes to varyings.
    pub vertex: Stage,
    /// The fragment program, from varyings to colours and depth.
    pub fragment: Stage,
    /// The rasterization state.
    pub raster: Arc<RasterState>,
    /// The part of the fragment operations that changes kernels.
    pub ops: FragmentOps,
    /// The part of the fragment operations that does not.
    pub values: FragmentOpsValues,
    /// The pixels that are drawn to.
    pub target: Arc<RenderTarget>,
    /// Counts the samples that pass all tests (GL 1.5 section 4.1.7).
    pub occlusion: Option<Arc<AtomicU64>>,
}

/// The vertices of a draw, packed: each attribute of a vertex has four floats.
#[derive(Debug, Clone, Copy)]
pub struct PackedVertices<'a> {
    /// The numbers of the attributes that each vertex has, in the order of their values.
    pub layout: &'a [u8],
    /// The floats of the vertices, one vertex after the other.
    pub data: &'a [u8],
    /// The number of vertices of each primitive from Begin to End, of which there are several of one topology; empty when
    /// all vertices are one. The sum is the number of vertices.
    pub counts: &'a [u32],
    /// By attribute: the value that all vertices share, where `layout` does not name the attribute.
    pub constants: &'a [[f32; 4]],
}

impl PackedVertices<'_> {
    /// The number of bytes of one vertex.
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
    /// The pixels that are cleared.
    pub target: Arc<RenderTarget>,
    /// Scissor x, y, width, height in window coordinates.
    pub scissor: Option<[i32; 4]>,
    /// The colour, and its write masks for the planes of each colour output. `None`: colours stay.
    pub color: Option<([f32; 4], [[bool; 4]; MAX_COLOR_PLANES])>,
    /// Which components each colour plane of the target stores.
    pub stored: [StoredColor; MAX_COLOR_PLANES],
    /// Which colour planes hold colours encoded as sRGB.
    pub srgb: [bool; MAX_COLOR_PLANES],
    /// The depth in [0, 1]. `None`: depths stay.
    pub depth: Option<f32>,
    /// The stencil value and its write mask. `None`: stencil values stay.
    pub stencil: Option<(u8, u8)>,
}
