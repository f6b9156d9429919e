//! Finds the bodies of commands in source text, and the doors that are written by hand with the C ABI.
//!
//! A body is a function of the driver whose first parameter is the call. The search is textual, on source without
//! comments, strings and test modules. A macro writes bodies if its definition has `pub fn $name(call: &mut Call<'_>`.
//! Then each invocation, in any file, is searched for names of commands.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A function that carries out a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Body {
    /// Its path in the driver: `gl::texture::image::tex_image2d`.
    pub(crate) path: String,
    /// The file that holds it.
    pub(crate) file: PathBuf,
}

impl Body {
    /// Its name without underscores, as [`squeeze`] gives it for a command.
    pub(crate) fn key(&self) -> String {
        self.path
            .rsplit("::")
            .next()
            .unwrap_or(&self.path)
            .replace('_', "")
    }
}

/// The form in which names of bodies and commands are compared: `glTexImage2D` → `teximage2d`. So `tex_image2d` and
/// `tex_image_2d` are both its body.
/// Indexed queries of EXT lose their underscore: `glGetPointeri_vEXT` is `get_pointeri_v_ext`.
pub(crate) fn squeeze(command: &str) -> String {
    command
        .strip_prefix("gl")
        .unwrap_or(command)
        .replace("_vEXT", "vEXT")
        .to_ascii_lowercase()
}

/// Every body below `folder` (the driver's `src/gl`), sorted by path. `is_command` says whether a squeezed name is a
/// command. It is called for words of macro invocations only.
pub(crate) fn scan_bodies(folder: &Path, is_command: &dyn Fn(&str) -> bool) -> Vec<Body> {
    let sources: Vec<(PathBuf, String)> = rust_files(folder)
        .into_iter()
        .filter_map(|file| {
            std::fs::read_to_string(&file)
                .ok()
                .map(|text| (file, code_only(&text)))
        })
        .collect();
    // Macros that write command bodies are defined in one file and invoked in others, so all are collected first.
    let macros: BTreeSet<String> = sources
        .iter()
        .flat_map(|(_, text)| body_macros(text))
        .collect();
    let mut bodies = Vec::new();
    for (file, text) in &sources {
        // The bodies of a file: functions, and words in invocations that are names of commands.
        let module = module_path(folder, file);
        let mut names: BTreeSet<String> = direct_bodies(text).map(str::to_owned).collect();
        names.extend(
            invoked_words(text, &macros)
                .filter(|name| is_command(&name.replace('_', "")))
                .map(str::to_owned),
        );
        bodies.extend(names.into_iter().map(|name| Body {
            path: format!("{module}::{name}"),
            file: file.clone(),
        }));
    }
    bodies.sort_by(|a, b| a.path.cmp(&b.path));
    bodies
}

/// The names of the doors written by hand below `folder`: `pub unsafe extern "C" fn glXFoo`. The second list names
/// those that lack the attribute `no_mangle`, which exports them.
pub(crate) fn scan_hand_written(folder: &Path) -> (BTreeSet<String>, Vec<String>) {
    let mut names = BTreeSet::new();
    let mut unexported = Vec::new();
    for file in rust_files(folder) {
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        let text = without_comments(&text);
        for opening in [
            "extern \"C\" fn ",
            "extern \"C-unwind\" fn ",
            "extern \"system\" fn ",
        ] {
            for (at, _) in text.match_indices(opening) {
                let name = identifier(&text[at + opening.len()..]);
                // A name with a command's prefix is an entry point; without `no_mangle` nobody can link to it.
                let is_door = ["gl", "egl", "OSMesa"].iter().any(|prefix| {
                    name.strip_prefix(prefix)
                        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
                });
                if !is_door {
                    continue;
                }
                if !attributes_before(&text[..at]).contains("no_mangle") {
                    unexported.push(format!("{}: {name}", file.display()));
                }
                names.insert(name.to_owned());
            }
        }
    }
    (names, unexported)
}

/// The attributes and visibility words right before an item.
fn attributes_before(text: &str) -> &str {
    let start = text.rfind([';', '}', '{']).map_or(0, |at| at + 1);
    &text[start..]
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The path of a file: `a/b.rs` in `src/gl` is `gl::a::b`.
pub(crate) fn module_path(folder: &Path, file: &Path) -> String {
    let inside = file
        .strip_prefix(folder)
        .expect("found below the folder")
        .with_extension("");
    let mut parts = vec!["gl".to_owned()];
    parts.extend(
        inside
            .iter()
            .map(|p| p.to_string_lossy().into_owned())
            .filter(|p| p != "mod"),
    );
    parts.join("::")
}

/// The names in `pub fn NAME(call: &mut Call<'_>`, with any white space.
pub(crate) fn direct_bodies(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("pub fn ").filter_map(|(at, opening)| {
        let rest = &text[at + opening.len()..];
        let name = identifier(rest);
        (!name.is_empty() && takes_call(&rest[name.len()..])).then_some(name)
    })
}

/// The macros of a text that write bodies.
pub(crate) fn body_macros(text: &str) -> impl Iterator<Item = String> {
    text.match_indices("macro_rules! ")
        .filter_map(|(at, opening)| {
            let rest = &text[at + opening.len()..];
            let name = identifier(rest);
            let definition = delimited(&rest[name.len()..]);
            let mut functions = definition.match_indices("pub fn $");
            let writes_bodies = functions.any(|(at, opening)| {
                let rest = &definition[at + opening.len()..];
                takes_call(&rest[identifier(rest).len()..])
            });
            writes_bodies.then(|| name.to_owned())
        })
}

/// The identifiers in invocations of these macros, without paths and parameters. A macro may be defined in another file.
pub(crate) fn invoked_words<'t>(
    text: &'t str,
    macros: &BTreeSet<String>,
) -> impl Iterator<Item = &'t str> {
    let mut found = Vec::new();
    for name in macros {
        let invocation = format!("{name}!");
        for (at, _) in text.match_indices(&invocation) {
            let before = text[..at].chars().next_back();
            if before.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '_') {
                let tokens = delimited(&text[at + invocation.len()..]);
                let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
                let words = tokens.split(|c: char| !is_part(c));
                // A path names another body, and `word: Type` is a parameter.
                found.extend(words.filter(|word| !word.contains(':')));
            }
        }
    }
    found
        .into_iter()
        .filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// Whether a parameter list starts with the mutable call: `(call: &mut Call<'_>`.
fn takes_call(text: &str) -> bool {
    let compact: String = text
        .chars()
        .take(60)
        .filter(|c| !c.is_whitespace())
        .collect();
    let Some(rest) = compact.strip_prefix('(') else {
        return false;
    };
    let rest = rest.trim_start_matches(|c: char| c == '$' || c == '_' || c.is_ascii_alphanumeric());
    rest.starts_with(":&mutCall<")
        || rest.starts_with(":&mutcrate::gl::Call<")
        || rest.starts_with(":&mutsuper::Call<")
}

/// The text between the first bracket and its partner.
fn delimited(text: &str) -> &str {
    let Some(start) = text.find(['(', '{', '[']) else {
        return "";
    };
    let mut depth = 0;
    for (at, c) in text[start..].char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return &text[start + 1..start + at];
        }
    }
    &text[start..]
}

fn identifier(text: &str) -> &str {
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    &text[..end]
}

/// Source without comments, strings, and test modules.
pub(crate) fn code_only(text: &str) -> String {
    let text = without_comments(text);
    // The test module is the last item of a file by convention.
    let tests = [
        "#[cfg(test)]\nmod ",
        "#[cfg(test)]\n    mod ",
        "#[cfg(test)]\n            mod ",
    ];
    let end = tests
        .iter()
        .filter_map(|opening| text.find(opening))
        .min()
        .unwrap_or(text.len());
    let mut out = String::new();
    for line in text[..end].lines() {
        let mut inside = false;
        for part in line.split('"') {
            if !inside {
                out.push_str(part);
            }
            inside = !inside;
        }
        out.push('\n');
    }
    out
}

fn without_comments(text: &str) -> String {
    text.lines()
        .map(|line| line.split_once("//").map_or(line, |(code, _)| code))
        .flat_map(|l| [l, "\n"])
        .collect()
}
