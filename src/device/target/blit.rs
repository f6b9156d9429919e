//! Copies between targets (ARB_framebuffer_object 4.3.3, EXT_framebuffer_multisample).
//!
//! A copy bypasses the fragment pipeline: pixels move from the source planes to the target planes, and only the scissor
//! applies. Source and destination end where any of their copied planes ends. Pixels whose source lies outside keep their
//! values.

use super::planes::{Frame, color_pixel};
use crate::platform::PixelStorage;
use crate::raster::{MAX_COLOR_PLANES, RenderTarget, StoredColor};
use std::ops::Range;

/// Source and destination along one axis; either may run backwards.
#[derive(Debug, Clone, std::marker::Copy)]
pub struct Span {
    /// Begin and end in the source plane.
    pub src: [i32; 2],
    /// Begin and end in the destination plane.
    pub dst: [i32; 2],
}

impl Span {
    /// Returns the source coordinate at the centre of a destination pixel.
    fn source(self, pixel: i64) -> f64 {
        let [s0, s1] = self.src.map(f64::from);
        let [d0, d1] = self.dst.map(f64::from);
        s0 + (pixel as f64 + 0.5 - d0) * ((s1 - s0) / (d1 - d0))
    }

    /// Returns the destination pixels inside `limits`.
    fn pixels(self, limits: Range<i64>) -> Range<i64> {
        let [d0, d1] = self.dst.map(i64::from);
        d0.min(d1).max(limits.start)..d0.max(d1).min(limits.end)
    }

    /// Whether the source or the destination has no pixels.
    pub fn is_empty(self) -> bool {
        self.src[0] == self.src[1] || self.dst[0] == self.dst[1]
    }

    /// Whether source and destination have different lengths.
    pub fn is_stretched(self) -> bool {
        let length = |[a, b]: [i32; 2]| i64::from(b).abs_diff(i64::from(a));
        length(self.src) != length(self.dst)
    }
}

/// Two neighbours and the weight of the second.
type Tap = (i64, i64, f32);

/// Returns what a destination pixel takes of `n` source pixels: one pixel, or two for linear filtering.
fn tap(at: f64, n: u32, linear: bool) -> Option<Tap> {
    if !(0.0..f64::from(n)).contains(&at) {
        return None;
    }
    if !linear {
        return Some((at as i64, at as i64, 0.0));
    }
    let (below, last) = ((at - 0.5).floor(), i64::from(n) - 1);
    let clamp = |i: f64| (i as i64).clamp(0, last);
    Some((clamp(below), clamp(below + 1.0), (at - 0.5 - below) as f32))
}

/// A copy of one plane.
#[derive(Clone, std::marker::Copy)]
struct Copy<'a> {
    from: &'a Frame,
    /// The size of the source that is read.
    source: [u32; 2],
    to: &'a PixelStorage,
    /// The bits that are written.
    mask: u32,
    /// The colour components that the destination stores.
    stored: StoredColor,
    linear: bool,
    /// The sample that is written.
    sample: u32,
}

/// A pixel, in the form that a copy moves.
trait Pixel: std::marker::Copy + Default {
    /// Returns the weighted sum of two pixels.
    fn mix(a: Self, b: Self, weight: f32) -> Self;
    /// Reads a row of the source.
    fn read(copy: &Copy<'_>, y: i64, row: &mut [Self]);
    /// Writes rows of pixels to the target. The first pixel of the first row goes to `at`.
    fn write(copy: &Copy<'_>, at: [u32; 2], rows: &[Vec<Self>]);
}

/// Packed colours, depths and stencil values.
impl Pixel for u32 {
    fn mix(a: u32, b: u32, weight: f32) -> u32 {
        let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
        u32::from_le_bytes(std::array::from_fn(|i| {
            let (a, b) = (f32::from(a[i]), f32::from(b[i]));
            (a + (b - a) * weight).round() as u8
        }))
    }

    fn read(copy: &Copy<'_>, y: i64, row: &mut [u32]) {
        match copy.mask {
            _ if copy.is_by_sample() => copy.from.read_sample(y as u32, copy.sample, row),
            u32::MAX => copy.from.read(0, y, row),
            _ => copy.from.read_raw(0, y, row),
        }
    }

    fn write(copy: &Copy<'_>, at: [u32; 2], rows: &[Vec<u32>]) {
        let size = [rows[0].len() as u32, rows.len() as u32];
        copy.to.change_rows(at, size, copy.sample, |y, row| {
            for (old, new) in row.iter_mut().zip(&rows[(y - at[1]) as usize]) {
                *old = *old & !copy.mask | copy.stored.pixel(*new) & copy.mask;
            }
        });
    }
}

/// Colours, when one of the planes holds floats. Values are clamped when the destination is fixed-point.
impl Pixel for [f32; 4] {
    fn mix(a: [f32; 4], b: [f32; 4], weight: f32) -> [f32; 4] {
        std::array::from_fn(|c| a[c] + (b[c] - a[c]) * weight)
    }

    fn read(copy: &Copy<'_>, y: i64, row: &mut [[f32; 4]]) {
        if copy.is_by_sample() && copy.from.is_float() {
            return copy.from.read_sample_colors(y as u32, copy.sample, row);
        }
        copy.from.read_colors(0, y, row);
    }

    fn write(copy: &Copy<'_>, [x, y]: [u32; 2], rows: &[Vec<[f32; 4]>]) {
        if !copy.to.is_float() {
            let pack = |row: &Vec<[f32; 4]>| row.iter().map(|color| color_pixel(*color)).collect();
            let packed: Vec<Vec<u32>> = rows.iter().map(pack).collect();
            return u32::write(copy, [x, y], &packed);
        }
        for (y, row) in (y..).zip(rows) {
            let stored: Vec<_> = row.iter().map(|color| copy.stored.color(*color)).collect();
            copy.to.write_sample_colors(x, y, copy.sample, &stored);
        }
    }
}

impl Copy<'_> {
    /// Whether samples are copied one by one: both planes have the same number of them (EXT_framebuffer_multisample 4.3.3).
    fn is_by_sample(&self) -> bool {
        self.from.samples() > 1 && self.from.samples() == self.to.samples()
    }

    fn row<P: Pixel>(&self, y: i64) -> Vec<P> {
        let mut row = vec![P::default(); self.from.size()[0] as usize];
        P::read(self, y, &mut row);
        row
    }

    fn run(&self, x: Span, y: Span, limits: [Range<i64>; 2]) {
        if self.from.is_float() || self.to.is_float() {
            self.run_as::<[f32; 4]>(x, y, limits);
        } else {
            self.run_as::<u32>(x, y, limits);
        }
    }

    fn run_as<P: Pixel>(&self, x: Span, y: Span, limits: [Range<i64>; 2]) {
        let [width, height] = self.source;
        let columns: Vec<(i64, Tap)> = x
            .pixels(limits[0].clone())
            .filter_map(|pixel| Some((pixel, tap(x.source(pixel), width, self.linear)?)))
            .collect();
        let Some((first, _)) = columns.first() else {
            return;
        };
        // The pixels with a source inside the plane form a rectangle. All rows are read before any is written: both planes
        // may be the same.
        let rows = y.pixels(limits[1].clone()).filter_map(|pixel| {
            let (below, above, weight) = tap(y.source(pixel), height, self.linear)?;
            let sources = (self.row(below), (weight > 0.0).then(|| self.row(above)));
            let along = |row: &[P], (a, b, weight): Tap| {
                if weight > 0.0 {
                    P::mix(row[a as usize], row[b as usize], weight)
                } else {
                    row[a as usize]
                }
            };
            let pixels = columns.iter().map(|(_, tap)| {
                let value = along(&sources.0, *tap);
                let above = sources.1.as_ref();
                above.map_or(value, |above| P::mix(value, along(above, *tap), weight))
            });
            Some((pixel, pixels.collect::<Vec<_>>()))
        });
        let (lines, rows): (Vec<i64>, Vec<_>) = rows.unzip();
        if let Some(line) = lines.first() {
            P::write(self, [*first as u32, *line as u32], &rows);
        }
    }
}

/// A copy of a rectangle, which may be mirrored and stretched.
#[derive(Debug, Clone, std::marker::Copy)]
pub struct Blit {
    /// Source and destination along x.
    pub x: Span,
    /// Source and destination along y.
    pub y: Span,
    /// Whether colours are filtered where the copy stretches them. Otherwise the nearest pixel is taken.
    pub is_linear: bool,
    /// Only pixels of this rectangle of the destination are written: x, y, width, height.
    pub scissor: Option<[i32; 4]>,
}

impl Blit {
    /// Copies planes, each with a mask of the bits that are written: all bits of colours, some of depth and stencil.
    /// Colours go to all colour planes of the target; `stored` says what each of these stores. All earlier draws must be
    /// finished.
    pub fn run(
        self,
        planes: &[(Frame, u32)],
        target: &RenderTarget,
        stored: [StoredColor; MAX_COLOR_PLANES],
    ) {
        let Blit { x, y, .. } = self;
        let linear = self.is_linear && (x.is_stretched() || y.is_stretched());
        let source = common_size(planes.iter().map(|(frame, _)| frame.size()));
        // Pair each plane that is read with the planes that it is copied to.
        let mut copies = Vec::new();
        for (from, mask) in planes {
            let is_color = *mask == u32::MAX;
            let colors = target.color.iter().filter(|_| is_color).zip(stored);
            let depth = target.depth_stencil.iter().filter(|_| !is_color);
            let to = colors.map(|((_, plane), stored)| (plane, stored));
            let to = to.chain(depth.map(|plane| (plane, StoredColor::Rgba)));
            copies.extend(to.map(|(to, stored)| Copy {
                from,
                source,
                to,
                mask: *mask,
                stored,
                linear,
                sample: 0,
            }));
        }
        // The copies end at the common size of the destination planes, and at the scissor.
        let [width, height] = common_size(
            copies
                .iter()
                .map(|copy| [copy.to.width(), copy.to.height()]),
        );
        let [sx, sy, sw, sh] = self
            .scissor
            .unwrap_or([0, 0, i32::MAX, i32::MAX])
            .map(i64::from);
        let limits = [
            sx.max(0)..(sx + sw).min(width.into()),
            sy.max(0)..(sy + sh).min(height.into()),
        ];
        // Each sample of each plane is written separately.
        for copy in &copies {
            for sample in 0..copy.to.samples() {
                let copy = Copy { sample, ..*copy };
                copy.run(x, y, limits.clone());
            }
        }
    }
}

/// Returns the width and height that all planes have in common; 0 without planes.
pub fn common_size(sizes: impl Iterator<Item = [u32; 2]>) -> [u32; 2] {
    let smaller = |[a, b]: [u32; 2], [c, d]: [u32; 2]| [a.min(c), b.min(d)];
    sizes.reduce(smaller).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_run_backwards_with_either_rectangle() {
        let forth = Span {
            src: [0, 4],
            dst: [10, 14],
        };
        let back = Span {
            src: [4, 0],
            dst: [10, 14],
        };
        let twice = Span {
            src: [4, 0],
            dst: [14, 10],
        };
        let sources = |span: Span| (10..14).map(|p| span.source(p) as i64).collect::<Vec<_>>();
        assert_eq!(sources(forth), [0, 1, 2, 3]);
        assert_eq!(sources(back), [3, 2, 1, 0]);
        assert_eq!(sources(twice), [0, 1, 2, 3]);
        assert_eq!(twice.pixels(0..12), 10..12);
    }

    #[test]
    fn linear_taps_stay_inside() {
        assert_eq!(tap(0.25, 4, true), Some((0, 0, 0.75)));
        assert_eq!(tap(1.0, 4, true), Some((0, 1, 0.5)));
        assert_eq!(tap(4.0, 4, true), None);
        assert_eq!(u32::mix(0x00ff_0010, 0x0000_ff20, 0.5), 0x0080_8018);
    }
}
