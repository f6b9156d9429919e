//! Compares the registry's C types with the system's headers, as bindgen reads them.
//!
//! Every command that both know has the same parameter and result types. So the generated doors have the ABI that
//! programs are compiled for.

use std::collections::BTreeMap;
use trilobite_registry::CommandSet;

/// Spells `const GLfloat *` as `*const GLfloat`, as bindgen does.
fn rust_type(c_type: &str) -> String {
    let (base, stars) = c_type.split_once('*').unwrap_or((c_type, ""));
    let depth = c_type.matches('*').count();
    let words: Vec<&str> = base
        .split_whitespace()
        .filter(|w| !matches!(*w, "const" | "struct"))
        .collect();
    let base = match words.join(" ").as_str() {
        "void" if depth > 0 => "::std::os::raw::c_void".into(),
        "int" => "::std::os::raw::c_int".into(),
        "unsigned int" => "::std::os::raw::c_uint".into(),
        "unsigned long" => "::std::os::raw::c_ulong".into(),
        "char" => "::std::os::raw::c_char".into(),
        other => other.to_owned(),
    };
    let inner_const = c_type.contains("const ") || c_type.starts_with("const");
    match depth {
        0 => base,
        1 => format!("*{} {base}", if inner_const { "const" } else { "mut" }),
        _ => {
            let outer = if stars.contains("const") {
                "const"
            } else {
                "mut"
            };
            format!(
                "*{outer} *{} {base}",
                if c_type.trim_start().starts_with("const") {
                    "const"
                } else {
                    "mut"
                }
            )
        }
    }
}

/// A function's parameter types and result, in the spelling of the headers or the registry.
type Signature = (Vec<String>, String);

/// Follows type aliases (`GLXDrawable` → `XID` → `c_ulong`) after the stars.
fn resolve(spelled: &str, aliases: &BTreeMap<String, String>) -> String {
    let (stars, base) = spelled
        .rsplit_once(' ')
        .map_or(("", spelled), |(stars, base)| (stars, base));
    let known = match base {
        "Bool" | "Status" => Some("::std::os::raw::c_int"),
        "int32_t" => Some("i32"),
        "int64_t" => Some("i64"),
        _ => aliases.get(base).map(String::as_str),
    };
    match known {
        Some(next) if next != base => resolve(format!("{stars} {next}").trim_start(), aliases),
        _ => spelled.to_owned(),
    }
}

/// The functions of the system's headers, and the type aliases between them.
fn header_functions() -> (BTreeMap<String, Signature>, BTreeMap<String, String>) {
    let header = "#define GL_GLEXT_PROTOTYPES\n#define GLX_GLXEXT_PROTOTYPES\n#include <GL/gl.h>\n#include <GL/glext.h>\n\
                  #include <GL/glx.h>\n#include <GL/glxext.h>\n";
    let bindings = bindgen::Builder::default()
        .header_contents("all.h", header)
        .allowlist_function("gl.*")
        .layout_tests(false)
        .generate()
        .expect("libclang and the GL headers are installed (scripts/setup --test)");
    let mut text = bindings.to_string().replace('\n', " ");
    while text.contains("  ") {
        text = text.replace("  ", " ");
    }
    let mut functions = BTreeMap::new();
    for item in text.split("pub fn ").skip(1) {
        let item = &item[..item.find(';').expect("a declaration ends")];
        let (name, rest) = item.split_once('(').expect("a parameter list");
        let (parameters, result) = rest.rsplit_once(')').expect("a parameter list");
        let types = parameters.split(", ").filter_map(|p| p.split_once(": "));
        let types = types
            .map(|(_, t)| t.trim().trim_end_matches(',').to_owned())
            .collect();
        let result = result.trim().trim_start_matches("->").trim().to_owned();
        functions.insert(name.trim().to_owned(), (types, result));
    }
    let aliases = text.split("pub type ").skip(1).filter_map(|item| {
        let (name, rest) = item.split_once(" = ")?;
        Some((name.to_owned(), rest[..rest.find(';')?].to_owned()))
    });
    (functions, aliases.collect())
}

/// Commands whose types are known to differ. Calls on x86-64 and AArch64 are the same unless a note says otherwise.
const KNOWN_DIFFERENCES: &[&str] = &[
    "glPathGlyphIndexRangeNV",   // `GLuint baseAndCount[2]` is a pointer
    "glXCushionSGI",             // plain C float
    "glXGetTransparentIndexSUN", // long and unsigned long
    "glXQueryGLXPbufferSGIX", // int in the registry of 2018, void in the headers: callers ignore the result
    "glXSet3DfxModeMESA",     // Bool and GLboolean: a byte is read from a word
];

#[test]
fn doors_have_the_types_of_the_headers() {
    let (headers, aliases) = header_functions();
    let mut compared = 0;
    let mut faults = Vec::new();
    for command in CommandSet::gl()
        .commands
        .iter()
        .chain(&CommandSet::glx().commands)
    {
        let Some((parameters, result)) = headers.get(&command.name) else {
            continue;
        };
        let has_callback = parameters
            .iter()
            .chain([result])
            .any(|t| t.contains("PROC") || t.contains('>'));
        if has_callback || KNOWN_DIFFERENCES.contains(&command.name.as_str()) {
            continue;
        }
        let reduce = |spelled: &String| resolve(spelled, &aliases);
        let ours: Vec<String> = command
            .parameters
            .iter()
            .map(|p| reduce(&rust_type(&p.c_type)))
            .collect();
        let our_result = if command.result == "void" {
            String::new()
        } else {
            reduce(&rust_type(&command.result))
        };
        let theirs: Vec<String> = parameters.iter().map(reduce).collect();
        compared += 1;
        if ours != theirs || our_result != reduce(result) {
            faults.push(format!(
                "{}: {ours:?} -> {our_result}, headers: {theirs:?} -> {result}",
                command.name
            ));
        }
    }
    assert!(compared > 2000, "only {compared} commands compared");
    assert!(
        faults.is_empty(),
        "{} of {compared} differ:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
