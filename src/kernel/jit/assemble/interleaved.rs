//! The loop over groups of a straight program with calls: some groups at a time are *kept*, so that one call serves them all.
//!
//! ```text
//! until no group is left:
//!     keep the next groups with a live lane: their places go to their rows
//!     for each region:
//!         for each kept group: the region; where it kills lanes, groups without live ones are dropped
//!         the region's calls
//! ```
//! A region reads and writes its own group's rows, outputs, mask and pixels only, so the order of groups does not
//! matter. Pixels belong to one group as long as blocks ascend. Where a program touches them in several regions, the
//! list of kept groups ends where that stops.
#![forbid(unsafe_code)]

use super::straight::{Assembler, GROUP, Lanes};
use crate::kernel::jit::emit::emitter::{
    FRAME, GROUP_ROWS, INPUTS, MASKS, OUTPUTS, indexed, scaled,
};
use crate::kernel::jit::emit::encoder::{Condition, Label, at};
use crate::kernel::jit::lir::region::{Access, Base, Isa, Kept, Place, Region, Resource};
use crate::kernel::jit::runtime::abi::{GROUP_ZEROS_ROW, field};
use iced_x86::Code::*;
use iced_x86::{Instruction, Register};

/// Offsets of the list: its length in bytes so far, its next group, and its end.
const LENGTH: Register = Register::R8;
const NEXT: Register = Register::R8;
const END: Register = Register::RDX;
/// The place in the list of the next group that stays kept.
const STAYS: Register = Register::R9;
/// The block of the last group.
const LAST_BLOCK: Register = Register::EDX;

/// The registers that move with the group, and their places in a cursor.
const MOVING: [(Register, usize); 3] = [
    (INPUTS, field::CURSOR_INPUTS),
    (OUTPUTS, field::CURSOR_OUTPUTS),
    (MASKS, field::CURSOR_MASKS),
];

impl<'a> Assembler<'a> {
    pub(crate) fn kept_groups(&mut self, kept: &Kept, end: Label) {
        let lir = self.lir;
        self.clear_zeros(kept);
        let again = self.asm().here();
        self.keep(kept, end);
        for region in &lir.blocks[0].regions {
            self.kept_region(region);
            self.calls(&region.calls);
        }
        let rax = Register::RAX;
        self.load(rax, field::NEXT + field::CURSOR_GROUP);
        let asm = self.asm();
        let group = at(FRAME, field::GROUP);
        asm.put(Instruction::with2(Mov_rm64_r64, group, rax));
        for (register, offset) in MOVING {
            self.load(register, field::NEXT + offset);
        }
        let asm = self.asm();
        let n_left = at(FRAME, field::N_LEFT);
        asm.put(Instruction::with2(Cmp_rm64_imm8, n_left, 0));
        asm.jump_if(Condition::NotEqual, again);
    }

    /// Each group has a row of zeros.
    fn clear_zeros(&mut self, kept: &Kept) {
        let ymm = Register::YMM0;
        let asm = self.asm();
        asm.put(Instruction::with3(
            VEX_Vxorps_ymm_ymm_ymmm256,
            ymm,
            ymm,
            ymm,
        ));
        for group in 0..kept.n_groups {
            let row = kept.start + group * kept.n_rows + GROUP_ZEROS_ROW;
            for half in [0, 32] {
                let place = at(FRAME, 64 * row + half);
                asm.put(Instruction::with2(VEX_Vmovups_ymmm256_ymm, place, ymm));
            }
        }
    }

    /// Lists the next groups with a live lane; jumps to `end` if there is none.
    ///
    /// ```text
    ///         ┌──────────────── more groups, and room in the list ────────────────┐
    ///         ▼                                                                   │
    ///   ──▶ next: live? ─yes─▶ block after the last one? ─yes─▶ list it ──▶ skip: next group
    ///            │                       │                                 ▲      │ none left, or list full
    ///            └─no──────────────────────────────────────────────────────┘      ▼
    ///                                    └─no (may share pixels)──────────────▶ done ─empty─▶ `end`
    /// ```
    fn keep(&mut self, kept: &Kept, end: Label) {
        let (rax, eax, rcx) = (Register::RAX, Register::EAX, Register::RCX);
        let asm = self.asm();
        let (skip, done) = (asm.label(), asm.label());
        // The list is empty (r8 = 0). Its groups get their rows one after the other.
        asm.put(Instruction::with2(
            Xor_r32_rm32,
            Register::R8D,
            Register::R8D,
        ));
        let start = at(FRAME, 64 * kept.start);
        asm.put(Instruction::with2(Lea_r64_m, GROUP_ROWS, start));
        if kept.needs_own_blocks {
            asm.put(Instruction::with2(Mov_r32_imm32, LAST_BLOCK, u32::MAX));
        }
        // `next`: a group without live lanes is not listed.
        let next = asm.here();
        asm.put(Instruction::with2(Movzx_r32_rm16, eax, at(MASKS, 0)));
        asm.put(Instruction::with2(Test_rm32_r32, eax, eax));
        asm.jump_if(Condition::Equal, skip);
        // Blocks of listed groups ascend strictly, so that no two groups share pixels.
        self.load(rcx, field::GROUP);
        let asm = self.asm();
        if kept.needs_own_blocks {
            let block = at(rcx, field::GROUP_BLOCK);
            asm.put(Instruction::with2(Mov_r32_rm32, eax, block));
            asm.put(Instruction::with2(Cmp_r32_rm32, eax, LAST_BLOCK));
            asm.jump_if(Condition::LessOrEqual, done);
            asm.put(Instruction::with2(Mov_r32_rm32, LAST_BLOCK, eax));
        }
        // List it: its cursor goes to its rows, and the address of its rows to the list.
        for (register, offset) in MOVING.into_iter().chain([(rcx, field::CURSOR_GROUP)]) {
            let place = at(GROUP_ROWS, offset);
            asm.put(Instruction::with2(Mov_rm64_r64, place, register));
        }
        let listed = indexed(FRAME, LENGTH, field::LISTED);
        asm.put(Instruction::with2(Mov_rm64_r64, listed, GROUP_ROWS));
        let stride = 64 * kept.n_rows as i32;
        asm.put(Instruction::with2(Add_rm64_imm32, GROUP_ROWS, stride));
        asm.put(Instruction::with2(Add_rm64_imm8, LENGTH, 8));
        // `skip`: go on with the next group while there is one and the list has room.
        asm.bind(skip);
        self.next_group(OUTPUTS, MASKS);
        let asm = self.asm();
        asm.jump_if(Condition::Equal, done);
        let most = 8 * kept.n_groups as i32;
        asm.put(Instruction::with2(Cmp_rm64_imm32, LENGTH, most));
        asm.jump_if(Condition::NotEqual, next);
        // `done`: bytes become a number. The shift sets the zero flag if nothing has been listed.
        asm.bind(done);
        asm.put(Instruction::with2(Shr_rm64_imm8, LENGTH, 3));
        asm.jump_if(Condition::Equal, end);
        let n_listed = at(FRAME, field::N_LISTED);
        asm.put(Instruction::with2(Mov_rm64_r64, n_listed, LENGTH));
        // The regions move these registers, so the place of the first group that is not listed is kept in the frame.
        self.load(rax, field::GROUP);
        let asm = self.asm();
        for (register, offset) in MOVING.into_iter().chain([(rax, field::CURSOR_GROUP)]) {
            let place = at(FRAME, field::NEXT + offset);
            asm.put(Instruction::with2(Mov_rm64_r64, place, register));
        }
    }

    /// Runs a region for each listed group.
    fn kept_region(&mut self, region: &'a Region) {
        if region.nodes.is_empty() {
            return;
        }
        let uses = Uses::of(region, self.lir.isa, |v| self.lir.vregs[v].home);
        let rcx = Register::RCX;
        // An earlier region may have dropped all groups.
        self.load(END, field::N_LISTED);
        let asm = self.asm();
        let done = asm.label();
        asm.put(Instruction::with2(Test_rm64_r64, END, END));
        asm.jump_if(Condition::Equal, done);
        self.keep_constants(region);
        let asm = self.asm();
        // NEXT walks over the list, END is the address after it, and STAYS is where the next survivor goes.
        let listed = at(FRAME, field::LISTED);
        asm.put(Instruction::with2(Lea_r64_m, NEXT, listed));
        asm.put(Instruction::with2(Mov_r64_rm64, STAYS, NEXT));
        asm.put(Instruction::with2(Shl_rm64_imm8, END, 3));
        asm.put(Instruction::with2(Add_r64_rm64, END, NEXT));
        // `again`: take a group from the list, and load what the region uses of its place.
        let again = asm.here();
        asm.put(Instruction::with2(Mov_r64_rm64, GROUP_ROWS, at(NEXT, 0)));
        asm.put(Instruction::with2(Add_rm64_imm8, NEXT, 8));
        for (register, offset) in MOVING {
            if uses.registers.contains(&register) {
                let place = at(GROUP_ROWS, offset);
                asm.put(Instruction::with2(Mov_r64_rm64, register, place));
            }
        }
        if uses.group {
            let group = at(GROUP_ROWS, field::CURSOR_GROUP);
            asm.put(Instruction::with2(Mov_r64_rm64, rcx, group));
            let group = at(FRAME, field::GROUP);
            asm.put(Instruction::with2(Mov_rm64_r64, group, rcx));
            self.group_corner_and_planes();
            self.group_pixels();
        }
        // STAYS never passes NEXT, so the list can be compacted in place.
        self.nodes(region, GROUP, Some(Lanes::Live));
        if uses.kills {
            self.stay_if_live();
        }
        let asm = self.asm();
        asm.put(Instruction::with2(Cmp_r64_rm64, NEXT, END));
        asm.jump_if(Condition::NotEqual, again);
        // The survivors are now the list.
        if uses.kills {
            let listed = at(FRAME, field::LISTED);
            asm.put(Instruction::with2(Lea_r64_m, rcx, listed));
            asm.put(Instruction::with2(Sub_r64_rm64, STAYS, rcx));
            asm.put(Instruction::with2(Shr_rm64_imm8, STAYS, 3));
            let n_listed = at(FRAME, field::N_LISTED);
            asm.put(Instruction::with2(Mov_rm64_r64, n_listed, STAYS));
        }
        asm.bind(done);
    }

    /// Lists the group again; the place in the list advances only if one of its lanes lives.
    fn stay_if_live(&mut self) {
        let (rax, asm) = (Register::RAX, self.asm());
        asm.put(Instruction::with2(Mov_rm64_r64, at(STAYS, 0), GROUP_ROWS));
        // rax = −1 if the mask is 0, else 0.
        asm.put(Instruction::with2(Cmp_rm16_imm8, at(MASKS, 0), 1));
        asm.put(Instruction::with2(Sbb_r64_rm64, rax, rax));
        let next = scaled(STAYS, rax, 8);
        asm.put(Instruction::with2(Lea_r64_m, STAYS, next));
    }
}

/// The group's values that a region uses.
struct Uses {
    registers: Vec<Register>,
    /// Its place, planes or pixels.
    group: bool,
    kills: bool,
}

impl Uses {
    fn of(region: &Region, isa: Isa, home: impl Fn(usize) -> Option<Place>) -> Uses {
        let mut uses = Uses {
            registers: Vec::new(),
            group: region.touches_pixels(),
            kills: false,
        };
        // The group's mask selects its halves.
        if isa == Isa::Avx2 {
            uses.registers.push(MASKS);
        }
        for node in &region.nodes {
            uses.kills |= node.access == Some(Access::Write(Resource::Live));
            let homes = node.args().filter_map(|v| home(v.index()));
            for place in homes.chain(node.place) {
                match place.base {
                    Base::Inputs => uses.registers.push(INPUTS),
                    Base::Outputs => uses.registers.push(OUTPUTS),
                    Base::Masks => uses.registers.push(MASKS),
                    Base::Planes => uses.group = true,
                    Base::Frame => {
                        let corner = [field::CORNER_X as i32, field::CORNER_Y as i32];
                        uses.group |= corner.contains(&place.offset);
                    }
                    _ => {}
                }
            }
        }
        uses
    }
}
