//! The data that a kernel reads and writes.
//!
//! Everything per lane is structure-of-arrays by group: `[group][slot][lane]`. A fragment group is a 4×4 block of a
//! 64×64 tile; its 16-bit mask has one bit per lane ([`crate::simd::LANE_OFFSET`] gives the lanes' places).
#![warn(missing_docs)]

use crate::ir::interface::LodMode;
use crate::simd::{InstructionSet, LANES, LanesF32, PerWidth, Vectors, run_on};
use std::marker::PhantomData;
use std::mem::offset_of;

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
#[derive(Debug, Clone, Copy, PartialEq, Default, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C)]
pub struct Group {
    /// The distance of the block's corner from the tile's, in pixels.
    pub corner: [f32; 2],
    /// The distance of the block from the tile's first, in bytes: blocks lie row by row, 64 bytes each.
    pub block: u32,
    /// The row of [`Invocation::planes`] where the primitive's planes start.
    pub planes: u32,
}

impl Group {
    /// The block in column `x` and row `y` (0..16 each, rows counted upward), with the planes from row 0 on.
    #[inline(always)]
    pub fn at(x: u8, y: u8) -> Group {
        Group {
            corner: [4.0 * f32::from(x), 4.0 * f32::from(y)],
            block: (u32::from(y) * 16 + u32::from(x)) * 64,
            planes: 0,
        }
    }

    /// The block this number of columns to the right.
    #[inline(always)]
    pub(crate) fn right(self, columns: i32) -> Group {
        let [x, y] = self.corner;
        Group {
            corner: [x + (4 * columns) as f32, y],
            block: self.block + 64 * columns as u32,
            ..self
        }
    }

    /// Column and row of the block in its tile.
    #[inline]
    pub fn place(&self) -> [u8; 2] {
        let number = self.block / 64;
        [(number % 16) as u8, (number / 16) as u8]
    }
}

/// Pixels of a tile, 64 by 64.
pub const TILE_PIXELS: usize = 64 * 64;

/// A tile of a plane of 32-bit pixels: 256 blocks row by row, each with its pixels by lanes.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct PixelWindow<'a> {
    base: *mut u32,
    plane: PhantomData<&'a ()>,
}

impl PixelWindow<'_> {
    /// No plane: loads give 0 and stores do nothing.
    pub const NONE: PixelWindow<'static> = PixelWindow {
        base: std::ptr::null_mut(),
        plane: PhantomData,
    };

    /// The window of the tile at `base`.
    ///
    /// # Safety
    /// While the window lives, the [`TILE_PIXELS`] pixels at `base` are valid memory, and no other thread touches them.
    pub unsafe fn new(base: *mut u32) -> Self {
        PixelWindow {
            base,
            plane: PhantomData,
        }
    }

    /// The first pixel; null without a plane.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(super) fn base(&self) -> *mut u32 {
        self.base
    }

    /// The block of a group.
    #[inline(always)]
    fn block(&self, group: Group) -> *mut [u32; LANES] {
        let block = group.block as usize;
        debug_assert!(block.is_multiple_of(64) && block < 4 * TILE_PIXELS);
        self.base.wrapping_byte_add(block).cast()
    }

    /// The pixels of a group; 0 without a plane.
    #[inline(always)]
    pub(crate) fn load(&self, group: Group) -> [u32; LANES] {
        if self.base.is_null() {
            return [0; LANES];
        }
        // SAFETY: `PixelWindow::new` guarantees the tile, and groups name blocks of it.
        unsafe { self.block(group).read() }
    }

    /// Stores the pixels of the lanes in `mask`.
    #[inline(always)]
    pub(crate) fn store(&self, group: Group, mask: u16, pixels: &[u32; LANES]) {
        if self.base.is_null() || mask == 0 {
            return;
        }
        let mut new = *pixels;
        if mask != u16::MAX {
            // No other thread touches the block, so that its other pixels may be written unchanged.
            let old = self.load(group);
            for (l, (new, old)) in new.iter_mut().zip(old).enumerate() {
                *new = if mask >> l & 1 != 0 { *new } else { old };
            }
        }
        // SAFETY: as in `load`.
        unsafe { self.block(group).write(new) }
    }

    /// Sets the bits `bits` of all pixels to those of `value`.
    pub(crate) fn fill(&self, value: u32, bits: u32) {
        if self.base.is_null() {
            return;
        }
        let blocks = self.base.cast::<LanesF32>();
        // SAFETY: `PixelWindow::new` guarantees that the tile exists and has no other user now.
        let blocks = unsafe { std::slice::from_raw_parts_mut(blocks, TILE_PIXELS / LANES) };
        let fill = Fill {
            blocks,
            value: value & bits,
            kept: !bits,
        };
        run_on(InstructionSet::of_process(), fill);
    }
}

/// Sets bits of all pixels of some blocks.
struct Fill<'a> {
    blocks: &'a mut [LanesF32],
    value: u32,
    /// The bits that do not change.
    kept: u32,
}

impl PerWidth for Fill<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let [value, kept] = [V::splat_i(self.value as i32), V::splat_i(self.kept as i32)];
        for block in self.blocks {
            let pixels = match self.kept {
                0 => value,
                _ => V::bits(V::load(block)) & kept | value,
            };
            V::write(V::from_bits(pixels), block);
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
    /// The method that finds the level of detail.
    pub mode: LodMode,
}

/// r, g, b, a of one group.
pub type SampleResult = [LanesF32; 4];

/// Operands of a sample: s, t, r, q, and bias or explicit level.
pub(super) const SAMPLE_OPERANDS: usize = 5;

/// The places of a [`SampleRequest`]'s operands.
const REQUEST_PLACES: [u32; SAMPLE_OPERANDS] = {
    let coords = offset_of!(SampleRequest, coords) as u32;
    let row = size_of::<LanesF32>() as u32;
    let lod = offset_of!(SampleRequest, lod) as u32;
    [
        coords,
        coords + row,
        coords + 2 * row,
        coords + 3 * row,
        lod,
    ]
};

/// A [`SampleRequest`] with its operands in the kernel's rows, and the place of its result. Kernels list many of these,
/// and samplers read two or three operands of each: so it is small.
pub struct SampleGroup<'a> {
    /// The base of the operands' places.
    rows: *const LanesF32,
    /// The distance of each operand in bytes.
    places: &'a [u32; SAMPLE_OPERANDS],
    /// r, g, b, a.
    pub result: &'a mut SampleResult,
}

impl<'a> SampleGroup<'a> {
    /// The operands of a request.
    pub fn of(request: &'a SampleRequest, result: &'a mut SampleResult) -> SampleGroup<'a> {
        SampleGroup {
            rows: std::ptr::from_ref(request).cast(),
            places: &REQUEST_PLACES,
            result,
        }
    }

    /// Operands at these distances in bytes from `rows`.
    ///
    /// # Safety
    /// The rows at these places exist, and are not written while the group lives.
    #[inline(always)]
    pub(super) unsafe fn at(
        rows: *const LanesF32,
        places: &'a [u32; SAMPLE_OPERANDS],
        result: &'a mut SampleResult,
    ) -> SampleGroup<'a> {
        SampleGroup {
            rows,
            places,
            result,
        }
    }

    #[inline(always)]
    fn operand(&self, i: usize) -> &'a LanesF32 {
        // SAFETY: `at` guarantees the places, `of` borrows a request that has these.
        unsafe { &*self.rows.byte_add(self.places[i] as usize) }
    }

    /// s, t, r or q by number.
    #[inline(always)]
    pub fn coord(&self, axis: usize) -> &'a LanesF32 {
        self.operand(axis % 4)
    }

    /// s, t, r and q.
    #[inline(always)]
    pub fn coords(&self) -> [&'a LanesF32; 4] {
        [self.coord(0), self.coord(1), self.coord(2), self.coord(3)]
    }

    /// Bias or explicit level.
    #[inline(always)]
    pub fn lod(&self) -> &'a LanesF32 {
        self.operand(4)
    }
}

/// A texture image unit for a kernel: implemented by `texture`. Total: no input makes it panic.
pub trait Sampler: Send + Sync {
    /// Samples one group; derivatives are taken inside its quads.
    fn sample(&self, request: &SampleRequest, result: &mut SampleResult);

    /// Samples several groups, with the same results.
    fn sample_groups(&self, mode: LodMode, groups: &mut [SampleGroup<'_>]) {
        for group in groups {
            let request = SampleRequest {
                coords: group.coords().map(|c| *c),
                lod: *group.lod(),
                mode,
            };
            self.sample(&request, group.result);
        }
    }
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
    /// The planes of the target that the kernel reads and writes; absent ones are `NONE`.
    pub pixels: &'a [PixelWindow<'a>; MAX_PIXEL_PLANES],
    /// Texture image units.
    pub samplers: &'a [SamplerSlot<'a>],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_loaded_and_stored_by_mask() {
        let mut plane: Vec<u32> = (0..TILE_PIXELS as u32).collect();
        // SAFETY: `plane` is a tile.
        let window = unsafe { PixelWindow::new(plane.as_mut_ptr()) };
        let group = Group::at(2, 1);
        let first = 18 * LANES as u32;
        assert_eq!(
            window.load(group),
            std::array::from_fn(|l| first + l as u32)
        );
        window.store(group, 0x8421, &[7777; LANES]);
        let masked = |l: usize| match 0x8421 >> l & 1 {
            0 => first + l as u32,
            _ => 7777,
        };
        assert_eq!(window.load(group), std::array::from_fn(masked));
        window.fill(0x500, 0xf00);
        assert_eq!(window.load(Group::at(15, 15))[15], 0x5ff);
        let all = plane.iter().enumerate();
        let touched = all.filter(|(i, pixel)| **pixel & 0xff != *i as u32 & 0xff);
        assert_eq!(touched.count(), 4);
    }
}
