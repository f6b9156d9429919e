//! Where primitives of several draws go that were assembled and clipped as one: each record gets its own draw.
#![forbid(unsafe_code)]

use super::rasterization::{PrimitiveSink, RasterContext, Surface};
use super::scene::PreparedDraw;
use super::setup::{SetupOutput, WindowVertex};

/// A page that changes the draw where a segment begins.
pub(super) struct SegmentSink<'a> {
    page: &'a mut SetupOutput,
    draws: &'a [PreparedDraw],
    /// The first primitive and the draw of each segment that follows.
    rest: &'a [(u32, u32)],
    context: &'a RasterContext,
    /// The number of the next primitive.
    next: u32,
}

impl<'a> SegmentSink<'a> {
    /// For primitives from `first` on; `segments` starts with theirs.
    pub(super) fn new(
        page: &'a mut SetupOutput,
        draws: &'a [PreparedDraw],
        segments: &'a [(u32, u32)],
        first: u32,
    ) -> SegmentSink<'a> {
        SegmentSink {
            page,
            draws,
            rest: &segments[1..],
            context: &draws[segments[0].1 as usize].raster,
            next: first,
        }
    }
}

impl PrimitiveSink for SegmentSink<'_> {
    fn reserve(&mut self, n: usize, _: &RasterContext) {
        PrimitiveSink::reserve(self.page, n, self.context);
    }

    #[inline(always)]
    fn begin_primitive(&mut self, restarts_stipple: bool) {
        if let [(first, draw), rest @ ..] = self.rest
            && *first <= self.next
        {
            self.context = &self.draws[*draw as usize].raster;
            self.rest = rest;
        }
        self.next += 1;
        self.page.begin_primitive(restarts_stipple);
    }

    fn point(&mut self, _: &RasterContext, v: &WindowVertex<'_>, surface: Surface<'_>) {
        self.page.point(self.context, v, surface);
    }

    fn line(
        &mut self,
        _: &RasterContext,
        ends: [&WindowVertex<'_>; 2],
        surface: Surface<'_>,
        stipple_counter: &mut u32,
    ) {
        self.page.line(self.context, ends, surface, stipple_counter);
    }

    #[inline(always)]
    fn polygon(&mut self, _: &RasterContext, v: &[WindowVertex<'_>], surface: Surface<'_>) {
        self.page.polygon(self.context, v, surface);
    }
}
