//! What a text's compiler is told, and what it answers.

use crate::frontend::c_like::muda;
use crate::frontend::preprocessor::MemoryFiles;
use crate::frontend::stage_program::StageProgram;

/// The options of a text.
#[derive(Debug, Clone, Default)]
pub struct CompileOptions {
    /// The text's name in messages.
    pub name: String,
    /// The profile by its name: `fp40`. Without one, the language's own with all features.
    pub profile: Option<String>,
    /// The function to compile. Without one, that which the language's compiler would take.
    pub entry: Option<String>,
    /// Macros that are defined from the beginning: name and value.
    pub defines: Vec<(String, String)>,
    /// The structures that stand for interfaces: the name of a parameter, and that of the structure.
    pub interfaces: Vec<(String, String)>,
    /// The sizes of arrays that have none in the text: the name of a parameter, and elements.
    pub array_sizes: Vec<(String, u32)>,
    /// Folders in which `#include` searches, after that of the text.
    pub include_paths: Vec<String>,
    /// What `#include` finds, by name, where nothing else reads files.
    pub files: MemoryFiles,
    /// Whether exactly what the language's own compiler accepts is accepted.
    pub is_strict: bool,
    /// Whether a vertex program's position is that of fixed function, whatever the text computes.
    pub position_invariant: bool,
}

impl CompileOptions {
    /// Calls `f` with what these options ask of a text in MUDA.
    pub fn with_muda<R>(&self, f: impl FnOnce(&muda::Request<'_>) -> R) -> R {
        let sizes = self.array_sizes.iter();
        let sizes: Vec<_> = sizes.map(|(name, n)| (name.as_str(), *n)).collect();
        f(&muda::Request {
            function: self.entry.as_deref(),
            sizes: &sizes,
        })
    }
}

/// A program that loads.
#[derive(Debug)]
pub struct Compiled {
    pub program: StageProgram,
    /// The warnings, as the language's compiler lists them; empty if there are none.
    pub listing: String,
}

/// Why a text does not load.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The errors, as the language's compiler lists them.
    pub listing: String,
    /// The byte of the text at which the first error is; the text's length for one that is found at its end.
    pub position: i32,
}
