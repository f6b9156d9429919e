//! Any bytes as a text for the preprocessor, and after a NUL a file that it can include: all places can be told.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shim_tests::fuzz::preprocessor(bytes));
