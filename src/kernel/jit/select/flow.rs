//! Selects control flow: executing lanes, stores under masks, and the arguments of edges.
#![forbid(unsafe_code)]

use super::plan::PlannedBlock;
use super::selector::Selector;
use super::wide::Parts;
use crate::ir::{BlockId, Edge, Terminator, ValueId};
use crate::kernel::jit::lir::region::{
    Access, Base, BlockLir, Class, Exit, Isa, MachineOp, Place, Resource, VReg, VRegInfo,
};
use crate::kernel::jit::runtime::abi::field;
use rustc_hash::FxHashSet;

impl<'p> Selector<'p> {
    /// The executing lanes and the others, unless all lanes run together.
    pub(crate) fn exec(&mut self) -> Option<(VReg, VReg)> {
        if self.plan.straight {
            return None;
        }
        if !self.cache.exec.is_some() {
            let place = match self.isa {
                Isa::Avx512 => field::EXEC,
                Isa::Avx2 => field::EXEC_ROW,
            };
            let place = Place::lanes(Base::Frame, place as i32);
            self.cache.exec = self.homed(self.masks(), place);
            self.cache.not_exec = self.not(self.cache.exec);
        }
        Some((self.cache.exec, self.cache.not_exec))
    }

    /// Stores the lanes of `mask` (whose complement is given); the others are preserved.
    pub(crate) fn store_masked(
        &mut self,
        place: Place,
        value: VReg,
        mask: VReg,
        complement: VReg,
        resource: Resource,
    ) {
        let class = self.vregs[value.index()].class;
        let old = self.homed(class, place);
        self.vregs[old.index()].changes = true;
        let read = Some(Access::Read(resource));
        let kept = self.vreg(class, None);
        let new = match class {
            Class::Vector => {
                self.push(
                    MachineOp::Select,
                    0,
                    &[complement, old, value],
                    kept,
                    None,
                    read,
                );
                kept
            }
            Class::Mask => {
                self.push(MachineOp::KAnd, 0, &[old, complement], kept, None, read);
                let taken = self.node(MachineOp::KAnd, 0, &[value, mask], class);
                self.node(MachineOp::KOr, 0, &[kept, taken], class)
            }
        };
        self.store(place, new, Some(Access::Write(resource)));
    }

    /// Stores both halves of a value of 64 bits, or the one vector or mask of another.
    pub(crate) fn store_parts(&mut self, v: ValueId, parts: &[VReg], mask: VReg, complement: VReg) {
        let homes = self.home_parts(v);
        for (i, (home, value)) in homes.iter().zip(parts).enumerate() {
            let place = self.vregs[home.index()].home.expect("a home is a place");
            let resource = Resource::Home(place.offset);
            if parts.len() == 1 {
                self.store_masked(place, *value, mask, complement, resource);
            } else {
                let complement = self.mask_halves(complement)[i];
                self.store_half(place, *value, complement, resource);
            }
        }
    }

    /// Stores a half of a value of 64 bits where `complement` is false.
    fn store_half(&mut self, place: Place, value: VReg, complement: VReg, resource: Resource) {
        let old = self.homed(Class::Vector, place);
        self.vregs[old.index()].changes = true;
        let read = Some(Access::Read(resource));
        let new = self.vreg(Class::Vector, None);
        let args = [complement, old, value];
        self.push(MachineOp::DSelect, 0, &args, new, None, read);
        self.store(place, new, Some(Access::Write(resource)));
    }

    pub(crate) fn block(&mut self, at: usize, planned: &PlannedBlock<'p>) -> BlockLir {
        let regions = self.regions(at as u32, planned);
        let block = self.plan.program.block(self.plan.order[at]);
        let number = |b: BlockId| self.plan.number[b.index()];
        let exit = match &block.terminator {
            Terminator::Jump(edge) => Exit::Jump(number(edge.block)),
            Terminator::Branch(_, yes, no) => Exit::Branch(number(yes.block), number(no.block)),
            Terminator::Call { callee, resume } => Exit::Call {
                callee: number(*callee),
                resume: number(*resume),
            },
            Terminator::Return => Exit::Return,
            Terminator::End => Exit::End,
        };
        BlockLir {
            regions,
            exit,
            cost: block.source_count,
        }
    }

    /// Stores the arguments of the edges, after the region's other nodes, in order.
    pub(crate) fn terminator(&mut self, block: BlockId) {
        let program = self.plan.program;
        match &program.block(block).terminator {
            Terminator::Jump(edge) => {
                if let Some((exec, not_exec)) = self.exec() {
                    let args = self.edge_args(&[edge]);
                    self.edge(edge, &args[0], exec, not_exec);
                }
            }
            // The dispatcher reads which lanes take the branch from the frame.
            Terminator::Branch(condition, yes, no) => {
                let condition = self.read(*condition);
                let place = Place::lanes(Base::Frame, field::TAKEN as i32);
                self.push(
                    MachineOp::StoreBits,
                    0,
                    &[condition],
                    VReg::NONE,
                    Some(place),
                    None,
                );
                let args = self.edge_args(&[yes, no]);
                let Some((exec, _)) = self.exec() else { return };
                // All conditions are computed before anything is stored: a store may overwrite an argument's home.
                let mut stores = Vec::new();
                for (i, edge) in [yes, no].into_iter().enumerate() {
                    if !edge.args.is_empty() {
                        let condition = if i == 0 {
                            condition
                        } else {
                            self.not(condition)
                        };
                        let takes = self.and(condition, exec);
                        stores.push((edge, &args[i], takes, self.not(takes)));
                    }
                }
                for (edge, args, takes, complement) in stores {
                    self.edge(edge, args, takes, complement);
                }
            }
            _ => {}
        }
    }

    /// The arguments of edges, in registers of their own where a store of these edges would overwrite their homes.
    fn edge_args(&mut self, edges: &[&Edge]) -> Vec<Vec<Parts>> {
        let mut overwritten: FxHashSet<Place> = FxHashSet::default();
        for edge in edges {
            for v in &self.plan.program.block(edge.block).params {
                let homes = self.home_parts(*v);
                overwritten.extend(
                    homes
                        .iter()
                        .filter_map(|home| self.vregs[home.index()].home),
                );
            }
        }
        let mut copy = |v: &ValueId| {
            let mut parts = self.read_parts(*v);
            for part in &mut parts {
                let VRegInfo { class, home, .. } = self.vregs[part.index()];
                if home.is_some_and(|place| overwritten.contains(&place)) {
                    *part = self.node(MachineOp::Copy, 0, &[*part], class);
                }
            }
            parts
        };
        edges
            .iter()
            .map(|edge| edge.args.iter().map(&mut copy).collect())
            .collect()
    }

    fn edge(&mut self, edge: &Edge, args: &[Parts], mask: VReg, complement: VReg) {
        let params = &self.plan.program.block(edge.block).params;
        for ((param, arg), from) in params.iter().zip(args).zip(&edge.args) {
            if param != from {
                self.store_parts(*param, arg, mask, complement);
            }
        }
    }
}
