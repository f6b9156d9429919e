//! A correct allocation is accepted; one with a step left out or a wrong register is not.

use crate::kernel::jit::allocate::checker::check;
use crate::kernel::jit::allocate::linear::Allocator;
use crate::kernel::jit::allocate::step::{Operand, Step};
use crate::kernel::jit::lir::region::{
    Access, Base, Class, Isa, MachineOp, Node, Place, Region, Resource, VReg, VRegInfo,
};
use crate::kernel::jit::schedule::list::Scheduler;

/// More sums alive at a time than there are registers, stored in the end: spills and loads.
fn region(n: u32) -> (Region, Vec<VRegInfo>) {
    let mut vregs = Vec::new();
    let mut vreg = |home| {
        vregs.push(VRegInfo {
            class: Class::Vector,
            home,
            changes: false,
        });
        VReg(vregs.len() as u32 - 1)
    };
    let mut nodes = Vec::new();
    let mut push = |op, args: [VReg; 3], dst, place: Option<Place>| {
        nodes.push(Node {
            span: crate::ir::Span::NONE,
            op,
            imm: 0,
            dst,
            args,
            place,
            access: place.map(|_| Access::Write(Resource::Live)),
        });
    };
    let none = VReg::NONE;
    let input = |i: u32| Some(Place::lanes(Base::Inputs, 64 * i as i32));
    let (first, second) = (vreg(input(0)), vreg(input(1)));
    let mut sums = Vec::new();
    for _ in 0..n {
        let (last, sum) = (sums.last().copied().unwrap_or(first), vreg(None));
        push(MachineOp::Fma, [last, second, first], sum, None);
        sums.push(sum);
    }
    for (i, sum) in sums.iter().rev().enumerate() {
        let product = vreg(None);
        push(MachineOp::Mul, [*sum, *sum, none], product, None);
        let place = Place::lanes(Base::Outputs, 64 * i as i32);
        push(MachineOp::Store, [product, none, none], none, Some(place));
    }
    let tail = nodes.len();
    (
        Region {
            nodes,
            tail,
            calls: Vec::new(),
        },
        vregs,
    )
}

fn allocated(isa: Isa) -> (Region, Vec<VRegInfo>, Vec<Step>) {
    let (region, vregs) = region(60);
    let order = Scheduler::new(isa, &vregs).region(&region);
    let steps = Allocator::new(isa, &vregs, 0).region(&region.nodes, &order);
    (region, vregs, steps)
}

#[test]
fn what_is_allocated_is_accepted() {
    for isa in [Isa::Avx512, Isa::Avx2] {
        let (region, vregs, steps) = allocated(isa);
        assert_eq!(check(&region.nodes, &vregs, &steps, &[]), Ok(()));
        assert!(steps.iter().any(|s| matches!(s, Step::Spill { .. })));
    }
}

#[test]
fn any_step_left_out_is_found() {
    let (region, vregs, steps) = allocated(Isa::Avx2);
    for at in 0..steps.len() {
        let mut fewer = steps.clone();
        fewer.remove(at);
        assert!(
            check(&region.nodes, &vregs, &fewer, &[]).is_err(),
            "step {at}"
        );
    }
}

#[test]
fn a_wrong_register_is_found() {
    let (region, vregs, steps) = allocated(Isa::Avx2);
    for at in 0..steps.len() {
        let mut wrong = steps.clone();
        let Step::Node { args, .. } = &mut wrong[at] else {
            continue;
        };
        if let Operand::Register(register) = &mut args[0] {
            *register = (*register + 1) % 16;
            assert!(
                check(&region.nodes, &vregs, &wrong, &[]).is_err(),
                "step {at}"
            );
        }
    }
}
