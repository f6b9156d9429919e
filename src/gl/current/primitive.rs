//! The primitive between Begin and End. This decides which of its vertices are drawn when.
#![forbid(unsafe_code)]

use crate::device::vertex::stream::{CurrentValues, VertexStream};
use crate::raster::{PackedVertices, Renderer, Topology, VertexInput};
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
            Topology::Lines | Topology::LineStrip => 2,
            Topology::Quads | Topology::QuadStrip => 4,
            _ => 3,
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
    pub(crate) fn input(&self, portion: &Portion, current: &CurrentValues) -> VertexInput {
        let range = portion.first..portion.first + portion.count;
        let indices = portion
            .closes
            .then(|| Arc::new(range.chain([0]).collect::<Vec<u32>>()));
        VertexInput {
            attributes: self.stream.sources(current),
            count: portion.count + u32::from(portion.closes),
            first: portion.first,
            indices,
            ..VertexInput::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gl::immediate::begin_end::topology;
    use crate::ir::interface::attribute;

    fn vertex(i: u32) -> [f32; 4] {
        [i as f32, 0.0, 0.0, 1.0]
    }

    /// The primitives as lists of vertex numbers, whether split after every `step` vertices or not at all.
    fn primitives(topology: Topology, n: u32, step: u32) -> Vec<Vec<u32>> {
        let current = [[0.0; 4]; attribute::STREAM_COUNT as usize];
        let mut open = OpenPrimitive::default();
        let mut drawn = Vec::new();
        open.begin(topology, &mut Renderer::default());
        let emit = |open: &OpenPrimitive, portion: &Portion, drawn: &mut Vec<Vec<u32>>| {
            let vertices = open.stream.data().as_chunks::<16>().0.iter();
            let numbers = vertices.map(|v| bytemuck::cast::<_, [f32; 4]>(*v)[0] as u32);
            let numbers: Vec<u32> = numbers.collect();
            let mut list = numbers[portion.first as usize..][..portion.count as usize].to_vec();
            list.extend(portion.closes.then(|| numbers[0]));
            let at = |k: &[usize]| k.iter().map(|i| list[*i]).collect::<Vec<u32>>();
            let m = list.len();
            match portion.topology {
                Topology::Points => (0..m).for_each(|i| drawn.push(at(&[i]))),
                Topology::Lines => (1..m).step_by(2).for_each(|i| drawn.push(at(&[i - 1, i]))),
                Topology::LineStrip => (1..m).for_each(|i| drawn.push(at(&[i - 1, i]))),
                Topology::LineLoop => (0..m).for_each(|i| drawn.push(at(&[i, (i + 1) % m]))),
                Topology::Triangles => (2..m)
                    .step_by(3)
                    .for_each(|i| drawn.push(at(&[i - 2, i - 1, i]))),
                Topology::Quads => (3..m)
                    .step_by(4)
                    .for_each(|i| drawn.push(at(&[i - 3, i - 2, i - 1, i]))),
                Topology::QuadStrip => (3..m)
                    .step_by(2)
                    .for_each(|i| drawn.push(at(&[i - 3, i - 2, i, i - 1]))),
                Topology::TriangleStrip => (2..m).for_each(|i| {
                    drawn.push(if i % 2 == 0 {
                        at(&[i - 2, i - 1, i])
                    } else {
                        at(&[i - 1, i - 2, i])
                    })
                }),
                Topology::TriangleFan | Topology::Polygon => {
                    (2..m).for_each(|i| drawn.push(at(&[0, i - 1, i])))
                }
            }
        };
        for i in 0..n {
            open.stream.push(vertex(i), &current).unwrap();
            if open.stream.count() >= step
                && let Some(portion) = open.portion()
            {
                emit(&open, &portion, &mut drawn);
                open.drop_drawn(&portion);
            }
        }
        let last = open.end().unwrap();
        emit(&open, &last, &mut drawn);
        drawn
    }

    #[test]
    fn splitting_keeps_every_primitive() {
        for topology in (0..).map_while(|mode| topology(mode).ok()) {
            for n in [3, 4, 5, 6, 7, 16, 17, 23] {
                let whole = primitives(topology, n, u32::MAX);
                for step in [4, 5, 6, 7, 9] {
                    assert_eq!(
                        primitives(topology, n, step),
                        whole,
                        "{topology:?} {n} split at {step}"
                    );
                }
            }
        }
    }
}
