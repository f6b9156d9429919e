//! A file as sections, and the conditions of its marks.

/// A part of a file from a head in brackets on.
#[derive(Debug, Clone)]
pub struct Section {
    /// The line of the head, from 1.
    pub line: usize,
    /// What stands in the brackets.
    pub head: String,
    /// The lines after it.
    pub lines: Vec<String>,
}

impl Section {
    /// The lines as a text.
    pub fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }
}

/// The sections of a file, without its comments.
pub fn sections(text: &str) -> Vec<Section> {
    let mut all: Vec<Section> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if line.starts_with('%') {
            continue;
        }
        if let Some(head) = line
            .strip_prefix('[')
            .and_then(|l| l.trim_end().strip_suffix(']'))
            && head.starts_with(|c: char| c.is_ascii_lowercase())
            && !is_attribute(head)
        {
            all.push(Section {
                line: i + 1,
                head: head.to_owned(),
                lines: Vec::new(),
            });
        } else if let Some(last) = all.last_mut() {
            last.lines.push(line.to_owned());
        }
    }
    all
}

/// Whether the words in brackets are an attribute of the shader's text.
fn is_attribute(head: &str) -> bool {
    let word = head.split(|c: char| !c.is_ascii_lowercase()).next();
    let attributes = [
        "unroll",
        "loop",
        "branch",
        "flatten",
        "fastopt",
        "earlydepthstencil",
        "numthreads",
    ];
    word.is_some_and(|w| attributes.contains(&w))
}

/// Whether a condition holds for a shader model: `sm>=4`, `sm<4 & glsl | sm>=6`. Back ends by name are others than ours.
pub(super) fn holds(condition: &str, model: f32) -> bool {
    let term = |term: &str| {
        let term = term.trim();
        let compare = |rest: &str, test: fn(f32, f32) -> bool| {
            let value = rest.trim().parse::<f32>();
            value.is_ok_and(|v| test(model, v))
        };
        match term.strip_prefix("sm") {
            Some(rest) if rest.starts_with(">=") => compare(&rest[2..], |a, b| a >= b),
            Some(rest) if rest.starts_with("<=") => compare(&rest[2..], |a, b| a <= b),
            Some(rest) if rest.starts_with('<') => compare(&rest[1..], |a, b| a < b),
            Some(rest) if rest.starts_with('>') => compare(&rest[1..], |a, b| a > b),
            _ => false,
        }
    };
    condition.split('|').any(|all| all.split('&').all(term))
}

/// Whether a mark of a head, `fail` or `fail(sm<4)`, holds; `None`: it is not there.
pub(super) fn mark(head: &str, word: &str, model: f32) -> Option<bool> {
    let at = head.find(&format!(" {word}"))?;
    let rest = &head[at + 1 + word.len()..];
    Some(match rest.strip_prefix('(') {
        Some(rest) => holds(rest.split(')').next().unwrap_or_default(), model),
        None => true,
    })
}

/// A command without the conditions before it; `None`: it is not for the shader model.
pub(super) fn command(line: &str, model: f32) -> Option<&str> {
    let mut rest = line.trim();
    loop {
        let word = ["todo", "bug", "if", "notimpl"].into_iter().find(|w| {
            rest.strip_prefix(w)
                .is_some_and(|r| r.starts_with(['(', ' ']))
        });
        let Some(word) = word else {
            return Some(rest);
        };
        rest = rest[word.len()..].trim_start();
        if let Some(inner) = rest.strip_prefix('(') {
            let (condition, after) = inner.split_once(')')?;
            if word == "if" && !holds(condition, model) {
                return None;
            }
            rest = after.trim_start();
        }
    }
}

/// All numbers in a text.
pub(super) fn numbers(text: &str) -> Vec<f32> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | ';'));
    words.filter_map(|w| w.parse().ok()).collect()
}
