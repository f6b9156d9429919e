//! Any bytes as a text in Cg, up to machine code: what loads is well formed, and gives the same bits on all engines.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shim_tests::fuzz::cg_program(bytes));
