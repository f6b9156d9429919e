//! Filters texels inside one level to one value per lane (GL 1.5 section 3.8.8): the nearest texel, or the square of
//! four around the coordinate, which a [`Reader`] weighs. Along r two squares are mixed.
//!
//! The path from coordinates to texels and then to the sample takes a hundred cycles, most of them waiting. So several
//! groups are sampled at a time. While the texels of one are weighted, the next one's places are computed
//! ([`pipelined`]).
#![forbid(unsafe_code)]

use super::address::{self, Inner, Split};
use super::blend::Blend;
use super::reader::{DoubleReader, Reader, Texel, WordReader};
use super::sampler_state::SamplerState;
use super::square::{LevelView, Place, Slice, Square};
use crate::kernel::layout::SampleGroup;
use crate::simd::{DoubleRows, InstructionSet, LanesF32, PairRows, PerWidth, Vectors, run_on};

/// One level of one face, and the use of its samples.
#[derive(Clone, Copy)]
pub(super) struct Sampling<'a> {
    pub(super) state: &'a SamplerState,
    pub(super) view: LevelView<'a>,
    pub(super) linear: bool,
    pub(super) set: InstructionSet,
    pub(super) blend: Blend<'a>,
}

#[inline(always)]
pub(super) fn load<V: Vectors>([a, b, c, d]: [&LanesF32; 4]) -> [V::F; 4] {
    [V::load(a), V::load(b), V::load(c), V::load(d)]
}

/// Samples groups, with nearest or linear filtering.
#[inline(always)]
pub(super) fn sample<V: Vectors, R: Reader<C>, const C: usize>(
    sampling: &Sampling<'_>,
    reader: &R,
    groups: &mut [SampleGroup<'_>],
) {
    if sampling.linear && sampling.view.n_axes() < 3 {
        return reader.linear::<V>(sampling, groups);
    }
    each::<V, R, C>(sampling, reader, groups);
}

/// Samples group after group.
#[inline(always)]
pub(super) fn each<V: Vectors, R: Reader<C>, const C: usize>(
    sampling: &Sampling<'_>,
    reader: &R,
    groups: &mut [SampleGroup<'_>],
) {
    let Sampling { state, view, .. } = sampling;
    for i in 0..groups.len() {
        let group = &mut groups[i];
        let coords = load::<V>(group.coords());
        let texel: Texel<V, C> = if sampling.linear {
            weighted(state, view, &coords, reader)
        } else {
            nearest(state, view, &coords, reader)
        };
        sampling
            .blend
            .apply::<V>(i, reader.finish(texel), group.result);
    }
}

/// The places of a group's texels.
#[derive(Clone, Copy)]
enum Texels<V: Vectors> {
    /// All lanes read from one small rectangle, which is loaded whole.
    Window(V::Window),
    /// In all lanes, neighbours are side by side.
    Pairs,
    /// Beyond an edge in some lane.
    Apart,
}

/// The state of a group before its texels are loaded, beside their places.
#[derive(Clone, Copy)]
struct Ready<V: Vectors, S: Split, T: Split> {
    s: S::Weight<V>,
    t: T::Weight<V>,
    texels: Texels<V>,
}

/// The first texels of squares.
#[derive(Clone, Copy)]
struct Located<V: Vectors, S: Split, T: Split> {
    /// Counts from the texel with all indices 0.
    number: V::I,
    s: S::Weight<V>,
    t: T::Weight<V>,
    /// Lanes whose texels are neighbours in memory.
    inner: V::M,
}

/// The parameters for finding places, which are the same for all groups.
struct Places<V: Vectors, S: Split, T: Split> {
    s: Inner<V, S>,
    /// `None` in one dimension.
    t: Option<Inner<V, T>>,
    stride: V::I,
}

impl<V: Vectors, S: Split, T: Split> Places<V, S, T> {
    #[inline(always)]
    fn new(sampling: &Sampling<'_>) -> Self {
        let Sampling { state, view, .. } = sampling;
        Places {
            s: Inner::new(view.extent(state, 0)),
            t: match view.n_axes() {
                1 => None,
                _ => Some(Inner::new(view.extent(state, 1))),
            },
            stride: V::splat_i(view.stride[1]),
        }
    }

    #[inline(always)]
    fn locate(&self, group: &SampleGroup<'_>) -> Located<V, S, T> {
        let (column, s, mut inner) = self.s.find(V::load(group.coord(0)));
        let mut number = column;
        let mut weight = T::none::<V>();
        if let Some(t) = &self.t {
            let (line, t, t_inner) = t.find(V::load(group.coord(1)));
            number = number + line * self.stride;
            (inner, weight) = (inner & t_inner, t);
        }
        Located {
            number,
            s,
            t: weight,
            inner,
        }
    }

    /// The places of a group are stored in a slot of `rows`.
    #[inline(always)]
    fn find(
        &self,
        group: &SampleGroup<'_>,
        rows: &mut PairRows<'_>,
        slot: usize,
    ) -> Ready<V, S, T> {
        let Located {
            number,
            s,
            t,
            inner,
        } = self.locate(group);
        let texels = match V::window(rows, slot, number) {
            Some((window, fits)) if V::all(inner & fits) => Texels::Window(window),
            _ if V::all(inner) => {
                rows.place::<V>(slot, number);
                Texels::Pairs
            }
            _ => Texels::Apart,
        };
        Ready { s, t, texels }
    }
}

/// The texels of a level from the one with all indices 0 on, each of `size` bytes, and the texels from row to row.
#[inline(always)]
fn rows_of<'a>(view: &LevelView<'a>, size: usize) -> (&'a [u8], u32) {
    let row = if view.n_axes() > 1 { view.stride[1] } else { 0 };
    let origin = size * view.origin() as usize;
    (view.texels.get(origin..).unwrap_or_default(), row as u32)
}

/// Linear filtering in one or two dimensions of texels of 32 bits, the places of one group ahead of the texels.
#[inline(always)]
pub(super) fn pipelined<V: Vectors, R: WordReader<C>, const C: usize>(
    sampling: &Sampling<'_>,
    reader: &R,
    groups: &mut [SampleGroup<'_>],
) {
    let Some(first) = groups.first() else { return };
    let (texels, row) = rows_of(&sampling.view, 4);
    let mut rows = PairRows::new(texels, row);
    let places = Places::<V, R::S, R::T>::new(sampling);
    // The next group's places are found before the current group's texels are weighted.
    let mut next = places.find(first, &mut rows, 0);
    for i in 0..groups.len() {
        let now = next;
        if i + 1 < groups.len() {
            next = places.find(&groups[i + 1], &mut rows, i + 1);
        }
        let group = &mut groups[i];
        let reference = V::load(group.coord(3));
        // Texels come from a window, from pairs, or beyond the edges one by one.
        let texel = match now.texels {
            Texels::Window(window) => {
                let bytes = V::load_window(&rows, i, window);
                reader.weigh_bytes::<V>(bytes, now.s, now.t, reference)
            }
            Texels::Pairs => {
                let words = V::load_pairs(&rows, i);
                reader.weigh::<V>(words, now.s, now.t, reference)
            }
            Texels::Apart => {
                apart(sampling, reader, i, group);
                continue;
            }
        };
        sampling
            .blend
            .apply::<V>(i, reader.finish(texel), group.result);
    }
}

/// The same of texels of 64 bits.
#[inline(always)]
pub(super) fn pipelined_doubles<V: Vectors, R: DoubleReader<C>, const C: usize>(
    sampling: &Sampling<'_>,
    reader: &R,
    groups: &mut [SampleGroup<'_>],
) {
    let Some(first) = groups.first() else { return };
    let (texels, row) = rows_of(&sampling.view, 8);
    let mut rows = DoubleRows::new(texels, row);
    let places = Places::<V, R::S, R::T>::new(sampling);
    let mut next = places.locate(first);
    rows.place::<V>(0, next.number);
    for i in 0..groups.len() {
        let now = next;
        if i + 1 < groups.len() {
            next = places.locate(&groups[i + 1]);
            rows.place::<V>(i + 1, next.number);
        }
        let group = &mut groups[i];
        if !V::all(now.inner) {
            apart(sampling, reader, i, group);
            continue;
        }
        let texel = reader.weigh::<V>(V::load_doubles(&rows, i), now.s, now.t);
        sampling
            .blend
            .apply::<V>(i, reader.finish(texel), group.result);
    }
}

/// Samples group `i` of several, which crosses the edges of a level.
#[inline(always)]
fn apart<R: Reader<C>, const C: usize>(
    sampling: &Sampling<'_>,
    reader: &R,
    i: usize,
    group: &mut SampleGroup<'_>,
) {
    let sampling = Sampling {
        blend: sampling.blend.from(i),
        ..*sampling
    };
    let one = std::slice::from_mut(group);
    run_on(sampling.set, Apart::<R, C>(&sampling, reader, one));
}

/// Samples groups that cross the edges of a level. They are rare, and so have their own function, away from the
/// registers of the others.
struct Apart<'a, 'g, R, const C: usize>(&'a Sampling<'a>, &'a R, &'a mut [SampleGroup<'g>]);

impl<R: Reader<C>, const C: usize> PerWidth for Apart<'_, '_, R, C> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        each::<V, R, C>(self.0, self.1, self.2);
    }
}

#[inline(always)]
fn nearest<V: Vectors, R: Reader<C>, const C: usize>(
    state: &SamplerState,
    view: &LevelView<'_>,
    coords: &[V::F; 4],
    reader: &R,
) -> Texel<V, C> {
    let index = address::nearest::<V>(view.extent(state, 0), coords[0]);
    let mut number = V::splat_i(view.origin()) + index;
    let mut inside = view.inside::<V>(0, index);
    for along in 1..3 {
        if along < view.n_axes() {
            let index = address::nearest::<V>(view.extent(state, along), coords[along]);
            number = number + index * V::splat_i(view.stride[along]);
            inside = inside & view.inside::<V>(along, index);
        }
    }
    reader.one(view.texels, Place { number, inside }, coords[3])
}

#[inline(always)]
fn weighted<V: Vectors, R: Reader<C>, const C: usize>(
    state: &SamplerState,
    view: &LevelView<'_>,
    coords: &[V::F; 4],
    reader: &R,
) -> Texel<V, C> {
    let n_axes = view.n_axes();
    let mut square = Square {
        view,
        slice: Slice {
            number: V::splat_i(view.origin()),
            inside: V::eq_i(V::splat_i(0), V::splat_i(0)),
        },
        s: address::linear::<V, R::S>(view.extent(state, 0), coords[0]),
        t: None,
        reference: coords[3],
    };
    if n_axes > 1 {
        square.t = Some(address::linear::<V, R::T>(view.extent(state, 1), coords[1]));
    }
    if n_axes < 3 {
        return reader.four(&square);
    }
    let r = address::linear::<V, address::Exact>(view.extent(state, 2), coords[2]);
    let origin = square.slice;
    let mut first = None;
    let mut index = r.first;
    // Called once for each slice in a loop, so that the code for a square exists once.
    loop {
        square.slice = Slice {
            number: origin.number + index * V::splat_i(view.stride[2]),
            inside: view.inside::<V>(2, index),
        };
        let texel = reader.four(&square);
        let Some(first) = first else {
            (first, index) = (Some(texel), r.second());
            continue;
        };
        return Texel::mix(first, texel, r.weight);
    }
}
