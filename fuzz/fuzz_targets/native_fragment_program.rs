//! Any bytes behind `!!FP1.0`: refused with a position inside the text, or loaded, verified and run.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shim_tests::fuzz::native_fragment_program(bytes));
