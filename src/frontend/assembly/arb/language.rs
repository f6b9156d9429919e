//! The assembly languages by their headers, and their differences: instructions, limits, arithmetic.

use crate::frontend::assembly::arb::extension::Extension;
use crate::frontend::assembly::arb::limits::Limits;
use crate::frontend::assembly::arb::opcode::{FP10, VP10, VP11, VP20};
use crate::frontend::diagnostic::ErrorKind;

/// The purpose of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Runs once per vertex.
    Vertex,
    /// Runs once per fragment.
    Fragment,
    /// Program parameters (VERTEX_STATE_PROGRAM_NV).
    VertexState,
    /// Fragments, in the language of `assembly::ati::text`.
    TextFragment,
}

/// The language of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// `!!ARBvp1.0`
    #[default]
    ArbVertex,
    /// `!!ARBfp1.0`
    ArbFragment,
    /// `!!VP1.0` (NV_vertex_program)
    Vp10,
    /// `!!VP1.1` (NV_vertex_program1_1)
    Vp11,
    /// `!!VP2.0` (NV_vertex_program2)
    Vp20,
    /// `!!VSP1.0` (NV_vertex_program 2.14.4)
    Vsp10,
    /// `!!FP1.0` (NV_fragment_program)
    Fp10,
}

/// The text that defines the results of arithmetic for NaN, infinities and zeros of either sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// The ARB programs with their options (QUIRKS 0 and 1).
    Arb,
    /// NV_vertex_program 2.14.1.10 and 2.14.1.11.
    Vp1,
    /// NV_vertex_program2 2.14.3.
    Vp2,
    /// NV_fragment_program 3.11.5.
    Fp1,
}

impl Language {
    /// Headers. No header begins another.
    const HEADERS: [(&str, Language, Stage); 7] = [
        ("!!ARBvp1.0", Language::ArbVertex, Stage::Vertex),
        ("!!ARBfp1.0", Language::ArbFragment, Stage::Fragment),
        ("!!VP1.0", Language::Vp10, Stage::Vertex),
        ("!!VP1.1", Language::Vp11, Stage::Vertex),
        ("!!VP2.0", Language::Vp20, Stage::Vertex),
        ("!!VSP1.0", Language::Vsp10, Stage::VertexState),
        ("!!FP1.0", Language::Fp10, Stage::Fragment),
    ];

    /// Headers of languages that are known, but not supported (NV_gpu_program4).
    const LATER: [&str; 3] = ["!!NVvp4.0", "!!NVgp4.0", "!!NVfp4.0"];

    /// The language of a text for this stage, and where its statements begin. White space and comments may stand before the
    /// header, as in Mesa; the specifications have them after it only.
    pub(crate) fn of(text: &[u8], stage: Stage) -> Result<(Language, usize), ErrorKind> {
        let start = before_header(text);
        let text = &text[start..];
        let begins = |header: &str| text.starts_with(header.as_bytes());
        if let Some(header) = Language::LATER.into_iter().find(|h| begins(h)) {
            return Err(ErrorKind::LaterLanguage(header));
        }
        let headers = Language::HEADERS.iter();
        match headers.clone().find(|(header, ..)| begins(header)) {
            Some((header, language, of)) if *of == stage => Ok((*language, start + header.len())),
            Some((header, ..)) => Err(ErrorKind::StageOfHeader(header)),
            None => {
                let own = headers.clone().filter(|(.., of)| *of == stage);
                let own: Vec<&str> = own.map(|(header, ..)| *header).collect();
                let expected = own.join("\" or \"");
                Err(ErrorKind::Header { expected })
            }
        }
    }

    /// The first bytes of every text in the language, such as `!!ARBvp1.0`.
    pub fn header(self) -> &'static str {
        let mut headers = Language::HEADERS.iter();
        let row = headers.find(|(_, language, _)| *language == self);
        row.expect("every language has a header").0
    }

    /// One of NVIDIA's own languages.
    pub fn is_native(self) -> bool {
        !matches!(self, Language::ArbVertex | Language::ArbFragment)
    }

    /// `!!VP1.0`, `!!VP1.1`, `!!VSP1.0`: the VP1 execution environments.
    pub(crate) fn is_vp1(self) -> bool {
        matches!(self, Language::Vp10 | Language::Vp11 | Language::Vsp10)
    }

    /// Whether its programs run per fragment; otherwise they compute vertices or parameters.
    pub(crate) fn is_fragment(self) -> bool {
        matches!(self, Language::ArbFragment | Language::Fp10)
    }

    /// The option of ARB programs that the language contains from the beginning.
    pub(crate) fn extension(self) -> Extension {
        match self {
            Language::Vp20 => Extension::Vertex2,
            Language::Fp10 => Extension::Fragment,
            _ => Extension::None,
        }
    }

    /// The columns of the opcode table that a program may use.
    pub(crate) fn dialects(self, extension: Extension) -> u16 {
        match self {
            Language::ArbVertex | Language::ArbFragment => {
                extension.dialects(self == Language::ArbFragment)
            }
            Language::Vp10 | Language::Vsp10 => VP10,
            Language::Vp11 => VP11,
            Language::Vp20 => VP20,
            Language::Fp10 => FP10,
        }
    }

    /// Its rules of arithmetic.
    pub(crate) fn numbers(self) -> Numbers {
        match self {
            Language::Vp10 | Language::Vp11 | Language::Vsp10 => Numbers::Vp1,
            Language::Vp20 => Numbers::Vp2,
            Language::Fp10 => Numbers::Fp1,
            _ => Numbers::Arb,
        }
    }

    /// The number of program parameters that it can name.
    pub(crate) fn parameters(self) -> u32 {
        if self == Language::Vp20 { 256 } else { 96 }
    }

    /// Its load limits; ARB programs have those of the context. Only the number of instructions is limited: registers
    /// have fixed names.
    pub(crate) fn limits(self, of_context: &Limits) -> Limits {
        let instructions = match self {
            Language::Vp20 => 256,
            // NV_fragment_program, dependencies on ARB_fragment_program.
            Language::Fp10 => of_context.instructions,
            _ => 128,
        };
        if self.is_native() {
            Limits {
                instructions,
                alu: instructions,
                tex: instructions,
                indirections: instructions,
                temporaries: u32::MAX,
                parameters: u32::MAX,
                attributes: u32::MAX,
                addresses: u32::MAX,
                ..*of_context
            }
        } else {
            *of_context
        }
    }
}

/// The bytes of white space and of comments, to the end of their lines, that begin a text.
pub(crate) fn before_header(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        match text.get(at) {
            Some(c) if c.is_ascii_whitespace() => at += 1,
            Some(b'#') => {
                let end = text[at..].iter().position(|c| matches!(c, b'\n' | b'\r'));
                at = end.map_or(text.len(), |n| at + n);
            }
            _ => return at,
        }
    }
}
