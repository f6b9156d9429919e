//! A text in Cg becomes a typed tree: what is asked, and the way from text to tree.

use super::capabilities::{check_capabilities, registers_of_constants};
use super::profile::{self, Profile};
use super::remarks::remark_pragmas;
use super::semantics::check::check_entry;
use super::state::{STATE, state_structure};
use super::vocabulary::CG;
use super::{evaluation, library, rules, standard};
use crate::frontend::c_like::arena::with_arena;
use crate::frontend::c_like::check::{Options, check as check_text};
use crate::frontend::c_like::deep::{DeepModule, at_depth, is_too_deep, with_room_for};
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::entry::semantics::Stage;
use crate::frontend::c_like::family::words::RULES;
use crate::frontend::c_like::grammar::{Reading, parse_deep};
use crate::frontend::c_like::rule::binding::Binding;
use crate::frontend::c_like::rule::capability::Capability;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::syntax::{Item, Text};
use crate::frontend::c_like::tokens::MAX_DEPTH;
use crate::frontend::c_like::tree::{FunctionId, Module};
use crate::frontend::diagnostic::syntax::SyntaxFault;
use crate::frontend::diagnostic::{ErrorKind, ProgramError, Warning};
use crate::frontend::lexer::{Token, TokenKind};
use crate::frontend::preprocessor::{self, Files, Mode, Unit, preprocess};
use crate::frontend::source_map::SourceMap;
use crate::ir::Span;
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
    pub profile: &'static Profile,
    /// Macros that are defined from the beginning, see [`preprocessor::Options::macros`].
    pub macros: &'r [(&'r str, &'r str)],
    pub include_paths: &'r [&'r str],
    /// The structures that stand for interfaces, by the names of parameters and variables.
    pub interfaces: &'r [(&'r str, &'r str)],
    /// The sizes of arrays without one, by the names of parameters and variables.
    pub array_sizes: &'r [(&'r str, u32)],
}

impl<'r> Request<'r> {
    /// A text for a profile, with the reference's macros and nothing else.
    pub fn new(text: &'r [u8], profile: &'static Profile) -> Request<'r> {
        Request {
            name: "",
            text,
            entry: None,
            is_strict: true,
            profile,
            macros: &[("__CGC__", "30113")],
            include_paths: &[],
            interfaces: &[],
            array_sizes: &[],
        }
    }
}

/// A checked text.
pub struct Checked {
    /// Valid only without errors.
    pub module: DeepModule,
    pub map: SourceMap,
    /// The functions that `#pragma position_invariant` names.
    pub invariant: Vec<String>,
    /// The warnings, or the errors.
    pub result: Result<Vec<Warning>, Vec<ProgramError>>,
    /// The warnings about a text with errors.
    pub warnings: Vec<Warning>,
}

/// Preprocesses, parses and checks a text; `files` has what it includes.
///
/// The module is valid only if the result has no errors. With an entry, errors count as the reference compiler counts
/// them: about names and overloads only in functions that the entry reaches.
pub fn check(request: &Request<'_>, files: &mut dyn Files) -> Checked {
    with_room_for(0, || with_arena(|arena| check_in(arena, request, files)))
}

fn check_in(arena: &Bump, request: &Request<'_>, files: &mut dyn Files) -> Checked {
    let options = preprocessor::Options {
        rules: RULES,
        macros: request.macros,
        include_paths: request.include_paths,
        mode: if request.is_strict {
            Mode::Reference
        } else {
            Mode::Own
        },
    };
    let unit = preprocess(arena, request.name, request.text, &options, files);
    if unit.is_cut_off {
        return Checked {
            module: DeepModule::default(),
            invariant: Default::default(),
            map: unit.map,
            result: unit.diagnostics.finish(),
            warnings: Vec::new(),
        };
    }
    let read = |depth| read(request, arena, &unit, depth);
    let read = at_depth(|read: &Read| is_too_deep(&read.out), read);
    let warnings = match read.out.has_errors() {
        true => read.out.warnings_in(&unit.map),
        false => Vec::new(),
    };
    let result = read.out.finish_in(&unit.map);
    Checked {
        module: read.module,
        map: unit.map,
        invariant: read.invariant,
        result,
        warnings,
    }
}

/// What is found in a text.
struct Read {
    module: DeepModule,
    invariant: Vec<String>,
    out: Diagnostics,
}

/// Parses and checks a preprocessed text, nested up to this depth.
fn read<'a>(request: &Request<'_>, arena: &'a Bump, unit: &'a Unit<'a>, depth: u32) -> Read {
    let out = unit.diagnostics.clone();
    let reading = Reading {
        max_depth: depth,
        keeps_lines: request.is_strict,
    };
    let (mut text, mut out) = parse_deep(arena, unit.tokens, &unit.pragmas, &CG, reading, out);
    let invariant = invariant_functions(&text);
    remark_pragmas(&text, &mut out);
    if let [
        Token {
            kind: TokenKind::End,
            ..
        },
    ] = unit.tokens[..]
    {
        out.error(ErrorKind::Syntax(SyntaxFault::NoText), Span::NONE);
    }
    let is_state = |token: &Token<'_>| matches!(token.kind, TokenKind::Word(word) if word == STATE);
    if unit.tokens.iter().any(is_state) {
        text.items.splice(0..0, state_structure(arena).items);
    }
    let dialect = rules::Cg {
        key: std::ptr::from_ref(request.profile).addr(),
        specifier_rank: &|name| request.profile.specifier_rank(name),
        refusal: &|function| library::refusal(request.profile.name, function),
    };
    let options = Options {
        entry: request.entry,
        is_strict: request.is_strict,
        interfaces: request.interfaces,
        array_sizes: request.array_sizes,
        library: Some(standard::library()),
    };
    let (mut module, mut out) = check_text(&text, &dialect, options, out);
    module.depth = depth.saturating_sub(MAX_DEPTH).min(1) * depth;
    module.rounds_small_constants = true;
    let lacks_position = !out.has_errors() && check_bindings(request, &module, &mut out);
    if request.is_strict && !out.has_errors() {
        check_machine(request, &mut module, &mut out);
        // The position may be that of fixed function.
        let is_invariant = invariant.iter().any(|f| request.entry == Some(f));
        if lacks_position && !is_invariant && !out.has_errors() {
            out.rule(Rule::Binding(Binding::NoPosition), Span::NONE);
        }
    }
    if !out.has_errors() {
        evaluation::settle(&mut module);
    }
    Read {
        module: module.into(),
        invariant,
        out,
    }
}

/// The functions that pragmas of the text name as position invariant.
fn invariant_functions(text: &Text<'_>) -> Vec<String> {
    let named = text.items.iter().filter_map(|item| match item {
        Item::Pragma(words) => match words[..] {
            [pragma, function] if pragma.text == "position_invariant" => {
                Some(function.text.to_owned())
            }
            _ => None,
        },
        _ => None,
    });
    named.collect()
}

/// Checks what the entry's parameters are bound to. In a profile of both stages nothing is known of that before the
/// program is loaded for one. True: it lacks the position that programs of the profile must have.
fn check_bindings(request: &Request<'_>, module: &Module, out: &mut Diagnostics) -> bool {
    let stage = match request.profile.stage {
        profile::Stage::Vertex => Stage::Vertex,
        profile::Stage::Fragment => Stage::Fragment,
        profile::Stage::Any => return false,
    };
    entry_of(request, module).is_some_and(|entry| {
        let is_strict = request.is_strict;
        check_entry(request.profile, stage, module, entry, is_strict, out)
    })
}

/// Checks what the entry needs of the profile's machine.
fn check_machine(request: &Request<'_>, module: &mut Module, out: &mut Diagnostics) {
    if let Some(entry) = entry_of(request, module) {
        out.keep_order();
        let found = check_capabilities(request.profile, module, entry);
        for (capability, span) in found.needs {
            out.rule(Rule::Capability(capability), span);
        }
        for (name, span) in found.unset {
            out.odd(Oddity::ReadBeforeWritten(name), span);
        }
        check_constants(request.profile, module, entry, out);
    }
}

/// Checks that the profile has room for the entry's constants, where it counts them.
fn check_constants(
    profile: &'static Profile,
    module: &mut Module,
    entry: FunctionId,
    out: &mut Diagnostics,
) {
    let Some(most) = profile.can.constant_registers else {
        return;
    };
    if out.has_errors() {
        return;
    }
    if let Some(needed) = registers_of_constants(profile, module, entry)
        && needed > most
    {
        let constants = Capability::Constants { needed, most };
        out.rule(Rule::Capability(constants), Span::NONE);
    }
}

fn entry_of(request: &Request<'_>, module: &Module) -> Option<FunctionId> {
    let mut functions = module.functions.iter();
    let entry = request
        .entry
        .and_then(|name| functions.position(|f| f.is_external && f.name == name));
    entry.map(|i| FunctionId(i as u32))
}
