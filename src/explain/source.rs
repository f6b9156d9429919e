//! The source texts of programs.

use super::Names;
use crate::frontend::source_map::SourceMap;
use crate::ir::{ProgramId, Span};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Where a program comes from.
#[derive(Debug, Clone)]
pub enum Source {
    /// A source text, to which the program's spans refer.
    Text(Arc<[u8]>),
    /// A text with includes and macros. The program's spans are offsets of this map.
    Files(Arc<SourceMap>),
    /// Fixed-function state, which has no text.
    FixedFunction,
}

/// The sources of programs, and the names of their inputs and results.
#[derive(Debug, Default)]
pub struct Sources(FxHashMap<ProgramId, (Source, Names)>);

impl Sources {
    /// Stores the source of a program, and the names of its inputs and results.
    pub fn keep(&mut self, program: ProgramId, source: Source, names: Names) {
        self.0.insert(program, (source, names));
    }

    /// Returns the names of a program's inputs and results.
    pub(super) fn names(&self, program: ProgramId) -> Names {
        let kept = self.0.get(&program);
        kept.map_or_else(Names::default, |(_, names)| names.clone())
    }

    /// Returns the source of a program, if it was stored.
    pub fn of(&self, program: ProgramId) -> Option<&Source> {
        self.0.get(&program).map(|(source, _)| source)
    }
}

/// A text in which spans are found.
pub(super) enum Text<'t> {
    /// One file.
    Lines(Lines<'t>),
    /// Files and macros.
    Files(&'t SourceMap),
}

/// Where a statement is written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// The file, unless it is the program's main file.
    pub file: Option<String>,
    /// The line, counted from 1.
    pub line: usize,
    /// The macros that it comes from, the innermost first: `SQUARE, h.cg(1)`.
    pub macros: Vec<String>,
}

impl<'t> Text<'t> {
    /// Returns the text of a source, if it has one.
    pub(super) fn of(source: &'t Source) -> Option<Text<'t>> {
        match source {
            Source::Text(bytes) => Some(Text::Lines(Lines::new(bytes))),
            Source::Files(map) => Some(Text::Files(map)),
            Source::FixedFunction => None,
        }
    }

    /// Returns the place of a span. In a macro this is where the user calls the outermost one.
    pub(super) fn written(&self, span: Span) -> Written {
        let map = match self {
            Text::Lines(lines) => {
                return Written {
                    line: lines.line(span),
                    ..Written::default()
                };
            }
            Text::Files(map) => map,
        };
        let (place, main) = (map.place(span), map.place(Span::new(0, 0)));
        let steps = map.trail(span);
        let steps = steps.iter().take(MAX_MACROS).map(|step| {
            let name = String::from_utf8_lossy(map.text(step.definition));
            let at = map.spelled_place(step.definition);
            format!("{name}, {}({})", at.file, at.line)
        });
        Written {
            file: Some(place.file.to_owned()).filter(|file| file != main.file),
            line: place.line as usize,
            macros: steps.collect(),
        }
    }

    /// Returns the text of a statement, with all white space as single blanks. Of a macro this is its call.
    pub(super) fn statement(&self, span: Span) -> String {
        match self {
            Text::Lines(lines) => lines.piece(span),
            Text::Files(map) => {
                let mut place = joined(map, span, SourceMap::call);
                if !map.trail(span).is_empty() {
                    place.end += arguments(map, place.end);
                }
                words(map.text(place))
            }
        }
    }

    /// Returns the text of a variable, with all white space as single blanks. In a macro's argument this is what the user wrote.
    pub(super) fn operand(&self, span: Span) -> String {
        match self {
            Text::Lines(lines) => lines.piece(span),
            Text::Files(map) => words(map.text(joined(map, span, SourceMap::spelled))),
        }
    }
}

/// The most macros that a statement names.
const MAX_MACROS: usize = 8;

/// The most bytes of a macro's arguments that are shown.
const MAX_ARGUMENTS: u32 = 1000;

/// Returns the bytes of the arguments in parentheses that stand at an offset; 0 if there are none.
fn arguments(map: &SourceMap, at: u32) -> u32 {
    let bytes = map.text(Span {
        start: at,
        end: at.saturating_add(MAX_ARGUMENTS),
    });
    let mut depth = 0;
    for (i, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return i as u32 + 1,
            b')' => depth -= 1,
            _ if depth == 0 && !byte.is_ascii_whitespace() => return 0,
            _ => {}
        }
    }
    0
}

/// Returns the bytes of a file from where a span begins to where it ends: its ends may lie in different macros.
fn joined(map: &SourceMap, span: Span, place: fn(&SourceMap, Span) -> Span) -> Span {
    let last = Span {
        start: span.end.saturating_sub(1).max(span.start),
        end: span.end,
    };
    let (first, last) = (place(map, span), place(map, last));
    Span {
        start: first.start,
        end: if last.end > first.start && map.end_of_entry(first.start) >= last.end {
            last.end
        } else {
            first.end
        },
    }
}

/// A source text that is divided into lines.
pub(super) struct Lines<'t> {
    bytes: &'t [u8],
    /// The bytes at which lines begin.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn new(bytes: &'t [u8]) -> Lines<'t> {
        let is_end = |i: usize| match bytes[i] {
            b'\n' => true,
            b'\r' => bytes.get(i + 1) != Some(&b'\n'),
            _ => false,
        };
        let ends = (0..bytes.len()).filter(|i| is_end(*i));
        Lines {
            bytes,
            starts: std::iter::once(0).chain(ends.map(|i| i + 1)).collect(),
        }
    }

    /// Returns the line in which a span begins, counted from 1.
    fn line(&self, span: Span) -> usize {
        self.starts
            .partition_point(|start| *start <= span.start as usize)
    }

    /// Returns the text of a span, with all white space as single blanks.
    fn piece(&self, span: Span) -> String {
        let end = (span.end as usize).min(self.bytes.len());
        words(&self.bytes[(span.start as usize).min(end)..end])
    }
}

/// Writes bytes with all white space as single blanks.
fn words(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().map(shown).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
