//! A text becomes a typed tree.

use super::arrange::{Arrangement, Declaration, largest_indices, take_invariants};
use super::directive::{self, EXTENSIONS, Header};
use super::limits::Limits;
use super::merge::merge;
use super::source::{Joined, Source};
use super::vocabulary::{RULES, table};
use super::{library, rules, variables};
use crate::frontend::c_like::MAX_TEXT_BYTES;
use crate::frontend::c_like::arena::with_arena;
use crate::frontend::c_like::check::{Options, check};
use crate::frontend::c_like::deep::{DeepModule, with_room_for};
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::grammar::parse;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::{Item, Text};
use crate::frontend::c_like::tree::{Module, Stage, VariableRef};
use crate::frontend::c_like::tree_walk::writes;
use crate::frontend::diagnostic::{ErrorKind, ProgramError, Warning};
use crate::frontend::lexer::{Lexer, Token, TokenKind};
use crate::frontend::preprocessor::{self, Mode, NoFiles, preprocess};
use crate::frontend::source_map::SourceMap;
use crate::ir::Span;
use bumpalo::Bump;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A shader without errors.
#[derive(Debug, Clone)]
pub struct Shader {
    pub(super) stage: Stage,
    pub(super) header: Header,
    /// The text, which is read again where several shaders of a stage are linked.
    pub(super) text: Arc<Joined>,
    pub(super) module: DeepModule,
    pub(super) declared: FxHashMap<String, Declaration>,
    /// The names of functions that the text declares, but does not define.
    pub(super) lacks_bodies: bool,
    warnings: Vec<Warning>,
    map: Arc<SourceMap>,
}

impl Shader {
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// 110 or 120.
    pub fn version(&self) -> u32 {
        self.header.version
    }

    /// The warnings, a line each.
    pub fn info_log(&self) -> String {
        self.warnings.iter().map(|w| w.listing(&self.map)).collect()
    }

    /// Where the text's places lie in its strings.
    pub fn map(&self) -> &Arc<SourceMap> {
        &self.map
    }
}

/// Why a text was refused.
#[derive(Debug, Clone)]
pub struct Refused {
    pub errors: Vec<ProgramError>,
    pub map: Arc<SourceMap>,
}

impl Refused {
    /// All errors as drivers write them: `0(12) : error C1008: ...`, by string and line.
    pub fn info_log(&self) -> String {
        self.errors.iter().map(|e| e.listing(&self.map)).collect()
    }
}

/// Compiles one shader: the result is a text without errors; otherwise all errors are returned.
pub fn compile(source: &Source<'_>, stage: Stage, limits: &Limits) -> Result<Shader, Refused> {
    let joined = Arc::new(source.joined());
    let read = read_all(std::slice::from_ref(&joined), stage, limits, false);
    let map = Arc::new(read.map);
    match read.result {
        Ok(warnings) => Ok(Shader {
            stage,
            header: read.header,
            text: joined,
            module: read.module,
            declared: read.declared,
            lacks_bodies: read.lacks_bodies,
            warnings,
            map,
        }),
        Err(errors) => Err(Refused { errors, map }),
    }
}

/// What is found in the texts of a stage.
pub(super) struct Read {
    pub(super) module: DeepModule,
    pub(super) declared: FxHashMap<String, Declaration>,
    pub(super) result: Result<Vec<Warning>, Vec<ProgramError>>,
    pub(super) map: SourceMap,
    pub(super) header: Header,
    pub(super) lacks_bodies: bool,
}

/// Reads texts of one stage as one. With `is_whole` all functions that are called need a body.
pub(super) fn read_all(
    texts: &[Arc<Joined>],
    stage: Stage,
    limits: &Limits,
    is_whole: bool,
) -> Read {
    with_room_for(0, || {
        with_arena(|arena| read_in(arena, texts, stage, limits, is_whole))
    })
}

/// A parsed text, before it is checked.
struct Parsed<'a> {
    text: Text<'a>,
    header: Header,
    words: FxHashSet<&'a str>,
    largest: FxHashMap<&'a str, u32>,
    invariant: Vec<crate::frontend::c_like::syntax::Name<'a>>,
    out: Diagnostics,
    map: SourceMap,
    is_cut_off: bool,
}

fn parse_text<'a>(arena: &'a Bump, joined: &'a Joined, stage: Stage) -> Parsed<'a> {
    let version = directive::version_of(&joined.text);
    let number = version.to_string();
    let mut macros = vec![("__VERSION__", number.as_str())];
    macros.extend(EXTENSIONS.iter().map(|(name, _)| (*name, "1")));
    let options = preprocessor::Options {
        rules: RULES,
        macros: &macros,
        include_paths: &[],
        mode: Mode::Glsl,
    };
    // A longer text is not read.
    let is_long = joined.text.len() > MAX_TEXT_BYTES;
    let text = if is_long { &[][..] } else { &joined.text[..] };
    let unit = preprocess(arena, "0", text, &options, &mut NoFiles);
    let mut map = unit.map;
    joined.renumber(&mut map);
    let mut out = unit.diagnostics;
    if is_long {
        out.rule(
            Rule::Text(format!("a shader has {MAX_TEXT_BYTES} bytes at most")),
            Span::NONE,
        );
    }
    let header = directive::read(&unit.pragmas, version, &mut out);
    if stage == Stage::Vertex {
        let is_discard = |t: &&Token<'_>| matches!(t.kind, TokenKind::Word("discard"));
        for token in unit.tokens.iter().filter(is_discard) {
            let text = "only fragment shaders discard anything";
            out.rule(Rule::Text(text.into()), token.span);
        }
    }
    let (tokens, invariant) = take_invariants(unit.tokens, version);
    let tokens: &[Token<'a>] = arena.alloc_slice_copy(&tokens);
    let words = tokens.iter().filter_map(|t| match t.kind {
        TokenKind::Word(word) => Some(word),
        _ => None,
    });
    let words = words.collect();
    let largest = largest_indices(tokens);
    let (text, out) = if unit.is_cut_off {
        (Text::default(), out)
    } else {
        parse(arena, tokens, &[], table(version), out)
    };
    Parsed {
        text,
        header,
        words,
        largest,
        invariant,
        out,
        map,
        is_cut_off: unit.is_cut_off,
    }
}

fn read_in<'a>(
    arena: &'a Bump,
    texts: &'a [Arc<Joined>],
    stage: Stage,
    limits: &Limits,
    is_whole: bool,
) -> Read {
    let mut all = texts.iter().map(|text| parse_text(arena, text, stage));
    let Some(mut parsed) = all.next() else {
        unreachable!("a stage that is read has a text");
    };
    for other in all {
        parsed.header.version = parsed.header.version.max(other.header.version);
        parsed.header.has_levels |= other.header.has_levels;
        parsed.words.extend(other.words);
        for (name, index) in other.largest {
            let most = parsed.largest.entry(name).or_insert(0);
            *most = index.max(*most);
        }
        parsed.invariant.extend(other.invariant);
        merge(&mut parsed.text, other.text);
    }
    check_parsed(arena, parsed, stage, limits, is_whole)
}

fn check_parsed<'a>(
    arena: &'a Bump,
    parsed: Parsed<'a>,
    stage: Stage,
    limits: &Limits,
    is_whole: bool,
) -> Read {
    let Parsed {
        mut text,
        header,
        words,
        largest,
        invariant,
        mut out,
        map,
        is_cut_off,
    } = parsed;
    if is_cut_off {
        return Read {
            module: DeepModule::default(),
            declared: FxHashMap::default(),
            result: out.finish_in(&map),
            map,
            header,
            lacks_bodies: false,
        };
    }
    let mut arrangement = Arrangement {
        arena,
        stage,
        version: header.version,
        out: &mut out,
        largest,
        declared: FxHashMap::default(),
        is_builtin: true,
    };
    let mut own = builtin(arena, &variables::text(&words, stage, limits));
    arrangement.arrange(&mut own);
    arrangement.is_builtin = false;
    arrangement.arrange(&mut text);
    let mut declared = arrangement.declared;
    for name in invariant {
        match declared.get_mut(name.text) {
            Some(declaration) => declaration.is_invariant = true,
            None => _ = out.error(ErrorKind::Undeclared(name.text.into()), name.span),
        }
    }
    let lacks_bodies = text
        .items
        .iter()
        .any(|item| matches!(item, Item::Function(f) if f.body.is_none()));
    text.items.splice(0..0, own.items);
    let dialect = rules::Glsl {
        version: header.version,
        stage,
        has_rectangles: header.has_rectangles,
        has_levels: header.has_levels,
        is_whole,
    };
    let options = Options {
        entry: is_whole.then_some("main"),
        library: Some(library::library()),
        ..Options::ALL
    };
    let (mut module, mut out) = check(&text, &dialect, options, out);
    module.contracts = true;
    check_colors(&module, &mut out);
    Read {
        module: module.into(),
        declared,
        result: out.finish_in(&map),
        map,
        header,
        lacks_bodies,
    }
}

/// Reports a text that writes both the one colour and the array of colours.
fn check_colors(module: &Module, out: &mut Diagnostics) {
    let mut first: Option<(bool, Span)> = None;
    for function in &module.functions {
        let mut is_both = false;
        writes(&function.body, &mut |place| {
            let VariableRef::Global(id) = place.variable else {
                return;
            };
            let is_array = match module.globals[id.0 as usize].name.as_str() {
                "gl_FragColor" => false,
                "gl_FragData" => true,
                _ => return,
            };
            let (known, _) = *first.get_or_insert((is_array, function.span));
            is_both |= known != is_array;
        });
        if is_both {
            let text = "only one of gl_FragColor and gl_FragData is written by a shader";
            out.rule(Rule::Text(text.into()), function.span);
        }
    }
}

/// The language's own declarations.
fn builtin<'a>(arena: &'a Bump, text: &str) -> Text<'a> {
    let text: &'a str = arena.alloc_str(text);
    let mut lexer = Lexer::new(text.as_bytes(), 0, RULES);
    let mut tokens: Vec<Token<'a>> = Vec::new();
    loop {
        let token = lexer.token();
        tokens.push(token);
        if token.kind == TokenKind::End {
            break;
        }
    }
    // Nothing of the text stands at these places.
    for token in &mut tokens {
        token.span = Span::NONE;
    }
    let tokens = arena.alloc_slice_copy(&tokens);
    let (text, out) = parse(arena, tokens, &[], table(120), Diagnostics::default());
    debug_assert!(!out.has_errors(), "{:?}", out.parts());
    text
}
