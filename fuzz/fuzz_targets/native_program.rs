//! Any bytes after the headers of NVIDIA's own languages: refused with a position inside the text, or loaded, verified
//! and run.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shim_tests::fuzz::native_program(bytes));
