//! Branches and loops as text: blocks in fragment programs, jumps to labels in vertex programs.
//!
//! ```text
//! SGTC RC.x, a, b;          SGTC CC.x, a, b;        BB0:                    REP c[4].x;
//! IF NE.x;                  BRA BB0 (EQ.x);           …                       …
//!   …                         …                      BRA BB1 (NE.x);         BRK (NE.x);
//! ELSE;                     BRA BB1;                  …                       …
//!   …                       BB0:                     BRA BB0;                ENDREP;
//! ENDIF;                      …                     BB1:
//!                           BB1:
//! ```

use super::body::{Body, Printed};
use crate::codegen::lines::Line;
use crate::codegen::machine::{Counts, Opcode};
use crate::codegen::refusal::Refusal;
use crate::frontend::assembly::d3d::model::Comparison;

/// The blocks around a line, the innermost last, and how many labels there are.
#[derive(Default)]
pub(super) struct Open {
    blocks: Vec<Block>,
    labels: u32,
}

/// A block by its labels.
enum Block {
    Loop { begin: u32, end: u32 },
    If { otherwise: u32, end: Option<u32> },
}

impl Open {
    fn new_label(&mut self) -> u32 {
        self.labels += 1;
        self.labels - 1
    }
}

impl Body<'_> {
    /// Prints a line that begins or ends a block, or leaves one.
    pub(super) fn flow(
        &self,
        line: &Line,
        open: &mut Open,
        out: &mut Printed,
    ) -> Result<(), Refusal> {
        if let Some(comparison) = line.comparison {
            let [name, code] = [set_on(comparison), self.condition()];
            let [a, b] = [self.source(line, 0), self.source(line, 1)];
            out.instruction(format!("{name}C {code}.x, {a}, {b}"));
        }
        match self.target.machine.counts {
            Counts::None => jump(line, open, out),
            _ => self.block(line, out),
        }
    }

    /// Prints the lines of languages with blocks.
    fn block(&self, line: &Line, out: &mut Printed) -> Result<(), Refusal> {
        let text = match line.opcode {
            Opcode::Rep => format!("REP {}", self.source(line, 0)),
            Opcode::EndRep => "ENDREP".to_owned(),
            Opcode::BreakC => "BRK (NE.x)".to_owned(),
            Opcode::IfC => "IF NE.x".to_owned(),
            Opcode::Else => "ELSE".to_owned(),
            Opcode::EndIf => "ENDIF".to_owned(),
            _ => return Err(no_block(line)),
        };
        out.instruction(text);
        Ok(())
    }
}

/// Prints the lines of languages with labels.
fn jump(line: &Line, open: &mut Open, out: &mut Printed) -> Result<(), Refusal> {
    match line.opcode {
        Opcode::Rep => {
            let [begin, end] = [open.new_label(), open.new_label()];
            open.blocks.push(Block::Loop { begin, end });
            out.label(begin);
        }
        Opcode::IfC => {
            let otherwise = open.new_label();
            out.instruction(format!("BRA BB{otherwise} (EQ.x)"));
            let end = None;
            open.blocks.push(Block::If { otherwise, end });
        }
        Opcode::BreakC => {
            let mut around = open.blocks.iter().rev();
            let end = around.find_map(|b| match b {
                Block::Loop { end, .. } => Some(*end),
                Block::If { .. } => None,
            });
            let end = end.ok_or_else(|| no_block(line))?;
            out.instruction(format!("BRA BB{end} (NE.x)"));
        }
        Opcode::Else => {
            let to = open.new_label();
            let Some(Block::If { otherwise, end }) = open.blocks.last_mut() else {
                return Err(no_block(line));
            };
            *end = Some(to);
            out.instruction(format!("BRA BB{to}"));
            out.label(*otherwise);
        }
        Opcode::EndRep | Opcode::EndIf => match open.blocks.pop() {
            Some(Block::Loop { begin, end }) => {
                out.instruction(format!("BRA BB{begin}"));
                out.label(end);
            }
            Some(Block::If { otherwise, end }) => out.label(end.unwrap_or(otherwise)),
            None => return Err(no_block(line)),
        },
        _ => return Err(no_block(line)),
    }
    Ok(())
}

impl Printed {
    fn label(&mut self, n: u32) {
        self.n_labels += 1;
        self.lines.push(format!("BB{n}:"));
    }
}

fn no_block(line: &Line) -> Refusal {
    Refusal::Internal(format!("no block of programs: {:?}", line.opcode))
}

/// The instruction that sets a number to 1 where a comparison holds.
fn set_on(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Gt => "SGT",
        Comparison::Eq => "SEQ",
        Comparison::Ge => "SGE",
        Comparison::Lt => "SLT",
        Comparison::Ne => "SNE",
        Comparison::Le => "SLE",
    }
}
