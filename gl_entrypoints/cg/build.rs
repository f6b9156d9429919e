//! Names the library.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        // `nodelete`, since worker threads outlive dlclose.
        for argument in ["-Wl,-soname,libCg.so", "-Wl,-Bsymbolic", "-Wl,-z,nodelete"] {
            println!("cargo:rustc-link-arg={argument}");
        }
    }
}
