//! What statements and expressions compute. The expected values are computed by hand from the language's rules.

use super::{kernel_of, run};

/// A text with a function `f`; its inputs, its uniforms, and its outputs.
type Case = (&'static str, &'static [f32], &'static [f32], &'static [f32]);

const CASES: &[Case] = &[
    // Loops, unrolled and real; break, continue, nesting, do and while.
    (
        "float f(float a) { float s = 0; for (int i = 0; i < 4; i++) { s += a * i; if (s > 100) break; } return s; }",
        &[2.5],
        &[],
        &[15.0],
    ),
    (
        "float f(float a) { float s = 0; for (int i = 0; i < 4; i++) { s += a * i; if (s > 100) break; } return s; }",
        &[60.0],
        &[],
        &[180.0],
    ),
    (
        "float f(float a, uniform int n) { float s = 0; for (int i = 0; i < n; i++) { if (i == 2) continue; s += a; } return s; }",
        &[1.5],
        &[5.0],
        &[6.0],
    ),
    (
        "float f(float a, uniform int n) { float s = 0; for (int i = 0; i < n; i++) { if (i == 2) continue; s += a; } return s; }",
        &[1.5],
        &[0.0],
        &[0.0],
    ),
    (
        "float f(float a) { float s = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { if (j > i) break; s += a + i * 10 + j; } return s; }",
        &[1.0],
        &[],
        &[90.0],
    ),
    (
        "float f(float a) { float s = 0; for (int i = 0; i < 1000; i++) { float t = s; for (int j = 0; j < i; j++) { if (j == 3) break; t += a; } s = t; if (s > 20) return s; } return -1; }",
        &[1.0],
        &[],
        &[21.0],
    ),
    (
        "float f(float a) { int n = 0; do { a = a * 2; n++; } while (a < 10); return n; }",
        &[1.0],
        &[],
        &[4.0],
    ),
    (
        "float f(float a) { int n = 0; do { n++; } while (n < 3); return n + a; }",
        &[0.5],
        &[],
        &[3.5],
    ),
    (
        "float f(float a) { while (true) { a += 1; if (a > 5) break; } return a; }",
        &[2.5],
        &[],
        &[5.5],
    ),
    (
        "float f(float a) { float s = 0; for (int i = 0; i < 6; i++) { if (i < a) continue; s = s * 10 + i; } return s; }",
        &[3.5],
        &[],
        &[45.0],
    ),
    (
        "float f(float a) { int k = 5; for (int i = 0; i < k; i++) { if (a > 2) k = 3; a += 1; } return a; }",
        &[1.0],
        &[],
        &[4.0],
    ),
    // The counter of an unrolled loop is a constant, also where a body would need a branch.
    (
        "float f(float a) { float t[3] = {1, 2, 4}; float s = 0; for (int i = 2; i >= 0; i--) s = s * a + t[i]; return s; }",
        &[10.0],
        &[],
        &[421.0],
    ),
    // Returns from everywhere.
    (
        "float f(float a) { if (a > 2.0) return 7; if (a > 1.4) { return 8; } return 9; }",
        &[1.5],
        &[],
        &[8.0],
    ),
    (
        "float g(float a) { for (int i = 0; i < 10; i++) { if (i > a) return i; } return -1; } float f(float a) { return g(a) + g(a + 1) * 100; }",
        &[2.5],
        &[],
        &[403.0],
    ),
    (
        "void g(inout float a, out float b) { b = a; if (a > 1) { a = 5; return; } a = 6; b = 7; } float f(float a) { float x = a, y = 2; g(x, y); return x * 10 + y; }",
        &[2.0],
        &[],
        &[52.0],
    ),
    (
        "void g(inout float a, out float b) { b = a; if (a > 1) { a = 5; return; } a = 6; b = 7; } float f(float a) { float x = a, y = 2; g(x, y); return x * 10 + y; }",
        &[0.5],
        &[],
        &[67.0],
    ),
    // Globals: uniform, written, static with first values that read others.
    (
        "static float g = 3; float u; void bump() { g += u; } float f(float x) { bump(); bump(); return g * x; }",
        &[2.0],
        &[1.5],
        &[12.0],
    ),
    (
        "float u; float f(float x) { u += x; return u; }",
        &[2.0],
        &[1.5],
        &[3.5],
    ),
    (
        "float u; static float g = u * 2; float f(float x) { return g + x; }",
        &[1.0],
        &[4.0],
        &[9.0],
    ),
    (
        "static float g; void step_() { g += 1; } float f(float x) { g = 0; for (int i = 0; i < x; i++) step_(); return g; }",
        &[4.5],
        &[],
        &[5.0],
    ),
    // Arrays: constant and computed indices; uniform rows; out of range reads 0 and writes nothing.
    (
        "float f(float i) { float a[4] = {1, 2, 3, 4}; a[i] = 9; return a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3]; }",
        &[2.0],
        &[],
        &[1294.0],
    ),
    (
        "float f(float i) { float a[4] = {1, 2, 3, 4}; a[i] = 9; return a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3] + a[i]; }",
        &[7.0],
        &[],
        &[1234.0],
    ),
    (
        "float2 u[3]; float2 f(float i) { return u[i]; }",
        &[1.0],
        &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        &[3.0, 4.0],
    ),
    (
        "float4 u[2]; float f(float i) { return u[i].z; }",
        &[1.0],
        &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        &[7.0],
    ),
    (
        "float f(float i) { float2x3 m = {1, 2, 3, 4, 5, 6}; float3 r = m[i]; return r.z; }",
        &[1.0],
        &[],
        &[6.0],
    ),
    (
        "float f(float i) { float3 v = {1, 2, 3}; v[i] = 8; return v.x * 100 + v.y * 10 + v.z; }",
        &[1.0],
        &[],
        &[183.0],
    ),
    (
        "float f(float i, float j) { float a[2][3] = {{1, 2, 3}, {4, 5, 6}}; return a[i][j]; }",
        &[1.0, 2.0],
        &[],
        &[6.0],
    ),
    // Matrices, structures, swizzles.
    (
        "float3x3 f(float3x3 m) { float3x3 n = m + m; n[1][2] = 5; n._m00 = 3; return n; }",
        &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
        &[],
        &[3.0, 4.0, 6.0, 8.0, 10.0, 5.0, 14.0, 16.0, 18.0],
    ),
    (
        "struct P { float3 a; float b[2]; bool c; }; P f(P p) { p.a.xz = p.a.zx; p.b[1] += 1; p.c = !p.c; return p; }",
        &[1.0, 2.0, 3.0, 4.0, 5.0, 0.0],
        &[],
        &[3.0, 2.0, 1.0, 4.0, 6.0, 1.0],
    ),
    (
        "float f(float3 v) { v.zx += v.xy; return v.x * 100 + v.y * 10 + v.z; }",
        &[1.0, 2.0, 3.0],
        &[],
        &[324.0],
    ),
    (
        "float f(float a) { int i = 3; float b = i++ * 10; return b + i + (a += 2) + a--; }",
        &[1.0],
        &[],
        &[40.0],
    ),
    // Truth values, conditional expressions, conversions, integers.
    (
        "bool f(float a) { bool2 r = bool2(a > 1, a > 2); return r.x && !r.y; }",
        &[1.5],
        &[],
        &[1.0],
    ),
    (
        "float g(float x) { return x * x; } float f(float a) { return a > 2 ? g(a) : a + 1; }",
        &[3.0],
        &[],
        &[9.0],
    ),
    (
        "float2 f(float2 a) { return a > 1 ? a * 10 : a; }",
        &[0.5, 2.0],
        &[],
        &[0.5, 20.0],
    ),
    (
        "float f(float a) { bool b = a; return b + (float)(a > 1); }",
        &[2.0],
        &[],
        &[2.0],
    ),
    (
        "int f(int a) { return (a + 7) % 3 * 10 + a / 2; }",
        &[6.0],
        &[],
        &[13.0],
    ),
    (
        "int f(int a) { return a % 3 * 10 + a / 2; }",
        &[-7.0],
        &[],
        &[-13.0],
    ),
    ("int f(float a) { return a; }", &[-2.75], &[], &[-2.0]),
    // A truth value and a sampler keep their forms through branches.
    (
        "float f(float a) { bool b = false; if (a > 1) b = a > 2; else b = true; return b ? 1 : 2; }",
        &[1.5],
        &[],
        &[2.0],
    ),
];

#[test]
fn functions_give_the_values_of_the_language() {
    for (text, inputs, uniforms, expected) in CASES {
        let kernel = kernel_of(text, "f").unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(&run(&kernel, inputs, uniforms), expected, "{text}");
    }
}

#[test]
fn constants_leave_no_branches() {
    for text in [
        "float f(float a) { float s = 0; for (int i = 0; i < 8; i++) { if (i % 2 == 0) s += a; else s -= i; } return s; }",
        "float f(float a) { if (false) return 1; return a; }",
        "static const bool DEBUG = false; float f(float a) { for (int i = 0; i < 3; i++) { if (DEBUG) return 1; a += i; if (i == 1) break; } return a; }",
    ] {
        let kernel = kernel_of(text, "f").unwrap();
        assert_eq!(kernel.code.program.blocks.len(), 1, "{text}");
    }
}

#[test]
fn a_conditional_evaluates_one_arm_only_where_it_has_effects() {
    let text = "float g(inout float x) { x += 1; return x; } float f(float a) { float n = 0; float v = a > 2 ? g(n) : g(a); return n * 100 + v * 10 + a; }";
    let kernel = kernel_of(text, "f").unwrap();
    assert_eq!(run(&kernel, &[3.0], &[]), [113.0]);
    assert_eq!(run(&kernel, &[1.0], &[]), [22.0]);
}
