//! Any bytes as a text in Cg: refused with places inside the text, or checked without a panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shim_tests::fuzz::cg_text(bytes));
