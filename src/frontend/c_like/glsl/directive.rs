//! `#version` and `#extension`.

use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::rule::shading_oddity::ShadingOddity;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::lexer::{Token, TokenKind};
use crate::frontend::preprocessor::Pragma;
use crate::ir::Span;

/// An extension of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extension {
    /// Rectangle textures, which texts have without asking.
    TextureRectangle,
    /// Look-ups at a level in both stages.
    ShaderTextureLod,
    /// Several colours, which the language has itself.
    DrawBuffers,
}

/// The names of extensions, which are macros as well.
pub(super) const EXTENSIONS: &[(&str, Extension)] = &[
    ("GL_ARB_texture_rectangle", Extension::TextureRectangle),
    ("GL_ARB_shader_texture_lod", Extension::ShaderTextureLod),
    ("GL_ARB_draw_buffers", Extension::DrawBuffers),
];

/// What the directives of a text say.
#[derive(Debug, Clone, Copy)]
pub(super) struct Header {
    /// 110 or 120.
    pub(super) version: u32,
    pub(super) has_rectangles: bool,
    pub(super) has_levels: bool,
}

/// The version that a text says, before it is split into tokens: the number after `#version` where only comments and space
/// stand before. It is checked with the tokens.
pub(super) fn version_of(text: &[u8]) -> u32 {
    let mut rest = text;
    loop {
        rest = rest.trim_ascii_start();
        if rest.starts_with(b"//") {
            let end = rest.iter().position(|b| *b == b'\n');
            rest = end.map_or(&[][..], |at| &rest[at..]);
        } else if rest.starts_with(b"/*") {
            let end = rest.windows(2).skip(2).position(|w| w == b"*/");
            rest = end.map_or(&[][..], |at| &rest[at + 4..]);
        } else {
            break;
        }
    }
    let number = rest.strip_prefix(b"#").and_then(|rest| {
        let rest = rest
            .trim_ascii_start()
            .strip_prefix(b"version")?
            .trim_ascii_start();
        let n = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        std::str::from_utf8(&rest[..n]).ok()?.parse::<u32>().ok()
    });
    match number {
        Some(120..) => 120,
        _ => 110,
    }
}

/// Reads the directives, and reports what is wrong with them.
pub(super) fn read(pragmas: &[Pragma<'_>], version: u32, out: &mut Diagnostics) -> Header {
    let mut header = Header {
        version,
        has_rectangles: true,
        has_levels: false,
    };
    let mut is_first = true;
    for pragma in pragmas {
        match pragma.tokens.first().map(|t| t.kind) {
            Some(TokenKind::Word("version")) => {
                check_version(pragma, is_first && pragma.index == 0, out);
            }
            Some(TokenKind::Word("extension")) => extension(pragma, &mut header, out),
            _ => continue,
        }
        is_first = false;
    }
    header
}

fn check_version(pragma: &Pragma<'_>, is_first: bool, out: &mut Diagnostics) {
    let mut text = |text: &str, span: Span| {
        out.rule(Rule::Text(text.into()), span);
    };
    if !is_first {
        text(
            "\"#version\" stands before everything else, but for comments",
            pragma.span,
        );
    }
    match pragma.tokens[1..] {
        [
            Token {
                kind: TokenKind::Number("110" | "120"),
                ..
            },
        ] => {}
        [
            Token {
                kind: TokenKind::Number(_),
                span,
                ..
            },
        ] => text("the versions of the language are 110 and 120", span),
        _ => text(
            "\"#version\" is followed by a number, and nothing else",
            pragma.span,
        ),
    }
}

fn extension(pragma: &Pragma<'_>, header: &mut Header, out: &mut Diagnostics) {
    let [_, name, colon, behavior] = &pragma.tokens[..] else {
        let text = "\"#extension\" is followed by a name, \":\" and a behavior";
        out.rule(Rule::Text(text.into()), pragma.span);
        return;
    };
    let (TokenKind::Word(name), true, TokenKind::Word(behavior)) =
        (name.kind, colon.is(":"), behavior.kind)
    else {
        let text = "\"#extension\" is followed by a name, \":\" and a behavior";
        out.rule(Rule::Text(text.into()), pragma.span);
        return;
    };
    let is_on = match behavior {
        "require" | "enable" | "warn" => true,
        "disable" => false,
        _ => {
            let text = "the behavior of an extension is require, enable, warn or disable";
            out.rule(Rule::Text(text.into()), pragma.span);
            return;
        }
    };
    if name == "all" {
        if matches!(behavior, "require" | "enable") {
            let text = "all extensions can be warned of or disabled only";
            out.rule(Rule::Text(text.into()), pragma.span);
        }
        if !is_on {
            (header.has_rectangles, header.has_levels) = (false, false);
        }
        return;
    }
    let known = EXTENSIONS.iter().find(|(known, _)| *known == name);
    match known {
        Some((_, Extension::TextureRectangle)) => header.has_rectangles = is_on,
        Some((_, Extension::ShaderTextureLod)) => header.has_levels = is_on,
        Some((_, Extension::DrawBuffers)) => {}
        None if behavior == "require" => {
            let text = format!("the extension \"{name}\" is not there");
            out.rule(Rule::Text(text), pragma.span);
        }
        None => {
            let oddity = ShadingOddity::Extension(name.into());
            out.odd(Oddity::Shading(oddity), pragma.span);
        }
    }
}
