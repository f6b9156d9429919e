//! Cg 3.1.
//!
//! [`check`] takes a text to its typed tree, with all errors and warnings:
//!
//! ```ignore
//! let request = Request { text, entry: Some("main"), specifier_rank: &|name| profile.specifier_rank(name), ..Request::default() };
//! let checked = cg::check(&request, &mut files);
//! checked.result          // warnings, or errors; ProgramError::listing(&checked.map) writes one
//! checked.module          // valid only without errors
//! ```
//!
//! | room | what is in it |
//! |---|---|
//! | `rules` | Words, conversions, operators, constructors, as the checks ask for them. |

mod rules;
#[cfg(test)]
mod tests;

use super::check::library::Library;
use super::check::{Options, check as check_text};
use super::grammar::cg::{CG, CG_LIBRARY, CG_RULES};
use super::grammar::parse;
use super::tree::Module;
use crate::frontend::diagnostic::{ProgramError, Warning};
use crate::frontend::preprocessor::{self, Files, Mode, NoFiles, preprocess};
use crate::frontend::source_map::SourceMap;
use bumpalo::Bump;

/// What to check.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    /// The file's name in messages.
    pub name: &'r str,
    pub text: &'r [u8],
    /// The function to compile; without one, all functions are checked.
    pub entry: Option<&'r str>,
    /// Whether exactly what the reference compiler accepts is accepted.
    pub is_strict: bool,
    /// How specific a name before a function is for the profile, 0 the most; `None` for another profile's.
    pub specifier_rank: &'r (dyn Fn(&str) -> Option<u32> + Sync),
    /// Macros that are defined from the beginning, see [`preprocessor::Options::macros`].
    pub macros: &'r [(&'r str, &'r str)],
    pub include_paths: &'r [&'r str],
    /// The structures that stand for interfaces, by the names of parameters and variables.
    pub interfaces: &'r [(&'r str, &'r str)],
    /// The sizes of arrays without one, by the names of parameters and variables.
    pub array_sizes: &'r [(&'r str, u32)],
    /// The standard library.
    pub library: Option<&'r StandardLibrary>,
}

impl Default for Request<'_> {
    fn default() -> Self {
        Request {
            name: "",
            text: &[],
            entry: None,
            is_strict: true,
            specifier_rank: &|_| Some(0),
            macros: &[("__CGC__", "30113")],
            include_paths: &[],
            interfaces: &[],
            array_sizes: &[],
            library: None,
        }
    }
}

/// A checked text.
pub struct Checked {
    /// Valid only without errors.
    pub module: Module,
    pub map: SourceMap,
    /// The warnings, or the errors.
    pub result: Result<Vec<Warning>, Vec<ProgramError>>,
}

/// Preprocesses, parses and checks a text.
pub fn check(request: &Request<'_>, files: &mut dyn Files) -> Checked {
    let arena = Bump::new();
    let options = preprocessor::Options {
        rules: CG_RULES,
        macros: request.macros,
        include_paths: request.include_paths,
        mode: if request.is_strict {
            Mode::Reference
        } else {
            Mode::Own
        },
    };
    let unit = preprocess(&arena, request.name, request.text, &options, files);
    let (text, out) = parse(&arena, &unit.tokens, &unit.pragmas, &CG, unit.diagnostics);
    let dialect = rules::Cg {
        specifier_rank: request.specifier_rank,
    };
    let options = Options {
        entry: request.entry,
        is_strict: request.is_strict,
        interfaces: request.interfaces,
        array_sizes: request.array_sizes,
        library: request.library.map(|l| &l.0),
    };
    let (module, out) = check_text(&text, &dialect, options, out);
    Checked {
        module,
        map: unit.map,
        result: out.finish(),
    }
}

/// A library written in Cg, parsed.
pub struct StandardLibrary(Library);

impl StandardLibrary {
    /// Parses the library's texts. They stay in memory as long as the process runs, so this is called once. Errors in them are
    /// errors of ours, and given back for tests.
    pub fn parse(texts: &'static str) -> (StandardLibrary, Vec<ProgramError>) {
        let arena: &'static Bump = Box::leak(Box::new(Bump::new()));
        let options = preprocessor::Options {
            rules: CG_RULES,
            macros: &[],
            include_paths: &[],
            mode: Mode::C,
        };
        let unit = preprocess(arena, "library", texts.as_bytes(), &options, &mut NoFiles);
        let (text, out) = parse(
            arena,
            &unit.tokens,
            &unit.pragmas,
            &CG_LIBRARY,
            unit.diagnostics,
        );
        let errors = out.finish().err().unwrap_or_default();
        (StandardLibrary(Library::new(text)), errors)
    }
}
