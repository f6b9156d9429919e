//! Labels, branches and condition tests (NV_vertex_program2_option, grammar rules `branchLabel`, `FlowInstruction` and
//! `ccMask`; QUIRKS 1.13 to 1.16, 1.35).

use super::parser::{Parser, Result};
use crate::frontend::assembly::arb::extension::Extension;
use crate::frontend::assembly::arb::parsed::Label;
use crate::frontend::assembly::cursor::Token;
use crate::frontend::assembly::operand::{Condition, Rule, components};
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;

/// Stands for a label that is used and not yet defined.
const UNDEFINED: usize = usize::MAX;

impl<'a> Parser<'a> {
    /// `name:`
    pub(crate) fn label(&mut self, name: &'a str, span: Span) -> Result {
        let refuse = |kind| Err(ProgramError { kind, span });
        self.need_flow("labels are understood", span)?;
        if !self.open.is_empty() {
            return refuse(ErrorKind::LabelInBlock);
        }
        if self.is_reserved(name) {
            return refuse(ErrorKind::LabelReserved(name.to_string()));
        }
        self.check_native_label(name, span)?;
        let at = self.p.instructions.len();
        let n = self.label_number(name);
        if self.p.labels[n].at != UNDEFINED {
            return refuse(ErrorKind::LabelRedefined(name.to_string()));
        }
        self.p.labels[n].at = at;
        Ok(())
    }

    /// The label of BRA or CAL, defined here or later.
    pub(crate) fn branch_label(&mut self) -> Result<usize> {
        let name = self.word("a label")?;
        if self.is_reserved(name) {
            return self.error(ErrorKind::LabelReserved(name.to_string()));
        }
        self.check_native_label(name, self.c.last)?;
        Ok(self.label_number(name))
    }

    fn label_number(&mut self, name: &'a str) -> usize {
        let labels = &mut self.p.labels;
        *self.labels.entry(name).or_insert_with(|| {
            labels.push(Label {
                name: name.to_string(),
                at: UNDEFINED,
            });
            labels.len() - 1
        })
    }

    /// Checks labels after the whole scan: an undefined label is an error at the end of the text (QUIRKS 1.16).
    pub(crate) fn check_labels(&self) -> Result {
        match self.p.labels.iter().find(|l| l.at == UNDEFINED) {
            None => Ok(()),
            Some(label) => Err(ProgramError {
                kind: ErrorKind::LabelUndefined(label.name.clone()),
                span: self.c.end_span(),
            }),
        }
    }

    /// `(GT.x)` if a parenthesis follows.
    pub(crate) fn optional_condition(&mut self) -> Result<Option<Condition>> {
        if !self.accept(b'(') {
            return Ok(None);
        }
        self.need_extension("conditions are understood", self.c.last)?;
        let condition = self.condition(ErrorKind::Condition)?;
        self.punct(b')', "\")\"")?;
        Ok(Some(condition))
    }

    /// `GT.x`; with NV_vertex_program3 also `GT0.x` and `GT1.x`.
    pub(crate) fn condition(&mut self, refusal: ErrorKind) -> Result<Condition> {
        let rule = match self.c.next()? {
            Token::Word(word) => self.rule(word),
            _ => None,
        };
        let Some((rule, register)) = rule else {
            return self.error(refusal);
        };
        let mut swizzle = [0, 1, 2, 3];
        if self.accept(b'.') {
            let word = self.word("a swizzle")?;
            let letters = components(word, self.has_rgba());
            let Some(c) = letters.filter(|c| matches!(c.len(), 1 | 4)) else {
                return self.error(ErrorKind::Swizzle);
            };
            swizzle = std::array::from_fn(|i| c[i % c.len()]);
        }
        Ok(Condition {
            register,
            rule,
            swizzle,
        })
    }

    /// The rule of a name, and the condition code that it tests.
    fn rule(&self, word: &str) -> Option<(Rule, u8)> {
        let digit = word.strip_suffix(['0', '1']);
        match digit.filter(|_| self.p.extension == Extension::Vertex3) {
            Some(name) => Some((Rule::named(name)?, u8::from(word.ends_with('1')))),
            None => Some((Rule::named(word)?, 0)),
        }
    }

    /// Whether a condition without parentheses follows: the names of rules are not reserved, a variable hides one.
    pub(crate) fn condition_follows(&self) -> Result<bool> {
        let Token::Word(word) = self.c.peek()? else {
            return Ok(false);
        };
        let is_rule = self.p.extension.has_conditions() && self.rule(word).is_some();
        Ok(is_rule && !self.names.contains_key(word))
    }
}
