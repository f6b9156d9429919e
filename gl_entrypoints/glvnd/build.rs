//! Names the library, and binds its commands to itself: libGLX has symbols of the same names.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        for argument in [
            "-Wl,-soname,libGLX_trilobite.so.0",
            "-Wl,-Bsymbolic",
            "-Wl,-z,nodelete",
        ] {
            println!("cargo:rustc-link-arg={argument}");
        }
    }
}
