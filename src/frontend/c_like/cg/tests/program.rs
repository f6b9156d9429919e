//! Texts as kernels.

use crate::frontend::c_like::cg::{Program, Request, StageOptions, profile};
use crate::frontend::c_like::entry::semantics::Stage;
use crate::frontend::preprocessor::NoFiles;
use crate::ir::Op;

fn load(text: &str) -> Program {
    let request = Request::new(text.as_bytes(), profile::find("latest").unwrap());
    Program::load(&request, &mut NoFiles).unwrap_or_else(|refused| {
        let lines = refused.errors.iter().map(|e| e.listing(&refused.map));
        panic!("{}", lines.collect::<Vec<_>>().join("\n"))
    })
}

#[test]
fn a_function_becomes_a_kernel() {
    let program =
        load("float4 f(float4 a, uniform float4x4 m) { return mul(m, normalize(a)) + sin(a.x); }");
    let kernel = program.kernel(None).unwrap();
    assert_eq!(kernel.signature.parameters.len(), 3);
}

#[test]
fn an_entry_becomes_a_program_of_a_stage() {
    let text = "struct Out { float4 position : POSITION; float4 color : COLOR; };
        uniform float4x4 matrix;
        Out main(float4 position : POSITION, uniform float3 tint) {
            Out o;
            o.position = mul(matrix, position);
            o.color = float4(tint, 1);
            return o;
        }";
    let entry = load(text).entry(&StageOptions::new(Stage::Vertex)).unwrap();
    let names: Vec<(&str, u32)> = entry
        .uniforms
        .iter()
        .map(|u| (u.name.as_str(), u.n_rows()))
        .collect();
    assert_eq!(names, [("matrix", 4), ("tint", 1)]);
    assert_eq!(entry.inputs.len(), 1);
    assert_eq!(entry.outputs.len(), 2);
}

#[test]
fn an_entry_that_is_only_declared_is_no_program() {
    let text = "float4 main(float4 p : POSITION) : POSITION;";
    let program = load(text);
    assert!(program.entry(&StageOptions::new(Stage::Vertex)).is_err());
    assert!(program.kernel(None).is_err());
}

#[test]
fn products_that_only_a_sum_reads_are_rounded_with_it() {
    let count = |body: &str, op: Op| {
        let text = format!("float f(float a, float b, float c) {{ {body} }}");
        let kernel = load(&text).kernel(None).unwrap();
        kernel.code.program.insts().filter(|i| i.op == op).count()
    };
    for body in [
        "return a * b + c;",
        "return c + a * b;",
        "float p = a * b; return p + c;",
        "return a * b - 1;",
        "return c - a * 2;",
    ] {
        assert_eq!(count(body, Op::FFma), 1, "{body}");
    }
    for body in [
        "return a * b + floor(a * b);",
        "float p = a * b; return p + c * p;",
        "return (a + b) * c;",
    ] {
        let n = usize::from(body.contains("c * p"));
        assert_eq!(count(body, Op::FFma), n, "{body}");
    }
}

/// The constant that a function gives, after all passes.
fn constant(text: &str) -> f32 {
    let kernel = load(text).kernel(Some("f")).unwrap();
    let (mut constants, mut stored) = (Vec::new(), None);
    let program = crate::passes::standard(&kernel.code.program);
    for inst in program.insts() {
        match inst.op {
            Op::ConstF32 | Op::ConstI32 => {
                constants.push((inst.first_result, f32::from_bits(inst.imm[0])))
            }
            Op::StoreOutput | Op::StoreOutputI => stored = Some(inst.args[0]),
            _ => {}
        }
    }
    let value = constants.iter().find(|(id, _)| Some(*id) == stored);
    value.unwrap_or_else(|| panic!("no constant:\n{program}")).1
}

#[test]
fn operators_of_the_text_stand_for_those_on_structures() {
    let declared = "struct S { float v; }; struct R { float v; };
        S operator+(S a, S b) { S r; r.v = a.v * b.v; return r; }
        float operator+(S a, R b) { return a.v - b.v; }
        S operator-(S a) { a.v = a.v + 50; return a; }
        bool operator==(S a, S b) { return a.v == b.v; }
        float operator+(float a, float b) { return 99; }
        float f() { S a, b; R r; a.v = 2; b.v = 5; r.v = 0.5;";
    for (body, wanted) in [
        ("return (a + b).v;", 10.0),
        ("return a + r;", 1.5),
        ("a += b; a += b; return a.v;", 50.0),
        ("return (-(a + b)).v;", 60.0),
        ("return a == b ? 1 : a + a == a + a ? 2 : 3;", 2.0),
        // Numbers keep the language's own operators.
        ("return a.v + b.v;", 7.0),
    ] {
        assert_eq!(constant(&format!("{declared} {body} }}")), wanted, "{body}");
    }
}

#[test]
fn operators_on_structures_without_a_function_are_errors() {
    let declared = "struct S { float v; }; S operator+(S a, S b) { return a; }
        float4 main(uniform S a) : COLOR { S c;";
    for (body, wanted) in [
        ("c = a + a;", "ok"),
        ("c = a - a;", "E1020"),
        ("c = -a;", "E1020"),
        ("c = +a;", "E1020"),
        ("c = a; c++;", "E1022"),
        // The reference dies here.
        ("c = a + 1;", "E1102"),
    ] {
        let text = format!("{declared} {body} return c.v; }}");
        assert_eq!(super::verdict(&text, "arbfp1"), wanted, "{body}");
    }
}

#[test]
fn outputs_outside_functions_are_those_of_the_entry() {
    let text =
        "varying in float4 tc : TEXCOORD0; varying out float4 col : COLOR; varying out float4 more;
        varying out float4 never : COLOR3;
        void set(float4 c) { col.xy = c.xy; }
        void main(out float4 other : COLOR2) { set(tc * 2); more = other = tc; }
        float4 alone(float4 a) { return a + col; }";
    let program = load(text);
    let options = StageOptions::new(Stage::Fragment);
    let program_of = |text| {
        let request = Request {
            entry: Some("main"),
            ..Request::new(text, profile::find("latest").unwrap())
        };
        Program::load(&request, &mut NoFiles).unwrap()
    };
    let entry = program_of(text.as_bytes()).entry(&options).unwrap();
    // COLOR, the free COLOR1, COLOR2: what nothing writes takes no draw buffer.
    assert_eq!(entry.colors, 0b111);
    let names: Vec<&str> = entry.outputs.iter().map(|o| o.name.as_str()).collect();
    assert_eq!(names, ["other", "col", "more"]);
    let names = |function: &str| {
        let kernel = program.kernel(Some(function)).unwrap();
        let all = kernel.signature.parameters.into_iter();
        all.map(|p| p.name).collect::<Vec<_>>()
    };
    assert_eq!(names("main"), ["other", "tc", "col", "more"]);
    assert_eq!(names("alone"), ["a", "return", "tc"]);
}

#[test]
fn numbers_with_the_suffix_lf_are_doubles() {
    let declared =
        "float g(float a) { return 1; } float g(double a) { return a > 2 ? 3 : 2; } float f() {";
    for (number, wanted) in [
        ("1.5lf", 2.0),
        ("25e-1LF", 3.0),
        ("1lf", 2.0),
        ("1.5f", 1.0),
    ] {
        let text = format!("{declared} return g({number}); }}");
        assert_eq!(constant(&text), wanted, "{number}");
    }
    for number in ["1.0fl", "1.0l", "1ulf", "0x1lf"] {
        let text = format!("float4 main() : COLOR {{ return {number}; }}");
        assert_ne!(super::verdict(&text, "arbfp1"), "ok", "{number}");
    }
}

#[test]
fn constants_are_cast_to_matrices_of_one_row() {
    let head = "static const float k = 2; float4 main(uniform float u, uniform half h) : COLOR { float1 v = mul(";
    for (value, wanted) in [
        ("1", "ok"),
        ("(1 + 1)", "ok"),
        ("-1.5h", "ok"),
        ("true", "ok"),
        ("k", "ok"),
        ("(true ? 1 : 2)", "ok"),
        ("u", "E1057"),
        ("(1.0 + u)", "E1057"),
    ] {
        let text = format!("{head}(float1x4){value}, (float4)1); return 0; }}");
        assert_eq!(super::verdict(&text, "gp4fp"), wanted, "{value}");
        let text = format!(
            "static const float k = 2; float4 main(uniform float u) : COLOR {{ float1x4 m = {value}; m = {value}; return 0; }}"
        );
        assert_eq!(super::verdict(&text, "gp4fp"), wanted, "{value}");
    }
    assert_eq!(constant("float f() { return ((float1x3)2.5)._m02; }"), 2.5);
}

#[test]
fn a_copy_of_a_librarys_body_is_as_good_as_the_body() {
    // Functions that call others, one with a pattern of bits, in texts that number them differently.
    let texts = [
        "float3 f(float3 a, float3 b) { return refract(normalize(a), b, 0.7) + all(a < b); }",
        "float3 f(float3 a, float3 b) { return all(b < a) * normalize(refract(b, a, 0.5)); }",
    ];
    let code = |text: &str| load(text).kernel(None).unwrap().code.program.to_string();
    let first = texts.map(code);
    assert_eq!(texts.map(code), first);
}
