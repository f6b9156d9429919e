//! Operations on pixels: loads, stores, and the bytes of which pixels are made.
#![forbid(unsafe_code)]

use super::selector::Selector;
use crate::ir::{Inst, ValueId};
use crate::kernel::jit::lir::region::{Access, Class, Isa, MachineOp, Resource, VReg};

/// Which bytes of 4 × a, 4 × b, 4 × c, 4 × d make each four words a b c d: those of two lanes, by their numbers.
const BYTES_OF_LANES: [u64; 2] = [0x0d09_0501_0c08_0400, 0x0f0b_0703_0e0a_0602];

impl Selector<'_> {
    pub(crate) fn load_pixel(&mut self, plane: u32) -> VReg {
        self.pixel_planes |= 1 << plane;
        let cached = self.cache.pixels[plane as usize];
        if cached.is_some() {
            return cached;
        }
        let register = self.vreg(Class::Vector, None);
        let read = Some(Access::Read(Resource::Pixels(plane)));
        self.push(MachineOp::LoadPixel, plane as u8, &[], register, None, read);
        self.cache.pixels[plane as usize] = register;
        register
    }

    /// No other thread touches the block, so that its other pixels may be written unchanged.
    pub(crate) fn store_pixel(&mut self, plane: u32, value: ValueId) {
        let value = self.read(value);
        let mut mask = self.live();
        if let Some((exec, _)) = self.exec() {
            mask = self.and(mask, exec);
        }
        self.pixel_planes |= 1 << plane;
        let write = Some(Access::Write(Resource::Pixels(plane)));
        if self.isa == Isa::Avx512 && !self.cache.pixels[plane as usize].is_some() {
            let args = [value, mask];
            self.push(
                MachineOp::StorePixel,
                plane as u8,
                &args,
                VReg::NONE,
                None,
                write,
            );
            return;
        }
        let old = self.load_pixel(plane);
        let new = self.vector(MachineOp::Select, &[mask, value, old]);
        self.push(
            MachineOp::StorePixel,
            plane as u8,
            &[new],
            VReg::NONE,
            None,
            write,
        );
        // An absent plane always reads 0.
        self.cache.pixels[plane as usize] = VReg::NONE;
    }

    /// Packs four vectors of words to one: packing saturates, and conversion gives i32::MIN for numbers out of range.
    pub(crate) fn pack_bytes(&mut self, inst: &Inst) -> VReg {
        let words = [0, 1, 2, 3].map(|i| {
            let x = self.read(inst.args[i]);
            self.vector(MachineOp::ToIntNearest, &[x])
        });
        let [ab, cd] = [0, 2].map(|i| self.vector(MachineOp::PackWords, &words[i..i + 2]));
        let bytes = self.vector(MachineOp::PackHalves, &[ab, cd]);
        let place = self
            .pool
            .row(std::array::from_fn(|i| BYTES_OF_LANES[i % 2]));
        let order = self.homed(Class::Vector, place);
        self.vector(MachineOp::ShuffleBytes, &[bytes, order])
    }
}
