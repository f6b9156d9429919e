//! Where values are.
//!
//! In the current region a value is in a virtual register. A value that crosses regions also has a home: a row of the frame,
//! or of the group if groups are interleaved. Constants are in the pool.
#![forbid(unsafe_code)]

use super::plan::is_call;
use super::selector::Selector;
use crate::ir::{Op, Type, ValueId};
use crate::kernel::jit::lir::region::{Base, Class, MachineOp, Place, Resource, VReg, VRegInfo};

impl Selector<'_> {
    /// Rows for the values that cross regions. Inputs and planes have theirs, and results of calls come with their calls.
    pub(super) fn make_homes(&mut self) {
        let program = self.plan.program;
        let mut have_home = self.plan.uniform.clone();
        // Inputs and planes stay where the caller put them. Arrays and calls get their places elsewhere.
        for inst in program.insts() {
            if is_call(inst.op) {
                inst.results().for_each(|v| have_home[v.index()] = true);
                continue;
            }
            let place = match inst.op {
                Op::LoadInput if self.arrays.is_some() => continue,
                Op::LoadInput => Place::lanes(Base::Inputs, 64 * inst.imm[0] as i32),
                Op::LoadPlane => {
                    let offset = 16 * inst.imm[0] + 4 * inst.imm[1];
                    self.uses_planes = true;
                    Place::splat(Base::Planes, offset as i32)
                }
                _ => continue,
            };
            let v = inst.first_result.index();
            self.homes[v] = self.homed(Class::Vector, place);
            have_home[v] = true;
        }
        // All other values that cross get rows of the group: one, or two if they have 64 bits a lane.
        for (v, has_home) in have_home.into_iter().enumerate() {
            if self.plan.crosses[v] && !has_home {
                let ty = program.value_types[v];
                let class = self.class_of(ty);
                let place = self.group_rows(1 + usize::from(ty.is_wide()));
                self.homes[v] = self.homed(class, place);
                if ty.is_wide() {
                    let offset = place.offset + 64;
                    self.upper_homes[v] = self.homed(class, Place { offset, ..place });
                }
            }
        }
    }

    /// New rows of the frame.
    pub(crate) fn rows(&mut self, n: usize) -> Place {
        self.n_rows += n;
        Place::lanes(Base::Frame, 64 * (self.n_rows - n) as i32)
    }

    /// New rows of the group, if groups are interleaved, else of the frame.
    pub(crate) fn group_rows(&mut self, n: usize) -> Place {
        match &mut self.n_group_rows {
            Some(n_rows) => {
                *n_rows += n;
                Place::lanes(Base::Group, 64 * (*n_rows - n) as i32)
            }
            None => self.rows(n),
        }
    }

    fn class_of(&self, ty: Type) -> Class {
        match ty {
            Type::F32 | Type::I32 | Type::F64 | Type::I64 => Class::Vector,
            Type::Mask => self.isa.mask_class(),
        }
    }

    pub(crate) fn vreg(&mut self, class: Class, home: Option<Place>) -> VReg {
        self.vregs.push(VRegInfo {
            class,
            home,
            changes: false,
        });
        VReg(self.vregs.len() as u32 - 1)
    }

    /// A value that is read from memory.
    pub(crate) fn homed(&mut self, class: Class, place: Place) -> VReg {
        self.vreg(class, Some(place))
    }

    /// The class of masks.
    pub(crate) fn masks(&self) -> Class {
        self.isa.mask_class()
    }

    /// A constant in all lanes.
    pub(crate) fn constant(&mut self, bits: u32) -> VReg {
        let place = self.constant_place(bits);
        self.homed(Class::Vector, place)
    }

    pub(crate) fn constant_place(&mut self, bits: u32) -> Place {
        self.pool.constant(self.isa, bits)
    }

    /// The register of a value that the current region uses.
    pub(crate) fn read(&mut self, v: ValueId) -> VReg {
        let local = self.local[v.index()];
        if local.is_some() {
            return local;
        }
        if let Some(op) = self.plan.positions[v.index()] {
            let register = self.lane_position(op);
            self.mark_number(v);
            self.local[v.index()] = register;
            self.defined.push(v);
            return register;
        }
        debug_assert!(self.homes[v.index()].is_some(), "value {} is lost", v.0);
        self.homes[v.index()]
    }

    /// Puts the value in this register for the rest of the region, and in its home if it crosses.
    pub(crate) fn define(&mut self, v: ValueId, register: VReg) {
        self.local[v.index()] = register;
        self.defined.push(v);
        if !self.plan.crosses[v.index()] {
            return;
        }
        if self.plan.uniform[v.index()] {
            return self.define_uniform(v, register);
        }
        let home = self.homes[v.index()];
        let place = self.vregs[home.index()].home.expect("a home is a place");
        match self.exec() {
            Some((exec, not_exec)) => self.store_masked(
                place,
                register,
                exec,
                not_exec,
                Resource::Home(place.offset),
            ),
            None => self.store(place, register, None),
        }
    }

    fn define_uniform(&mut self, v: ValueId, register: VReg) {
        let offset = 64 * self.uniform_row + 4 * self.n_uniform;
        self.n_uniform += 1;
        let place = Place::splat(Base::Frame, offset as i32);
        self.push(
            MachineOp::StoreScalar,
            0,
            &[register],
            VReg::NONE,
            Some(place),
            None,
        );
        let class = self.vregs[register.index()].class;
        self.homes[v.index()] = self.homed(class, place);
    }

    /// A uniform value that memory has initially.
    pub(crate) fn define_in_memory(&mut self, v: ValueId, class: Class, place: Place) {
        self.homes[v.index()] = self.homed(class, place);
    }

    /// A uniform value that renames another.
    pub(crate) fn define_alias(&mut self, v: ValueId, of: ValueId) {
        // A home of this region is not stored yet.
        let is_local = self.local[of.index()].is_some();
        if self.plan.uniform[v.index()] && !is_local {
            self.homes[v.index()] = self.homes[of.index()];
        } else {
            let register = self.read(of);
            self.define(v, register);
        }
    }

    /// The row of a lane slot.
    pub(crate) fn slot(&self, slot: u32) -> Place {
        Place::lanes(Base::Frame, 64 * (self.slot_row as i32 + slot as i32))
    }
}
