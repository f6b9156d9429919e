//! The statements of native programs, the results that they must write, and the words that they reserve.

use crate::frontend::assembly::arb::language::Language;
use crate::frontend::assembly::arb::parse::instruction_name::has_instruction;
use crate::frontend::assembly::arb::parse::parser::{Parser, Result};
use crate::frontend::assembly::operand::Target;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;
use crate::ir::interface::varying;

impl<'a> Parser<'a> {
    /// Parses a statement of a native program, after its first word.
    pub(crate) fn native_statement(&mut self, word: &'a str, start: Span) -> Result {
        match word {
            "DEFINE" if self.p.language == Language::Fp10 => self.define(),
            "DECLARE" if self.p.language == Language::Fp10 => self.declare_parameter(),
            "OPTION" if !self.options => self.error(ErrorKind::OptionLate),
            "OPTION" => self.native_option(),
            _ => self.instruction(word, start),
        }
    }

    /// Parses what follows `OPTION` (NV_vertex_program2 2.14.6.1; ARB_fragment_coord_conventions, dependencies on
    /// NV_fragment_program).
    fn native_option(&mut self) -> Result {
        if !matches!(
            self.p.language,
            Language::Vp11 | Language::Vp20 | Language::Fp10
        ) {
            let what = "options are understood";
            return self.error(ErrorKind::NeedsLanguage(what, Language::Vp11.header()));
        }
        match self.word("an option's name")? {
            "NV_position_invariant" if !self.p.fragment => self.p.position_invariant = true,
            name if self.coord_convention(name) => {}
            name => return self.error(ErrorKind::UnknownOption(name.to_string())),
        }
        Ok(())
    }

    /// Checks what the whole program must write; known at its end.
    pub(crate) fn check_native_results(&self) -> Result {
        if self.p.language == Language::Fp10 {
            return self.check_fragment_results();
        }
        let at_end = |kind| {
            Err(ProgramError {
                kind,
                span: self.c.end_span(),
            })
        };
        let position = Target::Output(varying::POSITION);
        let mut targets = self.p.instructions.iter().filter_map(|i| i.destination);
        match self.p.language {
            Language::Vsp10 if self.p.state_parameters.is_empty() => {
                at_end(ErrorKind::NoParameterWritten)
            }
            Language::Vsp10 => Ok(()),
            _ if self.p.position_invariant || targets.any(|d| d.target == position) => Ok(()),
            _ => at_end(ErrorKind::NoPosition),
        }
    }

    /// Words that cannot be labels or names of constants.
    pub(crate) fn is_reserved_natively(&self, word: &str) -> bool {
        match self.p.language {
            Language::Fp10 => self.is_keyword(word),
            _ => matches!(word, "END" | "OPTION"),
        }
    }

    /// Labels are identifiers without `$` (NV_vertex_program2, grammar rule `identifier`).
    pub(crate) fn check_native_label(&self, name: &str, span: Span) -> Result {
        if self.p.language.is_native() && name.contains('$') {
            Err(ProgramError {
                kind: ErrorKind::LabelCharacters,
                span,
            })
        } else {
            Ok(())
        }
    }

    /// The error for an unknown instruction; it says so if a later language has it.
    pub(crate) fn unknown_native_instruction<T>(&self, word: &str) -> Result<T> {
        let later = match self.p.language {
            Language::Vp10 => [Language::Vp11, Language::Vp20].as_slice(),
            Language::Vp11 => &[Language::Vp20],
            _ => &[],
        };
        let has = |l: &&Language| has_instruction(word, l.dialects(l.extension()));
        match later.iter().find(has) {
            Some(language) => self.error(ErrorKind::NeedsLanguage(
                "this instruction is understood",
                language.header(),
            )),
            None => self.error(ErrorKind::UnknownInstruction(word.to_string())),
        }
    }
}
