//! Levels: more of them than a recursive compiler's stack has, and as many as this one allows.

use super::{Hostile, numbered, program, with};

/// What opens a level, what stands in the middle, what closes a level: of statements.
const STATEMENTS: &[(&str, &str, &str)] = &[
    ("c = (", "c", ");"),
    ("{", "c = u;", "}"),
    ("if (c.x > 1) ", "c = u;", ""),
    ("if (c.x > 1) { c = u; } else ", "c = u;", ""),
    ("if (c.x > 1) { c += u; ", "", " c *= u; }"),
    ("while (c.x > 1) { c -= 1; ", ";", "}"),
    ("for (int i = 0; i < 2; i++) ", "c += u;", ""),
    ("for (float i = 0; i < c.x; i += 1) ", "c += u;", ""),
    ("for (;;) ", ";", ""),
    ("do ", "c = u;", " while (c.x > 1);"),
    ("switch (1) { case 1: ", ";", "}"),
    ("struct { ", "float a;", " } x;"),
    ("float a[", "1", "];"),
    ("float f(float a", "", ");"),
];

/// The same of expressions.
const EXPRESSIONS: &[(&str, &str, &str)] = &[
    ("(", "c", ")"),
    ("-", "c", ""),
    ("- ", "c", ""),
    ("!", "c.x", ""),
    ("~", "1", ""),
    ("++", "c.x", ""),
    ("(float4) ", "c", ""),
    ("(float) (int) ", "c.x", ""),
    ("float4(", "c", ")"),
    ("float4(1, ", "c", ", 2)"),
    ("{ ", "c", " }"),
    ("abs(", "c", ")"),
    ("normalize(", "c", ")"),
    ("max(c, ", "c", ")"),
    ("lerp(c, u, ", "c", ")"),
    ("pow(", "c", ", u)"),
    ("tex2D(s, ", "c.xy", ".xy)"),
    ("mul(float4x4(c, c, c, ", "c", "), c)"),
    ("c[", "0", "]"),
    ("c[int(", "0", ")]"),
    ("(c.x > 1 ? ", "c", " : u)"),
    ("c.x > 1 ? ", "c", " : u"),
    ("c.x > 1 ? u : ", "c", ""),
    ("c > u ? u : ", "c", ""),
    ("(c, ", "c", ")"),
    ("c = ", "c", ""),
    ("c += ", "c", ""),
    ("1 + (", "c", ")"),
    ("c * (u + ", "c", ")"),
    ("c.x && (", "c.x", ")"),
    ("", "c", ".xxxx"),
    ("", "c", ".x"),
    ("", "c", ".wzyx.x"),
    ("", "c", "[0]"),
    ("", "c.x", "++"),
    ("", "c", " + c"),
    ("", "c", " * u"),
    ("", "c.x", " < c.y"),
    ("", "c.x", " && c.y"),
    ("", "c", ", c"),
    ("", "1", " << 1"),
    ("", "c", "(1)"),
    ("", "c", ".f(1)"),
];

/// Levels beyond all limits, as many as chains may have, below the grammar's limit, and below the other limits.
const DEPTHS: [usize; 4] = [10_000, 4_000, 190, 90];

pub(super) fn texts() -> Vec<Hostile> {
    let mut texts = Vec::new();
    for n in DEPTHS {
        let text = |(open, middle, close): (&str, &str, &str)| {
            format!("{}{middle}{}", open.repeat(n), close.repeat(n))
        };
        for levels in STATEMENTS {
            let name = format!("{n} levels of {} {}", levels.0, levels.2);
            texts.push(Hostile::new(name, program(&text(*levels))));
        }
        for levels in EXPRESSIONS {
            let name = format!("{n} levels in an expression of {} {}", levels.0, levels.2);
            texts.push(Hostile::new(
                name,
                program(&format!("c = {};", text(*levels))),
            ));
        }
    }
    texts.extend(declarations());
    texts
}

/// Chains of declarations.
fn declarations() -> Vec<Hostile> {
    vec![
        Hostile::new("outer brackets", "(".repeat(100_000)),
        Hostile::new("outer braces", "{".repeat(100_000)),
        Hostile::new(
            "a chain of typedefs",
            with(
                &format!(
                    "typedef float4 T0;{}",
                    numbered(1, 20_000, "typedef T$ T@;\n")
                ),
                "T19999 x = c; c = x;",
            ),
        ),
        Hostile::new(
            "a chain of arrays",
            with(
                &format!(
                    "typedef float4 T0;{}",
                    numbered(1, 20_000, "typedef T$ T@[1];\n")
                ),
                "T19999 x;",
            ),
        ),
        Hostile::new(
            "a chain of doubled arrays",
            with(
                &format!(
                    "typedef float4 T0;{}",
                    numbered(1, 60, "typedef T$ T@[2];\n")
                ),
                "T59 x;",
            ),
        ),
        Hostile::new(
            "an array of many dimensions",
            program(&format!("float x{};", "[1]".repeat(10_000))),
        ),
        Hostile::new(
            "an array of many empty dimensions",
            program(&format!("float x{} = {{}};", "[]".repeat(10_000))),
        ),
        Hostile::new(
            "a chain of structures",
            with(
                &format!(
                    "struct S0 {{ float4 a; }};{}",
                    numbered(1, 10_000, "struct S@ { S$ a; };\n")
                ),
                "S9999 x;",
            ),
        ),
        Hostile::new(
            "structures in structures",
            with(
                &format!("{}float a;{}", "struct { ".repeat(190), " } a;".repeat(190)),
                "",
            ),
        ),
        Hostile::new(
            "a chain of methods",
            with(
                &format!(
                    "struct S0 {{ float4 a; float4 f() {{ return a; }} }};{}",
                    numbered(1, 60, "struct S@ { S$ a; float4 f() { return a.f(); } };\n")
                ),
                "S59 x; c = x.f();",
            ),
        ),
        Hostile::new(
            "a chain of interfaces",
            with(
                &format!(
                    "interface I {{ float4 f(float4 a); }};{}",
                    numbered(
                        0,
                        5_000,
                        "struct S@ : I { float4 f(float4 a) { return a; } };\n"
                    )
                ),
                "S4999 x; c = x.f(c);",
            ),
        ),
        Hostile::new(
            "a chain of calls",
            with(
                &format!(
                    "float4 f0(float4 a) {{ return a; }}{}",
                    numbered(1, 10_000, "float4 f@(float4 a) { return f$(a); }\n")
                ),
                "c = f9999(c);",
            ),
        ),
        Hostile::new(
            "a chain of short calls",
            with(
                &format!(
                    "float4 f0(float4 a) {{ return a; }}{}",
                    numbered(1, 190, "float4 f@(float4 a) { return f$(a) + f0(a); }\n")
                ),
                "c = f189(c);",
            ),
        ),
        Hostile::new(
            "a chain of calls, backwards",
            with(
                &format!(
                    "float4 f0(float4 a);{}float4 f0(float4 a) {{ return a; }}",
                    numbered(1, 10_000, "float4 f@(float4 a) { return f$(a); }\n")
                ),
                "c = f9999(c);",
            ),
        ),
    ]
}
