//! Which vertices a chunk transforms, given the indices of its primitives.
#![forbid(unsafe_code)]

use super::draw_call::VertexInput;
use super::primitive::Run;
use crate::simd::{InstructionSet, PerWidth, Vectors, run_on};

/// The most entries of the index reuse table.
const REUSE_ENTRIES: usize = 1024;
/// No vertex: an entry that matches nothing.
const NO_LOCAL: u32 = u32::MAX;

/// The vertices of a chunk.
#[derive(Default)]
pub(super) struct VertexList {
    /// By position in the chunk's run of vertices: the vertex. Empty when they are the same, else one number longer than the
    /// run.
    pub(super) numbers: Vec<u32>,
    /// By the low bits of an index: an index, and its vertex.
    reuse: Vec<(u32, u32)>,
}

impl VertexList {
    /// Lists the `indices` of the vertices of a run, those with the same index once where that is easily seen.
    pub(super) fn fill(&mut self, vertices: &VertexInput, run: &Run, indices: &mut Vec<u32>) {
        indices.clear();
        self.numbers.clear();
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
        let parts = run.parts();
        let parts = [0, 1].map(|i| &by_seq[parts[i].start as usize..parts[i].end as usize]);
        let mut is_done = false;
        let by_range = ByRange {
            parts,
            indices,
            numbers: &mut self.numbers,
            is_done: &mut is_done,
        };
        run_on(InstructionSet::of_process(), by_range);
        if !is_done {
            self.fill_by_table(parts, run.len(), indices);
        }
        self.numbers.push(0);
    }

    /// In the order of their first use; those with the same index once while it stays in the table.
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

/// Lists vertices behind each other.
struct InOrder<'a> {
    first: u32,
    n: usize,
    indices: &'a mut Vec<u32>,
}

impl PerWidth for InOrder<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let behind = self.indices.len();
        self.indices.resize(behind + self.n, 0);
        for (i, index) in self.indices[behind..].iter_mut().enumerate() {
            *index = self.first.wrapping_add(i as u32);
        }
    }
}

/// Lists all vertices between the least and the greatest index, if these are no more than the positions: most meshes have the
/// vertices of neighbours side by side.
struct ByRange<'a> {
    parts: [&'a [u32]; 2],
    indices: &'a mut Vec<u32>,
    numbers: &'a mut Vec<u32>,
    is_done: &'a mut bool,
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
        *self.is_done = true;
        self.indices
            .extend((0..=greatest - least).map(|number| least + number));
        for part in self.parts {
            let behind = self.numbers.len();
            self.numbers.resize(behind + part.len(), 0);
            for (number, index) in self.numbers[behind..].iter_mut().zip(part) {
                *number = index - least;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::draw_call::Topology;
    use super::*;
    use std::sync::Arc;

    fn listed(topology: Topology, indices: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let vertices = VertexInput {
            attributes: Vec::new(),
            indices: Some(Arc::new(indices.to_vec())),
            first: 0,
            count: indices.len() as u32,
        };
        let n = indices.len() as u32;
        let primitives = 0..super::super::primitive::n_primitives(topology, n);
        let run = Run::of(topology, &primitives, n);
        let (mut list, mut vertex_indices) = (VertexList::default(), Vec::new());
        list.fill(&vertices, &run, &mut vertex_indices);
        assert_eq!(list.numbers.pop(), Some(0));
        let numbers = list.numbers.iter();
        let named: Vec<u32> = numbers.map(|i| vertex_indices[*i as usize]).collect();
        assert_eq!(named, indices);
        (vertex_indices, list.numbers)
    }

    #[test]
    fn near_indices_are_listed_as_a_range_and_others_once_each() {
        let near = listed(Topology::Triangles, &[7, 9, 8, 8, 9, 11]);
        assert_eq!(near, (vec![7, 8, 9, 10, 11], vec![0, 2, 1, 1, 2, 4]));
        let far = listed(Topology::Triangles, &[7, 9, 800, 800, 9, 0]);
        assert_eq!(far, (vec![7, 9, 800, 0], vec![0, 1, 2, 2, 1, 3]));
        // The whole range of numbers, and its ends.
        let ends = listed(Topology::Triangles, &[u32::MAX, 0, u32::MAX - 1]);
        assert_eq!(ends.0, [u32::MAX, 0, u32::MAX - 1]);
        let last = listed(Topology::Triangles, &[u32::MAX, u32::MAX - 2, u32::MAX - 1]);
        assert_eq!(last.0, [u32::MAX - 2, u32::MAX - 1, u32::MAX]);
    }
}
