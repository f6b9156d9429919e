//! Bytes, words and numbers that are no program.

use super::{Hostile, program, with};

/// The bytes that fill a text of a mebibyte, each alone.
const FILLS: &[u8] = b"!\"#%&'()*+,-./:;<=>?[\\]^_{|}~@$`a1. \n\t\r\0\x7f\x80\xc3\xff";

/// Pieces that fill a text of half a mebibyte.
const PIECES: &[&str] = &[
    "/*", "//", "/**/", "//\n", "\"\n", "'\n", "'a'", "\"\"", "1.", ".1", "0x", "1e", "1e9", "##",
    "::", "->", "<<=", "...", "\\\r\n", "a.", "a[", "a(", "a,", "a;", "a=", "a<", "f(a)", "{}",
    "{;}", "()", "[]", "int ", "int a;", "struct ", "if", "else ", "return ", "float4(",
    "typedef ", "uniform ", "const ", "\u{e9}", "\u{2028}", "\u{feff}", "a\0", "for(", "case 1:",
    ": COLOR", "<a=1>",
];

pub(super) fn texts() -> Vec<Hostile> {
    let fill = |byte: &u8| {
        let name = format!("a mebibyte of {:?}", char::from(*byte));
        Hostile::new(name, vec![*byte; (1 << 20) - 8])
    };
    let piece = |piece: &&str| {
        Hostile::new(
            format!("half a mebibyte of {piece:?}"),
            piece.repeat((1 << 19) / piece.len()),
        )
    };
    // The same in the body of a function.
    let body = |piece: &&str| {
        let name = format!("a body of {piece:?}");
        Hostile::new(name, program(&piece.repeat((1 << 18) / piece.len())))
    };
    let mut texts: Vec<Hostile> = FILLS.iter().map(fill).collect();
    texts.extend(PIECES.iter().map(piece));
    texts.extend(PIECES.iter().map(body));
    texts.extend(words());
    texts
}

fn words() -> Vec<Hostile> {
    let long = "w".repeat(1 << 19);
    let all: Vec<u8> = (0..=255).cycle().take(1 << 19).collect();
    vec![
        Hostile::new("nothing", ""),
        Hostile::new("beyond a mebibyte", " ".repeat((1 << 20) + 1)),
        Hostile::new("all bytes", all),
        Hostile::new(
            "a program with a NUL",
            program("c = c;").replace("c = c", "c = \0c"),
        ),
        Hostile::new(
            "a program that is no UTF-8",
            [b"\xff\xfe", program("").as_bytes(), b"\xc3"].concat(),
        ),
        Hostile::new(
            "a long name that is unknown",
            program(&format!("c = {long};")),
        ),
        Hostile::new(
            "a long name that is a variable's",
            program(&format!("float4 {long}; c = {long};")),
        ),
        Hostile::new(
            "a long name of a function",
            with(
                &format!("float4 {long}(float4 a) {{ return a; }}"),
                &format!("c = {}(c);", long),
            ),
        ),
        Hostile::new(
            "a long name of a type",
            with(
                &format!("struct {long} {{ float4 a; }};"),
                &format!("{} x; x.b = c;", long),
            ),
        ),
        Hostile::new(
            "a long name of a member",
            program(&format!("c = c.{long};")),
        ),
        Hostile::new(
            "a long semantic",
            format!("float4 main(float4 c : {long}) : COLOR {{ return c; }}"),
        ),
        Hostile::new(
            "a long number",
            program(&format!("c = {};", "9".repeat(1 << 19))),
        ),
        Hostile::new(
            "a long fraction",
            program(&format!("c = 0.{};", "3".repeat(1 << 19))),
        ),
        Hostile::new(
            "a long exponent",
            program(&format!("c = 1e{};", "9".repeat(1 << 19))),
        ),
        Hostile::new(
            "a long hexadecimal number",
            program(&format!("c = 0x{};", "f".repeat(1 << 19))),
        ),
        Hostile::new(
            "a long octal number",
            program(&format!("c = 0{};", "7".repeat(1 << 19))),
        ),
        Hostile::new(
            "great exponents",
            program(&"c = 1e38 * 1e38 * 1e-45 * 1e999999999 * 1e-999999999;".repeat(1000)),
        ),
        Hostile::new(
            "a long string",
            format!("float a <string s = \"{long}\";>;\n{}", program("")),
        ),
        Hostile::new(
            "many unknown names",
            program(
                &(0..40_000)
                    .map(|i| format!("c = x{i};"))
                    .collect::<String>(),
            ),
        ),
        Hostile::new(
            "one unknown name, often",
            program(&"c = x;".repeat(100_000)),
        ),
        Hostile::new(
            "one error on a long line",
            program(&format!("{} c = x;", "c = c; ".repeat(60_000))),
        ),
        Hostile::new(
            "errors on a long line",
            program(&"c = x; c.q; ".repeat(60_000)),
        ),
    ]
}
