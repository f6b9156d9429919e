//! Effects of Direct3D: great numbers of techniques, passes, states, annotations, shaders and names.

use super::{Hostile, numbered};

/// An effect whose only pass has these states.
fn pass(states: &str) -> String {
    format!("technique t {{ pass p {{ {states} }} }}")
}

/// The texts of the room, all for the profile fx_2_0.
pub(super) fn texts() -> Vec<Hostile> {
    let shader = "float4 f(uniform float a) : COLOR { return a; }\n";
    vec![
        Hostile::new(
            "techniques",
            numbered(0, 20_000, "technique t@ { pass p { } }\n"),
        ),
        Hostile::new(
            "techniques of one name",
            "technique t { pass p { } }\n".repeat(20_000),
        ),
        Hostile::new(
            "passes",
            format!("technique t {{ {} }}", numbered(0, 40_000, "pass p@ { }")),
        ),
        Hostile::new("states", pass(&"AlphaRef = 1; ".repeat(50_000))),
        Hostile::new(
            "states of an index",
            pass(&numbered(0, 20_000, "ColorOp[@] = Modulate; ")),
        ),
        Hostile::new(
            "states that are none",
            pass(&numbered(0, 40_000, "Unknown@ = 1; ")),
        ),
        Hostile::new(
            "words joined",
            pass(&format!(
                "ColorWriteEnable = {}RED;",
                "RED|".repeat(200_000)
            )),
        ),
        Hostile::new(
            "names joined",
            pass(&format!(
                "ColorWriteEnable = {}RED;",
                numbered(0, 80_000, "r@|")
            )),
        ),
        Hostile::new(
            "names added",
            pass(&format!("AlphaRef = {}1;", numbered(0, 80_000, "r@+"))),
        ),
        Hostile::new(
            "names in brackets",
            pass(&format!(
                "AlphaRef = {}1{};",
                "(".repeat(100_000),
                ")".repeat(100_000)
            )),
        ),
        Hostile::new(
            "annotations of passes",
            format!(
                "technique t {{ {} }}",
                numbered(0, 15_000, "pass p@ < float a = 1; string b = \"x\"; > { }")
            ),
        ),
        Hostile::new(
            "annotations of one variable",
            format!("float x < {} >;", numbered(0, 40_000, "float a@ = 1;")),
        ),
        Hostile::new(
            "strings of one variable",
            format!("float x < {} >;", numbered(0, 40_000, "string a@ = \"x\";")),
        ),
        Hostile::new(
            "variables with annotations",
            numbered(0, 15_000, "float x@ < string a = \"x\"; > = 1;\n"),
        ),
        Hostile::new(
            "samplers",
            numbered(
                0,
                8_000,
                "texture t@; sampler s@ = sampler_state { Texture = <t@>; MinFilter = Linear; };\n",
            ),
        ),
        Hostile::new(
            "shaders of one function",
            format!(
                "{shader}{}",
                pass(&"PixelShader = compile ps_2_0 f(1); ".repeat(10_000))
            ),
        ),
        Hostile::new(
            "functions compiled",
            numbered(
                0,
                5_000,
                "float4 f@() : COLOR { return 1; } technique t@ { pass p { PixelShader = compile ps_2_0 f@(); } }\n",
            ),
        ),
        Hostile::new(
            "shaders of a long text",
            format!(
                "{}{}",
                numbered(0, 20_000, "float x@;\n"),
                numbered(
                    0,
                    200,
                    "float4 f@() : COLOR { return 1; } technique t@ { pass p { PixelShader = compile ps_2_0 f@(); } }\n"
                )
            ),
        ),
        Hostile::with_files(
            "shaders of a long file",
            format!(
                "#include \"0.h\"\n{}",
                numbered(
                    0,
                    200,
                    "float4 f@() : COLOR { return 1; } technique t@ { pass p { PixelShader = compile ps_2_0 f@(); } }\n"
                )
            ),
            |_| Some(numbered(0, 20_000, "float x@;\n").into_bytes()),
        ),
        Hostile::new(
            "arguments",
            format!(
                "{shader}{}",
                pass(&format!(
                    "PixelShader = compile ps_2_0 f({}1);",
                    "1 + ".repeat(100_000)
                ))
            ),
        ),
        Hostile::new(
            "an assembled shader",
            pass(&format!(
                "PixelShader = asm {{ ps_2_0 {} }};",
                "mov r0, c0\n".repeat(50_000)
            )),
        ),
        Hostile::new(
            "assembled shaders",
            pass(&"PixelShader = asm { ps_2_0\n mov oC0, c0\n }; ".repeat(10_000)),
        ),
        Hostile::new(
            "assembly without an end",
            pass(&format!(
                "PixelShader = asm {{ {}",
                "mov r0, c0\n".repeat(50_000)
            )),
        ),
        Hostile::new(
            "shaders outside",
            format!(
                "{shader}{}",
                numbered(0, 300, "pixelshader p@ = compile ps_2_0 f(@);\n")
            ),
        ),
        Hostile::new(
            "an array of shaders",
            format!(
                "{shader}pixelshader p[5000] = {{ {} }};",
                "compile ps_2_0 f(1),".repeat(5_000)
            ),
        ),
        Hostile::new(
            "braces of states",
            format!(
                "technique t {{ pass p {{ {}",
                "sampler_state {".repeat(50_000)
            ),
        ),
        Hostile::new(
            "state blocks",
            numbered(
                0,
                10_000,
                "stateblock s@ = stateblock_state { AlphaRef = 1; };\n",
            ),
        ),
    ]
}
