//! The loop over groups of straight code over arrays. One register counts. The arrays' addresses are in registers as
//! far as these suffice.
#![forbid(unsafe_code)]

use super::straight::{Assembler, GROUP};
use crate::kernel::jit::emit::emitter::{FRAME, INPUTS, OUTPUTS};
use crate::kernel::jit::emit::encoder::{Condition, Label, at};
use crate::kernel::jit::lir::region::{
    Base, Isa, MachineOp, NUMBERS, Node, Pipeline, Place, Region, Round, SUMS, VReg, predicate,
};
use crate::kernel::jit::runtime::abi::field;
use crate::kernel::jit::schedule::unroll::GROUP_BYTES;
use crate::kernel::jit::select::arrays::MOST_ADDRESSES;
use iced_x86::Code::*;
use iced_x86::{Instruction, Register};

/// Registers without another use in such code; the last ones only with AVX-512.
const FREE: [Register; MOST_ADDRESSES] = [
    Register::R8,
    Register::R9,
    Register::R10,
    Register::R14,
    Register::R15,
    Register::RSI,
    Register::RDI,
    Register::RDX,
    Register::RCX,
    Register::R11,
];
const N_FREE_AVX2: usize = 8;

const NUMBERS_K: Register = Register::K7;
const _: () = assert!(NUMBERS == 7);

impl Assembler<'_> {
    /// Emits the loop over all groups; there is at least one.
    pub(crate) fn array_groups(&mut self) {
        let lir = self.lir;
        self.start_arrays(&lir.blocks[0].regions[0]);
        self.keep_constants(match (&lir.pipeline, &lir.round) {
            (Some(stages), _) => &stages.both,
            (None, Some(round)) => &round.region,
            (None, None) => &lir.blocks[0].regions[0],
        });
        match (&lir.pipeline, &lir.round) {
            (Some(stages), _) => self.array_stages(stages),
            (None, Some(round)) => self.array_rounds(round),
            (None, None) => {
                let again = self.asm().aligned();
                self.region(&lir.blocks[0].regions[0], GROUP, None);
                self.next_array_group();
                self.asm().jump_if(Condition::NotEqual, again);
            }
        }
        self.finish_arrays();
    }

    /// Runs single groups until the rest are whole rounds; the distance to the end shows this.
    fn array_rounds(&mut self, round: &Round) {
        let lir = self.lir;
        let (one, whole, end) = (self.asm().label(), self.asm().label(), self.asm().label());
        let bytes = GROUP_BYTES * round.n_groups;
        let asm = self.asm();
        asm.bind(one);
        asm.put(Instruction::with2(
            Test_rm64_imm32,
            INPUTS,
            bytes - GROUP_BYTES,
        ));
        asm.jump_if(Condition::Equal, whole);
        self.region(&lir.blocks[0].regions[0], GROUP, None);
        self.next_array_group();
        self.asm().jump_if(Condition::NotEqual, one);
        self.asm().jump(end);
        self.asm().bind(whole);
        let again = self.asm().aligned();
        self.region(&round.region, GROUP, None);
        let asm = self.asm();
        asm.put(Instruction::with2(Add_rm64_imm32, INPUTS, bytes));
        asm.jump_if(Condition::NotEqual, again);
        asm.bind(end);
    }

    /// The first stage is always one group ahead.
    fn array_stages(&mut self, stages: &Pipeline) {
        self.emitter.output_index = OUTPUTS;
        let last: Label = self.asm().label();
        self.region(&stages.first, GROUP, None);
        let again = self.asm().aligned();
        self.next_array_group();
        self.asm().jump_if(Condition::Equal, last);
        self.region(&stages.both, GROUP, None);
        let asm = self.asm();
        asm.put(Instruction::with2(Mov_r64_rm64, OUTPUTS, INPUTS));
        asm.jump(again);
        asm.bind(last);
        self.region(&stages.second, GROUP, None);
    }

    /// Loads the addresses of arrays.
    fn start_arrays(&mut self, region: &Region) {
        let free = match self.lir.isa {
            Isa::Avx512 => &FREE[..],
            Isa::Avx2 => &FREE[..N_FREE_AVX2],
        };
        let home = |v: VReg| self.lir.vregs[v.index()].home;
        let places = |node: &Node| node.args().filter_map(home).chain(node.place);
        let places: Vec<Place> = region.nodes.iter().flat_map(places).collect();
        for place in places {
            let Base::Array(array) = place.base else {
                continue;
            };
            let known = &self.emitter.array_registers;
            let is_known = known.iter().any(|(entry, _)| *entry == array.entry);
            let Some(register) = free.get(known.len()).filter(|_| !is_known) else {
                continue;
            };
            let address = self.emitter.array_address(array.entry);
            self.asm()
                .put(Instruction::with2(Mov_r64_rm64, *register, address));
            let known = &mut self.emitter.array_registers;
            known.push((array.entry, *register));
        }
        self.start_search();
    }

    /// The search for NaNs in stored values, where it is needed.
    fn search(&self) -> Option<MachineOp> {
        let nodes = self.lir.blocks[0].regions[0].nodes.iter();
        let mut ops = nodes.map(|node| node.op);
        ops.find(|op| matches!(op, MachineOp::FindNans | MachineOp::SumNans))
    }

    fn start_search(&mut self) {
        match self.search() {
            Some(MachineOp::SumNans) => {
                self.allocator.keep_sums();
                for sum in SUMS.map(|sum| Register::ZMM0 + u32::from(sum)) {
                    let code = EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32;
                    self.asm().put(Instruction::with3(code, sum, sum, sum));
                }
            }
            Some(_) => {
                self.allocator.keep_numbers();
                let all = Instruction::with3(VEX_Kxnorw_kr_kr_kr, NUMBERS_K, NUMBERS_K, NUMBERS_K);
                self.asm().put(all);
            }
            None => {}
        }
    }

    /// Stores a mask of the lanes in which all were numbers to the frame.
    fn finish_arrays(&mut self) {
        let Some(search) = self.search() else { return };
        let asm = self.asm();
        if search == MachineOp::SumNans {
            let [a, b] = SUMS.map(|sum| Register::ZMM0 + u32::from(sum));
            let (code, ordered) = (
                EVEX_Vcmpps_kr_k1_zmm_zmmm512b32_imm8_sae,
                u32::from(predicate::ORDERED),
            );
            asm.put(Instruction::with4(code, NUMBERS_K, a, b, ordered));
        }
        let numbers = at(FRAME, field::NUMBERS);
        asm.put(Instruction::with2(VEX_Kmovw_m16_kr, numbers, NUMBERS_K));
    }

    /// Sets the condition of equality after the last group, where the distance to the arrays' ends is 0.
    fn next_array_group(&mut self) {
        self.asm()
            .put(Instruction::with2(Add_rm64_imm8, INPUTS, 64));
    }
}
