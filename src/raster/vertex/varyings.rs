//! The layout of a transformed vertex: the varyings that the fragment program reads, in rows of four. A vertex that is clipped
//! has a header before them.
#![forbid(unsafe_code)]

use crate::ir::Program;
use crate::ir::interface::{Varyings, fragment_input, varying};
use crate::kernel::constant_outputs;
use crate::kernel::layout::MAX_PIXEL_PLANES;
use crate::raster::call::draw_call::{RasterState, SpriteThird};
use crate::raster::geometry::slots::{color_bit, is_color};
use crate::raster::geometry::vertex_header::HEADER;
use crate::simd::{LANES, LanesF32, Vectors};

const _: () = assert!(MAX_PIXEL_PLANES > 4);
const _: () = assert!(
    varying::GENERIC_0 - varying::TEX_COORD_0
        == fragment_input::GENERIC_0 - fragment_input::TEX_COORD_0
);

/// The outputs of the vertex program for one group. Slots that it does not store have their defaults.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GroupOutputs<'a> {
    /// `[slot][lane]`
    pub(crate) slots: &'a [LanesF32],
    /// By slot: whether the program stores it.
    pub(crate) written: &'a [bool],
}

impl<'a> GroupOutputs<'a> {
    /// Returns a varying slot of all lanes.
    #[inline(always)]
    pub(crate) fn get(&self, slot: u32) -> &'a LanesF32 {
        const ZERO: &LanesF32 = &[0.0; LANES];
        const ONE: &LanesF32 = &[1.0; LANES];
        match (self.written.get(slot as usize), default_of(slot) == 1.0) {
            (Some(true), _) => &self.slots[slot as usize],
            (_, true) => ONE,
            (_, false) => ZERO,
        }
    }

    /// Returns the four slots of a varying, of all lanes.
    #[inline(always)]
    pub(crate) fn vec4(&self, varying: u32) -> [&'a LanesF32; 4] {
        let first = 4 * varying;
        [
            self.get(first),
            self.get(first + 1),
            self.get(first + 2),
            self.get(first + 3),
        ]
    }
}

/// Says where a vertex holds what becomes the third coordinate of a point sprite.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SpriteThirdPlace {
    /// The number of the fragment scalar that is replaced.
    pub(crate) scalar: usize,
    /// The indices, among the floats of a vertex's rows, of s or r and of q.
    pub(crate) floats: [usize; 2],
}

/// The rows of one vertex.
///
/// | rows | hold |
/// |---|---|
/// | the first ones | the fragment scalars of front faces, four to a row |
/// | as many, if colours are two-sided | the fragment scalars of back faces |
/// | one per third coordinate of point sprites that is not 0 | s or r, and q |
#[derive(Debug, Clone)]
pub(crate) struct VertexLayout {
    /// By row: the varying slot of each float, and whether it is clamped to [0, 1]. `None` fills a row up with zeros.
    sources: Vec<[Option<(u32, bool)>; 4]>,
    /// The fragment scalars that have the provoking vertex's value. Among them are those that are the same for all vertices.
    pub(crate) flat: Vec<u16>,
    /// Whether vertices may differ in some of them, so that it matters which vertex is the provoking one.
    pub(crate) asks_provoking: bool,
    /// The fragment input slots of the scalars.
    pub(crate) slots: Vec<u16>,
    /// Whether back faces have rows of their own.
    has_back: bool,
    /// The third coordinates of point sprites that are not 0.
    pub(crate) sprite_thirds: Vec<SpriteThirdPlace>,
}

/// Returns the varying slots that a fragment input slot is interpolated from, on front and on back faces.
fn varying_slots(slot: u16) -> (u32, u32) {
    let (vec4, component) = (u32::from(slot) / 4, u32::from(slot) % 4);
    let at = |v: u32| 4 * v + component;
    match vec4 {
        fragment_input::COLOR => (at(varying::FRONT_COLOR), at(varying::BACK_COLOR)),
        fragment_input::SECONDARY_COLOR => {
            (at(varying::FRONT_SECONDARY), at(varying::BACK_SECONDARY))
        }
        fragment_input::FOG_COORD => (at(varying::FOG_COORD), at(varying::FOG_COORD)),
        _ => (at(texture_varying(vec4)), at(texture_varying(vec4))),
    }
}

/// Returns the colours that are flat, by [`color_bit`], given those that are the same for all vertices.
pub(crate) fn flat_colors(state: &RasterState, constant: u8) -> u8 {
    if state.flat { !0 } else { constant }
}

/// Returns the colour components, by [`color_bit`], that a vertex program makes the same for all vertices of a draw, on both
/// faces.
pub(crate) fn constant_colors(program: &Program) -> u8 {
    let constant = constant_outputs(program);
    let is_constant = |slot: u32| constant.get(slot as usize).is_none_or(|constant| *constant);
    let colors = 4 * fragment_input::COLOR as u16..4 * (fragment_input::SECONDARY_COLOR as u16 + 1);
    let constant_colors = colors.filter(|slot| {
        let (front, back) = varying_slots(*slot);
        is_constant(front) && is_constant(back)
    });
    constant_colors.fold(0, |bits, slot| bits | color_bit(slot))
}

/// Returns the varying of a texture coordinate or generic fragment input. Both lists have these in the same order.
fn texture_varying(vec4: u32) -> u32 {
    varying::TEX_COORD_0 + vec4 - fragment_input::TEX_COORD_0
}

/// Finds the fragment scalars that point sprites replace by s / q or r / q, each with the component: 0 for s, 2 for r.
fn thirds(slots: &[u16], state: &RasterState) -> impl Iterator<Item = (usize, u32)> {
    let replaced = state.point_sprite.map_or(0, |sprites| sprites.replaced);
    let component = match state.point_sprite.map(|sprites| sprites.third) {
        None | Some(SpriteThird::Zero) => None,
        Some(SpriteThird::S) => Some(0),
        Some(SpriteThird::R) => Some(2),
    };
    let is_third = move |slot: u16| {
        let set = (u32::from(slot) / 4).checked_sub(fragment_input::TEX_COORD_0);
        slot % 4 == 2 && set.is_some_and(|set| set < 8 && replaced >> set & 1 == 1)
    };
    let thirds = slots
        .iter()
        .enumerate()
        .filter(move |(_, slot)| is_third(**slot));
    thirds.filter_map(move |(scalar, _)| Some((scalar, component?)))
}

impl VertexLayout {
    /// Makes the layout for the fragment input slots `slots`. `flat` says which colours are flat, by [`color_bit`], and
    /// `clamped_generics` which generic varyings are clamped, by bit.
    pub(crate) fn new(
        slots: &[u16],
        state: &RasterState,
        flat: u8,
        clamped_generics: u32,
    ) -> VertexLayout {
        let is_clamped = |slot: u16| {
            state.clamp_colors && is_color(slot) || Varyings::has(clamped_generics, u32::from(slot))
        };
        // A row has four slots. Their sources are the outputs of the front or of the back face.
        let rows_of = |back: bool| {
            slots.chunks(4).map(move |slots| {
                let mut row = [None; 4];
                for (source, slot) in row.iter_mut().zip(slots) {
                    let (front_slot, back_slot) = varying_slots(*slot);
                    let from = if back { back_slot } else { front_slot };
                    *source = Some((from, is_clamped(*slot)));
                }
                row
            })
        };
        // Front rows come first. Back rows follow if colours are two-sided.
        let mut sources: Vec<_> = rows_of(false).collect();
        let has_back = state.two_sided && slots.iter().any(|slot| is_color(*slot));
        if has_back {
            sources.extend(rows_of(true));
        }
        // Where point sprites replace the third coordinate, a row with its component and q follows.
        let mut sprite_thirds = Vec::new();
        for (scalar, component) in thirds(slots, state) {
            let at = 4 * sources.len();
            let vec4 = u32::from(slots[scalar]) / 4;
            let from = |component| Some((4 * texture_varying(vec4) + component, false));
            sources.push([from(component), from(3), None, None]);
            sprite_thirds.push(SpriteThirdPlace {
                scalar,
                floats: [at, at + 1],
            });
        }
        let is_flat = |i: &u16| flat & color_bit(slots[usize::from(*i)]) != 0;
        VertexLayout {
            sources,
            flat: (0..slots.len() as u16).filter(is_flat).collect(),
            asks_provoking: state.flat && slots.iter().any(|slot| is_color(*slot)),
            slots: slots.to_vec(),
            has_back,
            sprite_thirds,
        }
    }

    /// The number of rows of a vertex.
    #[inline(always)]
    pub(crate) fn n_rows(&self) -> usize {
        self.sources.len()
    }

    /// Returns the first row of front or back faces.
    #[inline(always)]
    pub(crate) fn side(&self, front: bool) -> usize {
        if !front && self.has_back {
            self.slots.len().div_ceil(4)
        } else {
            0
        }
    }

    /// The number of floats of a vertex with a header.
    pub(crate) fn stride(&self) -> usize {
        HEADER + 4 * self.n_rows()
    }

    /// Writes the rows of a group's vertices, lane by lane. Each vertex has `stride` rows, of which `first` is the first one
    /// written here.
    #[inline(always)]
    pub(crate) fn write_rows<V: Vectors>(
        &self,
        group: GroupOutputs<'_>,
        rows: &mut [[f32; 4]],
        stride: usize,
        first: usize,
    ) {
        for (r, [a, b, c, d]) in self.sources.iter().enumerate() {
            let columns = [
                column::<V>(group, *a),
                column::<V>(group, *b),
                column::<V>(group, *c),
                column::<V>(group, *d),
            ];
            V::write_rows(columns, &mut rows[first + r..], stride);
        }
    }

    /// Appends the vertex in `lane` of a group, with its header.
    pub(crate) fn append_vertex(
        &self,
        group: GroupOutputs<'_>,
        lane: usize,
        edge_flag: f32,
        out: &mut Vec<f32>,
    ) {
        out.extend(group.vec4(varying::POSITION).map(|lanes| lanes[lane]));
        out.push(group.get(4 * varying::POINT_SIZE)[lane]);
        out.push(edge_flag);
        out.extend((0..6).map(|c| group.get(4 * varying::CLIP_0 + c)[lane]));
        for source in self.sources.as_flattened() {
            out.push(match *source {
                Some((slot, true)) => clamped(group.get(slot)[lane]),
                Some((slot, false)) => group.get(slot)[lane],
                None => 0.0,
            });
        }
    }
}

/// Returns one float of all vertices of a group.
#[inline(always)]
fn column<V: Vectors>(group: GroupOutputs<'_>, source: Option<(u32, bool)>) -> V::F {
    let Some((slot, is_clamped)) = source else {
        return V::splat(0.0);
    };
    let column = V::load(group.get(slot));
    if is_clamped {
        V::min(V::max(column, V::splat(0.0)), V::splat(1.0))
    } else {
        column
    }
}

/// Clamps to [0, 1]. NaN becomes 0, as in [`column`](fn@column).
fn clamped(x: f32) -> f32 {
    let positive = if x > 0.0 { x } else { 0.0 };
    if positive < 1.0 { positive } else { 1.0 }
}

/// Returns the value of a varying slot that the program does not store.
pub(crate) fn default_of(slot: u32) -> f32 {
    let is_clip_distance = (4 * varying::CLIP_0..4 * varying::CLIP_0 + 8).contains(&slot);
    if slot % 4 == 3 && !is_clip_distance {
        1.0
    } else {
        0.0
    }
}
