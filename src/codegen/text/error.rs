//! Why a program has no text.

use crate::codegen::refusal::Refusal;
use crate::codegen::{allocate, literals};
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::source_map::SourceMap;

/// Why there is no text.
#[derive(Debug, Clone, thiserror::Error)]
pub enum TextError {
    #[error("{0}")]
    Program(ProgramError),
    #[error("profile \"{0}\" has no text here")]
    NoText(&'static str),
    #[error(
        "Temporary register limit of {limit} exceeded; {used} registers needed to compile program"
    )]
    Temporaries { used: u32, limit: u32 },
    #[error("Instruction limit of {limit} exceeded; {used} instructions needed to compile program")]
    Instructions { used: u32, limit: u32 },
    #[error(
        "Constant register limit exceeded; more than {limit} constant registers needed to compiled program"
    )]
    Constants { limit: u32 },
    #[error("{0}")]
    Refused(Refusal),
}

impl From<Refusal> for TextError {
    fn from(refusal: Refusal) -> TextError {
        let Refusal::Limit {
            used,
            limit,
            number,
            ..
        } = refusal
        else {
            return TextError::Refused(refusal);
        };
        match number {
            allocate::TOO_MANY => TextError::Temporaries { used, limit },
            literals::TOO_MANY => TextError::Constants { limit },
            _ => TextError::Refused(refusal),
        }
    }
}

impl TextError {
    /// The number of NVIDIA's compiler for what a profile has too little of.
    pub fn number(&self) -> Option<u32> {
        match self {
            TextError::Temporaries { .. } => Some(6001),
            TextError::Instructions { .. } => Some(6002),
            TextError::Constants { .. } => Some(6007),
            _ => None,
        }
    }

    /// A line in the form of NVIDIA's compiler.
    pub fn listing(&self, map: &SourceMap) -> String {
        match self {
            TextError::Program(error) => error.listing(map),
            _ => {
                let number = self.number().map_or(" ".to_owned(), |n| format!(" C{n}"));
                format!("(0) : error{number}: {self}\n")
            }
        }
    }
}
