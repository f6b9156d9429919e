//! The files that fxc writes.

use crate::cli::failure::Failure;
use std::process::ExitCode;

/// Writes a file.
pub(super) fn save(to: &str, bytes: &[u8]) -> Result<ExitCode, Failure> {
    std::fs::write(to, bytes).map_err(|e| format!("{to}: {e}"))?;
    Ok(ExitCode::SUCCESS)
}

fn tokens(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let words = bytes.chunks_exact(4);
    words.map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
}

/// The words of the tokens as comments, four a line.
pub(super) fn words(bytes: &[u8]) -> String {
    let all: Vec<u32> = tokens(bytes).collect();
    let mut out = String::new();
    for (line, some) in all.chunks(4).enumerate() {
        let some: Vec<String> = some.iter().map(|w| format!("{w:08x}")).collect();
        out += &format!("// {:04x}:  {}\n", 4 * line, some.join("  "));
    }
    out
}

/// The tokens as an array of C, after the listing as a comment.
pub(super) fn header(name: &str, listing: &str, bytes: &[u8]) -> String {
    let all: Vec<u32> = tokens(bytes).collect();
    let lines = all.chunks(4).map(|some| {
        let some: Vec<String> = some.iter().map(|w| format!("0x{w:08x}")).collect();
        format!("    {}", some.join(", "))
    });
    let lines: Vec<String> = lines.collect();
    format!(
        "#if 0\n{listing}#endif\n\nconst DWORD {name}[] =\n{{\n{}\n}};\n",
        lines.join(",\n")
    )
}

/// A listing as a page of HTML: comments, opcodes, registers and numbers have their colours.
pub(super) fn page(listing: &str) -> String {
    let lines: Vec<String> = listing.lines().map(coloured).collect();
    format!(
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><style>\n\
         .c {{ color: green }} .o {{ color: blue }} .r {{ color: darkred }} .n {{ color: purple }}\n\
         </style></head><body><pre>\n{}\n</pre></body></html>\n",
        lines.join("\n")
    )
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

fn coloured(line: &str) -> String {
    let text = line.trim_start();
    if text.starts_with("//") {
        return format!("<span class=\"c\">{}</span>", escaped(line));
    }
    let (opcode, operands) = text.split_once(' ').unwrap_or((text, ""));
    let indent = &line[..line.len() - text.len()];
    let mut out = format!("{indent}<span class=\"o\">{}</span>", escaped(opcode));
    for (n, operand) in operands.split(", ").filter(|o| !o.is_empty()).enumerate() {
        let is_number = operand.parse::<f64>().is_ok();
        let class = if is_number { "n" } else { "r" };
        out += if n == 0 { " " } else { ", " };
        out += &format!("<span class=\"{class}\">{}</span>", escaped(operand));
    }
    out
}
