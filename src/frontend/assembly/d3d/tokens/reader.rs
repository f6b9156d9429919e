//! Takes words from bytes; errors have the offset of a byte.

use crate::frontend::diagnostic::d3d::D3dRule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;

/// A place in a stream.
#[derive(Debug)]
pub(super) struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(bytes: &'t [u8]) -> Reader<'t> {
        Reader { bytes, at: 0 }
    }

    /// The place of the next word.
    pub(super) fn span(&self) -> Span {
        let end = self.bytes.len();
        Span::new(self.at.min(end), (self.at + 4).min(end))
    }

    /// Takes a word.
    pub(super) fn word(&mut self) -> Result<u32, ProgramError> {
        let word = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk);
        let Some(word) = word else {
            return fail(D3dRule::Truncated, self.span());
        };
        self.at += 4;
        Ok(u32::from_le_bytes(*word))
    }

    /// Takes `n` words.
    pub(super) fn words(&mut self, n: usize) -> Result<Vec<u32>, ProgramError> {
        // Nothing is reserved before the words are known to be there.
        if self.bytes.len().saturating_sub(self.at) / 4 < n {
            return fail(D3dRule::Truncated, self.span());
        }
        (0..n).map(|_| self.word()).collect()
    }

    /// Words taken so far.
    pub(super) fn taken(&self) -> usize {
        self.at / 4
    }
}

/// Fails with a rule at a place.
pub(super) fn fail<T>(rule: D3dRule, span: Span) -> Result<T, ProgramError> {
    let kind = ErrorKind::D3d(rule);
    Err(ProgramError { kind, span })
}

/// "The token is no …" at a place.
pub(super) fn wrong<T>(token: u32, what: &'static str, span: Span) -> Result<T, ProgramError> {
    fail(D3dRule::Token { token, what }, span)
}
