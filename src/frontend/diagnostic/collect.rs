//! Collects errors and warnings of a text: several of each, one at most at one place.

use super::c_like::{Oddity, Rule};
use super::{ErrorKind, ProgramError, Warning, WarningKind};
use crate::frontend::source_map::SourceMap;
use crate::ir::Span;

/// The most errors that are reported, and the most warnings.
const MAX_REPORTED: usize = 20;

/// The error is already recorded. The caller goes on at the next safe place, or stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop;

/// The errors and warnings so far.
#[derive(Debug, Default, Clone)]
pub struct Diagnostics {
    errors: Vec<ProgramError>,
    warnings: Vec<Warning>,
    /// Whether the errors keep the order in which they were recorded.
    keeps_order: bool,
}

impl Diagnostics {
    /// Records an error, unless there is one at the same place or there are enough.
    pub fn error(&mut self, kind: ErrorKind, span: Span) -> Stop {
        let is_new = self.errors.iter().all(|e| e.span.start != span.start);
        if is_new && self.errors.len() < MAX_REPORTED {
            self.errors.push(ProgramError { kind, span });
        }
        Stop
    }

    /// The number of errors so far.
    pub fn n_errors(&self) -> usize {
        self.errors.len()
    }

    /// Removes and returns the errors after the first `n`: they count elsewhere, or not at all.
    pub fn take_back(&mut self, n: usize) -> Vec<ProgramError> {
        self.errors.split_off(n.min(self.errors.len()))
    }

    /// Records a broken rule of the C-like languages.
    pub fn rule(&mut self, rule: Rule, span: Span) -> Stop {
        self.error(ErrorKind::CLike(rule), span)
    }

    /// Records a warning.
    pub fn warn(&mut self, kind: WarningKind, span: Span) {
        if self.warnings.len() < MAX_REPORTED {
            self.warnings.push(Warning { kind, span });
        }
    }

    /// Records a warning by the C-like languages' own rules.
    pub fn odd(&mut self, oddity: Oddity, span: Span) {
        self.warn(WarningKind::CLike(oddity), span);
    }

    /// Whether an error has been recorded.
    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Whether no further warning would be recorded.
    pub fn has_all_warnings(&self) -> bool {
        self.warnings.len() >= MAX_REPORTED
    }

    /// Whether no further error would be recorded.
    pub fn is_full(&self) -> bool {
        self.errors.len() >= MAX_REPORTED
    }

    /// Keeps the errors in the order in which they are recorded.
    pub fn keep_order(&mut self) {
        self.keeps_order = true;
    }

    /// The errors and the warnings in the order in which they were found.
    pub fn parts(&self) -> (&[ProgramError], &[Warning]) {
        (&self.errors, &self.warnings)
    }

    /// The warnings so far, in the order of the translation unit.
    pub fn warnings_in(&self, map: &SourceMap) -> Vec<Warning> {
        let mut warnings = self.warnings.clone();
        warnings.sort_by_cached_key(|w| map.way(w.span));
        warnings
    }

    /// The same as [`Diagnostics::finish`] where spans are offsets of a source map: in the order of the translation unit.
    pub fn finish_in(mut self, map: &SourceMap) -> Result<Vec<Warning>, Vec<ProgramError>> {
        if !self.keeps_order {
            self.errors.sort_by_cached_key(|e| map.way(e.span));
        }
        self.warnings.sort_by_cached_key(|w| map.way(w.span));
        if self.errors.is_empty() {
            Ok(self.warnings)
        } else {
            Err(self.errors)
        }
    }

    /// The errors, or the warnings if there are none; both in the order of the text, unless that of the errors is kept.
    pub fn finish(mut self) -> Result<Vec<Warning>, Vec<ProgramError>> {
        if !self.keeps_order {
            self.errors.sort_by_key(|e| e.span.start);
        }
        self.warnings.sort_by_key(|w| w.span.start);
        if self.errors.is_empty() {
            Ok(self.warnings)
        } else {
            Err(self.errors)
        }
    }
}
