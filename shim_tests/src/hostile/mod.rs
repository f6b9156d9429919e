//! Texts in Cg that try to take all time or all memory of a compiler. Each must end soon, with an error or a program.
//!
//! | room | what its texts attack |
//! |---|---|
//! | `macros` | Macros, conditions, includes, lines: the preprocessor. |
//! | `bytes` | The lexer, and what writes messages. |
//! | `nesting` | What recurs: levels of brackets, statements, expressions, types. |
//! | `many` | What searches and compares: great numbers of names, members, overloads, terms. |
//! | `types` | Sizes: arrays, structures, variables, values that are copied. |
//! | `code` | Code: loops, calls, constants, the library. |
//! | `effects` | Effects of Direct3D; these are no texts in Cg. |
#![forbid(unsafe_code)]

mod bytes;
mod code;
mod effects;
mod macros;
mod many;
mod nesting;
mod types;

use trilobite::frontend::preprocessor::Files;

/// A text, and the files that it includes.
pub struct Hostile {
    pub name: String,
    pub text: Vec<u8>,
    file: fn(&str) -> Option<Vec<u8>>,
}

impl Hostile {
    /// A text that includes nothing.
    pub fn new(name: impl Into<String>, text: impl Into<Vec<u8>>) -> Hostile {
        Hostile {
            name: name.into(),
            text: text.into(),
            file: |_| None,
        }
    }

    /// One with files of its own.
    fn with_files(
        name: &str,
        text: impl Into<Vec<u8>>,
        file: fn(&str) -> Option<Vec<u8>>,
    ) -> Hostile {
        Hostile {
            file,
            ..Hostile::new(name, text)
        }
    }
}

/// The files of a text.
pub struct HostileFiles<'h>(pub &'h Hostile);

impl Files for HostileFiles<'_> {
    fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        (self.0.file)(path)
    }
}

/// The texts of effects.
pub fn effects() -> Vec<Hostile> {
    effects::texts()
}

/// All of the texts in Cg.
pub fn all() -> Vec<Hostile> {
    let rooms = [
        macros::texts(),
        bytes::texts(),
        nesting::texts(),
        many::texts(),
        types::texts(),
        code::texts(),
    ];
    rooms.into_iter().flatten().collect()
}

/// `n` pieces, in which `@` is the piece's number and `$` the number before.
fn numbered(from: usize, to: usize, piece: &str) -> String {
    let one = |i: usize| {
        let text = piece.replace('@', &i.to_string());
        text.replace('$', &i.wrapping_sub(1).to_string())
    };
    (from..to).map(one).collect()
}

/// A fragment program with these statements.
fn program(body: &str) -> String {
    format!(
        "float4 main(float4 c : COLOR, float4 t : TEXCOORD0, uniform float4 u, uniform sampler2D s) : COLOR {{\n{body}\nreturn c; }}\n"
    )
}

/// A fragment program with these declarations before it.
fn with(declarations: &str, body: &str) -> String {
    format!("{declarations}\n{}", program(body))
}
