//! What a kernel reads and writes.
//!
//! Everything per lane is structure-of-arrays by group: `[group][slot][lane]`. A fragment group is a 4×4 block of a
//! 64×64 tile; its 16-bit mask has one bit per lane ([`crate::simd::LANE_OFFSET`] gives the lanes' places).

use crate::simd::{LANES, LanesF32};
use std::marker::PhantomData;

/// The most pixel planes one kernel touches: four colour buffers, depth-stencil, and three more components of each
/// colour buffer that holds floats.
pub const MAX_PIXEL_PLANES: usize = crate::ir::interface::PIXEL_PLANES;

const _: () = assert!(MAX_PIXEL_PLANES == DEPTH_PLANE + 1 + 3 * DEPTH_PLANE);

/// Index of the depth-stencil plane among the pixel planes.
pub const DEPTH_PLANE: usize = 4;

/// Index of the plane of a component of a colour buffer (`DEPTH_PLANE` of them); packed pixels are component 0.
pub const fn color_plane(buffer: usize, component: usize) -> usize {
    match component {
        0 => buffer,
        _ => DEPTH_PLANE + 3 * buffer + component,
    }
}

/// A group of fragments: a 4×4 block of a tile, and the primitive that covers it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[repr(C)]
pub struct Group {
    /// The distance of the block's corner from the tile's, in pixels.
    pub corner: [f32; 2],
    /// The distance of the block from the tile's first in a plane whose blocks lie row by row, 64 bytes each.
    pub block: u32,
    /// The row of [`Invocation::planes`] where the primitive's planes start.
    pub planes: u32,
}

impl Group {
    /// The block in column `x` and row `y` (0..16 each, rows counted upward), with the planes from row 0 on.
    pub fn at(x: u8, y: u8) -> Group {
        Group {
            corner: [4.0 * f32::from(x), 4.0 * f32::from(y)],
            block: (u32::from(y) * 16 + u32::from(x)) * 64,
            planes: 0,
        }
    }

    /// Column and row of the block in its tile.
    pub fn place(&self) -> [u8; 2] {
        let number = self.block / 64;
        [(number % 16) as u8, (number / 16) as u8]
    }
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
    pub const NONE: PixelWindow<'static> = PixelWindow {
        base: std::ptr::null_mut(),
        stride_bytes: 0,
        plane: PhantomData,
    };

    /// A window whose pixel (0, 0) is at `base`.
    ///
    /// # Safety
    /// While the window lives, every 4×4 block that an invocation names with it is valid memory, and no other thread
    /// touches these blocks.
    pub unsafe fn new(base: *mut u32, stride_bytes: isize) -> Self {
        PixelWindow {
            base,
            stride_bytes,
            plane: PhantomData,
        }
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
    /// Planes A, B, C of what varies over a primitive, and the constant that goes with each.
    pub planes: &'a [[f32; 4]],
    /// The groups, of any number of primitives; empty for vertex kernels.
    pub groups: &'a [Group],
    /// Live masks of the groups, read and written. Vertex kernels have one, too: lanes that hold a vertex.
    pub masks: &'a mut [u16],
    /// Whether the primitives face front.
    pub front_facing: bool,
    /// Pixel planes.
    pub pixels: [PixelWindow<'a>; MAX_PIXEL_PLANES],
    /// Texture image units.
    pub samplers: &'a [SamplerSlot<'a>],
}

/// Rows of pixels of a 4×4 block, lower row first ↔ lanes: each pair of rows holds two quads side by side.
#[inline(always)]
fn swap_order(x: &[u32; LANES]) -> [u32; LANES] {
    let mut y = [0; LANES];
    for (i, y) in y.iter_mut().enumerate() {
        *y = x[i & 9 | (i & 2) << 1 | (i & 4) >> 1];
    }
    y
}

impl PixelWindow<'_> {
    /// The address of row `row` of the block at `pos`.
    #[inline(always)]
    fn row(&self, pos: Group, row: usize) -> *mut [u32; 4] {
        let [x, y] = pos.place();
        let y = 4 * y as isize + row as isize;
        self.base
            .wrapping_byte_offset(y * self.stride_bytes + 16 * x as isize)
            .cast()
    }

    /// The pixels of a group; 0 without a plane.
    #[inline(always)]
    pub(crate) fn load(&self, pos: Group) -> [u32; LANES] {
        if self.base.is_null() {
            return [0; LANES];
        }
        let mut block = [0; LANES];
        for (row, pixels) in block.chunks_exact_mut(4).enumerate() {
            // SAFETY: `PixelWindow::new` vouches for the whole blocks that the invocation names.
            pixels.copy_from_slice(&unsafe { self.row(pos, row).read_unaligned() });
        }
        swap_order(&block)
    }

    /// Stores the pixels of the lanes in `mask`.
    #[inline(always)]
    pub(crate) fn store(&self, pos: Group, mask: u16, pixels: &[u32; LANES]) {
        if self.base.is_null() || mask == 0 {
            return;
        }
        let mut new = *pixels;
        if mask != u16::MAX {
            // Nobody else touches the block, so that its other pixels may be written as they were.
            let old = self.load(pos);
            for (l, (new, old)) in new.iter_mut().zip(old).enumerate() {
                *new = if mask >> l & 1 != 0 { *new } else { old };
            }
        }
        for (row, pixels) in swap_order(&new).chunks_exact(4).enumerate() {
            let pixels: [u32; 4] = std::array::from_fn(|i| pixels[i]);
            // SAFETY: as in `load`.
            unsafe { self.row(pos, row).write_unaligned(pixels) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::LANE_OFFSET;

    #[test]
    fn pixels_go_to_their_lanes_and_back() {
        let mut plane: Vec<u32> = (0..12 * 8).collect();
        // SAFETY: blocks (0..3, 0..2) lie in `plane`.
        let window = unsafe { PixelWindow::new(plane.as_mut_ptr(), 48) };
        let pos = Group::at(2, 1);
        let at = |l: usize| {
            (12 * (4 + LANE_OFFSET[l].1 as usize) + 8 + LANE_OFFSET[l].0 as usize) as u32
        };
        assert_eq!(window.load(pos), std::array::from_fn(at));
        window.store(pos, 0x8421, &[777; LANES]);
        for l in 0..LANES {
            assert_eq!(
                plane[at(l) as usize],
                if 0x8421 >> l & 1 != 0 { 777 } else { at(l) },
                "lane {l}"
            );
        }
        // SAFETY: as above.
        let window = unsafe { PixelWindow::new(plane.as_mut_ptr(), 48) };
        window.store(pos, 0xffff, &std::array::from_fn(|l| 1000 + l as u32));
        assert!((0..LANES).all(|l| plane[at(l) as usize] == 1000 + l as u32));
        assert_eq!(plane.iter().filter(|x| **x >= 1000).count(), 16);
    }
}
