//! The primitive between Begin and End. This decides which of its vertices are drawn when.
#![forbid(unsafe_code)]

use crate::device::vertex::stream::{CurrentValues, VertexStream};
use crate::raster::{AttributeSource, PackedVertices, Renderer, Topology, VertexInput};
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct OpenPrimitive {
    pub stream: VertexStream,
    topology: Option<Topology>,
    /// Whether a part of it is drawn already. Of a loop, vertex 0 is then the first vertex of the loop, and vertex 1 the
    /// last drawn.
    continued: bool,
}

impl Default for OpenPrimitive {
    fn default() -> Self {
        let mut stream = VertexStream::default();
        stream.close();
        OpenPrimitive {
            stream,
            topology: None,
            continued: false,
        }
    }
}

/// Vertices to be drawn now.
#[derive(Debug, PartialEq)]
pub(crate) struct Portion {
    /// The primitive that the vertices form.
    pub topology: Topology,
    /// The first vertex in the stream.
    pub first: u32,
    /// The number of vertices, without the closing one.
    pub count: u32,
    /// Whether vertex 0 follows as the last one.
    pub closes: bool,
}

impl OpenPrimitive {
    /// The topology. Returns `None` outside Begin and End.
    #[inline]
    pub(crate) fn topology(&self) -> Option<Topology> {
        self.topology
    }

    /// Begins a primitive. If the renderer lends its list of vertices, new vertices follow those in it.
    pub(crate) fn begin(&mut self, topology: Topology, renderer: &mut Renderer) {
        self.stream.begin(renderer);
        self.topology = Some(topology);
        self.continued = false;
    }

    /// Ends the primitive, and returns what remains to be drawn. The vertices stay until the next Begin, or until the list
    /// is returned to the renderer.
    pub(crate) fn end(&mut self) -> Option<Portion> {
        let topology = self.topology.take()?;
        self.stream.close();
        let count = self.stream.count();
        Some(match topology {
            Topology::LineLoop if self.continued => Portion {
                topology: Topology::LineStrip,
                first: 1,
                count: count - 1,
                closes: true,
            },
            _ => Portion {
                topology,
                first: 0,
                count,
                closes: false,
            },
        })
    }

    /// The vertices that can be drawn before the primitive is complete.
    pub(crate) fn portion(&self) -> Option<Portion> {
        let topology = self.topology?;
        let n = self.stream.count();
        let skip = u32::from(self.continued && topology == Topology::LineLoop);
        let (drawn_as, count) = match topology {
            Topology::Points => (topology, n),
            Topology::Lines => (topology, n & !1),
            Topology::Triangles => (topology, n - n % 3),
            Topology::Quads => (topology, n & !3),
            Topology::LineStrip | Topology::LineLoop => (Topology::LineStrip, n - skip),
            // The number of triangles is even, so that the next one has the same orientation.
            Topology::TriangleStrip | Topology::QuadStrip => (topology, n & !1),
            Topology::TriangleFan | Topology::Polygon => (topology, n),
        };
        let least = match drawn_as {
            Topology::Points => 1,
            Topology::Lines | Topology::LineStrip | Topology::LineLoop => 2,
            Topology::Quads | Topology::QuadStrip => 4,
            Topology::Triangles
            | Topology::TriangleStrip
            | Topology::TriangleFan
            | Topology::Polygon => 3,
        };
        (count >= least).then_some(Portion {
            topology: drawn_as,
            first: skip,
            count,
            closes: false,
        })
    }

    /// Drops the vertices of a drawn portion, and keeps those that the rest of the primitive needs.
    pub(crate) fn drop_drawn(&mut self, portion: &Portion) {
        let Some(topology) = self.topology else {
            return;
        };
        let end = portion.first + portion.count;
        match topology {
            Topology::Points | Topology::Lines | Topology::Triangles | Topology::Quads => {
                self.stream.keep_vertices(false, end)
            }
            Topology::LineStrip => self.stream.keep_vertices(false, end - 1),
            Topology::TriangleStrip | Topology::QuadStrip => {
                self.stream.keep_vertices(false, end - 2)
            }
            Topology::LineLoop | Topology::TriangleFan | Topology::Polygon => {
                self.stream.keep_vertices(true, end - 1)
            }
        }
        self.continued = true;
    }

    /// The vertices of a portion that does not close, without a copy.
    pub(crate) fn packed<'a>(
        &'a self,
        portion: &Portion,
        current: &'a CurrentValues,
    ) -> PackedVertices<'a> {
        self.stream.packed(portion.first, portion.count, current)
    }

    /// The vertices of a portion.
    pub(crate) fn input(
        &self,
        portion: &Portion,
        current: &CurrentValues,
        room: Vec<AttributeSource>,
    ) -> VertexInput {
        let range = portion.first..portion.first + portion.count;
        let indices = portion
            .closes
            .then(|| Arc::new(range.chain([0]).collect::<Vec<u32>>()));
        VertexInput {
            attributes: self.stream.sources(current, room),
            count: portion.count + u32::from(portion.closes),
            first: portion.first,
            indices,
            ..VertexInput::default()
        }
    }
}
