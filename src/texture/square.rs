//! One level of an image, and where the four texels around a place lie in it.
#![forbid(unsafe_code)]

use super::address::{Axis, Extent, Split};
use super::image::Image;
use super::sampler_state::SamplerState;
use crate::format::TextureShape;
use crate::simd::{DoubleRows, PairRows, Vectors};

/// One level of one face, ready for loads.
#[derive(Debug, Clone, Copy)]
pub(super) struct LevelView<'a> {
    pub(super) texels: &'a [u8],
    kind: TextureShape,
    /// Texels without border along s, t, r.
    size: [i32; 3],
    /// Border around them, in the dimensions that the kind has.
    border: i32,
    /// Texels from column to column, from row to row, from image to image.
    pub(super) stride: [i32; 3],
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
        let (width, height) = (level.width as i32, level.height as i32);
        let border = level.border as i32;
        let row = width.wrapping_add(2 * border);
        (width > 0).then_some(LevelView {
            texels: &level.texels,
            kind: image.kind,
            size: [width, height, level.depth as i32],
            border,
            stride: [1, row, row.wrapping_mul(height.wrapping_add(2 * border))],
        })
    }

    /// The number of dimensions whose coordinates choose texels. No program samples layers yet: the first one stands for all.
    #[inline(always)]
    pub(super) fn n_axes(&self) -> usize {
        match self.kind {
            TextureShape::D1 | TextureShape::D1Array => 1,
            TextureShape::D3 => 3,
            _ => 2,
        }
    }

    #[inline(always)]
    pub(super) fn extent(&self, state: &SamplerState, along: usize) -> Extent {
        Extent {
            wrap: state.wrap[along],
            n: self.size[along],
            normalized: self.kind != TextureShape::Rectangle,
        }
    }

    /// Number of the texel with all indices 0.
    #[inline(always)]
    pub(super) fn origin(&self) -> i32 {
        let [column, row, image] = self.stride;
        let step = match self.n_axes() {
            1 => column,
            2 => column + row,
            _ => column + row + image,
        };
        self.border * step
    }

    /// Lanes whose index along an axis is inside the image, which holds −1 and n if it has a border.
    #[inline(always)]
    pub(super) fn inside<V: Vectors>(&self, along: usize, index: V::I) -> V::M {
        let border = V::splat_i(self.border);
        V::lt_u(
            index + border,
            V::splat_i(self.size[along]) + border + border,
        )
    }
}

/// Whether the mask has no lane.
#[inline(always)]
fn is_none<V: Vectors>(mask: V::M) -> bool {
    let (zero, one) = (V::splat_i(0), V::splat_i(1));
    V::all(V::lt_u(V::select_i(mask, one, zero), one))
}

/// Texels, and the lanes in which they are inside the image: elsewhere the border colour counts.
#[derive(Clone, Copy)]
pub(super) struct Place<V: Vectors> {
    pub(super) number: V::I,
    pub(super) inside: V::M,
}

/// A slice of a level along r, and for images without r all of it.
pub(super) type Slice<V> = Place<V>;

/// The four texels around a place in a slice.
pub(super) struct Square<'a, V: Vectors, S: Split, T: Split> {
    pub(super) view: &'a LevelView<'a>,
    pub(super) slice: Slice<V>,
    pub(super) s: Axis<V, S>,
    /// `None` in one dimension.
    pub(super) t: Option<Axis<V, T>>,
    /// What depths are compared with.
    pub(super) reference: V::F,
}

impl<V: Vectors, S: Split, T: Split> Square<'_, V, S, T> {
    /// Weight of the second column.
    #[inline(always)]
    pub(super) fn s_weight(&self) -> S::Weight<V> {
        self.s.weight
    }

    /// Weight of the second row.
    #[inline(always)]
    pub(super) fn t_weight(&self) -> T::Weight<V> {
        match &self.t {
            Some(t) => t.weight,
            None => T::none::<V>(),
        }
    }

    /// The level's texels.
    #[inline(always)]
    pub(super) fn texels(&self) -> &[u8] {
        self.view.texels
    }

    /// The corners: first row, then second.
    #[inline(always)]
    pub(super) fn corners(&self) -> [[Place<V>; 2]; 2] {
        let columns = [self.s.first, self.s.second()];
        let mut corners = [[self.slice; 2]; 2];
        for j in 0..2 {
            for i in 0..2 {
                let corner = &mut corners[j][i];
                corner.number = corner.number + columns[i];
                corner.inside = corner.inside & self.view.inside::<V>(0, columns[i]);
                if let Some(t) = &self.t {
                    let row = if j == 0 { t.first } else { t.second() };
                    corner.number = corner.number + row * V::splat_i(self.view.stride[1]);
                    corner.inside = corner.inside & self.view.inside::<V>(1, row);
                }
            }
        }
        corners
    }

    /// Numbers of the first texels, and texels from row to row, where in all lanes both texels of each row lie side by side
    /// inside of the image.
    #[inline(always)]
    fn neighbours(&self) -> Option<(V::I, i32)> {
        let mut adjacent = self.slice.inside & self.s.adjacent();
        let mut number = self.slice.number + self.s.first;
        let mut row = 0;
        if let Some(t) = &self.t {
            adjacent = adjacent & t.adjacent();
            number = number + t.first * V::splat_i(self.view.stride[1]);
            row = self.view.stride[1];
        }
        if V::all(adjacent) {
            return Some((number, row));
        }
        None
    }

    /// Texels of 32 bits, where all lanes have neighbours in memory: rows of pairs as [`Vectors::interleave`] puts them
    /// together.
    #[inline(always)]
    pub(super) fn pairs(&self) -> Option<[[V::I; 2]; 2]> {
        let (number, row) = self.neighbours()?;
        let mut rows = PairRows::new(self.texels(), row as u32);
        rows.place::<V>(0, number);
        Some(V::load_pairs(&rows, 0))
    }

    /// The words of texels of 64 bits, where all lanes have neighbours in memory.
    #[inline(always)]
    pub(super) fn double_pairs(&self) -> Option<DoublePairs<V>> {
        let (number, row) = self.neighbours()?;
        let mut rows = DoubleRows::new(self.texels(), row as u32);
        rows.place::<V>(0, number);
        Some(V::load_doubles(&rows, 0))
    }

    /// The same; where some lane has no neighbours in memory, each texel is loaded by itself.
    #[inline(always)]
    pub(super) fn double_words(&self, border: impl Fn() -> [u32; 2]) -> DoublePairs<V> {
        if let Some(pairs) = self.double_pairs() {
            return pairs;
        }
        let border = border();
        let corners = self.corners();
        let mut words = [[V::splat_i(0); 4]; 2];
        for j in 0..2 {
            for i in 0..2 {
                let Place { number, inside } = corners[j][i];
                let texel = load_double::<V>(self.texels(), number);
                for word in 0..2 {
                    let border = V::splat_i(border[word] as i32);
                    words[j][2 * i + word] = V::select_i(inside, texel[word], border);
                }
            }
        }
        words
    }

    /// Texels of 32 bits, as [`Square::pairs`] has them. Most often all lanes have neighbours in memory; else each texel is
    /// loaded by itself.
    #[inline(always)]
    pub(super) fn words(&self, border: impl Fn() -> u32) -> [[V::I; 2]; 2] {
        if let Some(pairs) = self.pairs() {
            return pairs;
        }
        // Elsewhere every texel is loaded by itself, or is the border's colour.
        let border = V::splat_i(border() as i32);
        let corners = self.corners();
        let mut words = [[border; 2]; 2];
        let [[a, b], [c, d]] = corners.map(|row| row.map(|corner| corner.inside));
        if is_none::<V>(a | b | c | d) {
            return [V::interleave(border, border); 2];
        }
        for j in 0..2 {
            for i in 0..2 {
                let Place { number, inside } = corners[j][i];
                let word = V::load_words(self.texels(), number);
                words[j][i] = V::select_i(inside, word, border);
            }
        }
        [
            V::interleave(words[0][0], words[0][1]),
            V::interleave(words[1][0], words[1][1]),
        ]
    }
}

/// The words of squares of texels of 64 bits: by row, then by column.
pub(super) type DoublePairs<V> = [[<V as Vectors>::I; 4]; 2];

/// The words of texels of 64 bits.
#[inline(always)]
pub(super) fn load_double<V: Vectors>(texels: &[u8], number: V::I) -> [V::I; 2] {
    let mut rows = PairRows::new(texels, 0);
    rows.place::<V>(0, number + number);
    let [pairs, _] = V::load_pairs(&rows, 0);
    V::separate(pairs)
}

/// Words and their neighbours, whose bytes 0 to 3 are pairs of numbers of 16 bits.
#[inline(always)]
pub(super) fn words_of<V: Vectors>(bytes: [V::I; 4]) -> [V::I; 2] {
    let low = bytes[0] | V::shl(bytes[1], 8);
    let high = bytes[2] | V::shl(bytes[3], 8);
    [
        (low & V::splat_i(0xffff)) | V::shl(high, 16),
        V::shr(low, 16) | (high & V::splat_i(!0xffff)),
    ]
}
