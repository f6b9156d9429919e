//! Tests of HLSL.

use super::{Program, Request, profile};
use crate::frontend::preprocessor::NoFiles;
use crate::ir::Op;

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
fn a_register_far_beyond_the_last_one_takes_no_memory() {
    let text = "float x : register(c4294967295) = 3; float4 main() : COLOR { return x; }";
    let made = compile("ps_3_0", text).unwrap();
    let entry = &made.constants.entries[0];
    assert_eq!(entry.index, u16::MAX);
    assert_eq!(entry.default.as_deref().map(|words| words.len()), Some(4));
}

#[test]
fn constants_that_are_finite_in_the_end_are_taken() {
    let compile = |value: &str| {
        let text = format!("float x; float4 main() : COLOR {{ return x * {value}; }}");
        compile("ps_3_0", &text).map(|_| ())
    };
    assert_eq!(compile("exp(log(1e30))"), Ok(()));
    assert_eq!(compile("exp2(127.99999)"), Ok(()));
    assert!(compile("exp(89)").is_err_and(|e| e.contains("X4579")));
    assert!(compile("pow(1.5, 220)").is_err_and(|e| e.contains("X4579")));
}

#[test]
fn textures_and_samplers_that_are_read_together_share_a_unit() {
    let text =
        "sampler s[4]; sampler2D b[2] : register(s3); Texture2D t[2][2]; Texture2D u; sampler r;
        float4 main(float2 x : TEXCOORD0) : COLOR {
            return tex2D(s[2], x) + tex2D(b[1], x) + t[1][0].Sample(r, x) + u.Sample(r, x);
        }";
    let made = compile("ps_3_0", text).unwrap();
    let units = made.entry.samplers.iter();
    let units: Vec<(&str, u32)> = units.filter_map(|s| Some((&*s.name, s.unit?))).collect();
    // An array begins at its first element, though only later ones are read.
    let wanted = [("s[2]", 7), ("b[1]", 4), ("r+t[1][0]", 2), ("r+u", 8)];
    assert_eq!(units, wanted);
}

/// a − (a ÷ 0) × 0 is a. Only Direct3D's machine, where integers are floats, has a rule of its own.
#[test]
fn over_arrays_a_remainder_by_zero_is_the_number() {
    let text = "int f(int a) { int zero = 0; return a % zero; }";
    let profile = profile::find("ps_3_0").unwrap();
    let request = Request::new(text.as_bytes(), profile);
    let program = Program::load(&request, &mut NoFiles).map_err(|r| r.listing());
    let kernel = program.unwrap().kernel(Some("f")).unwrap();
    let program = &kernel.code.program;
    let store = program.insts().find(|i| i.op == Op::StoreOutputI).unwrap();
    let mut makers = program.insts();
    let maker = makers.find(|i| i.results().any(|v| v == store.args[0]));
    assert_ne!(maker.map(|i| i.op), Some(Op::ConstI32), "{program}");
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
