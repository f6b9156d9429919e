//! Splits primitives of several draws that were assembled and clipped as one: each record gets its own draw.
#![forbid(unsafe_code)]

use super::mesh::sink::MeshSink;
use super::record::SetupOutput;
use crate::raster::geometry::window_vertex::WindowVertex;
use crate::raster::primitive::context::RasterContext;
use crate::raster::primitive::sink::{PrimitiveSink, Surface};
use crate::raster::vertex::window::WindowVertices;

/// A page that changes the draw together with its primitives.
pub(crate) struct MergedDrawSink<'a> {
    page: &'a mut SetupOutput,
    /// The context of a state by its index in the record.
    contexts: &'a dyn Fn(u32) -> &'a RasterContext,
    /// The first primitive and the state of each later change.
    rest: &'a [(u32, u32)],
    context: &'a RasterContext,
    /// The index of the next primitive.
    next: u32,
}

impl<'a> MergedDrawSink<'a> {
    /// A page for primitives from `first` on, which begin with `state`.
    pub(crate) fn new(
        page: &'a mut SetupOutput,
        contexts: &'a dyn Fn(u32) -> &'a RasterContext,
        state: u32,
        rest: &'a [(u32, u32)],
        first: u32,
    ) -> MergedDrawSink<'a> {
        MergedDrawSink {
            page,
            context: contexts(state),
            contexts,
            rest,
            next: first,
        }
    }
}

impl PrimitiveSink for MergedDrawSink<'_> {
    #[inline(always)]
    fn begin_primitive(&mut self, restarts_stipple: bool) {
        self.begin_primitives(1);
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

impl MeshSink for MergedDrawSink<'_> {
    #[inline(always)]
    fn begin_primitives(&mut self, n: usize) -> usize {
        if let [(first, state), rest @ ..] = self.rest
            && *first <= self.next
        {
            self.context = (self.contexts)(*state);
            self.rest = rest;
        }
        let n = match self.rest {
            [(first, _), ..] => n.min((*first - self.next).max(1) as usize),
            [] => n,
        };
        self.next += n as u32;
        n
    }

    fn keeps_meshes(&self) -> bool {
        self.page.keeps_meshes()
    }

    fn keep_vertices(&mut self, vertices: &mut WindowVertices) {
        self.page.keep_vertices(vertices);
    }

    #[inline(always)]
    fn page(&mut self, _: &RasterContext) -> Option<(&mut SetupOutput, u32)> {
        Some((self.page, self.context.draw))
    }
}
