//! Sizes of arrays, structures and variables, and values that are copied.

use super::{Hostile, numbered, program, with};

pub(super) fn texts() -> Vec<Hostile> {
    [sizes(), copies(), unsized_arrays(), uninitialised()]
        .into_iter()
        .flatten()
        .collect()
}

fn sizes() -> Vec<Hostile> {
    let mut texts: Vec<Hostile> = [
        "2147483648",
        "2147483647",
        "4294967296",
        "99999999999999999999",
        "-1",
        "0",
        "1e30",
        "0x7fffffff",
        "c.x",
        "1/0",
        "a",
    ]
    .iter()
    .map(|n| {
        Hostile::new(
            format!("an array of {n}"),
            program(&format!("float a[{n}]; a[0] = 1; c += a[0];")),
        )
    })
    .collect();
    let double = |first: &str, n: usize, next: &str| format!("{first}{}", numbered(1, n, next));
    texts.extend([
        Hostile::new("an array of arrays", program("float a[1024][1024][1024][1024]; c += a[0][0][0][0];")),
        Hostile::new("an array of arrays, over 2^64", program(&format!("float a{};", "[65536]".repeat(9)))),
        Hostile::new("an array outside", with("float4x4 a[2147483647];", "c += a[1][1];")),
        Hostile::new("an array as a parameter", with("float f(float a[2147483647]) { return a[0]; }", "")),
        Hostile::new("an array of matrices", program("float4x4 a[1000]; for (int i = 0; i < 1000; i++) a[i] = float4x4(c, c, c, c) * i; c += a[int(c.x)][1];")),
        Hostile::new("structures double", with(&double("struct S0 { float a; };", 40, "struct S@ { S$ a; S$ b; };\n"), "S39 x; S39 y = x;")),
        Hostile::new("structures double through arrays", with(&double("struct S0 { float a; };", 40, "struct S@ { S$ a[2]; };\n"), "S39 x; S39 y = x;")),
        Hostile::new("structures of one member double", with(&double("struct S0 { float a; };", 14, "struct S@ { S$ a; S$ b; };\n"), "S13 x; S13 y = x; c += y.a.a.a.a.a.a.a.a.a.a.a.a.a.a;")),
        Hostile::new("empty structures double", with(&double("struct S0 { };", 60, "struct S@ { S$ a; S$ b; };\n"), "S59 x; S59 y = x;")),
        Hostile::new("arrays of empty structures", with("struct S { }; struct T { S s[2147483647]; };", "T x[2147483647]; T y[2147483647] = x;")),
        Hostile::new("samplers double", with(&double("struct S0 { sampler2D a; };", 40, "struct S@ { S$ a; S$ b; };\n"), "").replace("uniform float4 u", "uniform S39 x, uniform float4 u")),
        Hostile::new("a structure of itself", with("struct S { S a; float b; };", "S x; c = x.a.a.b;")),
        Hostile::new("structures of each other", with("struct T; struct S { T a; }; struct T { S a; };", "S x;")),
    ]);
    texts
}

/// Values as large as may be, moved often.
fn copies() -> Vec<Hostile> {
    let big = "typedef float A[16000];";
    vec![
        Hostile::new(
            "many large variables",
            with(big, &numbered(0, 20_000, "A a@;")),
        ),
        Hostile::new(
            "many large copies",
            with(
                big,
                &format!("A a; A b; {}", "a = b; b = a;".repeat(10_000)),
            ),
        ),
        Hostile::new(
            "large copies of values",
            with(
                big,
                &format!(
                    "A a; for (int i = 0; i < 16000; i++) a[i] = c.x * i; A b; {}",
                    "b = a; b[1] = c.y; a = b;".repeat(1_000)
                ),
            ),
        ),
        Hostile::new(
            "many large results",
            with(
                &format!("{big} A f(A a) {{ a[1] = 2; return a; }}"),
                &format!("A a; {} c += a[1];", "a = f(a);".repeat(3_000)),
            ),
        ),
        Hostile::new(
            "large arguments, doubled",
            with(
                &format!(
                    "{big} float f0(A a) {{ return a[1]; }} {}",
                    numbered(1, 40, "float f@(A a) { return f$(a) + f$(a); }\n")
                ),
                "A a; c = f39(a);",
            ),
        ),
        Hostile::new(
            "large values of braces",
            with(big, &format!("A a = {{ {} }};", "{1},".repeat(16_000))),
        ),
        Hostile::new(
            "large constants, often",
            with(
                &format!(
                    "static const float a[16000] = {{ {} 1 }};",
                    "1,".repeat(15_999)
                ),
                &numbered(0, 15_000, "c += a[@];"),
            ),
        ),
        Hostile::new(
            "large constants in functions",
            with(
                &format!(
                    "static const float a[4000] = {{ {} 1 }};",
                    "1,".repeat(3_999)
                ),
                &format!(
                    "{} c += a[int(c.x)];",
                    "{ const float b[4000] = a; c += b[7]; }".repeat(2_000)
                ),
            ),
        ),
        Hostile::new(
            "large constants of each other",
            with(
                &format!(
                    "static const float a0[4000] = {{ {} 1 }};{}",
                    "1,".repeat(3_999),
                    numbered(1, 10_000, "static const float a@[4000] = a$;\n")
                ),
                "c += a9999[1];",
            ),
        ),
        Hostile::new(
            "dynamic indices of a large array",
            program(&format!(
                "float a[16000]; {} c += a[int(c.y)];",
                "a[int(c.x)] = c.y;".repeat(100)
            )),
        ),
        Hostile::new(
            "dynamic indices in a loop",
            program(
                "float a[16000]; for (int i = 0; i < c.x; i++) a[i] += a[int(a[i])]; c += a[3];",
            ),
        ),
        Hostile::new(
            "dynamic indices in an unrolled loop",
            program(
                "float a[4000]; for (int i = 0; i < 4000; i++) a[int(c.x) + i] = i; c += a[3];",
            ),
        ),
        Hostile::new(
            "a large array in branches",
            with(
                big,
                &format!(
                    "A a; {} c += a[1];",
                    "if (c.x > 1) a[1] = c.x; else a[2] = c.y;".repeat(2_000)
                ),
            ),
        ),
        Hostile::new(
            "a large array, written in branches",
            with(
                big,
                &format!(
                    "A a; A b; b[0] = c.x; {} c += a[1];",
                    "if (c.x > 1) a = b; else { b[1] = c.y; b = a; }".repeat(500)
                ),
            ),
        ),
        Hostile::new(
            "a large array in loops",
            with(
                big,
                &format!(
                    "A a; {} c += a[1];",
                    "while (c.x > 1) { a[1] += c.x; c.x -= 1; }".repeat(1_000)
                ),
            ),
        ),
        Hostile::new(
            "large arrays compared",
            with(big, "A a; A b; c += (a == b) ? c : u; c += a + b * a;"),
        ),
        Hostile::new(
            "a large structure",
            with(
                &format!("struct S {{ {} }};", numbered(0, 3_000, "float4 m@;")),
                &format!("S x; S y; {}", "x = y; y.m1 = c; y = x;".repeat(2_000)),
            ),
        ),
        Hostile::new(
            "methods of a large structure",
            with(
                "struct S { float a[16000]; float f() { a[1] += 1; return a[1]; } };",
                &format!("S x; {}", "c += x.f();".repeat(2_000)),
            ),
        ),
        Hostile::new(
            "matrices, multiplied often",
            program(&format!(
                "float4x4 m = float4x4(c, u, c, u); {} c = m[0];",
                "m = mul(m, m);".repeat(2_000)
            )),
        ),
    ]
}

fn unsized_arrays() -> Vec<Hostile> {
    vec![
        Hostile::new(
            "unsized arrays of unsized arrays",
            with(
                "float f(float a[][][][]) { return a[0][0][0][0]; }",
                "float a[2][2][2][2]; c += f(a);",
            ),
        ),
        Hostile::new(
            "an unsized array without a size",
            with(
                "float f(float a[]) { return a[0]; } float b[];",
                "c += f(b);",
            ),
        ),
        Hostile::new(
            "unsized arrays of many sizes",
            with(
                "float f(float a[]) { return a[0]; }",
                &numbered(1, 3_000, "{ float a[@]; c += f(a); }"),
            ),
        ),
        Hostile::new(
            "unsized arrays, handed down",
            with(
                &format!(
                    "float f0(float a[]) {{ return a[0]; }}{}",
                    numbered(1, 100, "float f@(float a[]) { return f$(a) + a.length; }\n")
                ),
                &numbered(1, 200, "{ float a[@]; c += f99(a); }"),
            ),
        ),
        Hostile::new(
            "instances double",
            with(
                &format!(
                    "float f0(float a[], float b[]) {{ return a[0]; }}{}",
                    numbered(
                        1,
                        60,
                        "float f@(float a[], float b[]) { return f$(a, b) + f$(b, a); }\n"
                    )
                ),
                "float a[2]; float b[3]; c += f59(a, b);",
            ),
        ),
        Hostile::new(
            "a loop over the length",
            with(
                "float f(float a[]) { float s = 0; for (int i = 0; i < a.length; i++) s += a[i]; return s; }",
                "float a[16000]; c += f(a); c += f(a); c += f(a); c += f(a);",
            ),
        ),
        Hostile::new(
            "interfaces, handed down",
            with(
                &format!(
                    "interface I {{ float4 f(float4 a); }}; struct S : I {{ float4 f(float4 a) {{ return a; }} }}; float4 g0(I i, float4 a) {{ return i.f(a); }}{}",
                    numbered(
                        1,
                        60,
                        "float4 g@(I i, float4 a) { return g$(i, a) + g$(i, a); }\n"
                    )
                ),
                "S x; c = g59(x, c);",
            ),
        ),
        Hostile::new(
            "an array of interfaces",
            with("interface I { float4 f(float4 a); };", "c = c;")
                .replace("uniform float4 u", "uniform I x[1000000], uniform float4 u"),
        ),
    ]
}

fn uninitialised() -> Vec<Hostile> {
    vec![
        Hostile::new(
            "variables without values",
            program(&numbered(0, 10_000, "float4 v@; c += v@;")),
        ),
        Hostile::new(
            "a large array without values",
            program("float a[16000]; for (int i = 0; i < 16000; i++) c += a[i];"),
        ),
        Hostile::new(
            "a variable of itself",
            program(&numbered(0, 10_000, "float4 v@ = v@ + c;")),
        ),
        Hostile::new(
            "results without values",
            with("float4 f(out float4 a) { }", &"c = f(c);".repeat(10_000)),
        ),
        Hostile::new(
            "values of one branch",
            program(&numbered(
                0,
                3_000,
                "float4 v@; if (c.x > 1) v@ = c; c += v@;",
            )),
        ),
    ]
}
