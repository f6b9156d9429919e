//! How a transformed vertex lies in memory: a fixed header, then just the varyings that the fragment program reads.
#![forbid(unsafe_code)]

use super::draw_call::RasterState;
use super::fragment_stage::is_color;
use crate::ir::interface::{fragment_input, varying};
use crate::kernel::layout::MAX_PIXEL_PLANES;
use crate::simd::LanesF32;

/// Floats before the varyings: clip coordinates, point size, edge flag, six user clip distances.
pub(crate) const HEADER: usize = 12;
/// Index of the point size in a vertex.
pub(crate) const POINT_SIZE: usize = 4;
/// Index of the edge flag (0 or 1).
pub(crate) const EDGE_FLAG: usize = 5;
/// Index of the first user clip distance.
pub(crate) const CLIP_DISTANCE: usize = 6;

const _: () = assert!(MAX_PIXEL_PLANES > 4);

/// The floats of one vertex.
#[derive(Debug, Clone)]
pub(crate) struct VertexLayout {
    /// Varying slot of each float behind the header.
    sources: Vec<u16>,
    /// Which of them are clamped to [0, 1].
    clamped: Vec<bool>,
    /// The float of each fragment scalar, for back and front faces: `[is_front]`.
    pub(crate) offsets: [Vec<u16>; 2],
    /// The fragment scalars that take the provoking vertex's value.
    pub(crate) flat: Vec<bool>,
    /// The fragment scalars' slots.
    pub(crate) slots: Vec<u16>,
}

/// The varying slots behind a fragment input slot: (front, back).
fn varying_slots(slot: u16) -> (u16, u16) {
    let (vec4, component) = (u32::from(slot) / 4, slot % 4);
    let at = |v: u32| 4 * v as u16 + component;
    match vec4 {
        fragment_input::COLOR => (at(varying::FRONT_COLOR), at(varying::BACK_COLOR)),
        fragment_input::SECONDARY_COLOR => {
            (at(varying::FRONT_SECONDARY), at(varying::BACK_SECONDARY))
        }
        fragment_input::FOG_COORD => (at(varying::FOG_COORD), at(varying::FOG_COORD)),
        _ => {
            let texture = at(varying::TEX_COORD_0 + vec4 - fragment_input::TEX_COORD_0);
            (texture, texture)
        }
    }
}

impl VertexLayout {
    /// The layout for these interpolated fragment slots.
    pub(crate) fn new(slots: &[u16], state: &RasterState) -> VertexLayout {
        let mut layout = VertexLayout {
            sources: Vec::new(),
            clamped: Vec::new(),
            offsets: [Vec::new(), Vec::new()],
            flat: slots.iter().map(|s| state.flat && is_color(*s)).collect(),
            slots: slots.to_vec(),
        };
        for &slot in slots {
            let (front, back) = varying_slots(slot);
            let clamp = state.clamp_colors && is_color(slot);
            let front = layout.push(front, clamp);
            let two_sided = state.two_sided && is_color(slot);
            let back = if two_sided {
                layout.push(back, clamp)
            } else {
                front
            };
            layout.offsets[0].push(back);
            layout.offsets[1].push(front);
        }
        layout
    }

    fn push(&mut self, source: u16, clamp: bool) -> u16 {
        self.sources.push(source);
        self.clamped.push(clamp);
        (HEADER + self.sources.len() - 1) as u16
    }

    /// Floats per vertex.
    pub(crate) fn stride(&self) -> usize {
        HEADER + self.sources.len()
    }

    /// Appends the vertex in `lane` of a group of varyings (`[slot][lane]`, maybe fewer slots than there are).
    pub(crate) fn append_vertex(
        &self,
        group: &[LanesF32],
        lane: usize,
        edge_flag: f32,
        out: &mut Vec<f32>,
    ) {
        let get = |slot: u32| {
            group
                .get(slot as usize)
                .map_or(default_of(slot), |lanes| lanes[lane])
        };
        out.extend((0..4).map(|c| get(4 * varying::POSITION + c)));
        out.push(get(4 * varying::POINT_SIZE));
        out.push(edge_flag);
        out.extend((0..6).map(|c| get(4 * varying::CLIP_0 + c)));
        for (source, clamp) in self.sources.iter().zip(&self.clamped) {
            let x = get(u32::from(*source));
            out.push(match clamp {
                true if x > 0.0 => x.min(1.0),
                true => 0.0,
                false => x,
            });
        }
    }
}

/// What a varying slot reads that the program does not store.
pub(crate) fn default_of(slot: u32) -> f32 {
    let is_clip_distance = (4 * varying::CLIP_0..4 * varying::CLIP_0 + 8).contains(&slot);
    if slot % 4 == 3 && !is_clip_distance {
        1.0
    } else {
        0.0
    }
}
