//! Machine code as text, for dumps.
#![forbid(unsafe_code)]

use iced_x86::{Decoder, DecoderOptions, Formatter, IntelFormatter};
use std::fmt::Write;

/// One line an instruction: its offset and itself.
pub(super) fn disassemble(code: &[u8]) -> String {
    let mut formatter = IntelFormatter::new();
    formatter.options_mut().set_rip_relative_addresses(true);
    let (mut text, mut line) = (String::new(), String::new());
    for instruction in &mut Decoder::with_ip(64, code, 0, DecoderOptions::NONE) {
        line.clear();
        formatter.format(&instruction, &mut line);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:6x}  {line}", instruction.ip());
    }
    text
}
