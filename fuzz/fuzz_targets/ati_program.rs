//! Any bytes as the text of an ATI fragment shader: refused with a position inside the text, or lowered, verified and run.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shim_tests::fuzz::ati_program(bytes));
