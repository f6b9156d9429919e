//! Any bytes as the words of a constant table: refused, or the same after it is written and read again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shim_tests::fuzz::constant_table(bytes));
