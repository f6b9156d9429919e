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
