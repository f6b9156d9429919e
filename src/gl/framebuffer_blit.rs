//! Copies between framebuffers (EXT_framebuffer_blit, EXT_framebuffer_multisample).
//!
//! The copy bypasses the fragment pipeline: pixels are taken from the planes read and put to those drawn, under the
//! scissor alone. Pixels whose source lies outside the plane stay, as their values are undefined.
#![forbid(unsafe_code)]

use super::enums::*;
use super::framebuffer::render_target;
use super::pixel_read::{Frame, Plane};
use super::{Call, Context, GlError, Result};
use crate::platform::PixelStorage;
use std::ops::Range;

/// Source and destination along one axis; either may run backwards.
#[derive(Debug, Clone, Copy)]
struct Span {
    src: [i32; 2],
    dst: [i32; 2],
}

impl Span {
    /// The coordinate of the source that falls on the centre of a destination pixel.
    fn source(self, pixel: i64) -> f64 {
        let [s0, s1] = self.src.map(f64::from);
        let [d0, d1] = self.dst.map(f64::from);
        s0 + (pixel as f64 + 0.5 - d0) * ((s1 - s0) / (d1 - d0))
    }

    /// The destination pixels inside `limits`.
    fn pixels(self, limits: Range<i64>) -> Range<i64> {
        let [d0, d1] = self.dst.map(i64::from);
        d0.min(d1).max(limits.start)..d0.max(d1).min(limits.end)
    }

    fn is_empty(self) -> bool {
        self.src[0] == self.src[1] || self.dst[0] == self.dst[1]
    }

    fn is_stretched(self) -> bool {
        let length = |[a, b]: [i32; 2]| i64::from(b).abs_diff(i64::from(a));
        length(self.src) != length(self.dst)
    }
}

/// Two neighbours and the weight of the second.
type Tap = (i64, i64, f32);

/// What a destination pixel takes of `n` source pixels: one pixel, or two for linear filtering.
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
struct Copy<'a> {
    from: &'a Frame,
    to: &'a PixelStorage,
    /// Bits that are written.
    mask: u32,
    /// Bits that are set always: alpha where none is stored.
    ones: u32,
    linear: bool,
    /// The sample that is written.
    sample: u32,
}

/// The weighted sum of the bytes of two pixels.
fn mix(a: u32, b: u32, weight: f32) -> u32 {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    u32::from_le_bytes(std::array::from_fn(|i| {
        let (a, b) = (f32::from(a[i]), f32::from(b[i]));
        (a + (b - a) * weight).round() as u8
    }))
}

impl Copy<'_> {
    /// Reads a row of the source.
    fn row(&self, y: i64) -> Vec<u32> {
        let mut row = vec![0; self.from.size()[0] as usize];
        match self.mask {
            // Samples are copied one by one where both have as many (EXT_framebuffer_multisample 4.3.3).
            _ if self.from.samples() > 1 && self.from.samples() == self.to.samples() => {
                self.from.read_sample(y as u32, self.sample, &mut row);
            }
            u32::MAX => self.from.read(0, y, &mut row),
            _ => self.from.read_raw(0, y, &mut row),
        }
        row
    }

    fn run(&self, x: Span, y: Span, limits: [Range<i64>; 2]) {
        let [width, height] = self.from.size();
        let columns: Vec<(i64, Tap)> = x
            .pixels(limits[0].clone())
            .filter_map(|pixel| Some((pixel, tap(x.source(pixel), width, self.linear)?)))
            .collect();
        let (Some((first, _)), Some((last, _))) = (columns.first(), columns.last()) else {
            return;
        };
        let (first, count) = (*first, (last - first + 1) as usize);
        // All rows first: both planes may be the same.
        let rows = y.pixels(limits[1].clone()).filter_map(|pixel| {
            let (below, above, weight) = tap(y.source(pixel), height, self.linear)?;
            let sources = (self.row(below), (weight > 0.0).then(|| self.row(above)));
            let along = |row: &[u32], (a, b, weight): Tap| match weight > 0.0 {
                true => mix(row[a as usize], row[b as usize], weight),
                false => row[a as usize],
            };
            let pixels = columns.iter().map(|(_, tap)| {
                let value = along(&sources.0, *tap);
                sources
                    .1
                    .as_ref()
                    .map_or(value, |above| mix(value, along(above, *tap), weight))
            });
            Some((pixel, pixels.collect::<Vec<_>>()))
        });
        let rows: Vec<_> = rows.collect();
        let mut old = vec![0; count];
        for (line, pixels) in rows {
            let (x, y) = (first as u32, line as u32);
            self.to.read_sample_row(x, y, self.sample, &mut old);
            for ((column, _), pixel) in columns.iter().zip(pixels) {
                let place = &mut old[(column - first) as usize];
                *place = *place & !self.mask | (pixel | self.ones) & self.mask;
            }
            self.to.write_sample_row(x, y, self.sample, &old);
        }
    }
}

/// The planes that a blit copies, as far as both framebuffers have them, with the bits that are written.
fn planes(cx: &mut Context, mask: u32) -> Result<Vec<(Frame, u32)>> {
    let stored = cx.stored_bits();
    let wanted = [
        (COLOR_BUFFER_BIT, Plane::Color, u32::MAX, true),
        (DEPTH_BUFFER_BIT, Plane::Depth, 0xffff_ff00, stored.depth()),
        (STENCIL_BUFFER_BIT, Plane::Stencil, 0xff, stored.stencil()),
    ];
    let mut found = Vec::new();
    for (bit, plane, bits, is_drawn) in wanted {
        if mask & bit == 0 || !is_drawn {
            continue;
        }
        match Frame::with_samples(cx, plane) {
            Ok(frame) => found.push((frame, bits)),
            // A buffer that only one of the framebuffers has is not copied.
            Err(error) if error.code == INVALID_OPERATION => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// INVALID_OPERATION for rectangles of different sizes, and for different formats, when a framebuffer has several samples
/// per pixel (EXT_framebuffer_multisample 4.3.3). The one format that can differ is that of colours, in its alpha.
fn check_samples(cx: &Context, spans: [Span; 2], planes: &[(Frame, u32)]) -> Result {
    if cx.samples() == 0 && cx.read_samples() == 0 {
        return Ok(());
    }
    if spans.into_iter().any(Span::is_stretched) {
        return Err(GlError::invalid_operation(
            "a blit of samples does not change the size",
        ));
    }
    let alpha = cx.stored_bits().alpha();
    let mut colors = planes.iter().filter(|(_, bits)| *bits == u32::MAX);
    if colors.any(|(frame, _)| frame.has_alpha() != alpha) {
        return Err(GlError::invalid_operation(
            "a blit of samples does not change the format",
        ));
    }
    Ok(())
}

/// Copies a rectangle of the framebuffer for reading to the one for drawing. INVALID_VALUE for bits that name no buffer,
/// INVALID_ENUM for an unknown filter, INVALID_OPERATION for depths or stencil values with another filter than NEAREST, and
/// for different sizes or formats of framebuffers with several samples per pixel,
/// INVALID_FRAMEBUFFER_OPERATION when a framebuffer is not complete.
#[allow(clippy::too_many_arguments)]
pub fn blit_framebuffer(
    call: &mut Call<'_>,
    src_x0: i32,
    src_y0: i32,
    src_x1: i32,
    src_y1: i32,
    dst_x0: i32,
    dst_y0: i32,
    dst_x1: i32,
    dst_y1: i32,
    mask: u32,
    filter: u32,
) -> Result {
    const BUFFERS: u32 = COLOR_BUFFER_BIT | DEPTH_BUFFER_BIT | STENCIL_BUFFER_BIT;
    if mask & !BUFFERS != 0 {
        return Err(GlError::invalid_value("bits of glBlitFramebuffer"));
    }
    if !matches!(filter, NEAREST | LINEAR) {
        return Err(GlError::invalid_enum("the filter is NEAREST or LINEAR"));
    }
    if filter == LINEAR && mask & !COLOR_BUFFER_BIT != 0 {
        return Err(GlError::invalid_operation("only colours are filtered"));
    }
    let cx = &mut *call.cx;
    cx.check_draw_framebuffer()?;
    cx.check_read_framebuffer()?;
    let span = |s0, s1, d0, d1| Span {
        src: [s0, s1],
        dst: [d0, d1],
    };
    let x = span(src_x0, src_x1, dst_x0, dst_x1);
    let y = span(src_y0, src_y1, dst_y0, dst_y1);
    if x.is_empty() || y.is_empty() || mask == 0 {
        return Ok(());
    }
    let planes = planes(cx, mask)?;
    check_samples(cx, [x, y], &planes)?;
    // What the planes hold now is all that was drawn.
    cx.finish();
    let ones = if cx.stored_bits().alpha() {
        0
    } else {
        0xff00_0000
    };
    let Some(target) = render_target(cx) else {
        return Ok(());
    };
    let [sx, sy, sw, sh] = cx
        .fragment
        .active_scissor()
        .unwrap_or([0, 0, i32::MAX, i32::MAX])
        .map(i64::from);
    let limits = [
        sx.max(0)..(sx + sw).min(target.width.into()),
        sy.max(0)..(sy + sh).min(target.height.into()),
    ];
    let linear = filter == LINEAR && (x.is_stretched() || y.is_stretched());
    for (from, bits) in &planes {
        let is_color = *bits == u32::MAX;
        let colors = target.color.iter().map(|(_, plane)| plane);
        let depth = target.depth_stencil.iter();
        let to: Vec<_> = if is_color {
            colors.collect()
        } else {
            depth.collect()
        };
        for to in to {
            for sample in 0..to.samples() {
                let copy = Copy {
                    from,
                    to,
                    mask: *bits,
                    ones: if is_color { ones } else { 0 },
                    linear,
                    sample,
                };
                copy.run(x, y, limits.clone());
            }
        }
    }
    Ok(())
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
        assert_eq!(mix(0x00ff_0010, 0x0000_ff20, 0.5), 0x0080_8018);
    }
}
