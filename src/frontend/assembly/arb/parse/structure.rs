//! Parses blocks of instructions (NV_fragment_program2 3.11.4.X): IF, ELSE, ENDIF; LOOP, ENDLOOP; REP, ENDREP; BRK.

use super::parser::{Parser, Result};
use crate::frontend::assembly::arb::limits::{MAX_IF_DEPTH, MAX_LOOP_DEPTH};
use crate::frontend::assembly::arb::opcode::{Opcode, OpcodeInfo};
use crate::frontend::assembly::arb::parse::progress::OpenBlock;
use crate::frontend::assembly::arb::parsed::{Instruction, Nest};
use crate::frontend::assembly::operand::{Operand, Source};
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;

impl<'a> Parser<'a> {
    /// The blocks around the next instruction.
    pub(crate) fn nest(&self) -> Nest {
        self.open.last().map_or(Nest::default(), |b| b.nest)
    }

    /// The operand of LOOP and REP (NV_fragment_program2 3.11.X.8, .9).
    pub(crate) fn loop_operand(&mut self) -> Result<Operand> {
        let start = self.c.ahead();
        let operand = self.operand(false)?;
        match operand.source {
            Source::Param(_) => Ok(operand),
            _ => Err(ProgramError {
                kind: ErrorKind::LoopOperand,
                span: start.to(self.c.last),
            }),
        }
    }

    /// Opens, divides, leaves and closes blocks; `inst` is the next instruction of the program.
    pub(crate) fn structure(
        &mut self,
        inst: &mut Instruction,
        info: &OpcodeInfo,
        span: Span,
    ) -> Result {
        let at = self.p.instructions.len();
        let refuse = |kind| Err(ProgramError { kind, span });
        match inst.opcode {
            Opcode::If | Opcode::Loop | Opcode::Rep => {
                let nest = match self.open(inst) {
                    Ok(nest) => nest,
                    Err(kind) => return refuse(kind),
                };
                self.push(inst.opcode, at, nest);
            }
            Opcode::Else | Opcode::Endif | Opcode::Endloop | Opcode::Endrep => {
                // ELSE closes the block of its IF, too, and then opens one of its own.
                let opener = match inst.opcode {
                    Opcode::Endloop => Opcode::Loop,
                    Opcode::Endrep => Opcode::Rep,
                    _ => Opcode::If,
                };
                let block = match self.close(inst.opcode, opener, info.name) {
                    Ok(block) => block,
                    Err(kind) => return refuse(kind),
                };
                inst.nest = self.nest();
                // A block that is not entered, and each BRK in it, goes to the instruction after its end.
                self.p.instructions[block.at].target = Some(at + 1);
                for leave in block.breaks {
                    self.p.instructions[leave].target = Some(at + 1);
                }
                match inst.opcode {
                    Opcode::Else => self.push(Opcode::Else, at, block.nest),
                    Opcode::Endif => {}
                    _ => {
                        inst.nest = block.nest;
                        inst.target = Some(block.at + 1);
                    }
                }
            }
            Opcode::Brk => {
                // BRK leaves the innermost loop; its target is known at the loop's end.
                let is_loop = |b: &&mut OpenBlock| matches!(b.opcode, Opcode::Loop | Opcode::Rep);
                match self.open.iter_mut().rev().find(is_loop) {
                    Some(block) => block.breaks.push(at),
                    None => return refuse(ErrorKind::BreakOutside),
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn push(&mut self, opcode: Opcode, at: usize, nest: Nest) {
        self.open.push(OpenBlock {
            opcode,
            at,
            breaks: Vec::new(),
            nest,
        });
    }

    /// The blocks around the instructions of the block that `inst` opens.
    fn open(&self, inst: &Instruction) -> std::result::Result<Nest, ErrorKind> {
        let mut nest = inst.nest;
        if inst.opcode == Opcode::If {
            nest.ifs += 1;
        } else {
            nest.loops += 1;
        }
        if nest.ifs > MAX_IF_DEPTH {
            return Err(ErrorKind::BlockDepth("IF", MAX_IF_DEPTH));
        }
        if nest.loops > MAX_LOOP_DEPTH {
            return Err(ErrorKind::BlockDepth("LOOP and REP", MAX_LOOP_DEPTH));
        }
        if inst.opcode == Opcode::Loop {
            nest.index = nest.loops;
        }
        Ok(nest)
    }

    /// The innermost block, which `ender` divides or ends.
    fn close(
        &mut self,
        ender: Opcode,
        opener: Opcode,
        name: &'static str,
    ) -> std::result::Result<OpenBlock, ErrorKind> {
        let open_name = match opener {
            Opcode::Loop => "LOOP",
            Opcode::Rep => "REP",
            _ => "IF",
        };
        let Some(block) = self.open.last() else {
            return Err(ErrorKind::BlockNotOpen(name, open_name));
        };
        let fits = block.opcode == opener || (block.opcode, ender) == (Opcode::Else, Opcode::Endif);
        if !fits {
            let (open, end) = block.names();
            return Err(ErrorKind::BlockMismatch(name, open, end));
        }
        Ok(self.open.pop().expect("the innermost block was seen"))
    }

    /// Checks at END that no block is open.
    pub(crate) fn check_closed(&self) -> Result {
        match self.open.last() {
            None => Ok(()),
            Some(block) => {
                let (open, end) = block.names();
                self.error(ErrorKind::BlockNotClosed(open, end))
            }
        }
    }
}
