//! Writes the GL enum constants from the registry to `OUT_DIR/enums.rs`.

use std::path::PathBuf;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    std::fs::write(out.join("enums.rs"), trilobite_registry::rust_enums())
        .expect("OUT_DIR is writable");
}
