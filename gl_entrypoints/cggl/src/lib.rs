//! libCgGL.so: the C interface of include/Cg/cgGL.h, for programs that link with this name or open it.
//!
//! Each function calls the one of libCg.so that has the same name after `trilobite_`. So the objects live in libCg.so alone, the one
//! that the process has loaded: the loader finds it by its SONAME, however and whence it was loaded. Beside a libCg.so that is not
//! ours this library does not load, since the loader misses those names.
//!
//! `build.rs` writes the functions by the header's prototypes. The doors that they call are in `gl_entrypoints/cg/src/gl`.

include!(concat!(env!("OUT_DIR"), "/functions.rs"));
