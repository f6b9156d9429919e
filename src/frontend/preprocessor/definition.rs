//! `#define` and `#undef` (ISO C 6.10.3).

use super::Mode;
use super::directive::Line;
use super::limits;
use super::macros::{Body, Kind, Macro, MacroId, Parameters, Piece, Role, Unread};
use super::state::Preprocessor;
use crate::frontend::diagnostic::preprocessor::Notice;
use crate::frontend::lexer::{Flags, Token, TokenKind};
use crate::ir::Span;
use rustc_hash::FxHashMap;

/// What takes the further arguments of a macro whose parameters end with `...`.
const VARIADIC: &str = "__VA_ARGS__";

/// The definition is malformed at this place: what would be right.
struct Malformed(Span, &'static str);

impl<'a> Preprocessor<'a, '_> {
    /// `#define`, after the word.
    pub(super) fn define(&mut self, directive: Span) {
        let before = self.open.last().map(|file| file.lexer.clone());
        if let Some(new) = self.unread_definition() {
            return self.put_macro(new);
        }
        // What is wrong is said of the whole line.
        if let (Some(file), Some(before)) = (self.open.last_mut(), before) {
            file.lexer = before;
        }
        let line = self.line();
        let end = self.line_end(directive);
        match self.definition(&line, end) {
            Ok(new) => self.put_macro(new),
            Err(Malformed(span, expected)) => {
                self.malformed("define", expected, span);
            }
        }
    }

    /// Takes the line of a definition without reading its body. `None`: it is malformed.
    fn unread_definition(&mut self) -> Option<Macro<'a>> {
        let first = self.token_on_line()?;
        let TokenKind::Word(name) = first.kind else {
            return None;
        };
        if name.len() > limits::NAME_BYTES {
            return None;
        }
        // A parenthesis directly after the name begins parameters.
        let mut parameters = None;
        if self.open.last()?.lexer.sees(b'(') {
            self.token_on_line();
            let mut line = Line::new();
            while line.last().is_none_or(|last| !last.is(")")) {
                line.push(self.token_on_line()?);
            }
            parameters = Some(self.parameters(&line, first.span).ok()?.0);
        }
        let lexer = &mut self.open.last_mut()?.lexer;
        let rest = self.arena.alloc(lexer.clone());
        lexer.skip_tokens();
        Some(Macro {
            name,
            span: first.span,
            kind: Kind::Unread(Unread { parameters, rest }),
            is_busy: false,
        })
    }

    /// Reads the body of a macro, if that has not been done.
    pub(super) fn read_body(&mut self, id: MacroId) {
        let Macro { span, kind, .. } = *self.macros.get(id);
        let Kind::Unread(Unread { parameters, rest }) = kind else {
            return;
        };
        let mut lexer = rest.clone();
        let mut body = Line::new();
        while let Some(token) = lexer.token_on_line() {
            if self.options.mode == Mode::Glsl && (token.is("#") || token.is("##")) {
                self.malformed(
                    "define",
                    "there are no \"#\" and \"##\" in bodies",
                    token.span,
                );
            }
            body.push(self.clean(token));
        }
        let kind = self.kind(parameters, &body, span);
        self.macros.set_kind(id, kind);
    }

    /// `#undef`, after the word.
    pub(super) fn undefine(&mut self, directive: Span) {
        let line = self.line();
        let span = line.first().map_or(self.line_end(directive), |t| t.span);
        match line[..] {
            [
                Token {
                    kind: TokenKind::Word(name),
                    ..
                },
            ] => self.macros.undefine(name),
            _ => self.malformed("undef", "it takes one name, as in #undef NAME", span),
        }
    }

    /// Defines a macro. One of the same name is replaced, with a warning unless both are equal.
    fn put_macro(&mut self, new: Macro<'a>) {
        let (id, Some(old)) = self.macros.define(new) else {
            return;
        };
        self.read_body(id);
        self.read_body(old);
        // A body in progress keeps its own macro busy; the name is free.
        let (new, old) = (*self.macros.get(id), self.macros.get(old));
        let is_dynamic = matches!(old.kind, Kind::Line | Kind::File);
        if !is_dynamic && !old.equals(&new) {
            self.warn(Notice::Redefined(new.name.into()), new.span);
        }
    }

    fn definition(&mut self, line: &[Token<'a>], end: Span) -> Result<Macro<'a>, Malformed> {
        let [first, rest @ ..] = line else {
            return Err(Malformed(end, "a name is missing after it"));
        };
        let TokenKind::Word(name) = first.kind else {
            return Err(Malformed(first.span, "a macro's name is a word"));
        };
        if name.len() > limits::NAME_BYTES {
            return Err(Malformed(
                first.span,
                "a macro's name has 1024 bytes at most",
            ));
        }
        // A parenthesis directly after the name begins parameters.
        let has_parameters = rest
            .first()
            .is_some_and(|t| t.is("(") && !t.flags.contains(Flags::BLANK_BEFORE));
        let (parameters, body) = if has_parameters {
            let (parameters, n) = self.parameters(&rest[1..], end)?;
            (Some(parameters), &rest[1 + n..])
        } else {
            (None, rest)
        };
        Ok(Macro {
            name,
            span: first.span,
            kind: self.kind(parameters, body, first.span),
            is_busy: false,
        })
    }

    /// What a macro is with this body.
    fn kind(
        &mut self,
        parameters: Option<Parameters<'a>>,
        body: &[Token<'a>],
        name: Span,
    ) -> Kind<'a> {
        let is_plain = parameters.is_none() && !body.iter().any(|t| t.is("##"));
        if is_plain {
            Kind::Plain(self.arena.alloc_slice_copy(body))
        } else {
            Kind::Pieces(self.body(parameters, body, name))
        }
    }

    /// Parses parameters after their `(`. Returns the number of tokens with the `)` as well.
    fn parameters(
        &mut self,
        tokens: &[Token<'a>],
        end: Span,
    ) -> Result<(Parameters<'a>, usize), Malformed> {
        let mut names: Vec<&'a str> = Vec::new();
        let mut is_variadic = false;
        let mut at = 0;
        let open = Malformed(end, "the parameters are never closed by \")\" on its line");
        let kind = |at: usize| tokens.get(at).map(|t| t.kind);
        if kind(0) == Some(TokenKind::Operator(")")) {
            at = 1;
        } else {
            loop {
                let Some(token) = tokens.get(at) else {
                    return Err(open);
                };
                match token.kind {
                    TokenKind::Word(name) => names.push(name),
                    TokenKind::Operator("...") => {
                        names.push(VARIADIC);
                        is_variadic = true;
                    }
                    _ => return Err(Malformed(token.span, "a parameter is a word")),
                }
                at += 1;
                // `args...` names the further arguments.
                if !is_variadic && kind(at) == Some(TokenKind::Operator("...")) {
                    is_variadic = true;
                    at += 1;
                }
                if is_variadic && self.options.mode == Mode::Reference {
                    let expected = "there are no variadic macros in this language";
                    return Err(Malformed(token.span, expected));
                }
                match tokens.get(at).map(|t| (t.kind, t.span)) {
                    Some((TokenKind::Operator(","), _)) if !is_variadic => at += 1,
                    Some((TokenKind::Operator(")"), _)) => break,
                    Some((_, span)) => {
                        return Err(Malformed(span, "parameters are separated by commas"));
                    }
                    None => return Err(open),
                }
            }
            at += 1;
        }
        if names.len() > limits::PARAMETERS {
            return Err(Malformed(end, "a macro has 256 parameters at most"));
        }
        let names = self.arena.alloc_slice_copy(&names);
        Ok((Parameters { names, is_variadic }, at))
    }

    /// The pieces of a body. `##` at its ends joins nothing, and `#` without a parameter is a token.
    fn body(
        &mut self,
        parameters: Option<Parameters<'a>>,
        body: &[Token<'a>],
        name: Span,
    ) -> Body<'a> {
        let mut pieces: Vec<Piece<'a>> = Vec::with_capacity(body.len());
        let names = parameters.map_or(&[][..], |p| p.names);
        // Of two parameters with one name, the last one counts; as with NVIDIA's compiler.
        let numbers: FxHashMap<&str, u16> = names.iter().copied().zip(0..).collect();
        let parameter = |token: Option<&Token<'a>>| match token?.kind {
            TokenKind::Word(word) => numbers.get(word).copied(),
            _ => None,
        };
        let mut at = 0;
        while let Some(&token) = body.get(at) {
            at += 1;
            let mut piece = Piece {
                token,
                role: Role::Token,
                is_pasted: false,
            };
            if token.is("##") {
                if let Some(last) = pieces.last_mut() {
                    last.is_pasted = at < body.len();
                }
                continue;
            }
            if let Some(i) = parameter(Some(&token)) {
                piece.role = Role::Argument(i);
            } else if token.is("#")
                && let Some(i) = parameter(body.get(at))
            {
                piece.role = Role::Stringized(i);
                piece.token.span = token.span.to(body[at].span);
                at += 1;
            }
            pieces.push(piece);
        }
        let ends = pieces.first().zip(pieces.last());
        Body {
            parameters,
            span: ends.map_or(name, |(first, last)| first.token.span.to(last.token.span)),
            pieces: self.arena.alloc_slice_copy(&pieces),
        }
    }
}
