//! What no table of the reference shows: instances, phases, the tree that comes out, limits.

use super::{checked, first_error};
use crate::frontend::c_like::deep::DeepModule;
use crate::frontend::c_like::tree::{
    Expression, ExpressionKind, FunctionId, StatementKind, Storage,
};
use crate::frontend::c_like::tree_walk::each_child;
use crate::frontend::c_like::types::{Scalar, Type};

/// The module of a text without errors.
fn module(text: &str) -> DeepModule {
    let checked = checked(text, "arbfp1", "main");
    assert_eq!(first_error(&checked), None, "{text}");
    checked.module
}

#[test]
fn names_count_only_where_the_entry_comes() {
    let unused = "float4 g() { return nothing(1); }\n";
    let main = "float4 main() : COLOR { return 0; }";
    assert_eq!(
        first_error(&checked(&format!("{unused}{main}"), "arbfp1", "main")),
        None
    );
    let calling = "float4 main() : COLOR { return g(); }";
    let text = format!("{unused}{calling}");
    assert_eq!(
        first_error(&checked(&text, "arbfp1", "main")),
        Some((1008, 1))
    );
    // An error of types hides unknown names, wherever it is.
    let text = format!("{unused}float4 h() {{ return float2(1, 2); }}\n{calling}");
    assert_eq!(
        first_error(&checked(&text, "arbfp1", "main")),
        Some((1016, 2))
    );
}

#[test]
fn constants_outside_functions_are_no_uniforms() {
    let text = "const float a = 2; const float b; const uniform float c = 3; static const float2 d = float2(1, 4);
        float4 main() : COLOR { float e[int(d.y)]; e[3] = a; return e[3] + b + c; }";
    let module = module(text);
    let storage: Vec<Storage> = module.globals.iter().map(|g| g.storage).collect();
    let wanted = [
        Storage::Static,
        Storage::Uniform,
        Storage::Uniform,
        Storage::Static,
    ];
    assert_eq!(storage, wanted);
}

#[test]
fn branches_that_constants_do_not_choose_are_not_in_the_tree() {
    let text = "static const bool b = false; float f(float x);
        float4 main() : COLOR { if (b) return f(nothing); return b ? nothing(1) : 2; }";
    let module = module(text);
    let main = module.functions.iter().find(|f| f.name == "main");
    let body = &main.expect("the entry").body;
    assert!(matches!(&body[0].kind, StatementKind::Block(inner) if inner.is_empty()));
}

#[test]
fn interfaces_and_open_arrays_have_instances() {
    let text = "interface I { float f(float x); };
        struct A : I { float m; float f(float x) { return x + m; } };
        struct B : I { float f(float x) { return x; } };
        float g(I i, float v[]) { return i.f(2) + v[1] + v.length; }
        float4 main() : COLOR {
            A a; a.m = 1; B b; float v[2] = { 1, 2 }; float w[3] = { 1, 2, 3 };
            return g(a, v) + g(b, v) + g(b, w) + g(a, v);
        }";
    let module = module(text);
    let n = module.functions.iter().filter(|f| f.name == "g").count();
    // Three instances, and the template without a body.
    assert_eq!(n, 4);
}

#[test]
fn library_functions_are_instances_of_generic_ones() {
    let text = "float4 main(float4 a : TEXCOORD0) : COLOR {
            half3 h = normalize((half3)a.xyz); return dot(a, a) + h.xyzz + max(a, 0.0f);
        }";
    let module = module(text);
    let has = |name: &str| {
        module
            .functions
            .iter()
            .any(|f| f.name == name && !f.body.is_empty())
    };
    assert!(has("dot") && has("normalize") && has("max"));
}

#[test]
fn recursion_is_shown() {
    let text =
        "float g(float a); float f(float a) { return g(a); } float g(float a) { return f(a); }
        float4 main() : COLOR { return f(1); }";
    let checked = checked(text, "arbfp1", "main");
    let errors = checked.result.err().unwrap_or_default();
    assert!(errors.iter().any(|e| e.to_string().contains("f → g → f")));
}

#[test]
fn hostile_texts_end_in_errors() {
    let many = "float f(float a) { return a; }\n".repeat(2000);
    let calls = "f(f(f(f(f(f(f(f(1))))))))+".repeat(150);
    let huge = [
        "float4 main() : COLOR { float a[2147483647]; return a[0]; }".to_owned(),
        "struct S { S s; }; float4 main() : COLOR { return 0; }".to_owned(),
        format!(
            "float4 main() : COLOR {{ return {}1; }}",
            "-".repeat(10_000)
        ),
        format!("{many}float4 main() : COLOR {{ return {calls}1; }}"),
        "float4 main() : COLOR { switch (1) { case 99999999999: ; } return 0; }".to_owned(),
        "float4 main(float4x4 m : A) : COLOR { return m._m; }".to_owned(),
    ];
    for text in huge {
        let checked = checked(&text, "arbfp1", "main");
        assert!(checked.result.is_err(), "{}", &text[..text.len().min(80)]);
    }
}

#[test]
fn the_literal_zero_is_a_structure_of_zeros() {
    let verdict = |members: &str, value: &str| {
        let text = format!(
            "struct R {{ float x; }}; struct S {{ float m; {members} }};
            float4 main() : COLOR {{ S s = (S){value}; return s.m; }}"
        );
        first_error(&checked(&text, "arbfp1", "main"))
    };
    for value in ["0", "0.0", "(0)", "0h"] {
        assert_eq!(
            verdict("float4 p; float2x2 k; R r;", value),
            None,
            "{value}"
        );
    }
    for value in ["1", "false", "-0.0", "float4(0, 0, 0, 0)"] {
        assert_eq!(verdict("float4 p;", value), Some((1033, 2)), "{value}");
    }
    assert_eq!(verdict("float p[2];", "0"), Some((1033, 2)));
}

#[test]
fn registers_of_uniforms_that_are_not_read_may_not_exist() {
    let verdict = |body: &str| {
        let text = format!(
            "uniform float4 far : C500; uniform sampler2D s : TEXUNIT7;
            float4 inner() {{ return far; }}
            float4 main(float4 p : POSITION, uniform float4 q : C600) : POSITION {{ return {body}; }}"
        );
        first_error(&checked(&text, "arbvp1", "main"))
    };
    assert_eq!(verdict("p"), None);
    assert_eq!(verdict("p + far"), Some((5102, 1)));
    assert_eq!(verdict("p + inner()"), Some((5102, 1)));
    assert_eq!(verdict("p + q"), Some((5102, 3)));
}

/// Structures, each with a function `f` of its own.
fn overloads(n: usize) -> String {
    let one = |i: usize| {
        format!("struct S{i} {{ float a; }}; float4 f(S{i} s) {{ return {i} * s.a; }}\n")
    };
    (0..n).map(one).collect()
}

#[test]
fn the_choice_of_many_functions_is_made_once_for_the_same_types() {
    // A comparison of all functions for each of the calls would be too much work.
    let calls = "c += f(x);".repeat(3_000);
    let main = format!("float4 main(uniform S9 x) : COLOR {{ float4 c = 0; {calls} return c; }}");
    module(&format!("{}{main}", overloads(3_000)));
    let wrong = format!(
        "float4 main() : COLOR {{ {} return 0; }}",
        "f(1, 2);".repeat(300)
    );
    let checked = checked(&format!("{}{wrong}", overloads(3_000)), "arbfp1", "main");
    assert_eq!(first_error(&checked), Some((1115, 3_001)));
}

#[test]
fn functions_that_come_later_join_the_choice_of_many() {
    let text = format!(
        "{}float4 f(float2 a) {{ return 1; }}
        float4 before() {{ return f(float3(1, 2, 3)); }}
        float4 f(float3 a) {{ return 2; }}
        float4 main() : COLOR {{ return before() + f(float3(1, 2, 3)); }}",
        overloads(20)
    );
    let module = module(&text);
    let called = |name: &str| {
        let function = module.functions.iter().find(|f| f.name == name);
        let mut ids = Vec::new();
        for s in &function.expect("the function").body {
            if let StatementKind::Return(Some(e)) = &s.kind {
                calls_in(e, &mut ids);
            }
        }
        let ty = |id: &FunctionId| module.functions[id.0 as usize].variables[0].ty;
        ids.iter().map(ty).collect::<Vec<Type>>()
    };
    assert_eq!(called("before"), [Type::Vector(Scalar::Float, 2)]);
    assert_eq!(called("main").last(), Some(&Type::Vector(Scalar::Float, 3)));
}

/// The functions that an expression calls with arguments.
fn calls_in(e: &Expression, ids: &mut Vec<FunctionId>) {
    if let ExpressionKind::Call(id, arguments) = &e.kind
        && !arguments.is_empty()
    {
        ids.push(*id);
    }
    each_child(e, &mut |child| calls_in(child, ids));
}
