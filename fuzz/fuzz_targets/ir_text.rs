//! Any bytes as the IR's text form: refused, or printed, read back, verified and run.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shim_tests::fuzz::ir_text(bytes));
