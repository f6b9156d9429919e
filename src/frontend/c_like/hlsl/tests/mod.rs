//! Tests of HLSL.

use super::{Program, Request, profile};
use crate::frontend::preprocessor::NoFiles;

/// Loads a text, and makes its entry a program; the errors in Microsoft's form otherwise.
pub(super) fn compile(profile_name: &str, text: &str) -> Result<super::StageEntry, String> {
    let profile = profile::find(profile_name).unwrap();
    let request = Request {
        entry: Some("main"),
        ..Request::new(text.as_bytes(), profile)
    };
    let program = Program::load(&request, &mut NoFiles).map_err(|r| r.listing())?;
    program
        .entry()
        .map_err(|e| super::numbers::error_line(&e, program.map()))
}

#[test]
fn the_text_of_the_library_has_no_errors() {
    assert_eq!(super::library::library().errors(), Vec::new());
}

#[test]
fn a_pixel_shader_compiles() {
    let text = "float4 c; sampler s; float4 main(float2 t : TEXCOORD0) : COLOR { return tex2D(s, t) * c + pow(t.x, 2); }";
    let made = compile("ps_3_0", text).unwrap();
    assert_eq!(made.constants.entries.len(), 2);
}

#[test]
fn a_number_chooses_of_many_functions_as_it_does_of_two() {
    // A call with a variable comes first, so that its choice is known when the number's is made.
    let pair = "float f(int a) { return 1; } float f(uint a) { return 2; }";
    let main = "float4 main(float4 t : TEXCOORD0) : COLOR { int y = t.x; return f(y) + f(1); }";
    let other = |i: u32| format!("struct S{i} {{ float a; }}; float f(S{i} s) {{ return s.a; }}\n");
    for n in [0, 30] {
        let others: String = (0..n).map(other).collect();
        let refused = compile("ps_3_0", &format!("{others}{pair}{main}")).map(|_| ());
        let refused = refused.expect_err("a number is no better as an int");
        assert!(refused.contains("X3067"), "{refused}");
    }
}
