//! Puts arguments in the places of parameters (ISO C 6.10.3.1 to 6.10.3.3).

use super::arguments::Arguments;
use super::frame::shifted;
use super::limits;
use super::macros::{Body, Piece, Role};
use super::state::Preprocessor;
use crate::frontend::lexer::{Flags, Token};
use crate::frontend::source_map::Full;
use crate::ir::Span;

impl<'a> Preprocessor<'a, '_> {
    /// The body with its arguments; `shift` moves its offsets to the expansion.
    pub(super) fn substitute(
        &mut self,
        body: &Body<'a>,
        mut arguments: Arguments<'a>,
        shift: u32,
    ) -> Vec<Token<'a>> {
        let mut out = Vec::with_capacity(body.pieces.len());
        // Whether the operand left of `##` has a token; an empty one joins nothing.
        let mut has_left = false;
        let mut is_pasted = false;
        for piece in body.pieces {
            let start = out.len();
            let is_operand = is_pasted || piece.is_pasted;
            self.put(piece, is_operand, &mut arguments, shift, &mut out);
            let has_tokens = out.len() > start;
            if is_pasted && has_left {
                let is_comma = out[start - 1].is(",") && is_variadic(piece, body);
                if is_comma && arguments.lacks_variadic {
                    // `, ## __VA_ARGS__` is nothing where there are no arguments, else a comma and the arguments.
                    out.pop();
                } else if has_tokens && !is_comma {
                    self.join(&mut out, start);
                }
            }
            has_left = has_tokens || is_pasted && has_left;
            is_pasted = piece.is_pasted;
            // Long arguments many times would fill all memory before their tokens are counted.
            if self.count.expanded + out.len() > limits::EXPANDED_TOKENS {
                self.spend(out.len(), place_of(piece, shift));
            }
            if self.is_stopped {
                break;
            }
        }
        out
    }

    /// Appends what a piece stands for.
    fn put(
        &mut self,
        piece: &Piece<'a>,
        is_operand: bool,
        arguments: &mut Arguments<'a>,
        shift: u32,
        out: &mut Vec<Token<'a>>,
    ) {
        let start = out.len();
        let place = place_of(piece, shift);
        // Each token is placed at its piece's own offset in the expansion, which messages resolve to both places.
        match piece.role {
            Role::Token => out.push(Token {
                span: place,
                ..piece.token
            }),
            Role::Stringized(i) => {
                let text = self.stringize(arguments.raw(i), place);
                out.extend(text.map(|kind| Token {
                    kind,
                    span: place,
                    ..piece.token
                }));
            }
            Role::Argument(i) => {
                // Operands of `##` are taken as written. Other arguments are expanded before they are put in.
                if is_operand {
                    out.extend_from_slice(arguments.raw(i));
                } else {
                    out.extend_from_slice(self.expand_argument(arguments, i));
                }
                self.place_argument(&mut out[start..], place);
                // The blank before an argument is the one before the parameter in the body, which `#` may read later.
                if let Some(first) = out.get_mut(start) {
                    let before = piece.token.flags & Flags::BLANK_BEFORE;
                    first.flags = (first.flags - Flags::BLANK_BEFORE) | before;
                }
            }
        }
    }

    /// Joins the tokens before and after `##`, of which the second is the one at `start`.
    fn join(&mut self, out: &mut Vec<Token<'a>>, start: usize) {
        if let Some(token) = self.paste(out[start - 1], out[start]) {
            out[start - 1] = token;
            out.remove(start);
        }
    }

    /// Gives the tokens of an argument offsets of their own, which say both where they are written and which parameter they stand
    /// for. Tokens that follow each other in one file or expansion share a range.
    fn place_argument(&mut self, tokens: &mut [Token<'a>], parameter: Span) {
        let mut rest = tokens;
        while let Some(first) = rest.first() {
            let (start, limit) = (first.span.start, self.map.end_of_entry(first.span.start));
            let mut end = start;
            let follows = |t: &&Token<'_>| {
                let follows = t.span.start >= end && t.span.start < limit;
                end = t.span.end;
                follows
            };
            let n = rest.iter().take_while(follows).count().max(1);
            let spelled = Span {
                start,
                end: rest[n - 1].span.end.max(start),
            };
            let base = match self.map.add_argument(spelled, parameter) {
                Ok(base) => base,
                Err(Full) => return self.stop_full(parameter),
            };
            let (run, others) = rest.split_at_mut(n);
            for token in run {
                token.span = shifted(token.span, base.wrapping_sub(start));
            }
            rest = others;
        }
    }
}

/// Where a piece stands in the expansion.
fn place_of(piece: &Piece<'_>, shift: u32) -> Span {
    shifted(piece.token.span, shift)
}

/// Whether the piece is the argument that takes all further ones.
fn is_variadic(piece: &Piece<'_>, body: &Body<'_>) -> bool {
    match (piece.role, body.parameters) {
        (Role::Argument(i), Some(p)) => p.is_variadic && usize::from(i) + 1 == p.names.len(),
        _ => false,
    }
}
