//! Writes the functions of include/Cg/cgGL.h, and names the library and the one that it needs.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const HEADER: &str = "../../include/Cg/cgGL.h";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={HEADER}");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names it"));
    let header = std::fs::read_to_string(HEADER).expect("the header is in the repository");
    let mut functions = String::new();
    for line in header.lines() {
        if let Some(prototype) = line.strip_prefix("CGGLDLL_API ") {
            functions += &forwarder(prototype);
        }
    }
    std::fs::write(out.join("functions.rs"), functions).expect("the folder is writable");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        need_cg(&out);
    }
}

/// Lets the library need libCg.so. The real one may not be built yet, so the linker sees one without functions.
fn need_cg(out: &Path) {
    let source = out.join("empty.c");
    std::fs::write(&source, "").expect("the folder is writable");
    let linker = std::env::var("RUSTC_LINKER").unwrap_or_else(|_| "cc".to_owned());
    let made = Command::new(linker)
        .args(["-shared", "-nostdlib", "-Wl,-soname,libCg.so", "-o"])
        .arg(out.join("libCg.so"))
        .arg(&source)
        .status();
    assert!(
        made.is_ok_and(|status| status.success()),
        "no libCg.so to link with"
    );
    println!("cargo:rustc-link-arg=-L{}", out.display());
    for argument in [
        "-Wl,-soname,libCgGL.so",
        "-Wl,-z,nodelete",
        "-Wl,--no-as-needed",
        "-l:libCg.so",
        "-Wl,-rpath,$ORIGIN",
    ] {
        println!("cargo:rustc-link-arg={argument}");
    }
}

/// A function that calls the door of its name.
fn forwarder(prototype: &str) -> String {
    let (before, after) = prototype.split_once('(').expect("a prototype");
    let (result, name) = split_name(before);
    let list = after.split_once(')').expect("a prototype").0;
    let parameters: Vec<&str> = list.split(',').map(str::trim).collect();
    let types = parameters.iter().filter(|p| **p != "void");
    let types: Vec<&str> = types.map(|p| rust_type(split_name(p).0)).collect();
    let declared: Vec<String> = types
        .iter()
        .enumerate()
        .map(|(i, t)| format!("a{i}: {t}"))
        .collect();
    let passed: Vec<String> = (0..types.len()).map(|i| format!("a{i}")).collect();
    let (declared, passed) = (declared.join(", "), passed.join(", "));
    let result = match result {
        "void" => String::new(),
        result => format!(" -> {}", rust_type(result)),
    };
    let mut out = String::new();
    let _ = write!(
        out,
        "unsafe extern \"C-unwind\" {{\n    fn trilobite_{name}({declared}){result};\n}}\n\
         /// Calls the door of this name.\n///\n/// # Safety\n/// As the door's.\n\
         #[allow(non_snake_case)]\n#[unsafe(no_mangle)]\n\
         pub unsafe extern \"C-unwind\" fn {name}({declared}){result} {{\n\
         \x20   // SAFETY: the caller's promise is passed on.\n    unsafe {{ trilobite_{name}({passed}) }}\n}}\n"
    );
    out
}

/// What stands before the last word, and that word.
fn split_name(text: &str) -> (&str, &str) {
    let start = text.rfind([' ', '*']).map_or(0, |at| at + 1);
    (text[..start].trim(), &text[start..])
}

fn rust_type(c: &str) -> &'static str {
    match c {
        pointer if pointer.ends_with('*') => "*mut std::ffi::c_void",
        "CGprogram" | "CGcontext" | "CGparameter" | "CGbuffer" => "*mut std::ffi::c_void",
        "int" | "CGbool" | "CGprofile" | "CGGLenum" | "CGGLglslversion" | "GLint" | "GLsizei" => {
            "std::ffi::c_int"
        }
        "GLuint" | "GLenum" => "std::ffi::c_uint",
        "long" => "std::ffi::c_long",
        "float" => "f32",
        "double" => "f64",
        other => panic!("{other} is a new type in {HEADER}"),
    }
}
