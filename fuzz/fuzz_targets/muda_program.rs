//! Any bytes as a MUDA text: refused with places inside the text, or lowered, verified and run.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shim_tests::fuzz::muda_program(bytes));
