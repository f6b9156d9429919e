//! Generates the doors from the registry and the sources, and names the library.

use std::path::{Path, PathBuf};
use std::process::Command;
use trilobite_registry::{DoorTable, Folders};

fn main() {
    // Asked now: a script that was compiled in another folder, with the same target folder, may run here.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo names it");
    let root = Path::new(&here).join("../..");
    let folders = Folders::of_workspace(&root);
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", folders.bodies.display());
    println!("cargo:rerun-if-changed={}", folders.hand_written.display());
    match DoorTable::load(&folders) {
        Ok(table) => {
            let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
            std::fs::write(out.join("doors.rs"), table.rust_source()).expect("OUT_DIR is writable");
        }
        Err(errors) => {
            for error in errors {
                println!("cargo::error={error}");
            }
        }
    }
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        // The SONAME makes LD_PRELOAD complete. `nodelete` is needed because TLS destructors and the addresses that we
        // hand out outlive dlclose.
        for argument in [
            "-Wl,-soname,libGL.so.1",
            "-Wl,-Bsymbolic",
            "-Wl,-z,nodelete",
        ] {
            // This is not `rustc-cdylib-link-arg`, which cargo passes on to libraries that link this one (the GLVND
            // vendor).
            println!("cargo:rustc-link-arg={argument}");
        }
        for argument in smaller_first_frame() {
            println!("cargo:rustc-link-arg={argument}");
        }
    }
}

/// Linker arguments with which loading and a first frame touch less memory, as far as linker and C library support
/// them.
fn smaller_first_frame() -> Vec<&'static str> {
    let mut arguments = Vec::new();
    if has_glibc_2_36() {
        // Packed relocations: 12,000 of them take 5 KB, which are read at load, instead of 280 KB.
        arguments.push("-Wl,-z,pack-relative-relocs");
    }
    if std::env::var("PROFILE").as_deref() == Ok("release") && links_with_lld() {
        // These save some 200 KB of code. Functions with equal code are merged, which is safe since nothing compares
        // their addresses. Cold functions get a section of their own.
        arguments.extend(["-Wl,--icf=all", "-Wl,-z,keep-text-section-prefix"]);
    }
    arguments
}

/// Whether we build for this system, and its loader knows packed relocations.
fn has_glibc_2_36() -> bool {
    let is_native = std::env::var("TARGET") == std::env::var("HOST");
    let asked = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let answer = asked.map_or_else(|_| Vec::new(), |output| output.stdout);
    let answer = String::from_utf8_lossy(&answer);
    let version = answer.trim().strip_prefix("glibc 2.");
    is_native && version.is_some_and(|minor| minor.parse().is_ok_and(|n: u32| n >= 36))
}

/// Whether rustc links with its own lld, which is the default for this target.
fn links_with_lld() -> bool {
    let target = std::env::var("TARGET").unwrap_or_default();
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    target == "x86_64-unknown-linux-gnu"
        && std::env::var_os("RUSTC_LINKER").is_none()
        && !flags.contains("link")
}
