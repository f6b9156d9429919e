//! Any bytes as Direct3D shader assembly and as tokens: refused with a place inside, or lowered and the same after a round.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shim_tests::fuzz::d3d_shader(bytes));
