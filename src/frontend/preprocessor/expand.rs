//! Expansion of macros (ISO C 6.10.3).

use super::frame::Frame;
use super::limits;
use super::macros::{Body, Kind, MacroId};
use super::state::Preprocessor;
use crate::frontend::lexer::{Flags, Token, TokenKind};
use crate::frontend::source_map::{Full, MacroUse};
use crate::ir::Span;

impl<'a> Preprocessor<'a, '_> {
    /// Takes the next token after expansion.
    pub(super) fn expanded(&mut self) -> Token<'a> {
        loop {
            let mut token = self.raw();
            if self.is_condition && token.kind == TokenKind::Word("defined") {
                return self.resolve_defined(token);
            }
            let Some(id) = self.macros.of(&token) else {
                return token;
            };
            if self.paint(&mut token, id) || !self.enter(id, token) {
                return token;
            }
        }
    }

    /// Marks the name of a macro that is being expanded: it is never expanded, not even where it is read again (6.10.3.4).
    pub(super) fn paint(&self, name: &mut Token<'a>, id: MacroId) -> bool {
        if self.macros.get(id).is_busy {
            name.flags.insert(Flags::NO_EXPAND);
        }
        name.flags.contains(Flags::NO_EXPAND)
    }

    /// Begins the expansion of a macro. Returns whether there is one: the name of a macro with parameters needs a parenthesis
    /// after it.
    fn enter(&mut self, id: MacroId, name: Token<'a>) -> bool {
        self.read_body(id);
        match self.macros.get(id).kind {
            // It has just been read.
            Kind::Unread(_) => {}
            Kind::Plain(body) => self.enter_plain(id, body, name),
            Kind::Pieces(body) => return self.enter_body(id, body, name),
            Kind::Line => {
                let line = self.map.place(self.call.unwrap_or(name.span)).line;
                let number = self.arena.alloc_str(&line.to_string());
                self.enter_token(id, TokenKind::Number(number), name);
            }
            Kind::File => {
                if let Some(text) = self.file_name(name) {
                    self.enter_token(id, TokenKind::String(text), name);
                }
            }
        }
        true
    }

    /// The name of the file at a place, in quotes. Names that follow each other share their bytes.
    fn file_name(&mut self, at: Token<'a>) -> Option<&'a [u8]> {
        let file = self.map.place(at.span).file;
        // The map keeps its names where they are, so that equal addresses are equal names.
        let address = (file.as_ptr().addr(), file.len());
        if let Some((last, text)) = self.last_file
            && last == address
        {
            return Some(text);
        }
        let quoted = format!("\"{file}\"");
        let text = self.made(quoted.as_bytes(), at.span)?;
        self.last_file = Some((address, text));
        Some(text)
    }

    fn enter_plain(&mut self, id: MacroId, body: &'a [Token<'a>], name: Token<'a>) {
        self.spend(body.len(), name.span);
        let (Some(first), Some(last)) = (body.first(), body.last()) else {
            return;
        };
        let spelled = first.span.to(last.span);
        let Some(base) = self.add_expansion(spelled, id, name.span) else {
            return;
        };
        let shift = base.wrapping_sub(spelled.start);
        self.macros.set_busy(id, true);
        self.frames.push(Frame::borrowed(body, shift, &name, id));
    }

    fn enter_body(&mut self, id: MacroId, body: Body<'a>, name: Token<'a>) -> bool {
        let is_outermost = self.call.is_none();
        let call = *self.call.get_or_insert(name.span);
        let is_call = self.enter_call(id, body, name);
        self.call = (!is_outermost).then_some(call);
        is_call
    }

    fn enter_call(&mut self, id: MacroId, body: Body<'a>, name: Token<'a>) -> bool {
        let arguments = match body.parameters {
            None => Default::default(),
            Some(parameters) => {
                let next = self.raw();
                if !next.is("(") {
                    // The end comes again by itself.
                    if next.kind != TokenKind::End {
                        self.pushed = Some(next);
                    }
                    return false;
                }
                match self.arguments(parameters, name) {
                    Some(arguments) => arguments,
                    None => return true,
                }
            }
        };
        if let Some(base) = self.add_expansion(body.span, id, name.span) {
            let shift = base.wrapping_sub(body.span.start);
            let tokens = self.substitute(&body, arguments, shift);
            self.spend(tokens.len(), name.span);
            self.macros.set_busy(id, true);
            self.frames.push(Frame::owned(tokens, &name, id));
        }
        true
    }

    fn enter_token(&mut self, id: MacroId, kind: TokenKind<'a>, name: Token<'a>) {
        self.spend(0, name.span);
        let token = Token { kind, ..name };
        self.macros.set_busy(id, true);
        self.frames.push(Frame::owned(vec![token], &name, id));
    }

    fn add_expansion(&mut self, spelled: Span, id: MacroId, call: Span) -> Option<u32> {
        let definition = self.macros.get(id).span;
        let macro_use = MacroUse { definition, call };
        match self.map.add_expansion(spelled, macro_use) {
            Ok(base) => Some(base),
            Err(Full) => {
                self.stop_full(call);
                None
            }
        }
    }

    /// Counts tokens that a macro produces, and one for the macro itself.
    pub(super) fn spend(&mut self, n: usize, span: Span) {
        self.count.expanded += n + 1;
        if self.count.expanded > limits::EXPANDED_TOKENS {
            let what = "macros produce too many tokens";
            self.stop(what, limits::EXPANDED_TOKENS, span);
        }
    }

    /// Expands a list of tokens alone, as if nothing followed: an argument, or a line of a directive.
    pub(super) fn expand_list(&mut self, list: Vec<Token<'a>>) -> Vec<Token<'a>> {
        let mut out = Vec::with_capacity(list.len());
        let pushed = self.pushed.take();
        let barrier = self.barrier.replace(self.frames.len());
        self.frames.push(Frame::list(list));
        loop {
            let token = self.expanded();
            if token.kind == TokenKind::End {
                break;
            }
            out.push(token);
        }
        // After an exceeded limit, frames may be left.
        let left = self.barrier.unwrap_or(0);
        while self.frames.len() > left {
            self.pop_frame();
        }
        self.barrier = barrier;
        self.pushed = pushed;
        out
    }
}
