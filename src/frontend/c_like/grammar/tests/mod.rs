//! The grammar of Cg: a text becomes S-expressions, or errors with number and line.

mod errors;
mod limits;
mod print;
mod shapes;

use super::parse;
use crate::frontend::c_like::cg::vocabulary::CG;
use crate::frontend::c_like::family::words::RULES;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::preprocessor::{Mode, NoFiles, Options, preprocess};
use crate::frontend::source_map::SourceMap;
use crate::ir::Span;
use bumpalo::Bump;

/// Parses a text, and gives what it says as S-expressions, with its errors.
fn read(text: &str) -> (String, Vec<ProgramError>, SourceMap) {
    let arena = Bump::new();
    let options = Options {
        rules: RULES,
        macros: &[],
        include_paths: &[],
        mode: Mode::Reference,
    };
    let unit = preprocess(&arena, "a.cg", text.as_bytes(), &options, &mut NoFiles);
    let (syntax, out) = parse(&arena, unit.tokens, &unit.pragmas, &CG, unit.diagnostics);
    let errors = out.finish().err().unwrap_or_default();
    (print::text(&syntax), errors, unit.map)
}

/// The S-expressions of a text that has no errors.
fn shape(text: &str) -> String {
    let (shape, errors, map) = read(text);
    let errors: String = errors.iter().map(|e| e.listing(&map)).collect();
    assert_eq!(errors, "", "{text}");
    shape
}

/// The errors of a text: number and line. The end of the text has line 0, as NVIDIA's compiler says it.
fn faults(text: &str) -> Vec<(u32, u32)> {
    let (_, errors, map) = read(text);
    let fault = |e: &ProgramError| {
        let is_end = e.span.start == e.span.end;
        let line = if is_end { 0 } else { map.place(e.span).line };
        (e.kind.code().unwrap_or(9999), line)
    };
    errors.iter().map(fault).collect()
}

/// A function with these statements, which begin in line 2.
fn in_function(statements: &str) -> String {
    format!(
        "float4 main(float4 c : COLOR, uniform float4 u, uniform int n, uniform float3 k) : COLOR {{\n{statements}\nreturn c; }}\n"
    )
}

/// The S-expressions of statements.
fn statements(text: &str) -> String {
    let all = shape(&in_function(text));
    let start = all.find('{').map_or(0, |i| i + 1);
    let end = all.rfind("(return c)").unwrap_or(all.len());
    all[start..end].trim().to_owned()
}

#[test]
fn an_error_at_the_end_has_an_empty_place() {
    let (_, errors, _) = read("float4 f() {");
    assert_eq!(errors.len(), 1);
    let Span { start, end, .. } = errors[0].span;
    assert_eq!(start, end);
}
