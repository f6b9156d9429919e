//! The instructions of a program as text.

use super::flow::Open;
use super::profile::{Profile, Writing};
use super::registers::{destination_mask, letters};
use crate::codegen::allocate::Given;
use crate::codegen::lines::{Code, Line, Read, Where};
use crate::codegen::machine::Opcode;
use crate::codegen::refusal::Refusal;
use crate::codegen::target::Target;
use crate::frontend::assembly::d3d::model::Modifier;
use std::collections::BTreeMap;

/// What instructions are printed with.
pub(super) struct Body<'b> {
    pub(super) profile: &'b Profile,
    pub(super) target: &'b Target<'b>,
    pub(super) given: &'b [Given],
    /// Whether colours have numbers.
    pub(super) has_several_colors: bool,
    /// Constants that are no registers: their names, and literals.
    pub(super) constants: &'b BTreeMap<u32, String>,
}

/// Lines of the text: instructions, and labels before them.
#[derive(Debug, Default)]
pub(super) struct Printed {
    pub(super) lines: Vec<String>,
    pub(super) n_labels: usize,
}

impl Printed {
    pub(super) fn instruction(&mut self, text: String) {
        self.lines.push(format!("{text};"));
    }

    /// How many instructions there are.
    pub(super) fn count(&self) -> usize {
        self.lines.len() - self.n_labels
    }
}

pub(super) const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

impl Body<'_> {
    /// The instructions, without those that move a register to itself.
    pub(super) fn print(&self, code: &Code) -> Result<Printed, Refusal> {
        let mut out = Printed::default();
        let mut open = Open::default();
        for line in code.lines.iter().filter(|l| !self.is_idle(l)) {
            match line.is_flow() {
                true => self.flow(line, &mut open, &mut out)?,
                false => self.line(line, &mut out)?,
            }
        }
        Ok(out)
    }

    fn is_idle(&self, line: &Line) -> bool {
        let (Some((to, mask)), [read], Opcode::Mov) = (line.to, &line.reads[..], line.opcode)
        else {
            return false;
        };
        !line.saturate && self.is_there(to, mask, read)
    }

    /// Whether a register holds already what is moved to it.
    fn is_there(&self, to: Where, mask: u8, read: &Read) -> bool {
        let (to, own) = (self.register(to), self.lanes(read));
        let mask = destination_mask(mask, to.1);
        let from = self.register(read.from);
        let stays = (0..4).all(|l| mask >> l & 1 == 0 || usize::from(own[l]) == l);
        read.modifier == Modifier::None && stays && to.0 == from.0
    }

    /// Prints a line. Distances to clip planes are results of their own, which have one component.
    fn line(&self, line: &Line, out: &mut Printed) -> Result<(), Refusal> {
        if let Some((to @ Where::Fixed(register), mask)) = line.to
            && mask.count_ones() > 1
            && self.distance(register, 0).is_some()
        {
            if line.opcode == Opcode::Lit {
                return Err(Refusal::Internal("a distance of lit".to_owned()));
            }
            for lane in (0..4).filter(|l| mask >> l & 1 != 0) {
                let one = Line {
                    to: Some((to, 1 << lane)),
                    ..line.clone()
                };
                self.line(&one, out)?;
            }
            return Ok(());
        }
        match line.opcode {
            Opcode::Cmp if self.target.machine.chooses_by_condition => self.choose(line, out),
            Opcode::TexKill if self.profile.writing == Writing::NvFragment => {
                let mask = letters(line.lanes_read(0));
                out.instruction(format!("MOVC RC{mask}, {}", self.source(line, 0)));
                out.instruction("KIL LT".to_owned());
                Ok(())
            }
            _ => {
                out.instruction(self.instruction(line)?);
                Ok(())
            }
        }
    }

    /// A choice. Moves one number, and the other one where the first operand is below 0.
    fn choose(&self, line: &Line, out: &mut Printed) -> Result<(), Refusal> {
        let Some((to, mask)) = line.to else {
            return Err(Refusal::Internal("a choice without a result".to_owned()));
        };
        let [_, yes, no] = &line.reads[..] else {
            return Err(Refusal::Internal("a choice without operands".to_owned()));
        };
        let suffix = if line.saturate { "_SAT" } else { "" };
        let written = letters(self.mask(to, mask));
        let code = self.condition();
        out.instruction(format!("MOVC {code}{written}, {}", self.source(line, 0)));
        let destination = self.destination(to, mask);
        let mut orders = [(yes, 1, no, 2, "LT"), (no, 2, yes, 1, "GE")];
        // What is written first must not be where the other number lies.
        if self.overlaps(to, mask, no) {
            orders.swap(0, 1);
        }
        let (first, n, second, other, rule) = orders[0];
        if self.overlaps(to, mask, second) && !self.is_there(to, mask, first) {
            return Err(Refusal::Internal(
                "a choice between parts of itself".to_owned(),
            ));
        }
        if line.saturate || !self.is_there(to, mask, first) {
            out.instruction(format!(
                "MOV{suffix} {destination}, {}",
                self.source(line, n)
            ));
        }
        let condition = format!("({rule}{})", condition_swizzle(&written));
        let source = self.source(line, other);
        if line.saturate || !self.is_there(to, mask, second) {
            out.instruction(format!("MOV{suffix} {destination} {condition}, {source}"));
        }
        Ok(())
    }

    /// Whether a number lies in components that are written.
    fn overlaps(&self, to: Where, mask: u8, read: &Read) -> bool {
        let (name, component) = self.register(to);
        let mask = destination_mask(mask, component);
        let lanes = self.lanes(read);
        let is_written = (0..4).any(|l| mask >> l & 1 != 0 && mask >> lanes[l] & 1 != 0);
        name == self.register(read.from).0 && is_written
    }

    /// The register that is written where just the condition code is wanted.
    pub(super) fn condition(&self) -> &'static str {
        match self.profile.writing {
            Writing::NvVertex => "CC",
            _ => "RC",
        }
    }

    pub(super) fn instruction(&self, line: &Line) -> Result<String, Refusal> {
        let name = match line.opcode {
            Opcode::Exp | Opcode::Frc if self.target.machine.has_parts => Some("EXP"),
            Opcode::Log if self.target.machine.has_parts => Some("LOG"),
            opcode => opcode.program(),
        };
        let Some(name) = name else {
            let what = format!("no instruction of programs: {:?}", line.opcode);
            return Err(Refusal::Internal(what));
        };
        let suffix = if line.saturate { "_SAT" } else { "" };
        let mut operands = Vec::new();
        operands.extend(line.to.map(|(to, mask)| self.destination(to, mask)));
        let mut sources: Vec<String> = (0..line.reads.len())
            .map(|n| self.source(line, n))
            .collect();
        // The texture stands at the end, after all operands.
        if line.opcode == Opcode::TexLdD {
            sources[1..].rotate_left(1);
        }
        // The comparison of these programs takes the first choice below 0.
        if line.opcode == Opcode::Cmp {
            sources.swap(1, 2);
        }
        operands.extend(sources);
        Ok(format!("{name}{suffix} {}", operands.join(", ")))
    }
}

/// The components of the condition code that a written register's components follow: one follows its own.
fn condition_swizzle(written: &str) -> &str {
    match written.len() {
        2 => written,
        _ => "",
    }
}
