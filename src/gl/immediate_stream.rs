//! The vertices of the primitive between Begin and End, packed.
//!
//! A vertex is its position and one vec4 for each attribute that was set since Begin; all other attributes are
//! constants of the draw. An attribute that appears late gets its place in the vertices already there, with the value
//! that was current then.
#![forbid(unsafe_code)]

use super::{GlError, Result};
use crate::ir::interface::attribute;
use crate::raster::{AttributeSource, ComponentType, PackedVertices, Topology, VertexInput};
use std::sync::Arc;

/// Current values, one vec4 per attribute.
pub type CurrentValues = [[f32; 4]; attribute::STREAM_COUNT as usize];

/// Vertices are handed on when a primitive has this many, if its picture allows.
pub const SPLIT_VERTICES: u32 = 16 << 10;

/// Packed vertices.
#[derive(Debug, Clone)]
pub struct VertexStream {
    /// Attributes of a vertex in order, position first.
    layout: Vec<u8>,
    /// The same by bit.
    mask: u64,
    /// The vertices, and room for more.
    data: Vec<f32>,
    /// The floats of `data` that are vertices.
    end: usize,
    count: u32,
}

impl Default for VertexStream {
    fn default() -> Self {
        VertexStream {
            layout: vec![attribute::POSITION as u8],
            mask: 1,
            data: Vec::new(),
            end: 0,
            count: 0,
        }
    }
}

impl VertexStream {
    /// Forgets vertices and layout, keeps the memory.
    pub fn clear(&mut self) {
        self.layout.truncate(1);
        self.mask = 1;
        self.end = 0;
        self.count = 0;
    }

    /// Number of vertices.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Whether the attribute has a place in the vertices.
    #[inline]
    pub fn has(&self, slot: u32) -> bool {
        self.mask & (1u64 << slot) != 0
    }

    /// The material attributes with a place, by bit.
    pub fn material_bits(&self) -> u16 {
        material_bits(&self.layout)
    }

    /// Attributes with a place, position first.
    pub fn layout(&self) -> &[u8] {
        &self.layout
    }

    /// The packed vertices, 4 floats per attribute.
    pub fn data(&self) -> &[f32] {
        &self.data[..self.end]
    }

    fn stride(&self) -> usize {
        4 * self.layout.len()
    }

    /// Gives an attribute a place; the vertices already there take `value`. OUT_OF_MEMORY leaves all as it was.
    #[cold]
    pub fn add_slot(&mut self, slot: u32, value: [f32; 4]) -> Result {
        let old_stride = self.stride();
        let mut data = Vec::new();
        if self.count > 0 {
            let need = self.end + 4 * self.count as usize;
            data.try_reserve(2 * need)
                .map_err(|_| GlError::out_of_memory("vertices of a primitive"))?;
            for vertex in self.data().chunks_exact(old_stride) {
                data.extend_from_slice(vertex);
                data.extend_from_slice(&value);
            }
            (self.data, self.end) = (data, need);
        }
        self.layout.push(slot as u8);
        self.mask |= 1u64 << slot;
        Ok(())
    }

    /// Appends a vertex.
    #[inline(always)]
    pub fn push(&mut self, position: [f32; 4], current: &CurrentValues) -> Result {
        let end = self.end + self.stride();
        if self.data.len() < end {
            self.grow(end)?;
        }
        let values = self.data[self.end..end].as_chunks_mut::<4>().0;
        if let Some((first, others)) = values.split_first_mut() {
            *first = position;
            for (value, slot) in others.iter_mut().zip(&self.layout[1..]) {
                *value = current[usize::from(*slot)];
            }
        }
        self.end = end;
        self.count += 1;
        Ok(())
    }

    /// Makes room for `need` floats.
    #[cold]
    fn grow(&mut self, need: usize) -> Result {
        let room = need.max(2 * self.data.len()).max(1 << 12);
        self.data
            .try_reserve(room - self.data.len())
            .map_err(|_| GlError::out_of_memory("vertices of a primitive"))?;
        self.data.resize(room, 0.0);
        Ok(())
    }

    /// Keeps vertex 0 if asked, then the vertices from `from` on.
    fn keep(&mut self, first: bool, from: u32) {
        let stride = self.stride();
        let start = if first { stride } else { 0 };
        let from_float = from as usize * stride;
        if from_float > start {
            self.data.copy_within(from_float..self.end, start);
            self.end -= from_float - start;
        }
        self.count = (self.end / stride) as u32;
    }

    /// The sources of all attributes: those of the layout from this data, the others from `current`.
    pub fn sources(&self, current: &CurrentValues) -> Vec<AttributeSource> {
        let bytes = Arc::new(bytemuck::cast_slice::<f32, u8>(self.data()).to_vec());
        stream_sources(&bytes, &self.layout, current)
    }
}

/// The material attributes in a layout, by bit.
pub fn material_bits(layout: &[u8]) -> u16 {
    let materials = layout
        .iter()
        .filter_map(|slot| u32::from(*slot).checked_sub(attribute::MATERIAL_0))
        .filter(|material| *material < attribute::MATERIALS);
    materials.fold(0, |bits, material| bits | 1 << material)
}

/// Sources of all attributes for packed vertices.
pub fn stream_sources(
    data: &Arc<Vec<u8>>,
    layout: &[u8],
    current: &CurrentValues,
) -> Vec<AttributeSource> {
    let mut sources: Vec<AttributeSource> = current
        .iter()
        .map(|value| AttributeSource::Constant(*value))
        .collect();
    for (place, &slot) in layout.iter().enumerate() {
        sources[slot as usize] = AttributeSource::Array {
            data: data.clone(),
            offset: 16 * place,
            stride: 16 * layout.len(),
            component: ComponentType::F32,
            size: 4,
            normalized: false,
        };
    }
    // Generic attribute 0 is the position (TRAPS 0.47).
    sources[attribute::GENERIC_0 as usize] = sources[attribute::POSITION as usize].clone();
    sources
}

/// The primitive between Begin and End.
#[derive(Debug, Default)]
pub struct OpenPrimitive {
    /// Its vertices.
    pub stream: VertexStream,
    topology: Option<Topology>,
    /// Part of it is drawn already; of a loop, vertex 0 is then the loop's first vertex and vertex 1 the last drawn.
    continued: bool,
}

/// Vertices to be drawn now.
#[derive(Debug, PartialEq)]
pub struct Portion {
    /// How.
    pub topology: Topology,
    /// First vertex of the stream.
    pub first: u32,
    /// Number of vertices, without the closing one.
    pub count: u32,
    /// Vertex 0 follows as the last one.
    pub closes: bool,
}

impl OpenPrimitive {
    /// Its topology; `None` outside Begin and End.
    #[inline]
    pub fn topology(&self) -> Option<Topology> {
        self.topology
    }

    /// Begin.
    pub fn begin(&mut self, topology: Topology) {
        self.stream.clear();
        self.topology = Some(topology);
        self.continued = false;
    }

    /// What End draws. The vertices stay until the next Begin.
    pub fn end(&mut self) -> Option<Portion> {
        let topology = self.topology.take()?;
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

    /// What can be drawn before the primitive is complete.
    pub fn portion(&self) -> Option<Portion> {
        let topology = self.topology?;
        let n = self.stream.count();
        let skip = u32::from(self.continued && topology == Topology::LineLoop);
        let (drawn_as, count) = match topology {
            Topology::Points => (topology, n),
            Topology::Lines => (topology, n & !1),
            Topology::Triangles => (topology, n - n % 3),
            Topology::Quads => (topology, n & !3),
            Topology::LineStrip | Topology::LineLoop => (Topology::LineStrip, n - skip),
            // An even number of triangles, so that the next one turns the same way.
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

    /// Drops what `portion` has drawn and keeps what the rest of the primitive needs.
    pub fn drop_drawn(&mut self, portion: &Portion) {
        let Some(topology) = self.topology else {
            return;
        };
        let end = portion.first + portion.count;
        match topology {
            Topology::Points | Topology::Lines | Topology::Triangles | Topology::Quads => {
                self.stream.keep(false, end)
            }
            Topology::LineStrip => self.stream.keep(false, end - 1),
            Topology::TriangleStrip | Topology::QuadStrip => self.stream.keep(false, end - 2),
            Topology::LineLoop | Topology::TriangleFan | Topology::Polygon => {
                self.stream.keep(true, end - 1)
            }
        }
        self.continued = true;
    }

    /// The vertices of a portion that does not close, where they lie.
    pub fn packed<'a>(
        &'a self,
        portion: &Portion,
        current: &'a CurrentValues,
    ) -> PackedVertices<'a> {
        let stride = self.stream.stride();
        let start = portion.first as usize * stride;
        let floats = &self.stream.data[start..start + portion.count as usize * stride];
        PackedVertices {
            layout: &self.stream.layout,
            data: bytemuck::cast_slice(floats),
            constants: current,
        }
    }

    /// The vertices of a portion.
    pub fn input(&self, portion: &Portion, current: &CurrentValues) -> VertexInput {
        let range = portion.first..portion.first + portion.count;
        let indices = portion
            .closes
            .then(|| Arc::new(range.chain([0]).collect::<Vec<u32>>()));
        VertexInput {
            attributes: self.stream.sources(current),
            count: portion.count + u32::from(portion.closes),
            first: portion.first,
            indices,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertex(i: u32) -> [f32; 4] {
        [i as f32, 0.0, 0.0, 1.0]
    }

    /// The primitives as lists of vertex numbers, whether split after every `step` vertices or not at all.
    fn primitives(topology: Topology, n: u32, step: u32) -> Vec<Vec<u32>> {
        let current = [[0.0; 4]; attribute::STREAM_COUNT as usize];
        let mut open = OpenPrimitive::default();
        let mut drawn = Vec::new();
        open.begin(topology);
        let emit = |open: &OpenPrimitive, portion: &Portion, drawn: &mut Vec<Vec<u32>>| {
            let numbers: Vec<u32> = open.stream.data().chunks(4).map(|v| v[0] as u32).collect();
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
        use Topology::*;
        let all = [
            Points,
            Lines,
            LineStrip,
            LineLoop,
            Triangles,
            TriangleStrip,
            TriangleFan,
            Quads,
            QuadStrip,
            Polygon,
        ];
        for topology in all {
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

    #[test]
    fn late_attributes_get_a_place_in_earlier_vertices() {
        let mut current = [[0.0; 4]; attribute::STREAM_COUNT as usize];
        let mut stream = VertexStream::default();
        stream.push(vertex(1), &current).unwrap();
        stream
            .add_slot(attribute::COLOR, [1.0, 0.5, 0.25, 1.0])
            .unwrap();
        current[attribute::COLOR as usize] = [0.0, 0.0, 1.0, 1.0];
        stream.push(vertex(2), &current).unwrap();
        let expected = [
            1.0, 0.0, 0.0, 1.0, 1.0, 0.5, 0.25, 1.0, 2.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0,
        ];
        assert_eq!(stream.data(), expected);
        assert!(stream.has(attribute::COLOR) && !stream.has(attribute::NORMAL));
    }
}
