//! Generates the doors from the registry and the sources, and names the library.

use std::path::{Path, PathBuf};
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
    }
}
