//! What the components of the address register hold.

use crate::codegen::lines::{Code, Where};
use crate::codegen::target::Target;
use smallvec::{SmallVec, smallvec};

/// Components of `a0` with the numbers that they get together.
pub(super) type Loads = SmallVec<[(u8, u32); 4]>;

/// The components of `a0`, and when numbers are wanted there.
pub(super) struct Addresses {
    pub(super) n_components: u8,
    /// The numbers that the components hold.
    held: [Option<u32>; 4],
    /// The components that the line in hand reads, by bit.
    pub(super) pinned: u8,
    /// For each number the lines that address by it.
    uses: Vec<Vec<usize>>,
    /// For each number the line after the last one that writes it.
    ready: Vec<usize>,
    /// The lines at which blocks begin and end.
    flow: Vec<usize>,
}

impl Addresses {
    pub(super) fn new(target: &Target<'_>, code: &Code) -> Addresses {
        let mut uses = vec![Vec::new(); code.indices.len()];
        let mut ready = vec![0; code.indices.len()];
        for (at, line) in code.lines.iter().enumerate() {
            for read in &line.reads {
                if let Where::Indexed(_, id) = read.from {
                    uses[id as usize].push(at);
                }
            }
            let Some((to, mask)) = line.to else { continue };
            for (ready, index) in ready.iter_mut().zip(&code.indices) {
                if index.from == to && mask >> index.lanes[0] & 1 != 0 {
                    *ready = at + 1;
                }
            }
        }
        let flow = { code.lines.iter().enumerate() }.filter(|(_, l)| l.is_flow());
        Addresses {
            n_components: target.machine.address.components,
            held: [None; 4],
            pinned: 0,
            uses,
            ready,
            flow: flow.map(|(at, _)| at).collect(),
        }
    }

    /// What a block has set is not known after it.
    pub(super) fn forget(&mut self) {
        self.held = [None; 4];
    }

    pub(super) fn component_of(&self, id: u32) -> Option<u8> {
        let at = self.held.iter().position(|held| *held == Some(id));
        at.map(|component| component as u8)
    }

    pub(super) fn has(&self, id: u32) -> bool {
        self.component_of(id).is_some()
    }

    pub(super) fn hold(&mut self, loads: &Loads) {
        for (component, id) in loads {
            self.held[usize::from(*component)] = Some(*id);
        }
    }

    /// The line from this one on that wants a number next, before the block ends.
    fn next_use(&self, id: u32, at: usize) -> Option<usize> {
        let end = self.flow[self.flow.partition_point(|f| *f < at)..].first();
        let lines = &self.uses[id as usize];
        let next = lines[lines.partition_point(|l| *l < at)..].first();
        next.copied()
            .filter(|next| end.is_none_or(|end| next < end))
    }

    /// A component for a number, the one that is wanted latest; and components that nothing wants for others that lie in the
    /// same register, are computed, and are wanted soonest.
    pub(super) fn choose(&self, code: &Code, id: u32, at: usize) -> Loads {
        let wanted = |component: &u8| {
            let held = self.held[usize::from(*component)];
            held.and_then(|held| self.next_use(held, at))
        };
        let free = (0..self.n_components).filter(|c| self.pinned >> c & 1 == 0);
        // Those that nothing wants come first, then those that are wanted last.
        let mut free: SmallVec<[u8; 4]> = free.collect();
        free.sort_by_key(|c| {
            wanted(c)
                .map(std::cmp::Reverse)
                .map_or((0, None), |w| (1, Some(w)))
        });
        let first = free.first().copied().unwrap_or(0);
        let mut loads: Loads = smallvec![(first, id)];
        let own = code.indices[id as usize];
        let mut others: Vec<(usize, u32)> = { 0..code.indices.len() as u32 }
            .filter(|other| *other != id && !self.has(*other))
            .filter(|other| {
                let index = code.indices[*other as usize];
                (index.from, index.modifier) == (own.from, own.modifier)
                    && self.ready[*other as usize] <= at
            })
            .filter_map(|other| Some((self.next_use(other, at)?, other)))
            .collect();
        others.sort_unstable();
        let idle = free.into_iter().skip(1).filter(|c| wanted(c).is_none());
        loads.extend(idle.zip(others.into_iter().map(|(_, other)| other)));
        loads
    }
}
