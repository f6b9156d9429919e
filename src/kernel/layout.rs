//! What a kernel reads and writes.
//!
//! Everything per lane is structure-of-arrays by group: `[group][slot][lane]`. A fragment group is a 4×4 block of a
//! 64×64 tile; its 16-bit mask has one bit per lane ([`crate::simd::LANE_OFFSET`] gives the lanes' places).

use crate::simd::LanesF32;
use std::marker::PhantomData;

/// The most pixel planes one kernel touches: four colour buffers and depth-stencil.
pub const MAX_PIXEL_PLANES: usize = 5;

/// Index of the depth-stencil plane among the pixel planes.
pub const DEPTH_PLANE: usize = 4;

/// The place of a 4×4 block in its tile, in blocks (0..16 each).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C)]
pub struct GroupPos {
    /// Column.
    pub x: u8,
    /// Row, counted upward.
    pub y: u8,
}

/// A tile's window into a plane of 32-bit pixels.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct PixelWindow<'a> {
    pub(crate) base: *mut u32,
    pub(crate) stride_bytes: isize,
    plane: PhantomData<&'a ()>,
}

impl PixelWindow<'_> {
    /// No plane: loads give 0 and stores do nothing.
    pub const NONE: PixelWindow<'static> = PixelWindow { base: std::ptr::null_mut(), stride_bytes: 0, plane: PhantomData };

    /// A window whose pixel (0, 0) is at `base`.
    ///
    /// # Safety
    /// While the window lives, every 4×4 block that an invocation names with it is valid memory, and no other thread
    /// touches these blocks.
    pub unsafe fn new(base: *mut u32, stride_bytes: isize) -> Self {
        PixelWindow { base, stride_bytes, plane: PhantomData }
    }
}

/// One sampling operation of one group.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct SampleRequest {
    /// s, t, r and q (projection is already divided out; q carries the depth reference where there is one).
    pub coords: [LanesF32; 4],
    /// Bias or explicit level, by `mode`.
    pub lod: LanesF32,
    /// How the level of detail is found.
    pub mode: crate::ir::interface::LodMode,
}

/// r, g, b, a of one group.
pub type SampleResult = [LanesF32; 4];

/// A texture image unit as a kernel sees it: implemented by `texture`. Total: no input makes it panic.
pub trait Sampler: Send + Sync {
    /// Samples one group; derivatives are taken inside its quads.
    fn sample(&self, request: &SampleRequest, result: &mut SampleResult);
}

/// One texture image unit; `None` reads (0, 0, 0, 1).
pub type SamplerSlot<'a> = Option<&'a dyn Sampler>;

/// Everything one run of a kernel reads and writes. Slices shorter than the program needs are a bug of the caller
/// and panic before the kernel starts.
pub struct Invocation<'a> {
    /// The uniform array (f32 units).
    pub uniforms: &'a [f32],
    /// Inputs of all groups, `[group][slot][lane]`, with `n_inputs` slots per group.
    pub inputs: &'a [LanesF32],
    /// Slots per group of `inputs`.
    pub n_inputs: usize,
    /// Outputs of all groups, `[group][slot][lane]`.
    pub outputs: &'a mut [LanesF32],
    /// Slots per group of `outputs`.
    pub n_outputs: usize,
    /// Plane coefficients A, B, C per input slot.
    pub planes: &'a [[f32; 3]],
    /// Places of the groups; empty for vertex kernels.
    pub groups: &'a [GroupPos],
    /// Live masks of the groups, read and written. Vertex kernels have one, too: lanes that hold a vertex.
    pub masks: &'a mut [u16],
    /// Whether the primitive faces front.
    pub front_facing: bool,
    /// Pixel planes.
    pub pixels: [PixelWindow<'a>; MAX_PIXEL_PLANES],
    /// Texture image units.
    pub samplers: &'a [SamplerSlot<'a>],
}

impl PixelWindow<'_> {
    /// The pixel's address in the group at `pos`, or `None` without a plane.
    fn pixel(&self, pos: GroupPos, lane: usize) -> Option<*mut u32> {
        if self.base.is_null() {
            return None;
        }
        let (dx, dy) = crate::simd::LANE_OFFSET[lane];
        let x = 4 * pos.x as isize + dx as isize;
        let y = 4 * pos.y as isize + dy as isize;
        Some(self.base.wrapping_byte_offset(y * self.stride_bytes + 4 * x))
    }

    /// The pixels of a group; 0 without a plane.
    pub(crate) fn load(&self, pos: GroupPos) -> [u32; crate::simd::LANES] {
        // SAFETY: `PixelWindow::new` vouches for the blocks that the invocation names.
        std::array::from_fn(|lane| self.pixel(pos, lane).map_or(0, |p| unsafe { p.read() }))
    }

    /// Stores the pixels of the lanes in `mask`.
    pub(crate) fn store(&self, pos: GroupPos, mask: u16, pixels: &[u32; crate::simd::LANES]) {
        for (lane, value) in pixels.iter().enumerate().filter(|(lane, _)| mask >> lane & 1 != 0) {
            if let Some(p) = self.pixel(pos, lane) {
                // SAFETY: as in `load`.
                unsafe { p.write(*value) }
            }
        }
    }
}
