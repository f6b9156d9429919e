//! Generates the doors from the registry and the sources, and names the library.

use std::path::{Path, PathBuf};
use std::process::Command;
use trilobite_registry::{DoorTable, Folders};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
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
        // The SONAME makes LD_PRELOAD complete; nodelete because TLS destructors and handed-out addresses outlive
        // dlclose.
        for argument in [
            "-Wl,-soname,libGL.so.1",
            "-Wl,-Bsymbolic",
            "-Wl,-z,nodelete",
        ] {
            // Not `rustc-cdylib-link-arg`: cargo hands that on to libraries that link this one (the GLVND vendor).
            println!("cargo:rustc-link-arg={argument}");
        }
        for argument in smaller_first_frame() {
            println!("cargo:rustc-link-arg={argument}");
        }
    }
}

/// What makes less of the library be touched at load and by a first frame, as far as linker and C library know it.
fn smaller_first_frame() -> Vec<&'static str> {
    let mut arguments = Vec::new();
    if has_glibc_2_36() {
        // 12,000 relocations in 5 KB that are read at load instead of 280.
        arguments.push("-Wl,-z,pack-relative-relocs");
    }
    if std::env::var("PROFILE").as_deref() == Ok("release") && links_with_lld() {
        // Some 200 KB less of code: functions that came out the same are there once (nothing compares their addresses), cold
        // ones lie apart.
        arguments.extend(["-Wl,--icf=all", "-Wl,-z,keep-text-section-prefix"]);
    }
    arguments
}

/// Whether the library is for this system, whose loader knows packed relocations.
fn has_glibc_2_36() -> bool {
    let is_native = std::env::var("TARGET") == std::env::var("HOST");
    let asked = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let answer = asked.map_or_else(|_| Vec::new(), |output| output.stdout);
    let answer = String::from_utf8_lossy(&answer);
    let version = answer.trim().strip_prefix("glibc 2.");
    is_native && version.is_some_and(|minor| minor.parse().is_ok_and(|n: u32| n >= 36))
}

/// Whether rustc links by its own lld, as it does for this target unless it is told otherwise.
fn links_with_lld() -> bool {
    let target = std::env::var("TARGET").unwrap_or_default();
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    target == "x86_64-unknown-linux-gnu"
        && std::env::var_os("RUSTC_LINKER").is_none()
        && !flags.contains("link")
}
