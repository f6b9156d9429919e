//! The entries of a source map.

use super::lines::{Lines, Renumbering};
use crate::ir::Span;
use std::sync::{Arc, OnceLock};

/// All offsets of 32 bits are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Full;

/// A use of a macro in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MacroUse {
    /// The macro's name in its definition.
    pub definition: Span,
    /// The macro's name where it is used.
    pub call: Span,
}

/// What a range of offsets stands for.
#[derive(Debug, Clone)]
pub(super) enum Entry {
    File(Box<File>),
    /// A token of a macro's body.
    Expansion(Expansion),
    /// A token of an argument: its bytes are spelled at one place and stand for the parameter at the other.
    Argument {
        spelled: u32,
        parameter: Span,
    },
}

#[derive(Debug, Clone)]
pub(super) struct Expansion {
    pub(super) spelled: u32,
    pub(super) macro_use: MacroUse,
}

/// One inclusion of a file.
#[derive(Debug, Clone)]
pub(super) struct File {
    pub(super) name: Arc<str>,
    pub(super) text: Arc<[u8]>,
    pub(super) included_at: Option<Span>,
    renumberings: Vec<Renumbering>,
    /// The lines of the text, found when they are first asked for.
    lines: OnceLock<Lines>,
}

impl File {
    pub(super) fn new(name: Arc<str>, text: Arc<[u8]>, included_at: Option<Span>) -> File {
        File {
            name,
            text,
            included_at,
            renumberings: Vec::new(),
            lines: OnceLock::new(),
        }
    }

    pub(super) fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::of(&self.text))
    }

    pub(super) fn renumber_after(&mut self, at: u32, line: u32, name: Option<Arc<str>>) {
        let physical = self.lines().line(at) + 1;
        // A `#line` without a name keeps the name of the one before.
        let last = self.renumberings.last();
        let name = name.or_else(|| last.and_then(|r| r.name.clone()));
        self.renumberings.push(Renumbering {
            physical,
            line,
            name,
        });
    }

    /// The same, where a later line may have other numbers already.
    pub(super) fn renumber_between(&mut self, at: u32, line: u32, name: Arc<str>) {
        let physical = self.lines().line(at) + 1;
        let renumberings = &mut self.renumberings;
        let i = renumberings.partition_point(|r| r.physical <= physical);
        let name = Some(name);
        let new = Renumbering {
            physical,
            line,
            name,
        };
        renumberings.insert(i, new);
    }

    /// The `#line` in effect on a line of the text.
    pub(super) fn renumbering(&self, physical: u32) -> Option<&Renumbering> {
        let n = self
            .renumberings
            .partition_point(|r| r.physical <= physical);
        self.renumberings[..n].last()
    }
}
