//! Decides which vertices a chunk transforms, given the indices of its primitives, and which of them each index names.
//!
//! | the indices | the vertices |
//! |---|---|
//! | none | the run of the sequence, in order |
//! | a small range | all indices from the least to the greatest |
//! | others | each index once, as long as a small table remembers it |
#![forbid(unsafe_code)]

use super::sequence::Run;
use crate::raster::call::draw_call::VertexInput;
use crate::simd::{InstructionSet, PerWidth, Vectors, run_on};

/// The most entries of the table of indices.
const REUSE_ENTRIES: usize = 1024;
/// The vertex of an entry that is empty.
const NO_LOCAL: u32 = u32::MAX;

/// Says which vertex of a chunk stands at each position of its run.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<'a> {
    /// By position: the number of the vertex, plus `least`. It is empty if vertices and positions are the same.
    by_position: &'a [u32],
    /// What is subtracted from these numbers to give the vertices.
    least: u32,
}

impl<'a> Numbers<'a> {
    /// Returns the number of the vertex at a position.
    #[inline(always)]
    pub(crate) fn at(&self, position: usize) -> u32 {
        match self.by_position {
            [] => position as u32,
            numbers => numbers[position].wrapping_sub(self.least),
        }
    }

    /// Returns both fields, or `None` if vertices and positions are the same.
    #[inline(always)]
    pub(crate) fn listed(&self) -> Option<(&'a [u32], u32)> {
        (!self.by_position.is_empty()).then_some((self.by_position, self.least))
    }
}

/// Lists the vertices of a chunk. Its memory is used again for the next one.
#[derive(Default)]
pub(crate) struct VertexList {
    /// By position in the chunk's run: the number of the vertex. It is empty where the indices themselves give it.
    numbers: Vec<u32>,
    /// The least index, if the vertices are a range of indices. It is vertex 0.
    least: Option<u32>,
    /// By the low bits of an index: the index that was seen last, and the number of its vertex.
    reuse: Vec<(u32, u32)>,
}

impl VertexList {
    /// Writes the `indices` of the vertices that a run needs. Most indices that repeat are listed once.
    pub(crate) fn fill(&mut self, vertices: &VertexInput, run: &Run, indices: &mut Vec<u32>) {
        indices.clear();
        self.numbers.clear();
        self.least = None;
        // Without indices the vertices are those of the run.
        let Some(by_seq) = &vertices.indices else {
            let [first, rest] = run.parts();
            indices.extend(first.map(|seq| vertices.first.wrapping_add(seq)));
            let rest = InOrder {
                first: vertices.first.wrapping_add(rest.start),
                n: rest.len(),
                indices,
            };
            return run_on(InstructionSet::of_process(), rest);
        };
        // With indices, all of a range are listed if that is not too many. Else a table finds those that repeat.
        let parts = parts_of(by_seq, run);
        let by_range = ByRange {
            parts,
            indices,
            least: &mut self.least,
        };
        run_on(InstructionSet::of_process(), by_range);
        match (self.least, parts) {
            (None, _) => self.fill_by_table(parts, run.len(), indices),
            // One part of the index array has the numbers, as they are.
            (Some(_), [[], _]) => {}
            (Some(least), _) => {
                let numbers = parts.into_iter().flatten();
                self.numbers.extend(numbers.map(|index| index - least));
            }
        }
        if vertices.base_vertex != 0 {
            for index in indices {
                *index = index.wrapping_add_signed(vertices.base_vertex);
            }
        }
    }

    /// Returns the numbers of the vertices of the run that [`VertexList::fill`] was given.
    pub(crate) fn numbers<'a>(&'a self, vertices: &'a VertexInput, run: &Run) -> Numbers<'a> {
        match (&vertices.indices, self.least) {
            (Some(by_seq), Some(least)) if self.numbers.is_empty() => Numbers {
                by_position: parts_of(by_seq, run)[1],
                least,
            },
            _ => Numbers {
                by_position: &self.numbers,
                least: 0,
            },
        }
    }

    /// Lists the vertices in the order of their first use. An index that repeats is listed again only if another has taken its
    /// place in the table.
    fn fill_by_table(&mut self, parts: [&[u32]; 2], n_positions: usize, indices: &mut Vec<u32>) {
        let n_entries = (2 * n_positions).next_power_of_two().min(REUSE_ENTRIES);
        self.reuse.clear();
        self.reuse.resize(n_entries, (0, NO_LOCAL));
        for index in parts.into_iter().flatten() {
            let entry = &mut self.reuse[*index as usize & (n_entries - 1)];
            if entry.0 != *index || entry.1 == NO_LOCAL {
                *entry = (*index, indices.len() as u32);
                indices.push(*index);
            }
            self.numbers.push(entry.1);
        }
    }
}

/// Returns the indices at the positions of a run.
fn parts_of<'a>(by_seq: &'a [u32], run: &Run) -> [&'a [u32]; 2] {
    let parts = run.parts();
    [0, 1].map(|i| &by_seq[parts[i].start as usize..parts[i].end as usize])
}

/// Lists consecutive vertices.
struct InOrder<'a> {
    first: u32,
    n: usize,
    indices: &'a mut Vec<u32>,
}

impl PerWidth for InOrder<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let start = self.indices.len();
        self.indices.resize(start + self.n, 0);
        for (i, index) in self.indices[start..].iter_mut().enumerate() {
            *index = self.first.wrapping_add(i as u32);
        }
    }
}

/// Lists all indices from the least to the greatest, unless these are more than the positions. It applies often, because most
/// meshes have the vertices of neighbours side by side.
struct ByRange<'a> {
    parts: [&'a [u32]; 2],
    indices: &'a mut Vec<u32>,
    /// Is set to the least index if they are listed.
    least: &'a mut Option<u32>,
}

impl PerWidth for ByRange<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let (mut least, mut greatest) = (u32::MAX, 0);
        for part in self.parts {
            for index in part {
                least = least.min(*index);
                greatest = greatest.max(*index);
            }
        }
        let n_positions = self.parts[0].len() + self.parts[1].len();
        if greatest.wrapping_sub(least) as usize >= n_positions {
            return;
        }
        *self.least = Some(least);
        self.indices
            .extend((0..=greatest - least).map(|number| least + number));
    }
}
