//! Macros and their table.

use super::limits;
use crate::frontend::lexer::{Flags, Lexer, Token, TokenKind, WordLengths};
use crate::ir::Span;
use rustc_hash::FxHashMap;

/// A macro that has been defined, and perhaps undefined again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MacroId(u32);

#[derive(Debug, Clone, Copy)]
pub(super) struct Macro<'a> {
    pub(super) name: &'a str,
    /// The name in the definition.
    pub(super) span: Span,
    pub(super) kind: Kind<'a>,
    /// Whether it has a frame, so that its name is not expanded.
    pub(super) is_busy: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind<'a> {
    /// A macro that has not been used yet.
    Unread(Unread<'a>),
    /// A macro without parameters or `##`: its body goes to the output as it is.
    Plain(&'a [Token<'a>]),
    /// A macro with parameters, or with `##`.
    Pieces(Body<'a>),
    /// `__LINE__`.
    Line,
    /// `__FILE__`.
    File,
}

/// A body that is read where it is first needed: most macros of a text are never used.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unread<'a> {
    pub(super) parameters: Option<Parameters<'a>>,
    /// Stands before the body.
    pub(super) rest: &'a Lexer<'a>,
}

/// A body that is substituted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Body<'a> {
    /// `None` for a macro that is used without arguments.
    pub(super) parameters: Option<Parameters<'a>>,
    pub(super) pieces: &'a [Piece<'a>],
    /// From the first to the last piece.
    pub(super) span: Span,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Parameters<'a> {
    pub(super) names: &'a [&'a str],
    /// Whether the last one takes all further arguments, with their commas.
    pub(super) is_variadic: bool,
}

/// A token of a body.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece<'a> {
    /// For an argument, the token that stands in its place.
    pub(super) token: Token<'a>,
    pub(super) role: Role,
    /// Whether `##` follows.
    pub(super) is_pasted: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Token,
    /// The argument of this parameter.
    Argument(u16),
    /// `#` and the parameter: the argument as a string.
    Stringized(u16),
}

impl Macro<'_> {
    /// Whether two definitions say the same: equal tokens and parameters, with blanks at the same places (ISO C 6.10.3).
    pub(super) fn equals(&self, other: &Macro<'_>) -> bool {
        let same = |a: &Token<'_>, b: &Token<'_>| {
            a.kind == b.kind && (a.flags ^ b.flags) & Flags::BLANK_BEFORE == Flags::empty()
        };
        match (&self.kind, &other.kind) {
            (Kind::Plain(a), Kind::Plain(b)) => {
                a.len() == b.len() && a.iter().zip(*b).all(|(a, b)| same(a, b))
            }
            (Kind::Pieces(a), Kind::Pieces(b)) => {
                let parameters = |body: &Body<'_>| {
                    let p = body.parameters;
                    p.map(|p| (p.names.to_vec(), p.is_variadic))
                        .map(|(names, v)| (names.join(","), v))
                };
                let equal = |(a, b): (&Piece<'_>, &Piece<'_>)| {
                    same(&a.token, &b.token) && (a.role, a.is_pasted) == (b.role, b.is_pasted)
                };
                parameters(a) == parameters(b)
                    && a.pieces.len() == b.pieces.len()
                    && a.pieces.iter().zip(b.pieces).all(equal)
            }
            (Kind::Line, Kind::Line) | (Kind::File, Kind::File) => true,
            _ => false,
        }
    }
}

/// The macros by name.
#[derive(Debug, Default)]
pub(super) struct Macros<'a> {
    defined: FxHashMap<&'a str, MacroId>,
    /// By the first byte of a name, the lengths of the names that have been defined, by bit. Most words of a text are
    /// no macros by this alone.
    lengths: WordLengths,
    list: Vec<Macro<'a>>,
}

impl<'a> Macros<'a> {
    /// The macro of a name, if there is one.
    pub(super) fn find(&self, name: &str) -> Option<MacroId> {
        if name.len() > limits::NAME_BYTES || !self.lengths.has(name) {
            return None;
        }
        self.defined.get(name).copied()
    }

    /// Whether the token names a macro, and which one.
    pub(super) fn of(&self, token: &Token<'a>) -> Option<MacroId> {
        match token.kind {
            TokenKind::Word(name) => self.find(name),
            _ => None,
        }
    }

    pub(super) fn get(&self, id: MacroId) -> &Macro<'a> {
        &self.list[id.0 as usize]
    }

    /// Sets what a macro is, once its body has been read.
    pub(super) fn set_kind(&mut self, id: MacroId, kind: Kind<'a>) {
        self.list[id.0 as usize].kind = kind;
    }

    pub(super) fn set_busy(&mut self, id: MacroId, is_busy: bool) {
        self.list[id.0 as usize].is_busy = is_busy;
    }

    /// Defines a macro. Returns it, and the one that had the name.
    pub(super) fn define(&mut self, new: Macro<'a>) -> (MacroId, Option<MacroId>) {
        let id = MacroId(self.list.len() as u32);
        self.list.push(new);
        self.lengths.insert(new.name);
        (id, self.defined.insert(new.name, id))
    }

    /// Forgets a macro. The line and the file stay what they are, as with NVIDIA's compiler.
    pub(super) fn undefine(&mut self, name: &str) {
        let known = self
            .defined
            .get(name)
            .map(|id| self.list[id.0 as usize].kind);
        if !matches!(known, Some(Kind::Line | Kind::File)) {
            self.defined.remove(name);
        }
    }
}
