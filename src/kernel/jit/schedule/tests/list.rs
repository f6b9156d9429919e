//! The register limit holds, and no node starts before what it needs.

use crate::kernel::jit::lir::region::{
    Base, Class, Isa, MachineOp, Node, Place, Region, VReg, VRegInfo,
};
use crate::kernel::jit::schedule::list::Scheduler;

/// `n` divisions and a sum of them all, and what the places hold.
fn sum_of_quotients(n: u32) -> (Region, Vec<VRegInfo>) {
    let vreg = |home| VRegInfo {
        class: Class::Vector,
        home,
        changes: false,
    };
    let mut vregs = vec![vreg(Some(Place::lanes(Base::Inputs, 0)))];
    let mut region = Region::default();
    let mut node = |op, a, b| {
        vregs.push(vreg(None));
        let dst = VReg(vregs.len() as u32 - 1);
        region.nodes.push(Node {
            span: crate::ir::Span::NONE,
            op,
            imm: 0,
            dst,
            args: [a, b, VReg::NONE],
            place: None,
            access: None,
        });
        dst
    };
    let quotients: Vec<VReg> = (0..n)
        .map(|_| node(MachineOp::Div, VReg(0), VReg(0)))
        .collect();
    quotients
        .into_iter()
        .reduce(|a, b| node(MachineOp::Add, a, b))
        .expect("a quotient");
    region.tail = region.nodes.len();
    (region, vregs)
}

/// The most values in registers at a time.
fn most_live(region: &Region, order: &[u32]) -> usize {
    let nodes: Vec<&Node> = order.iter().map(|i| &region.nodes[*i as usize]).collect();
    let last_use = |v: VReg| nodes.iter().rposition(|n| n.args.contains(&v)).unwrap_or(0);
    let live = |at: usize| {
        let defined = nodes[..=at].iter().map(|n| n.dst);
        defined.filter(|v| last_use(*v) > at).count()
    };
    (0..nodes.len()).map(live).max().expect("nodes")
}

#[test]
fn registers_limit_how_much_starts_early() {
    let (region, vregs) = sum_of_quotients(100);
    for isa in [Isa::Avx512, Isa::Avx2] {
        let order = Scheduler::new(isa, &vregs).region(&region);
        let most = most_live(&region, &order);
        assert!(most <= isa.pressure_limit() as usize, "{most} live");
    }
}

#[test]
fn nodes_keep_the_order_of_what_they_need() {
    let (region, vregs) = sum_of_quotients(20);
    let order = Scheduler::new(Isa::Avx512, &vregs).region(&region);
    let mut known = vec![false; vregs.len()];
    known[0] = true;
    for i in order {
        let node = &region.nodes[i as usize];
        assert!(node.args().all(|v| known[v.index()]), "node {i}");
        known[node.dst.index()] = true;
    }
}
