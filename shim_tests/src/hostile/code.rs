//! Loops, calls, constants and the library.

use super::{Hostile, numbered, program, with};

/// Heads of loops of many rounds.
const LOOPS: &[&str] = &[
    "for (int i = 0; i < 1000000000; i++)",
    "for (int i = 1000000000; i > 0; i--)",
    "for (int i = 0; i >= 0; i++)",
    "for (int i = 0; i < 10; i += 0)",
    "for (int i = 0; i != 1; i += 2)",
    "for (int i = 1; i > 0; i *= 2)",
    "for (float i = 0; i < 1000000000; i += 1)",
    "for (float i = 0; i < 1; i += 1e-30)",
    "for (float i = 0; i < 1e38; i += i)",
    "for (int i = 0; i < 65536; i++)",
    "for (int i = 0; i < 1000; i++) for (int j = 0; j < 1000; j++) for (int k = 0; k < 1000; k++)",
    "for (int i = 0; i < 30; i++) for (int j = 0; j < 30; j++) for (int k = 0; k < 30; k++)",
    "for (;;)",
    "while (true)",
    "while (1 < 2)",
    "for (int i = 0; i < 100000; i++) for (int j = 0; j < i; j++)",
];

/// The bodies that each of them gets.
const BODIES: &[&str] = &[
    "c += u;",
    "c += tex2D(s, c.xy * 0.5);",
    "{ if (c.x > 1) break; c = normalize(c + u); }",
    "{ float a[100]; a[1] = c.x; c += a[1]; }",
    "{ }",
];

pub(super) fn texts() -> Vec<Hostile> {
    let mut texts = Vec::new();
    for head in LOOPS {
        for body in BODIES {
            texts.push(Hostile::new(
                format!("{head} {body}"),
                program(&format!("{head} {body}")),
            ));
        }
    }
    texts.extend(loops());
    texts.extend(calls());
    texts.extend(constants());
    texts.extend(library());
    texts
}

fn loops() -> Vec<Hostile> {
    vec![
        Hostile::new(
            "loops with constants in each other",
            program(&format!(
                "{} c += u;",
                "for (int i = 0; i < 2; i++) ".repeat(30)
            )),
        ),
        Hostile::new(
            "loops of nothing in each other",
            program(&format!("{} ;", "for (int i = 0; i < 60; i++) ".repeat(30))),
        ),
        Hostile::new(
            "loops side by side",
            program(&"for (int i = 0; i < 60; i++) c += i * u;".repeat(1_000)),
        ),
        Hostile::new(
            "loops of large bodies",
            program(&format!(
                "for (int i = 0; i < 1000; i++) {{ {} }}",
                "c += i * u;".repeat(1_000)
            )),
        ),
        Hostile::new(
            "loops of branches",
            program(&format!(
                "for (int i = 0; i < 100; i++) {{ {} }}",
                "if (i > c.x) c += u;".repeat(100)
            )),
        ),
        Hostile::new(
            "loops of breaks",
            program(&format!(
                "for (int i = 0; i < 100; i++) {{ {} }}",
                "if (i > c.x) break; c += u; if (c.y > i) continue;".repeat(100)
            )),
        ),
        Hostile::new(
            "loops of returns",
            program(&format!(
                "for (int i = 0; i < 200; i++) {{ {} }}",
                "if (i > c.x) return c; c += u;".repeat(20)
            )),
        ),
        Hostile::new(
            "loops over an array",
            program(
                "float a[16000]; for (int i = 0; i < 16000; i++) a[i] = i; for (int i = 0; i < 16000; i++) c += a[i];",
            ),
        ),
        Hostile::new(
            "loops over arrays in each other",
            program(
                "float a[100][100]; for (int i = 0; i < 100; i++) for (int j = 0; j < 100; j++) a[i][j] = i * j + c.x; for (int i = 0; i < 100; i++) for (int j = 0; j < 100; j++) c += a[j][i];",
            ),
        ),
        Hostile::new(
            "loops without an end, many",
            program(
                &"while (c.x < 1) { c += u; "
                    .repeat(60)
                    .replace("u;", "u; if (c.y > 2) break;")
                    .to_string(),
            ) + &"}".repeat(60),
        ),
        Hostile::new(
            "loops whose bounds are calls",
            with(
                "int n(int a) { int r = 0; for (int i = 0; i < 1000; i++) r += a; return r; }",
                &"for (int i = 0; i < n(1000); i++) c += u;".repeat(20),
            ),
        ),
    ]
}

fn calls() -> Vec<Hostile> {
    let double = |first: &str, n: usize, next: &str, call: &str| {
        with(&format!("{first}\n{}", numbered(1, n, next)), call)
    };
    vec![
        Hostile::new(
            "calls double",
            double(
                "float f0(float a) { return a + 1; }",
                40,
                "float f@(float a) { return f$(a) + f$(a); }\n",
                "c = f39(c.x);",
            ),
        ),
        Hostile::new(
            "calls of calls double",
            double(
                "float f0(float a) { return a + 1; }",
                40,
                "float f@(float a) { return f$(f$(a)); }\n",
                "c = f39(c.x);",
            ),
        ),
        Hostile::new(
            "calls of constants double",
            double(
                "float f0(float a) { return a + 1; }",
                40,
                "float f@(float a) { return f$(a) + f$(a); }\n",
                "c = f39(1);",
            ),
        ),
        Hostile::new(
            "calls of nothing double",
            double("void f0() { }", 60, "void f@() { f$(); f$(); }\n", "f59();"),
        ),
        Hostile::new(
            "calls with branches double",
            double(
                "float f0(float a) { if (a > 1) return 1; return a * 2; }",
                40,
                "float f@(float a) { if (a > 1) return f$(a); return f$(a + 1); }\n",
                "c = f39(c.x);",
            ),
        ),
        Hostile::new(
            "calls with loops double",
            double(
                "float f0(float a) { while (a > 1) a -= 1; return a; }",
                40,
                "float f@(float a) { for (int i = 0; i < 9; i++) a = f$(a); return a; }\n",
                "c = f39(c.x);",
            ),
        ),
        Hostile::new(
            "calls that discard double",
            double(
                "void f0(float a) { if (a > 1) discard; }",
                40,
                "void f@(float a) { f$(a); f$(a + 1); }\n",
                "f39(c.x);",
            ),
        ),
        Hostile::new(
            "calls that sample double",
            double(
                "float4 f0(sampler2D t, float2 a) { return tex2D(t, a); }",
                40,
                "float4 f@(sampler2D t, float2 a) { return f$(t, f$(t, a).xy); }\n",
                "c = f39(s, c.xy);",
            ),
        ),
        Hostile::new(
            "calls with results in parameters double",
            double(
                "void f0(inout float a, out float b) { b = a; a += 1; }",
                40,
                "void f@(inout float a, out float b) { f$(a, b); f$(b, a); }\n",
                "f39(c.x, c.y);",
            ),
        ),
        Hostile::new(
            "calls in a loop double",
            double(
                "float f0(float a) { return a * 3; }",
                20,
                "float f@(float a) { float r = 0; for (int i = 0; i < 3; i++) r += f$(a + i); return r; }\n",
                "c = f19(c.x);",
            ),
        ),
        Hostile::new(
            "calls of overloads double",
            double(
                "float f0(float a) { return a + 1; } float f0(float4 a) { return a.x; }",
                40,
                "float f@(float a) { return f$(a) + f$(a.xxxx); } float f@(float4 a) { return f$(a.x) + f$(a); }\n",
                "c = f39(c);",
            ),
        ),
        Hostile::new(
            "methods double",
            double(
                "struct S0 { float a; float f(float b) { return a + b; } };",
                13,
                "struct S@ { S$ s; float f(float b) { return s.f(b) + s.f(b); } };\n",
                "S12 x; c = x.f(c.x);",
            ),
        ),
        Hostile::new(
            "recursion",
            with("float f(float a) { return f(a) + f(a); }", "c = f(c.x);"),
        ),
        Hostile::new(
            "recursion of two",
            with(
                "float g(float a); float f(float a) { return g(a) + g(a); } float g(float a) { return f(a) + f(a); }",
                "c = f(c.x);",
            ),
        ),
        Hostile::new(
            "recursion of many",
            with(
                &format!(
                    "float f0(float a);{}float f0(float a) {{ return f1999(a); }}",
                    numbered(1, 2_000, "float f@(float a) { return f$(a); }\n")
                ),
                "c = f1(c.x);",
            ),
        ),
        Hostile::new(
            "recursion, each of all",
            with(
                &format!(
                    "{}{}",
                    numbered(0, 200, "float f@(float a);\n"),
                    numbered(
                        0,
                        200,
                        &format!(
                            "float f@(float a) {{ return {} 1; }}\n",
                            (0..200)
                                .map(|i| format!("f{i}(a) +"))
                                .collect::<String>()
                                .replacen('+', ", (", 0)
                        )
                    )
                ),
                "c = f1(c.x);",
            ),
        ),
        Hostile::new(
            "calls of all before",
            with(
                &format!(
                    "float f0(float a) {{ return a; }}{}",
                    (1..300)
                        .map(|i| format!(
                            "float f{i}(float a) {{ {} return a; }}\n",
                            (0..i).map(|j| format!("a += f{j}(a);")).collect::<String>()
                        ))
                        .collect::<String>()
                ),
                "c = f299(c.x);",
            ),
        ),
        Hostile::new(
            "recursion through a default value",
            with(
                "float f(float a = 1); float f(float a = f()) { return a; }",
                "c = f();",
            ),
        ),
        Hostile::new(
            "a recursive method",
            with(
                "struct S { float a; float f(float b) { return f(b) + f(b); } };",
                "S x; c = x.f(1);",
            ),
        ),
        Hostile::new("the entry calls itself", program("c = main(c, t, u, s);")),
    ]
}

fn constants() -> Vec<Hostile> {
    let odd = [
        "1 << 1000000000",
        "1 << -1",
        "1 >> 64",
        "1 / 0",
        "1 % 0",
        "-2147483648 / -1",
        "(-2147483647 - 1) / -1",
        "(-2147483647 - 1) % -1",
        "-(-2147483647 - 1)",
        "abs(-2147483647 - 1)",
        "2147483647 + 1",
        "2147483647 * 2147483647",
        "4294967295",
        "4294967296",
        "99999999999999999999",
        "1.0 / 0.0",
        "0.0 / 0.0",
        "1e38 * 1e38",
        "int(1e38)",
        "int(0.0 / 0.0)",
        "sqrt(-1.0)",
        "log(0.0)",
        "pow(0.0, 0.0)",
        "pow(-1.0, 1e38)",
        "exp(1e38)",
        "fmod(1.0, 0.0)",
        "(half) 1e38",
        "(fixed) 1e38",
        "(bool) (0.0 / 0.0)",
        "frac(1e38)",
        "floor(1e38)",
        "1e-45 / 1e38",
        "~0",
        "!0",
        "-0.0",
    ];
    let folded: String = odd.iter().map(|e| format!("c += {e};\n")).collect();
    let static_folded: String = odd
        .iter()
        .enumerate()
        .map(|(i, e)| format!("static const float v{i} = {e}; float a{i}[{e}];\n"))
        .collect();
    let each = odd.iter().map(|e| Hostile::new(format!("the constant {e}"), with(&format!("static const float v = {e};"), &format!("const int i = {e}; c += {e}; c += v; c[{e}] = 1; switch ({e}) {{ case {e}: c = u; }}"))));
    let mut texts: Vec<Hostile> = each.collect();
    texts.extend([
        Hostile::new("odd constants", program(&folded)),
        Hostile::new("odd constants outside", with(&static_folded, "")),
        Hostile::new("constants of constants double", with(&format!("static const float v0 = 1;{}", numbered(1, 5_000, "static const float v@ = v$ + v$;\n")), "c += v4999;")),
        Hostile::new("vectors of constants double", with(&format!("static const float4 v0 = 1;{}", numbered(1, 5_000, "static const float4 v@ = v$ * v$ + v$.yxzw;\n")), "c += v4999;")),
        Hostile::new("constants of constants double inside", program(&format!("const float4 v0 = 1;{} c += v4999;", numbered(1, 5_000, "const float4 v@ = v$ * v$ + v$.yxzw;\n")))),
        Hostile::new("variables of variables double", program(&format!("float4 v0 = c;{} c += v4999;", numbered(1, 5_000, "float4 v@ = v$ * v$ + v$.yxzw;\n")))),
        Hostile::new("variables outside double", with(&format!("static float4 v0 = 1;{}", numbered(1, 5_000, "static float4 v@ = v$ * v$ + v$.yxzw;\n")), "c += v4999;")),
        Hostile::new("uniforms with values double", with(&format!("uniform float4 v0 = 1;{}", numbered(1, 5_000, "uniform float4 v@ = v$ * v$ + v$.yxzw;\n")), "c += v4999;")),
        Hostile::new("constants of calls", with(&format!("float f(float a) {{ return sin(a) + pow(a, 2); }} static const float v0 = 1;{}", numbered(1, 3_000, "static const float v@ = f(v$) + f(v$);\n")), "c += v2999;")),
        Hostile::new("choices between constants", program(&format!("c = {} u;", "c.x > 1 ? 1 : ".repeat(150)))),
        Hostile::new("a constant condition in a tree", program(&"if (1 < 2) { c += 1; } else { c += tex2D(s, c.xy); }".repeat(10_000))),
        Hostile::new("sizes of arrays of constants", with(&format!("static const int n0 = 1;{}", numbered(1, 3_000, "static const int n@ = n$ + 1; float a@[n@];\n")), "")),
        Hostile::new("a sum of constants", program(&format!("c += {};", vec!["1"; 190].join("+")).repeat(1_000))),
        Hostile::new("a product of matrices of constants", program(&"c += mul(mul(float4x4(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16), float4x4(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16)), float4(1,2,3,4));".repeat(1_000))),
    ]);
    texts
}

fn library() -> Vec<Hostile> {
    let nested = |name: &str, open: &str, middle: &str, close: &str, n: usize| {
        Hostile::new(
            format!("{n} levels of {name}"),
            program(&format!(
                "c = {}{middle}{};",
                open.repeat(n),
                close.repeat(n)
            )),
        )
    };
    let mut texts = Vec::new();
    for n in [40, 95, 150] {
        texts.extend([
            nested("sin", "sin(", "c", ")", n),
            nested(
                "sincos and more",
                "pow(sin(exp(log(",
                "c",
                ")) + cos(c)), u)",
                n / 3,
            ),
            nested("tan", "tan(atan2(u, ", "c", "))", n / 2),
            nested(
                "refract",
                "float4(refract(c.xyz, ",
                "c.xyz",
                ", 0.5), 1).xyz",
                n / 2,
            ),
            nested("lit", "lit(1, 2, ", "c.x", ").x", n),
            nested(
                "lerp of calls",
                "lerp(normalize(c), sqrt(abs(u)), ",
                "c",
                ")",
                n,
            ),
            nested(
                "transpose",
                "mul(transpose(float4x4(c, u, c, u)), ",
                "c",
                ")",
                n,
            ),
            nested(
                "determinant",
                "determinant(float4x4(c, u, c, ",
                "c",
                "))",
                n,
            ),
            nested("all and any", "(all(", "c", ") && any(c) ? c : u)", n),
            nested("smoothstep", "smoothstep(c, u, ", "c", ")", n),
            nested("tex2D", "tex2D(s, ", "c.xy", ".xy)", n),
            nested("modf", "fmod(c, frac(", "c", "))", n / 2),
        ]);
    }
    texts.extend([
        Hostile::new("noise and its kin", program(&"c = asin(c) + acos(c) + atan(c) + sinh(c) + cosh(c) + tanh(c) + exp2(c) + log2(c) + log10(c) + rsqrt(c) + ldexp(c, u) + faceforward(c, c, u);".repeat(200))),
        Hostile::new("matrices of the library", program(&"c = mul(transpose(float4x4(c, u, c, u)), c) * determinant(float4x4(c, u, u, c)) + determinant(float3x3(c.xyz, u.xyz, c.xyz));".repeat(500))),
        Hostile::new("arrays to the library", program("float a[16000]; float b[16000]; c = max(a, b)[0]; c = sin(a)[1];")),
        Hostile::new("bits of the library", program(&"c = unpack_4byte(pack_4byte(c)) + float4(unpack_2half(pack_2half(c.xy)), 1, 1);".repeat(300))),
        Hostile::new("derivatives", program(&"c = ddx(c) + ddy(c) + fwidth(c);".repeat(2_000))),
        Hostile::new("unknown functions of the library", program(&"c = nothing(c, sin(c), tex2D(s, c.xy));".repeat(10_000))),
        Hostile::new("wrong arguments of the library", program(&"c = sin(s, c); c = tex2D(c, s); c = mul(s, s);".repeat(10_000))),
    ]);
    texts
}
