//! The state of a translation: open files, macros and frames; and the source of all tokens.

use super::files::Files;
use super::frame::Frame;
use super::limits;
use super::macros::{Kind, Macro, Macros};
use super::{Bump, Mode, Options, Pragma, Unit};
use crate::frontend::diagnostic::collect::Diagnostics;
use crate::frontend::diagnostic::preprocessor::{Fault, Notice};
use crate::frontend::diagnostic::{ErrorKind, WarningKind};
use crate::frontend::lexer::{Flags, Lexer, Token, TokenKind, is_closed_string, unsplice};
use crate::frontend::source_map::{Full, SourceMap};
use crate::ir::Span;
use bumpalo::collections::Vec as ArenaVec;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What some editors write before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// The tokens that most texts do not exceed. Room for them costs nothing in an arena that has been used before.
const SOME_TOKENS: usize = 4096;
/// The bytes of a file for each of its tokens, about.
const BYTES_OF_TOKEN: usize = 8;
/// How messages name the text of predefined macros.
const PREDEFINED: &str = "<command line>";

pub(super) struct Preprocessor<'a, 'o> {
    pub(super) arena: &'a Bump,
    pub(super) options: &'o Options<'o>,
    pub(super) files: &'o mut dyn Files,
    pub(super) map: SourceMap,
    pub(super) out: Diagnostics,
    pub(super) macros: Macros<'a>,
    /// The main file and the includes that lead to the current one.
    pub(super) open: Vec<OpenFile<'a>>,
    /// The `#if`s that are open, in all files.
    pub(super) groups: Vec<Group>,
    /// The bodies in progress, the innermost last.
    pub(super) frames: Vec<Frame<'a>>,
    /// The number of frames that stay where they are: when no others are left, the list that is being expanded has ended. `None`
    /// where tokens come from files.
    pub(super) barrier: Option<usize>,
    /// A token that was taken and is taken again.
    pub(super) pushed: Option<Token<'a>>,
    /// Whether `#` begins no directive.
    pub(super) is_in_arguments: bool,
    /// The macro in a file whose arguments are being expanded: `__LINE__` in these is its line.
    pub(super) call: Option<Span>,
    /// Whether `defined` is an operator.
    pub(super) is_condition: bool,
    pub(super) pragmas: Vec<Pragma<'a>>,
    pub(super) tokens: ArenaVec<'a, Token<'a>>,
    pub(super) texts: FxHashMap<String, Text<'a>>,
    pub(super) count: Counts,
    /// The address and length of the file's name that `__FILE__` gave last, and the name in quotes.
    pub(super) last_file: Option<((usize, usize), &'a [u8])>,
    pub(super) is_stopped: bool,
}

/// A file while it is read.
pub(super) struct OpenFile<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) path: Arc<str>,
}

/// An `#if` that is open.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub(super) span: Span,
    pub(super) has_else: bool,
}

/// The text of a file that has been included.
#[derive(Clone)]
pub(super) struct Text<'a> {
    pub(super) path: Arc<str>,
    pub(super) borrowed: &'a [u8],
    pub(super) shared: Arc<[u8]>,
}

/// What has been done so far of that which is limited.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: usize,
    pub(super) made_bytes: usize,
    pub(super) argument_depth: usize,
    pub(super) includes: usize,
    pub(super) included_bytes: usize,
}

impl<'a, 'o> Preprocessor<'a, 'o> {
    pub(super) fn new(
        arena: &'a Bump,
        options: &'o Options<'o>,
        files: &'o mut dyn Files,
    ) -> Preprocessor<'a, 'o> {
        Preprocessor {
            arena,
            options,
            files,
            map: SourceMap::new(),
            out: Diagnostics::default(),
            macros: Macros::default(),
            open: Vec::new(),
            groups: Vec::new(),
            frames: Vec::new(),
            barrier: None,
            pushed: None,
            is_in_arguments: false,
            call: None,
            is_condition: false,
            pragmas: Vec::new(),
            tokens: ArenaVec::with_capacity_in(SOME_TOKENS, arena),
            texts: FxHashMap::default(),
            count: Counts::default(),
            last_file: None,
            is_stopped: false,
        }
    }

    pub(super) fn run(mut self, name: &str, text: &'a [u8]) -> Unit<'a> {
        match self.map.add_file(name.into(), text.into(), None) {
            Ok(base) => {
                self.predefine();
                self.open_file(name.into(), text, base);
                self.take_tokens();
            }
            Err(Full) => self.stop_full(Span::NONE),
        }
        Unit {
            tokens: self.tokens.into_bump_slice(),
            is_cut_off: self.is_stopped,
            pragmas: self.pragmas,
            diagnostics: self.out,
            map: self.map,
        }
    }

    /// Defines the macros that there are from the beginning, by a text of directives.
    fn predefine(&mut self) {
        for (name, kind) in [("__LINE__", Kind::Line), ("__FILE__", Kind::File)] {
            self.macros.define(Macro {
                name,
                span: Span::NONE,
                kind,
                is_busy: false,
            });
        }
        let lines = self.options.macros.iter();
        let text: String = lines
            .map(|(name, body)| {
                // A later one of the same name replaces it without a warning.
                let word = name.split('(').next().unwrap_or(name);
                format!("#undef {word}\n#define {name} {body}\n")
            })
            .collect();
        let text: &'a [u8] = self.arena.alloc_slice_copy(text.as_bytes());
        match self.map.add_file(PREDEFINED.into(), text.into(), None) {
            Ok(base) => {
                self.open_file(PREDEFINED.into(), text, base);
                while self.raw().kind != TokenKind::End {}
                self.open.clear();
            }
            Err(Full) => self.stop_full(Span::NONE),
        }
    }

    pub(super) fn open_file(&mut self, path: Arc<str>, text: &'a [u8], base: u32) {
        let mark = if text.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        self.open.push(OpenFile {
            lexer: Lexer::new(&text[mark..], base + mark as u32, self.options.rules),
            path,
        });
        let about = text.len() / BYTES_OF_TOKEN;
        self.tokens.reserve(about.min(limits::TOKENS));
    }

    fn take_tokens(&mut self) {
        loop {
            self.take_plain_tokens();
            let token = self.expanded();
            if let TokenKind::String(text) = token.kind {
                self.check_string(text, token.span);
            }
            self.tokens.push(token);
            if token.kind == TokenKind::End {
                return;
            }
            if self.tokens.len() >= limits::TOKENS {
                let what = "the translation unit has too many tokens";
                self.stop(what, limits::TOKENS, token.span);
            }
        }
    }

    /// Takes the tokens of the current file that stay as they are: most tokens of most texts. The one after them is the next that
    /// is taken, unless it was a directive.
    fn take_plain_tokens(&mut self) {
        if !self.frames.is_empty() || self.pushed.is_some() || self.is_stopped {
            return;
        }
        while let Some(file) = self.open.last_mut()
            && self.tokens.len() + 1 < limits::TOKENS
        {
            let token = file.lexer.token();
            let is_plain = match token.kind {
                TokenKind::Word(name) => self.macros.find(name).is_none(),
                TokenKind::Number(_) | TokenKind::Other(_) => true,
                TokenKind::Operator(_) => !token.is_first(),
                TokenKind::String(_) | TokenKind::End => false,
            };
            if !is_plain || token.flags.contains(Flags::SPLICED) {
                self.pushed = self.meant(token);
                return;
            }
            self.tokens.push(token);
        }
    }

    /// Reports a string that is not closed, and a character constant that is empty or not closed.
    pub(super) fn check_string(&mut self, text: &[u8], span: Span) {
        match text {
            [b'"', ..] if !is_closed_string(text) => self.error(Fault::OpenString, span),
            [b'"', ..] => {}
            [b'\'', b'\\', _, .., b'\''] | [b'\'', _, b'\''] if is_closed_string(text) => {}
            _ => self.error(Fault::Character, span),
        }
    }

    /// Takes the next token without expanding it: of a frame, or of the current file.
    pub(super) fn raw(&mut self) -> Token<'a> {
        if let Some(token) = self.pushed.take() {
            return token;
        }
        loop {
            if self.is_stopped || self.barrier == Some(self.frames.len()) {
                return self.end();
            }
            let Some(frame) = self.frames.last_mut() else {
                match self.file_token() {
                    Some(token) => return token,
                    None => continue,
                }
            };
            match frame.token() {
                Some(token) => return token,
                None => self.pop_frame(),
            }
        }
    }

    pub(super) fn pop_frame(&mut self) {
        if let Some(id) = self.frames.pop().and_then(|frame| frame.of) {
            self.macros.set_busy(id, false);
        }
    }

    /// The end, at the place where the current file is.
    pub(super) fn end(&self) -> Token<'a> {
        let at = self.open.last().map_or(0, |file| file.lexer.offset());
        Token {
            kind: TokenKind::End,
            span: Span { start: at, end: at },
            flags: Flags::FIRST_ON_LINE,
        }
    }

    /// Takes a token of the current file. `None` where a directive or the end of an included file stood there.
    fn file_token(&mut self) -> Option<Token<'a>> {
        let Some(file) = self.open.last_mut() else {
            return Some(self.end());
        };
        let token = file.lexer.token();
        self.meant(token)
    }

    /// What a token means that has been taken of the current file, see [`Preprocessor::file_token`].
    fn meant(&mut self, token: Token<'a>) -> Option<Token<'a>> {
        if token.kind == TokenKind::End {
            return self.close_file(token);
        }
        let is_hash = token.is_first() && (token.is("#") || token.is("##"));
        if is_hash && !(self.is_in_arguments && self.options.mode == Mode::Reference) {
            self.directive(token);
            return None;
        }
        Some(self.clean(token))
    }

    /// Ends the current file. The main file stays open, and gives its end again.
    pub(super) fn close_file(&mut self, end: Token<'a>) -> Option<Token<'a>> {
        self.report_open_comment();
        if self.open.len() == 1 {
            self.report_open_groups(false);
            return Some(end);
        }
        self.open.pop();
        None
    }

    pub(super) fn report_open_comment(&mut self) {
        let open = self.open.last_mut().and_then(|f| f.lexer.open_comment());
        if let Some(span) = open {
            self.warn(Notice::OpenComment, span);
        }
    }

    /// The token without line splices in its text.
    #[inline]
    pub(super) fn clean(&mut self, token: Token<'a>) -> Token<'a> {
        if token.flags.contains(Flags::SPLICED) {
            return self.unspliced(token);
        }
        token
    }

    #[cold]
    fn unspliced(&mut self, mut token: Token<'a>) -> Token<'a> {
        let text: &'a [u8] = self.arena.alloc_slice_copy(&unsplice(token.kind.text()));
        let words = std::str::from_utf8(text).unwrap_or_default();
        token.kind = match token.kind {
            TokenKind::Word(_) => TokenKind::Word(words),
            TokenKind::Number(_) => TokenKind::Number(words),
            _ => TokenKind::String(text),
        };
        token
    }

    /// Reports an error, unless the translation has ended.
    pub(super) fn error(&mut self, fault: Fault, span: Span) {
        if self.is_stopped {
            return;
        }
        self.out.error(ErrorKind::Preprocessor(fault), span);
        // A text of errors alone ends early.
        self.is_stopped |= self.out.is_full();
    }

    pub(super) fn warn(&mut self, notice: Notice, span: Span) {
        self.out.warn(WarningKind::Preprocessor(notice), span);
    }

    /// Ends the translation: from here on, there are no tokens.
    pub(super) fn stop(&mut self, what: &'static str, limit: usize, span: Span) {
        self.error(Fault::Limit { what, limit }, span);
        self.is_stopped = true;
    }

    pub(super) fn stop_full(&mut self, span: Span) {
        let what = "the texts of all files and macros have too many bytes";
        self.stop(what, u32::MAX as usize, span);
    }

    /// Ends the translation after an error that has been reported.
    pub(super) fn halt(&mut self) {
        self.is_stopped = true;
    }
}
