//! The entry: which function it is, and what its parameters may not have.

use super::checker::{Checker, Formal, Head, Phase};
use super::reach::Late;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::tree::FunctionId;
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

impl Checker<'_> {
    /// Of functions with the entry's name, those that suit the profile best can be the entry; there must be one.
    pub(super) fn choose_entry(&mut self) {
        let Some(entry) = self.options.entry else {
            return;
        };
        let is_named = |head: &Head<'_>| head.is_external && head.name.text == entry;
        let named = self.heads.iter().filter(|h| is_named(h));
        // One alone is the entry, whatever profiles it names.
        if named.clone().count() < 2 {
            return;
        }
        let best = named.filter_map(|h| self.profile_rank(h)).min();
        let chosen: Vec<bool> = self
            .heads
            .iter()
            .map(|h| is_named(h) && best.is_some() && self.profile_rank(h) == best)
            .collect();
        if chosen.iter().filter(|c| **c).count() > 1 && self.options.is_strict {
            let rule = Shading::SeveralEntries(entry.into());
            self.out.rule(Rule::Shading(rule), Span::NONE);
        }
        for (head, is_chosen) in self.heads.iter_mut().zip(chosen) {
            head.is_external &= is_chosen || head.name.text != entry;
        }
    }

    /// Reports values of the entry's parameters that only an entry may not have.
    pub(super) fn check_entry(&self, id: FunctionId, all: &mut Vec<Late>) {
        let mut inconstant = Vec::new();
        for p in self.head_of(id).parameters.iter() {
            let Some(value) = &p.value else {
                continue;
            };
            let late = |phase: Phase, rule: fn(String) -> Shading| {
                let kind = ErrorKind::CLike(Rule::Shading(rule(p.name.text.into())));
                (phase, kind, p.name.span)
            };
            if !p.is_uniform {
                all.push(late(Phase::Values, Shading::VaryingValue));
            } else if value.ty == Type::Unknown {
                self.check_entry_value(p, all);
            } else if !self.is_later_constant(value) {
                inconstant.push(late(Phase::Constants, Shading::UniformValue));
            }
        }
        // The reference reports these before all others, the last parameter first.
        all.splice(0..0, inconstant.into_iter().rev());
    }

    /// Reports the errors in the default value of an entry's uniform. The reference takes an unknown name alone for no value,
    /// and refuses one in a list as no constant.
    fn check_entry_value(&self, p: &Formal<'_>, all: &mut Vec<Late>) {
        let unknown = self.type_name(Type::Unknown);
        let is_of_unknown = |kind: &ErrorKind| match kind {
            ErrorKind::CLike(Rule::Shading(Shading::DefaultType { found, .. })) => {
                *found == unknown
            }
            _ => false,
        };
        if p.faults.iter().any(|fault| is_of_unknown(&fault.kind)) {
            return;
        }
        for fault in &p.faults {
            let rule = match &fault.kind {
                ErrorKind::CLike(Rule::Shading(Shading::DefaultType {
                    found, expected, ..
                })) => Shading::InitType {
                    found: found.clone(),
                    expected: expected.clone(),
                },
                ErrorKind::CLike(Rule::Shading(rule)) => rule.clone(),
                _ => Shading::UniformValue(p.name.text.into()),
            };
            let kind = ErrorKind::CLike(Rule::Shading(rule));
            all.push((Phase::Constants, kind, p.name.span));
        }
    }
}
