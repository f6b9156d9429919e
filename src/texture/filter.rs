//! Texels → one filtered value per lane, inside one level (GL 1.5 section 3.8.8): a texel, or two per axis, mixed along
//! s, then t, then r.
#![forbid(unsafe_code)]

use super::address::{Axis, axis};
use super::image::{Image, ImageKind};
use super::sampler::SamplerState;
use super::texel::{Reader, Texel};
use crate::simd::Vectors;

/// One level of one face, ready for loads.
#[derive(Debug, Clone, Copy)]
pub(super) struct LevelView<'a> {
    /// Texels; those that are missing at the end read as the border.
    texels: &'a [u8],
    kind: ImageKind,
    /// Texels without border along s, t, r.
    size: [i32; 3],
    /// Border around them, in the dimensions that the kind has.
    border: i32,
    /// Texels from column to column, from row to row, from image to image.
    stride: [i32; 3],
}

impl<'a> LevelView<'a> {
    /// The view, or `None` for a level that is missing.
    #[inline(always)]
    pub(super) fn new(image: &'a Image, face: u32, level: u32) -> Option<LevelView<'a>> {
        let level = image
            .faces
            .get(face as usize)?
            .get(level as usize)?
            .as_ref()?;
        let [width, height, depth] = [level.width, level.height, level.depth].map(|n| n as i32);
        let border = level.border as i32;
        let row = width.wrapping_add(2 * border);
        (width > 0).then_some(LevelView {
            texels: &level.texels,
            kind: image.kind,
            size: [width, height, depth],
            border,
            stride: [1, row, row.wrapping_mul(height.wrapping_add(2 * border))],
        })
    }
}

/// An axis in texel numbers.
struct Places<V: Vectors, W> {
    offset: [V::I; 2],
    /// Lanes inside the image, where some may leave it.
    inside: Option<[V::M; 2]>,
    weight: W,
}

impl<V: Vectors, W: Copy> Places<V, W> {
    #[inline(always)]
    fn new<T: Texel<V, Weight = W>>(view: &LevelView<'_>, along: usize, axis: Axis<V>) -> Self {
        let border = V::splat_i(view.border);
        let mut offset = [axis.first + border, axis.second + border];
        if along > 0 {
            let stride = V::splat_i(view.stride[along]);
            offset = [offset[0] * stride, offset[1] * stride];
        }
        let last = V::splat_i(view.size[along] - 1);
        // An image with a border holds the indices −1 and n.
        let inside = match axis.leaves && view.border == 0 {
            true => Some([
                V::eq_i(V::min_u(axis.first, last), axis.first),
                V::eq_i(V::min_u(axis.second, last), axis.second),
            ]),
            false => None,
        };
        Places {
            offset,
            inside,
            weight: T::weight(axis.weight),
        }
    }

    /// One of the two places, as a row for the axes before this one.
    #[inline(always)]
    fn row(&self, which: usize) -> Row<V> {
        Row {
            offset: self.offset[which],
            inside: match self.inside {
                Some(inside) => Some(inside[which]),
                None => None,
            },
        }
    }
}

/// Where a row of texels begins.
#[derive(Clone, Copy)]
struct Row<V: Vectors> {
    offset: V::I,
    inside: Option<V::M>,
}

impl<V: Vectors> Row<V> {
    /// The row of the axes that an image lacks.
    #[inline(always)]
    fn only() -> Row<V> {
        Row {
            offset: V::splat_i(0),
            inside: None,
        }
    }

    /// The row at both.
    #[inline(always)]
    fn plus(self, other: Row<V>) -> Row<V> {
        Row {
            offset: self.offset + other.offset,
            inside: match (self.inside, other.inside) {
                (Some(a), Some(b)) => Some(a & b),
                (Some(inside), None) | (None, Some(inside)) => Some(inside),
                (None, None) => None,
            },
        }
    }

    /// Texel numbers; −1 outside the image.
    #[inline(always)]
    fn numbers(self) -> V::I {
        match self.inside {
            None => self.offset,
            Some(inside) => V::select_i(inside, self.offset, V::splat_i(-1)),
        }
    }
}

/// Samples one level at s, t, r, the nearest texels or linear.
#[inline(always)]
pub(super) fn sample_level<V: Vectors, R: Reader<V>>(
    state: &SamplerState,
    view: &LevelView<'_>,
    linear: bool,
    coords: &[V::F; 4],
    reader: &R,
) -> R::Texel {
    let sample = Sample {
        state,
        view,
        coords,
        reader,
        linear,
    };
    match (view.kind, linear) {
        (ImageKind::D1, false) => sample.nearest(1),
        (ImageKind::D1, true) => sample.along_s(&sample.places(0), Row::only()),
        (ImageKind::D3, false) => sample.nearest(3),
        (ImageKind::D3, true) => sample.along_r(),
        (_, false) => sample.nearest(2),
        (_, true) => sample.along_t(&sample.places(0), &sample.places(1), Row::only()),
    }
}

/// What [`sample_level`] works on.
struct Sample<'a, V: Vectors, R: Reader<V>> {
    state: &'a SamplerState,
    view: &'a LevelView<'a>,
    coords: &'a [V::F; 4],
    reader: &'a R,
    linear: bool,
}

/// Places that weigh the texels of a reader.
type PlacesOf<V, R> = Places<V, <<R as Reader<V>>::Texel as Texel<V>>::Weight>;

impl<V: Vectors, R: Reader<V>> Sample<'_, V, R> {
    #[inline(always)]
    fn places(&self, along: usize) -> PlacesOf<V, R> {
        let axis = axis::<V>(
            self.state.wrap[along],
            self.coords[along],
            self.view.size[along],
            self.view.kind != ImageKind::Rectangle,
            self.linear,
        );
        Places::new::<R::Texel>(self.view, along, axis)
    }

    #[inline(always)]
    fn nearest(&self, axes: usize) -> R::Texel {
        let mut row = self.places(0).row(0);
        for along in 1..axes {
            row = row.plus(self.places(along).row(0));
        }
        self.reader.one(self.view.texels, row.numbers())
    }

    #[inline(always)]
    fn along_s(&self, s: &PlacesOf<V, R>, row: Row<V>) -> R::Texel {
        let numbers = [s.row(0).plus(row).numbers(), s.row(1).plus(row).numbers()];
        let [first, second] = self.reader.pair(self.view.texels, numbers);
        first.mix(second, s.weight)
    }

    #[inline(always)]
    fn along_t(&self, s: &PlacesOf<V, R>, t: &PlacesOf<V, R>, row: Row<V>) -> R::Texel {
        let first = self.along_s(s, t.row(0).plus(row));
        first.mix(self.along_s(s, t.row(1).plus(row)), t.weight)
    }

    #[inline(always)]
    fn along_r(&self) -> R::Texel {
        let (s, t, r) = (self.places(0), self.places(1), self.places(2));
        let first = self.along_t(&s, &t, r.row(0));
        first.mix(self.along_t(&s, &t, r.row(1)), r.weight)
    }
}
