//! Holds constants in registers while a loop runs over groups.
//!
//! Zen 4 loads one vector of 16 lanes a cycle, or one operand for all of them. A short fragment kernel that read its constants
//! with each group did nothing but load.
#![forbid(unsafe_code)]

use super::straight::{Assembler, Planned};
use crate::kernel::jit::lir::region::{
    Base, Class, Isa, Node, Place, Region, Shape, VReg, VRegInfo,
};
use crate::kernel::jit::runtime::abi::field;

impl<'a> Assembler<'a> {
    /// Loads values that are the same for all groups into registers that a loop over the region does not use, as many
    /// as fit without a spill. They stay there until the next call. The region's steps are planned then.
    pub(crate) fn keep_constants(&mut self, region: &'a Region) {
        self.allocator.keep(&[]);
        let values = self.constants_by_uses(region);
        let order = self.scheduler.region(region);
        let most = values.len().min(self.lir.isa.n_vectors() * 3 / 4);
        let quarter = |n: usize| &values[..most.min(4 * n)];
        // Binary search: `low` quarters fit, and more than `high` do not.
        let (mut low, mut high) = (0, most.div_ceil(4));
        let mut steps = None;
        while low < high {
            let middle = (low + high).div_ceil(2);
            self.allocator.keep(quarter(middle));
            match self.allocator.without_spills(&region.nodes, &order) {
                Some(fitting) => (low, steps) = (middle, Some(fitting)),
                None => high = middle - 1,
            }
        }
        self.allocator.keep(quarter(low));
        let steps = steps.unwrap_or_else(|| self.allocator.region(&region.nodes, &order));
        self.planned = Some(Planned { region, steps });
        for (v, register) in self.allocator.kept().to_vec() {
            let home = self.lir.vregs[v.index()].home;
            let home = home.expect("a constant is in memory");
            self.emitter.load(Class::Vector, register, home);
        }
    }

    /// The vectors that are the same for all groups, most frequently read first.
    fn constants_by_uses(&self, region: &Region) -> Vec<VReg> {
        let mut uses: Vec<(VReg, usize)> = Vec::new();
        // The places of values in the list; 0 where they have none yet.
        let mut places = vec![0; self.lir.vregs.len()];
        for v in region.nodes.iter().flat_map(Node::args) {
            let place = &mut places[v.index()];
            if *place != 0 {
                uses[*place - 1].1 += 1;
            } else if is_constant(self.lir.isa, &self.lir.vregs[v.index()]) {
                uses.push((v, 1));
                *place = uses.len();
            }
        }
        uses.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        uses.into_iter().map(|(v, _)| v).collect()
    }
}

fn is_constant(isa: Isa, info: &VRegInfo) -> bool {
    let of_all_groups = |place: Place| match (place.base, place.shape) {
        (Base::Frame, Shape::Lanes) => isa == Isa::Avx512 && is_one_of(LANES, place),
        (Base::Frame, _) => !is_one_of(CORNER, place),
        (Base::Pool | Base::Uniforms, shape) => shape != Shape::Lanes,
        _ => false,
    };
    info.class == Class::Vector && !info.changes && info.home.is_some_and(of_all_groups)
}

/// The lanes' places in their group, and the place of the current group.
const LANES: [usize; 2] = [field::LANE_X, field::LANE_Y];
const CORNER: [usize; 2] = [field::CORNER_X, field::CORNER_Y];

fn is_one_of(fields: [usize; 2], place: Place) -> bool {
    fields.contains(&(place.offset as usize))
}
