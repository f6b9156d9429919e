//! Texts as kernels.

use crate::frontend::c_like::cg::{Program, Request, profile};
use crate::frontend::preprocessor::NoFiles;

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
    println!("{}", kernel.code.program);
    assert_eq!(kernel.signature.parameters.len(), 3);
}
