//! Lists the statements that a program ran, each with its source text and the values that it read and wrote.

use super::names::value;
use super::source::{Source, Text, Written};
use crate::ir::{Noted, Span};
use crate::kernel::trace::{Fact, Statement, Trace, Value};

/// The listing of a program's run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Listing {
    /// The name of the program.
    pub caption: String,
    /// The statements in the order in which they ran.
    pub lines: Vec<Line>,
    /// A remark after the statements.
    pub remark: Option<String>,
}

/// A statement that ran.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Line {
    /// The line of the source text, counted from 1.
    pub number: Option<usize>,
    /// The file of that line, unless it is the main file.
    pub file: Option<String>,
    /// The macros that the statement comes from, each with the place of its definition.
    pub macros: Vec<String>,
    /// The text of the statement.
    pub code: String,
    /// The values that it read, and the numbers that it compared.
    pub operands: Vec<Reading>,
    /// The values that it wrote.
    pub results: Vec<Reading>,
    /// Whether it discarded the fragment.
    pub kills: bool,
}

/// The values of one operand or result.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The name, as the source text writes it.
    pub name: String,
    /// The values, by component.
    pub values: [Option<String>; 4],
}

impl Line {
    /// Returns the line as a reader sees it: `7`, or `h.cg:7` in a file that is included.
    pub(super) fn place(&self) -> String {
        let number = self.number.map_or(String::new(), |n| n.to_string());
        match &self.file {
            Some(file) => format!("{file}:{number}"),
            None => number,
        }
    }
}

impl Reading {
    fn new(name: impl Into<String>, fact: &Fact) -> Reading {
        Reading {
            name: name.into(),
            values: fact.values.map(|v| v.map(value)),
        }
    }

    fn scalar((name, x): &(String, Value)) -> Reading {
        Reading {
            name: name.clone(),
            values: [Some(value(*x)), None, None, None],
        }
    }

    /// Returns the values side by side.
    pub fn text(&self) -> String {
        let values = self.values.iter().flatten();
        values.map(String::as_str).collect::<Vec<_>>().join("  ")
    }
}

impl Listing {
    /// Lists a trace. Without a source text, the statements are instructions of the IR, or facts.
    pub fn new(caption: impl Into<String>, trace: &Trace, source: Option<&Source>) -> Listing {
        let text = source.and_then(Text::of);
        let lines = trace.statements.iter();
        Listing {
            caption: caption.into(),
            lines: lines.map(|s| Line::of(s, text.as_ref())).collect(),
            remark: (trace.left_out > 0).then(|| {
                let more = trace.left_out;
                match trace.statements.len() {
                    0 => format!("{more} statements are left out."),
                    kept => format!("{more} more statements are left out after the first {kept}."),
                }
            }),
        }
    }
}

impl Line {
    /// Makes the line of a statement. Its text comes from the source, else from the IR.
    fn of(statement: &Statement, text: Option<&Text<'_>>) -> Line {
        let text = text.filter(|_| statement.span != Span::NONE);
        let code = text.map(|text| text.statement(statement.span));
        let written = text.map(|text| text.written(statement.span));
        let number = written.as_ref().map(|w| w.line);
        let Written { file, macros, .. } = written.unwrap_or_default();
        let mut line = Line {
            number,
            file,
            macros,
            code: code.unwrap_or_default(),
            kills: statement.kills,
            ..Line::default()
        };
        line.add_facts(statement, text);
        if let Some(instruction) = &statement.instruction {
            if line.code.is_empty() {
                line.code.clone_from(&instruction.text);
            }
            let (read, made) = (&instruction.operands, &instruction.results);
            line.operands.extend(read.iter().map(Reading::scalar));
            line.results.extend(made.iter().map(Reading::scalar));
        }
        line
    }

    /// Adds the values that the front end has noted, under the names by which the statement writes them.
    fn add_facts(&mut self, statement: &Statement, text: Option<&Text<'_>>) {
        // The first name after the opcode is the destination, if there is a result.
        let has_result = statement.facts.iter().any(|f| f.what == Noted::Result);
        let code = self.code.clone();
        let mut names = operand_names(&code);
        let destination = if has_result { names.next() } else { None };
        for fact in &statement.facts {
            match fact.what {
                Noted::Operand => {
                    let name = names.next().unwrap_or("operand");
                    self.operands.push(Reading::new(name, fact));
                }
                Noted::Result => {
                    let name = destination.unwrap_or("result");
                    self.results.push(Reading::new(name, fact));
                }
                // A variable of a C-like language. One that is read twice is shown once.
                Noted::Read(span) => {
                    let name = text.map_or_else(String::new, |text| text.operand(span));
                    let reading = Reading::new(name, fact);
                    if !self.operands.contains(&reading) {
                        self.operands.push(reading);
                    }
                }
                Noted::Assigned => {
                    self.results.push(Reading::new(left_side(&code), fact));
                }
                // A fact without a source text is a line of its own.
                Noted::Fact(name) if statement.span == Span::NONE => {
                    name.clone_into(&mut self.code);
                    self.results.push(Reading::new("", fact));
                }
                Noted::Fact(name) => self.operands.push(Reading::new(name, fact)),
            }
        }
    }
}

/// Returns the operands of a statement as it writes them: the texts between commas after the first word.
pub(super) fn operand_names(code: &str) -> impl Iterator<Item = &str> {
    let (_, operands) = code.split_once(' ').unwrap_or((code, ""));
    let mut depth = 0;
    let parts = operands.trim_end_matches(';').split(move |c: char| {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.map(str::trim)
}

/// Returns the target of an assignment: the text before `=`, without the type of a variable that is declared there, and without
/// the operator of `+=` and `++`.
pub(super) fn left_side(code: &str) -> &str {
    let left = code.split('=').next().unwrap_or(code).trim();
    let is_operator = |c: char| "+-*/%&|^<>; ".contains(c);
    let left = left
        .trim_start_matches(['+', '-'])
        .trim_end_matches(is_operator);
    match left.split_once(' ') {
        Some((ty, name)) if ty.chars().all(char::is_alphanumeric) => name,
        _ => left,
    }
}
