//! Any bytes as a text in HLSL, up to machine code: refused with places, or well formed with the same bits on all engines.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shim_tests::fuzz::hlsl_program(bytes));
