//! A text in HLSL becomes a typed tree: what is asked, and the way from text to tree.

use super::profile::Profile;
use super::registers::{Orders, check_registers};
use super::varyings::check_varyings;
use super::vocabulary::HLSL;
use super::{library, rules};
use crate::frontend::c_like::arena::with_arena;
use crate::frontend::c_like::check::{Options, check as check_text};
use crate::frontend::c_like::deep::{DeepModule, with_room_for};
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::family::words::RULES;
use crate::frontend::c_like::grammar::parse;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::Text;
use crate::frontend::c_like::tree::Module;
use crate::frontend::diagnostic::{ProgramError, Warning};
use crate::frontend::preprocessor::{self, Files, Mode, Unit, preprocess};
use crate::frontend::source_map::SourceMap;
use crate::ir::Span;
use bumpalo::Bump;
use std::sync::Arc;

/// What to check.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    /// The file's name in messages.
    pub name: &'r str,
    pub text: &'r [u8],
    /// The function to compile; without one, all functions are checked.
    pub entry: Option<&'r str>,
    pub profile: &'static Profile,
    /// Macros that are defined from the beginning, see [`preprocessor::Options::macros`].
    pub macros: &'r [(&'r str, &'r str)],
    pub include_paths: &'r [&'r str],
    /// Whether matrices are stored by rows where the text does not say.
    pub rows_first: bool,
    /// Whether variables outside functions may be halves, as the reference allows for old texts; they are floats.
    pub allows_halves: bool,
    /// Whether loops and registers that the profile's machine lacks are refused.
    pub is_strict: bool,
}

impl<'r> Request<'r> {
    /// A text for a profile.
    pub fn new(text: &'r [u8], profile: &'static Profile) -> Request<'r> {
        Request {
            name: "",
            text,
            entry: None,
            profile,
            macros: &[],
            include_paths: &[],
            rows_first: false,
            allows_halves: false,
            is_strict: false,
        }
    }

    /// The tokens of the text after the preprocessor.
    pub(super) fn unit<'b>(&self, arena: &'b Bump, files: &mut dyn Files) -> Unit<'b>
    where
        'r: 'b,
    {
        let options = preprocessor::Options {
            rules: RULES,
            macros: self.macros,
            include_paths: self.include_paths,
            mode: Mode::C,
        };
        preprocess(arena, self.name, self.text, &options, files)
    }
}

/// A checked text.
pub struct Checked {
    /// Valid only without errors.
    pub module: DeepModule,
    /// The warnings, or the errors.
    pub result: Result<Vec<Warning>, Vec<ProgramError>>,
    pub(super) orders: Orders,
}

/// A text that has been read, but not checked. It is the same for each profile and entry.
pub(super) struct Parsed<'b> {
    text: Text<'b>,
    pub(super) n_tokens: usize,
    out: Diagnostics,
    map: Arc<SourceMap>,
}

impl<'b> Parsed<'b> {
    /// Preprocesses and parses a text; `files` has what it includes.
    pub(super) fn new<'r: 'b>(
        request: &Request<'r>,
        arena: &'b Bump,
        files: &mut dyn Files,
    ) -> Parsed<'b> {
        let unit = request.unit(arena, files);
        let tokens = unit.tokens;
        let (text, out) = parse(arena, tokens, &unit.pragmas, &HLSL, unit.diagnostics);
        Parsed {
            text,
            n_tokens: unit.tokens.len(),
            out,
            map: Arc::new(unit.map),
        }
    }

    /// Checks the text for a profile and an entry. The first check has the messages about the syntax as well.
    pub(super) fn check(&mut self, request: &Request<'_>) -> Checked {
        let dialect = rules::Hlsl {
            profile: request.profile,
        };
        let options = Options {
            entry: request.entry,
            library: Some(library::library()),
            ..Options::ALL
        };
        // The order of matrices is read from the syntax, since types of the module do not have it.
        let orders = Orders::of(&self.text, request.entry, request.rows_first);
        let mut out = std::mem::take(&mut self.out);
        check_registers(request.profile, &self.text, &mut out);
        let (module, mut out) = check_text(&self.text, &dialect, options, out);
        // The entry is checked in a module without errors only.
        if !out.has_errors() {
            check_entry(request, &module, &mut out);
        }
        Checked {
            module: module.into(),
            result: out.finish(),
            orders,
        }
    }

    /// Where the text's spans lie in its files.
    pub(super) fn map(&self) -> &Arc<SourceMap> {
        &self.map
    }
}

/// Preprocesses, parses and checks a text; `files` has what it includes. The module is valid only if the result has no
/// errors.
pub fn check(request: &Request<'_>, files: &mut dyn Files) -> (Checked, Arc<SourceMap>) {
    let check = |arena: &Bump| {
        let mut parsed = Parsed::new(request, arena, files);
        (parsed.check(request), parsed.map().clone())
    };
    with_room_for(0, || with_arena(check))
}

/// Checks that the entry is there, and that its varyings have semantics of the profile.
fn check_entry(request: &Request<'_>, module: &Module, out: &mut Diagnostics) {
    let Some(name) = request.entry else {
        return;
    };
    let mut functions = module.functions.iter();
    let Some(entry) = functions.rfind(|f| f.is_external && f.name == name) else {
        out.rule(Rule::Shading(Shading::NoEntry(name.into())), Span::NONE);
        return;
    };
    check_varyings(request.profile, module, entry, out);
}
