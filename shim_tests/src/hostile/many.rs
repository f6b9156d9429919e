//! Great numbers: of names, members, parameters, functions, overloads, statements and terms.

use super::{Hostile, numbered, program, with};

/// The operators of long chains without brackets.
const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "<<", "<", "==", "&", "|", "^", "&&", "||", ",", "=", "+=", "?c:", ".",
];

pub(super) fn texts() -> Vec<Hostile> {
    let mut texts = Vec::new();
    for operator in OPERATORS {
        for (what, term) in [("constants", "1"), ("values", "c")] {
            let chain = format!("c = {term}{};", format!("{operator}{term}").repeat(100_000));
            texts.push(Hostile::new(
                format!("a chain of {what} with {operator}"),
                program(&chain),
            ));
        }
    }
    texts.extend(declarations());
    texts.extend(statements());
    texts.extend(overloads());
    texts.extend(connectors());
    texts
}

fn declarations() -> Vec<Hostile> {
    vec![
        Hostile::new(
            "many members",
            with(
                &format!("struct S {{ {} }};", numbered(0, 80_000, "float m@;")),
                "S x; c = x.m1;",
            ),
        ),
        Hostile::new(
            "many members, all read",
            with(
                &format!("struct S {{ {} }};", numbered(0, 10_000, "float m@;")),
                &format!("S x; x = (S) 1; {}", numbered(0, 10_000, "c += x.m@;")),
            ),
        ),
        Hostile::new(
            "one member, often",
            with(
                &format!("struct S {{ {} }};", "float m;".repeat(100_000)),
                "",
            ),
        ),
        Hostile::new(
            "many methods",
            with(
                &format!(
                    "struct S {{ float a; {} }};",
                    numbered(0, 20_000, "float m@() { return a; }")
                ),
                "S x; c = x.m1();",
            ),
        ),
        Hostile::new(
            "many parameters",
            with(
                &format!(
                    "float f({} float b) {{ return b; }}",
                    numbered(0, 80_000, "float a@,")
                ),
                "c = f(1);",
            ),
        ),
        Hostile::new(
            "many arguments",
            with(
                "float f(float a) { return a; }",
                &format!("c = f({} 1);", "1,".repeat(300_000)),
            ),
        ),
        Hostile::new(
            "many parameters and arguments",
            with(
                &format!(
                    "float f({} float b) {{ return b; }}",
                    numbered(0, 30_000, "float a@,")
                ),
                &format!("c = f({} 1);", "1,".repeat(30_000)),
            ),
        ),
        Hostile::new("many variables", program(&numbered(0, 60_000, "float v@;"))),
        Hostile::new(
            "many variables with values",
            program(&numbered(0, 40_000, "float v@ = c.x;")),
        ),
        Hostile::new(
            "many variables in a row",
            program(&format!("float v {};", numbered(0, 100_000, ", v@"))),
        ),
        Hostile::new("one variable, often", program(&"float v;".repeat(100_000))),
        Hostile::new(
            "one variable in many blocks",
            program(&"{ float v = c.x; c += v; }".repeat(30_000)),
        ),
        Hostile::new(
            "many variables outside",
            with(&numbered(0, 60_000, "float v@;\n"), "c = v1;"),
        ),
        Hostile::new(
            "many constants outside",
            with(
                &numbered(0, 30_000, "static const float v@ = @;\n"),
                "c = v1;",
            ),
        ),
        Hostile::new(
            "many constants, all used",
            with(
                &numbered(0, 15_000, "static const float v@ = @;\n"),
                &numbered(0, 15_000, "c += v@;"),
            ),
        ),
        Hostile::new(
            "one variable outside, often",
            with(&"float v;\n".repeat(100_000), ""),
        ),
        Hostile::new(
            "many types",
            with(&numbered(0, 40_000, "struct S@ { float a; };\n"), ""),
        ),
        Hostile::new(
            "many names of types",
            with(&numbered(0, 50_000, "typedef float T@;\n"), ""),
        ),
        Hostile::new(
            "many sizes of arrays",
            with(&numbered(1, 16_000, "float a@[@];\n"), ""),
        ),
        Hostile::new(
            "many functions",
            with(
                &numbered(0, 20_000, "float f@(float a) { return a; }\n"),
                "c = f1(1);",
            ),
        ),
        Hostile::new(
            "many functions, all called",
            with(
                &numbered(0, 10_000, "float f@(float a) { return a; }\n"),
                &numbered(0, 10_000, "c += f@(1);"),
            ),
        ),
        Hostile::new(
            "many functions, declared",
            with(&numbered(0, 40_000, "float f@(float a);\n"), ""),
        ),
        Hostile::new(
            "one function, declared often",
            with(&"float f(float a);\n".repeat(60_000), ""),
        ),
        Hostile::new(
            "one function, defined often",
            with(&"float f(float a) { return a; }\n".repeat(30_000), ""),
        ),
        Hostile::new("many empty declarations", ";".repeat(1_000_000)),
        Hostile::new(
            "many structures without names",
            with(&"struct { float a; };\n".repeat(40_000), ""),
        ),
        Hostile::new(
            "many annotations",
            with(
                &format!("float a <{}>;", numbered(0, 50_000, "float b@ = 1;")),
                "",
            ),
        ),
        Hostile::new(
            "many techniques",
            with(
                &numbered(0, 20_000, "technique T@ { pass P { A = 1; } }\n"),
                "",
            ),
        ),
        Hostile::new(
            "many constant buffers",
            with(
                &numbered(0, 20_000, "uniform B@ { float4 b@; } x@ : BUFFER[0];\n"),
                "",
            ),
        ),
    ]
}

fn statements() -> Vec<Hostile> {
    vec![
        Hostile::new("many statements", program(&"c = c + u;".repeat(90_000))),
        Hostile::new("many statements, below the limits", program(&"c = c + u;".repeat(8_000))),
        Hostile::new("many empty statements", program(&";".repeat(1_000_000))),
        Hostile::new("many blocks", program(&"{}".repeat(400_000))),
        Hostile::new("many ifs", program(&"if (c.x > u.x) c = u + c;".repeat(30_000))),
        Hostile::new("many ifs, below the limits", program(&"if (c.x > u.x) c = u + c;".repeat(2_000))),
        Hostile::new("many ifs that return", program(&"if (c.x > u.x) return c; c += u;".repeat(3_000))),
        Hostile::new("many ifs that return a variable", program(&format!("float4 r = c; {}", "if (c.x > u.x) return r;".repeat(8_000)))),
        Hostile::new("many loops", program(&"while (c.x > u.x) c += u;".repeat(3_000))),
        Hostile::new("many loops that return", program(&"while (c.x > u.x) { c += u; if (c.y > 1) return u; }".repeat(1_000))),
        Hostile::new("many discards", program(&"if (c.x > u.x) discard; c += u;".repeat(10_000))),
        Hostile::new("many returns", program(&"return c;".repeat(100_000))),
        Hostile::new("many samples", program(&"c += tex2D(s, c.xy);".repeat(10_000))),
        Hostile::new("many indices", program(&"c[int(c.x)] = u[int(c.y)];".repeat(5_000))),
        Hostile::new("many cases", program(&format!("switch (1) {{ {} }}", numbered(0, 60_000, "case @: c = u; break;")))),
        Hostile::new("one case, often", program(&format!("switch (1) {{ {} }}", "case 1: ".repeat(100_000)))),
        Hostile::new("many values in braces", program(&format!("float a[3] = {{ {} 1 }};", "1,".repeat(400_000)))),
        Hostile::new("many values in braces that fit", program(&format!("float a[16000] = {{ {} 1 }}; c += a[3];", "c.x,".repeat(15_999)))),
        Hostile::new("many values in braces of an unsized array", program(&format!("float a[] = {{ {} 1 }};", "1,".repeat(400_000)))),
        Hostile::new("many values of a constructor", program(&format!("c = float4({} 1);", "1,".repeat(400_000)))),
        Hostile::new("many library calls", program(&"c = normalize(c);".repeat(5_000))),
        Hostile::new("many different library calls", program(&"c = sin(c) + pow(c, u) + reflect(c, u) + lit(c.x, c.y, c.z) + smoothstep(c, u, c);".repeat(1_000))),
        Hostile::new("many labels", program(&numbered(0, 100_000, "l@:"))),
    ]
}

/// Overloads and calls that fit several.
fn overloads() -> Vec<Hostile> {
    let shapes = [
        "float", "float2", "float3", "float4", "half", "half4", "int", "int4", "fixed", "bool",
    ];
    let each = |n: usize, of: usize| -> String {
        let head = |i: usize| {
            let digit = |p: usize| shapes[i / shapes.len().pow(p as u32) % shapes.len()];
            let parameters: Vec<String> =
                (0..of).map(|p| format!("{} a{p}", digit(p % 6))).collect();
            format!("float f({}) {{ return 1; }}\n", parameters.join(", "))
        };
        (0..n).map(head).collect()
    };
    let wide = |n: usize| {
        let shape =
            |i: usize| format!("struct S{i} {{ float a; }}; float f(S{i} a) {{ return 1; }}\n");
        (0..n).map(shape).collect::<String>()
    };
    let ones = |n: usize| vec!["1"; n].join(",");
    vec![
        Hostile::new("overloads by type", with(&wide(10_000), "S9999 x; c = f(x);")),
        Hostile::new("overloads by type, often called", with(&wide(5_000), &format!("S4999 x; {}", "c += f(x);".repeat(5_000)))),
        Hostile::new("overloads by type, each called", with(&wide(5_000), &numbered(0, 5_000, "S@ x@; c += f(x@);"))),
        Hostile::new("overloads by type, called by each other", format!("{}{}", wide(1), numbered(1, 5_000, "struct S@ { float a; }; float f(S@ a) { S$ x; return f(x); }\n"))),
        Hostile::new("operators by type, often used", with(&wide(5_000).replace("float f(", "float operator+(S0 b, "), &format!("S0 x; S4999 y; {}", "c += x + y;".repeat(5_000)))),
        Hostile::new("methods by type, often called", with(&format!("{}struct S {{ {} }};", numbered(0, 5_000, "struct S@ { float a; };"), numbered(0, 5_000, "float f(S@ a) { return 1; }")), &format!("S x; S4999 y; {}", "c += x.f(y);".repeat(5_000)))),
        Hostile::new("an interface of many overloads", with(&format!("{}interface I {{ {} }};struct S : I {{ {} }};", numbered(0, 5_000, "struct S@ { float a; };"), numbered(0, 5_000, "float f(S@ a);"), numbered(0, 5_000, "float f(S@ a) { return 1; }")), "")),
        Hostile::new("overloads by type, wrongly called", with(&wide(5_000), &"c = f(c, c);".repeat(5_000))),
        Hostile::new("ambiguous overloads", with(&each(5_000, 6), &format!("c = f({});", ones(6)))),
        Hostile::new("ambiguous overloads, often called", with(&each(3_000, 6), &format!("c = f({});", ones(6)).repeat(3_000))),
        Hostile::new("ambiguous overloads of many parameters", with(&each(300, 60), &format!("c = f({});", ones(60)).repeat(300))),
        Hostile::new("ambiguous overloads in each other", with(&each(1_000, 2), &format!("c = {}1{};", "f(1,".repeat(150), ")".repeat(150)))),
        Hostile::new("overloads by number", with(&(0..400).map(|i| format!("float f({}) {{ return 1; }}\n", vec!["float"; i].join(","))).collect::<String>(), &"c = f(1, 2);".repeat(1000))),
        Hostile::new("overloads of the library", with(&"float sin(float a); float4 max(float4 a, float4 b);".repeat(5_000), "c = sin(c.x) + max(c, u);")),
        Hostile::new("ambiguous calls of the library", program(&"c = max(1, c.xy) + dot(c.xyz, u.xy) + lerp(1, c, u.xyz);".repeat(3_000))),
        Hostile::new("default values", with(&format!("float f({} float z = 1) {{ return z; }}", numbered(0, 3_000, "float a@ = 1,")), &"c += f();".repeat(2_000))),
        Hostile::new("default values that double", with(&format!("float f0(float a = 1) {{ return a; }}{}", numbered(1, 40, "float f@(float a = f$() + f$()) { return a; }\n")), "c = f39();")),
        Hostile::new("wrong default values that use each other", with(&format!("float f0(float a = 1) {{ return a; }}{}", numbered(1, 4_000, "float f@(float a = f$() + x@) { return a; }\n")), "c = f3999();")),
        Hostile::new("a wrong default value, often", with(&format!("float f(float a = {}) {{ return a; }}", vec!["x"; 150].join("+")), &"c += f();".repeat(8_000))),
        Hostile::new("profiles of functions", with(&"fp40 float f(float a) { return 1; } fp30 float f(float a) { return 2; } float f(float a) { return 3; }\n".repeat(5_000), "c = f(1);")),
        Hostile::new("methods overloaded", with(&format!("struct S {{ float b; {} }};", (1..300).map(|i| format!("float f({}) {{ return 1; }}\n", vec!["float"; i].join(","))).collect::<String>()), &format!("S x; {}", "c = x.f(1);".repeat(1000)))),
        Hostile::new("many structures of an interface", with(&format!("interface I {{ {} }};\n{}", numbered(0, 100, "float m@();"), numbered(0, 300, &format!("struct S@ : I {{ {} }};\n", (0..100).map(|i| format!("float m{i}() {{ return 1; }}")).collect::<String>()))), "")),
    ]
}

/// Parameters of the entry and their semantics.
fn connectors() -> Vec<Hostile> {
    let entry = |parameters: String| {
        format!("float4 main({parameters} float4 c : COLOR) : COLOR {{ return c; }}")
    };
    vec![
        Hostile::new(
            "many connectors",
            entry(numbered(0, 40_000, "float4 a@ : TEXCOORD@,")),
        ),
        Hostile::new(
            "one connector, often",
            entry(numbered(0, 40_000, "float4 a@ : TEXCOORD0,")),
        ),
        Hostile::new(
            "connectors without semantics",
            entry(numbered(0, 60_000, "float4 a@,")),
        ),
        Hostile::new(
            "many results",
            entry(numbered(0, 40_000, "out float4 a@ : COLOR@,")),
        ),
        Hostile::new(
            "one result, often",
            entry(numbered(0, 40_000, "out float4 a@ : COLOR0,")),
        ),
        Hostile::new(
            "many uniforms",
            entry(numbered(0, 40_000, "uniform float4 a@,")),
        ),
        Hostile::new(
            "many registers",
            entry(numbered(0, 40_000, "uniform float4 a@ : C@,")),
        ),
        Hostile::new(
            "great registers",
            entry(numbered(0, 1_000, "uniform float4 a@ : C4294967@,")),
        ),
        Hostile::new(
            "many samplers",
            entry(numbered(0, 40_000, "uniform sampler2D a@,")),
        ),
        Hostile::new(
            "an array of samplers",
            entry("uniform sampler2D a[16000],".to_owned()),
        ),
        Hostile::new(
            "a large array of uniforms",
            entry("uniform float4x4 a[1000],".to_owned()),
        ),
        Hostile::new(
            "a large array of connectors",
            entry("float4 a[4000] : TEXCOORD0,".to_owned()),
        ),
        Hostile::new(
            "structures of connectors",
            with(
                &format!(
                    "struct S {{ {} }};",
                    numbered(0, 4_000, "float4 m@ : TEXCOORD@;")
                ),
                "",
            )
            .replace("float4 c : COLOR,", "S x, float4 c : COLOR,"),
        ),
        Hostile::new(
            "structures of uniforms",
            with(
                &format!("struct S {{ {} }};", numbered(0, 4_000, "float4 m@;")),
                &numbered(0, 4_000, "c += x.m@;"),
            )
            .replace("float4 c : COLOR,", "uniform S x, float4 c : COLOR,"),
        ),
    ]
}
