//! The preprocessor and Cg: what takes any bytes, and texts to begin with.

use super::{run, verify};
use crate::muda::case::limited;
use crate::random::Random;
use std::path::{Path, PathBuf};
use trilobite::frontend::c_like::cg::{self, Program, Request, StageOptions, profile};
use trilobite::frontend::c_like::tree::Stage;
use trilobite::frontend::diagnostic::ProgramError;
use trilobite::frontend::lexer::{Operators, Rules, Splices, Token, literal, pp_number};
use trilobite::frontend::preprocessor::{
    Bump, CG_MACROS, Files, Mode, NoFiles, Options, preprocess,
};
use trilobite::ir::{self, Op};
use trilobite::kernel::{Engine, compile_for};

/// Operators of a language like C, with those of directives.
static C_OPERATORS: Operators = Operators::new(&[
    "...", "##", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "::", "++", "--", "#", "+", "-",
    "*", "/", "%", "<", ">", "=", "!", "~", "&", "|", "^", "?", ":", ";", ",", ".", "(", ")", "[",
    "]", "{", "}",
]);

/// Texts that together use every directive and every operator of macros and conditions.
pub const PREPROCESSOR_TEXTS: &[&str] = &[
    "#define F(a, b) a##b #a + (b)\n#define A F(x, 1) \\\n  B\n#define B A F\nA B(1, (2, 3)) F(, \"s\\\"\") __LINE__\n",
    "#if defined(A) && !defined B || (1 ? 0x1fu : 010) == 31 - 4 * 2 % 3 << 1\n#error e\n#elif A(1)\n#else\n#undef A\n#endif\n1.5e3\n",
    "#include \"f\"\n#ifndef G\n#define G 1\n#include <f>\n#line 7 \"n\"\n# 8\n#pragma p(q)\n#warning w\n#endif\nG __FILE__ 'c'\n",
    "#define V(f, ...) f(__VA_ARGS__, ## __VA_ARGS__) #__VA_ARGS__\n#define N(n...) n\nV(N, 1, 2 /* c */) V(N) N(V(V, N)) // e\n",
];

/// Preprocesses any bytes up to the first NUL, in each mode; what follows is a file that can be included. All places can be
/// told. The tokens of a unit without errors are the tokens of their text.
pub fn preprocessor(text: &[u8]) {
    let split = text.iter().position(|c| *c == 0).unwrap_or(text.len());
    let (text, included) = text.split_at(split);
    for (mode, splices) in [
        (Mode::C, Splices::All),
        (Mode::Own, Splices::Tokens),
        (Mode::Reference, Splices::Tokens),
    ] {
        let options = Options {
            rules: Rules {
                operators: &C_OPERATORS,
                number: if mode == Mode::C { pp_number } else { literal },
                has_strings: true,
                splices,
            },
            macros: CG_MACROS,
            include_paths: &["d"],
            mode,
        };
        let mut files = |path: &str| (path.len() < 8).then(|| included.to_vec());
        let arena = Bump::new();
        let unit = preprocess(&arena, "t", text, &options, &mut files);
        for token in unit.tokens {
            assert!(unit.map.place(token.span).column > 0);
        }
        let (errors, warnings) = unit.diagnostics.parts();
        errors
            .iter()
            .for_each(|e| assert!(!e.listing(&unit.map).is_empty()));
        warnings
            .iter()
            .for_each(|w| assert!(!w.listing(&unit.map).is_empty()));
        if errors.is_empty() {
            preprocess_again(unit.tokens, &options);
        }
    }
}

/// The tokens, written with a blank before each, are the same tokens. Left out are those that a text of their own changes.
fn preprocess_again(tokens: &[Token<'_>], options: &Options<'_>) {
    let changes = |t: &Token<'_>| {
        matches!(
            t.kind.text(),
            b"__LINE__" | b"__FILE__" | b"__CGC__" | b"\\"
        )
    };
    if tokens.iter().any(changes) {
        return;
    }
    let mut text = b"0".to_vec();
    for token in tokens {
        text.push(b' ');
        text.extend_from_slice(token.kind.text());
    }
    let arena = Bump::new();
    let unit = preprocess(&arena, "t", &text, options, &mut NoFiles);
    let kinds = unit.tokens[1..].iter().map(|t| t.kind);
    assert!(
        kinds.eq(tokens.iter().map(|t| t.kind)),
        "{}",
        String::from_utf8_lossy(&text)
    );
}

/// Texts that together use every rule of Cg's grammar.
pub const CG_TEXTS: &[&str] = &[
    "interface I { float f(float a); }; struct S : I { float b[2] : TEXCOORD0; float f(float a) { return a * b[1]; } } s;\n",
    "typedef float T, U[2]; uniform float4 u : register(c0) <string n = \"a\"; float v = 1;> = { 1, { 2 }, };\n",
    "fp40 float4 main(in float4 c : COLOR[0], out float d : DEPTH, uniform float2x2 m) : COLOR {\n\
     for (int i = 0, j = 1; i < 3; i++, --j) { if (c.x > 1..x) discard; else { c = c.x ? u : (float4) m[0].xyxy; } }\n\
     switch (1) { case 0: break; default: do c += -u; while (c.x < 0x1fu); }\n\
     d = 1.5h; while (true) { continue; } return c, u; }\n",
    "uniform B { float4 a; } b : BUFFER[0]; sampler2D t = sampler_state { MinFilter = Linear; };\n\
     technique T { pass P { X = compile arbvp1 main(); } }\n#pragma position_invariant main\n",
    "static inline const float f(float, float[2]); float g(inout float a, float b = 1) { a += b; return (a) - 1; }\n",
];

/// Checks any bytes as a text in Cg, as the reference accepts it and as the driver does. All errors have a place.
pub fn cg_text(text: &[u8]) {
    let Ok(profile) = profile::find("fp40") else {
        return;
    };
    for is_strict in [true, false] {
        let request = Request {
            entry: Some("main"),
            is_strict,
            ..Request::new(text, profile)
        };
        let checked = cg::check(&request, &mut NoFiles);
        for error in checked.result.err().unwrap_or_default() {
            assert!(!error.listing(&checked.map).is_empty());
        }
    }
}

/// The most values of a program that is run here.
const MOST_RUN: usize = 2_000;

/// Compiles any bytes as a text in Cg, up to machine code, as a program of each stage and as kernels. What loads is well
/// formed. Small programs without textures give the same bits on all engines.
pub fn cg_program(text: &[u8]) {
    cg_program_with(text, &["main"], &mut NoFiles);
}

/// The same for a text with files, by these entries.
pub fn cg_program_with(text: &[u8], entries: &[&str], files: &mut dyn Files) {
    let Ok(profile) = profile::find("latest") else {
        return;
    };
    for entry in entries {
        let request = Request {
            entry: Some(entry),
            is_strict: false,
            ..Request::new(text, profile)
        };
        let program = match Program::load(&request, files) {
            Ok(program) => program,
            Err(refused) => {
                assert!(!refused.errors.is_empty());
                let all = refused.errors.iter();
                all.for_each(|e| assert!(!e.listing(&refused.map).is_empty()));
                continue;
            }
        };
        let listed = |e: &ProgramError| assert!(!e.listing(program.map()).is_empty());
        for stage in [Stage::Vertex, Stage::Fragment] {
            match program.entry(&StageOptions::new(stage)) {
                Ok(entry) => use_program(&entry.code.program),
                Err(error) => listed(&error),
            }
        }
        let names: Vec<&str> = program.functions().take(4).collect();
        for name in names {
            match program.kernel(Some(name)) {
                Ok(kernel) => use_program(&kernel.code.program),
                Err(error) => listed(&error),
            }
        }
    }
}

/// Compiles a program for the engine of the process; runs it on all of them if it is small and samples nothing.
pub(super) fn use_program(program: &ir::Program) {
    assert_eq!(verify::verify(program), Ok(()));
    let program = limited(program, Some(200));
    let samples =
        |op: Op| format!("{op:?}").contains("Sample") || format!("{op:?}").contains("Texture");
    let reads_textures = program.insts().any(|inst| samples(inst.op));
    if reads_textures || program.value_types.len() > MOST_RUN {
        compile_for(&program, Engine::of_process());
        return;
    }
    let mut uniforms: Vec<f32> = (0..program.n_uniforms).map(|i| 0.25 * i as f32).collect();
    uniforms.resize(program.n_uniforms as usize + 4, 1.0);
    run(&program, &uniforms);
}

/// The programs of `shim_tests/cg` and the shaders of the scenes, in the order of their paths.
pub fn cg_seeds() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in ["cg/accept", "cg/reject", "scenes"] {
        collect(&root.join(folder), &mut paths);
    }
    paths.sort();
    let texts = paths.iter().map(std::fs::read_to_string);
    texts.filter_map(Result::ok).collect()
}

/// The files in Cg of a folder and the folders in it.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|e| e == "cg") {
            paths.push(path);
        }
    }
}

/// Included files of a folder.
pub struct FolderFiles<'f>(pub &'f Path);

impl Files for FolderFiles<'_> {
    fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        std::fs::read(self.0.join(path)).ok()
    }
}

/// A text with up to three changes of whole tokens: one or several removed, two exchanged, one doubled or replaced by
/// another of the text; or cut off anywhere.
pub fn changed_tokens(random: &mut Random, text: &str) -> Vec<u8> {
    if random.one_in(4) {
        let at = random.below(text.len() as u32 + 1) as usize;
        return text.as_bytes()[..at].to_vec();
    }
    let mut tokens: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, others) = rest.split_at(length);
        tokens.push(token);
        rest = others;
    }
    for _ in 0..=random.below(3) {
        if tokens.is_empty() {
            break;
        }
        let pick = |random: &mut Random, n: usize| random.below(n as u32) as usize;
        let (a, b) = (pick(random, tokens.len()), pick(random, tokens.len()));
        match random.below(5) {
            0 => drop(tokens.remove(a)),
            1 => drop(tokens.drain(a..(a + 1 + pick(random, 12)).min(tokens.len()))),
            2 => tokens.swap(a, b),
            3 => tokens.insert(a, tokens[b]),
            _ => tokens[a] = tokens[b],
        }
    }
    tokens.concat().into_bytes()
}
