//! Machine code as text, for dumps.
#![forbid(unsafe_code)]

use super::emitter::Mark;
use crate::ir::Span;
use iced_x86::{Decoder, DecoderOptions, Formatter, IntelFormatter};
use std::fmt::Write;

/// Each instruction has a line with its offset. Where the source text changes, a line of `comment` comes before it.
pub(crate) fn disassemble(
    code: &[u8],
    marks: &[Mark],
    comment: &dyn Fn(Span) -> Option<String>,
) -> String {
    let mut formatter = IntelFormatter::new();
    formatter.options_mut().set_rip_relative_addresses(true);
    let (mut text, mut line) = (String::new(), String::new());
    let mut marks = marks.iter().peekable();
    for instruction in &mut Decoder::with_ip(64, code, 0, DecoderOptions::NONE) {
        let here = |mark: &&Mark| u64::from(mark.offset) <= instruction.ip();
        let mut mark = None;
        while let Some(next) = marks.next_if(here) {
            mark = Some(next);
        }
        // Writing to a string cannot fail.
        if let Some(comment) = mark.and_then(|mark| comment(mark.span)) {
            let _ = writeln!(text, "        ; {comment}");
        }
        line.clear();
        formatter.format(&instruction, &mut line);
        let _ = writeln!(text, "{:6x}  {line}", instruction.ip());
    }
    text
}
