//! Programs with parameters of open types, and what is found only where code is made.

use crate::frontend::c_like::cg::{Program, Request, StageOptions, profile};
use crate::frontend::c_like::entry::semantics::Stage;
use crate::frontend::preprocessor::NoFiles;
use crate::ir::Op;

/// Loads a text for a profile, its errors as they are listed.
fn load_for(
    profile: &str,
    text: &str,
    interfaces: &[(&str, &str)],
    array_sizes: &[(&str, u32)],
) -> Result<Program, String> {
    let request = Request {
        is_strict: false,
        interfaces,
        array_sizes,
        ..Request::new(text.as_bytes(), profile::find(profile).unwrap())
    };
    Program::load(&request, &mut NoFiles).map_err(|refused| {
        let lines = refused.errors.iter().map(|e| e.listing(&refused.map));
        lines.collect()
    })
}

fn load(text: &str, interfaces: &[(&str, &str)], sizes: &[(&str, u32)]) -> Result<Program, String> {
    load_for("latest", text, interfaces, sizes)
}

/// What the entry is refused for as a program of fragments, as it is listed.
fn refused(profile: &str, text: &str) -> Option<String> {
    let program = load_for(profile, text, &[], &[]).expect("a program");
    let entry = program.entry(&StageOptions::new(Stage::Fragment));
    entry.err().map(|error| error.listing(program.map()))
}

#[test]
fn main_is_meant_where_no_function_is_named() {
    let text = "float tone(float x) { return 2 * x; } float main(float x) { return x; }";
    let program = load(text, &[], &[]).expect("a program");
    assert_eq!(
        program.kernel(None).expect("a kernel").signature.name,
        "main"
    );
}

/// Functions with open parameters beside others, one that calls a method of an interface among them.
const OPEN: &str = "interface Light { float shade(float n); };
    struct Pt : Light { float p; float shade(float n) { return n * p; } };
    float lit(float n, uniform Light l) { return l.shade(n); }
    float sum(uniform float w[], float x) { return w[1] * x; }
    float tone(float x) { return 2 * x; }";

#[test]
fn open_functions_are_no_errors_without_an_entry() {
    let program = load(OPEN, &[], &[]).expect("a program");
    assert_eq!(program.functions().collect::<Vec<_>>(), ["tone"]);
    assert_eq!(program.open_functions().collect::<Vec<_>>(), ["lit", "sum"]);
    // A variable that is called without a type is an error in any case.
    let called = format!("{OPEN} uniform Light key; float dim(float n) {{ return key.shade(n); }}");
    assert!(load(&called, &[], &[]).is_err());
    assert!(load(&called, &[("key", "Pt")], &[]).is_ok());
}

#[test]
fn structures_and_sizes_that_are_given_for_nothing_are_named() {
    let program = load(OPEN, &[("zz", "Pt")], &[("q", 4)]).expect("a program");
    assert_eq!(program.misgiven().len(), 2);
    let text = format!("{OPEN} uniform Light key; float dim(float n) {{ return key.shade(n); }}");
    let program = load(&text, &[("key", "Pt")], &[]).expect("a program");
    assert!(program.misgiven().is_empty());
    let refused = load(&text, &[("key", "Nope")], &[]).expect_err("no structure");
    assert!(refused.contains("\"Nope\" is no structure"), "{refused}");
}

#[test]
fn a_list_is_the_default_value_of_each_row() {
    let text = "float4 main(uniform float4 k = {1, 2, 3, 4}, uniform float2x2 m = {{5, 6}, {7, 8}}, float4 t : TEXCOORD0)
        : COLOR { return t * k + m[1].xyxy; }";
    let program = load(text, &[], &[]).expect("a program");
    let entry = program.entry(&StageOptions::new(Stage::Fragment));
    let entry = entry.expect("a program of fragments");
    let defaults = entry.uniforms.iter().map(|u| u.default.clone());
    let defaults: Vec<_> = defaults
        .map(|rows| rows.expect("a default value"))
        .collect();
    assert_eq!(defaults[0][0], [1.0, 2.0, 3.0, 4.0]);
    assert_eq!(defaults[1][0][..2], [5.0, 6.0]);
    assert_eq!(defaults[1][1][..2], [7.0, 8.0]);
}

#[test]
fn a_chosen_sampler_is_refused_at_the_users_call() {
    let text =
        "float4 main(float4 t : TEXCOORD0, uniform sampler2D a, uniform sampler2D b) : COLOR {
        sampler2D s; if (t.x > 0) s = a; else s = b;
        return tex2D(s, t.xy); }";
    let refused = refused("arbfp1", text).expect("an error");
    assert!(refused.starts_with("(3) : error C5208: "), "{refused}");
    assert!(refused.contains("tex2D(s, t.xy)"), "{refused}");
}

#[test]
fn kinds_of_textures_have_their_own_names_in_messages() {
    let text = "float4 main(float4 t : TEXCOORD0, uniform sampler2D a : TEXUNIT0, uniform samplerCUBE b : TEXUNIT0) : COLOR {
        return tex2D(a, t.xy) + texCUBE(b, t.xyz); }";
    let refused = refused("arbfp1", text).expect("an error");
    assert!(refused.contains("2D and cube"), "{refused}");
}

#[test]
fn centroid_is_the_pixels_centre_and_flat_is_refused() {
    let text = |name: &str| format!("float4 main(float4 t : {name}) : COLOR {{ return t; }}");
    assert_eq!(refused("gp4fp", &text("TEXCOORD0_centroid")), None);
    let refused = refused("gp4fp", &text("TEXCOORD0.FLAT")).expect("an error");
    assert!(refused.contains("is no input"), "{refused}");
}

#[test]
fn a_result_that_nothing_is_written_to_needs_no_register() {
    let text =
        "void main(float4 t : TEXCOORD0, out float4 c : COLOR0, out float4 d : COLOR17) { c = t; }";
    assert_eq!(refused("arbfp1", text), None);
}

/// The operations of `pow(t.x, y)`, but for moves of inputs and outputs.
fn power(y: &str) -> Vec<Op> {
    let text = format!("float main(float x) {{ return pow(x, {y}); }}");
    let kernel = load(&text, &[], &[]).expect("a program").kernel(None);
    let program = kernel.expect("a kernel").code.program.clone();
    let math = [Op::FMul, Op::FRcp, Op::FSqrt, Op::FRsqrt, Op::FAbs, Op::Pow];
    let ops = program.insts().map(|i| i.op);
    ops.filter(|op| math.contains(op)).collect()
}

#[test]
fn powers_with_small_constant_exponents_are_products_and_roots() {
    assert_eq!(power("0"), []);
    assert_eq!(power("1"), []);
    assert_eq!(power("2"), [Op::FMul]);
    assert_eq!(power("3.0"), [Op::FMul, Op::FMul]);
    assert_eq!(power("-1"), [Op::FRcp]);
    assert_eq!(power("0.5"), [Op::FAbs, Op::FSqrt]);
    assert_eq!(power("-0.5"), [Op::FAbs, Op::FRsqrt]);
    assert_eq!(power("4"), [Op::Pow]);
    assert_eq!(power("x"), [Op::Pow]);
}
