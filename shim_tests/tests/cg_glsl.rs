//! Cg as shaders in GLSL: names, statements, and which accepted programs have a text. Whether another GL takes them and draws the
//! same is what `shim_tests/cg/glsl_links.py` and `texts.py` ask Mesa.

use shim_tests::verb::{file, run, trilobite};
use std::collections::BTreeMap;
use trilobite::codegen::{CgText, TextError, TextOptions, compile_cg};
use trilobite::frontend::c_like::cg::profile;
use trilobite::frontend::c_like::cg::{Program, Request};
use trilobite::frontend::preprocessor::NoFiles;

fn load(text: &str, profile_name: &str, entry: &str) -> Option<Program> {
    let request = Request {
        entry: Some(entry),
        is_strict: false,
        ..Request::new(text.as_bytes(), profile::find(profile_name).ok()?)
    };
    Program::load(&request, &mut NoFiles).ok()
}

fn made(text: &str, profile_name: &str) -> Result<CgText, TextError> {
    let program = load(text, profile_name, "main").expect("it loads");
    compile_cg(&program, &TextOptions::default())
}

const LANTERN: &str = "struct Light { float3 at; float4 color; };
uniform Light lights[2];
void main(float4 at : POSITION, float3 normal : NORMAL, uniform float4x4 mvp, uniform float strength = 0.5,
          uniform float4 unused, out float4 place : POSITION, out float4 color : COLOR0)
{
    place = mul(mvp, at);
    color = lights[1].color * dot(normal, lights[1].at) * strength;
}
";

/// What applications read of it, as NVIDIA's compiler has it, and the shader.
const LANTERN_TEXT: &str = "//semantic main.mvp
//semantic main.strength
//semantic main.unused
//semantic lights
//var float4x4 mvp :  : _mvp1[0], 4 : 2 : 1
//var float strength :  : _strength1 : 3 : 1
//var float3 lights[0].at :  : _lights[0]._at : -1 : 0
//var float4 lights[0].color :  : _lights[0]._color : -1 : 0
//var float3 lights[1].at :  : _lights[1]._at : -1 : 1
//var float4 lights[1].color :  : _lights[1]._color : -1 : 1
//var float4 at : $vin.POSITION : ATTR0 : 0 : 1
//var float3 normal : $vin.NORMAL : ATTR2 : 1 : 1
//var float4 place : $vout.POSITION : HPOS : 5 : 1
//var float4 color : $vout.COLOR0 : COL0 : 6 : 1
//default strength = 0.5

#version 110

struct type_lights {
    vec3 _at;
    vec4 _color;
};

uniform type_lights _lights[2];
uniform vec4 _mvp1[4];
uniform float _strength1;

void main()
{
    vec4 R0;
    gl_Position.x = dot(_mvp1[0], gl_Vertex);
    gl_Position.y = dot(_mvp1[1], gl_Vertex);
    gl_Position.z = dot(_mvp1[2], gl_Vertex);
    gl_Position.w = dot(_mvp1[3], gl_Vertex);
    R0.w = dot(gl_Normal, _lights[1]._at);
    R0 = _lights[1]._color * R0.w;
    gl_FrontColor = R0 * _strength1;
}
";

#[test]
fn cgc_writes_a_shader() {
    let path = file("cgc_glsl", "lantern.cg", LANTERN);
    let (code, out, err) = run(trilobite(&["cgc", "-q", "-profile", "glslv", &path]));
    assert_eq!((code, err), (Some(0), String::new()));
    assert!(out.starts_with("// cgc version 3.1.0013"), "{out}");
    assert!(out.ends_with(LANTERN_TEXT), "{out}");
}

/// Programs, and lines of their texts.
const SHADERS: &[(&str, &str, &[&str])] = &[
    // Attributes, results and state.
    (
        "glslv",
        "void main(float4 p : POSITION, float4 t : TANGENT, float f : FOGCOORD, float4 c : COLOR1, float4 a : ATTR9,
         uniform float4x4 turn : state.matrix.modelview.inverse, out float4 o : POSITION, out float s : PSIZE, out float4 b : BCOL0,
         out float4 x : TEX8)
         { o = mul(turn, p) + t; s = p.x; b = c * glstate.light[2].diffuse; x = a; }",
        &[
            "\nattribute vec4 TANGENT;\n", "\nattribute vec4 ATTR9;\n", "\nvarying vec4 TEX8;\n", " TEX8 = ATTR9;\n",
            "dot(gl_ModelViewMatrixInverseTranspose[3], gl_Vertex);\n", " gl_PointSize = gl_Vertex.x;\n",
            " gl_BackColor = gl_SecondaryColor * gl_LightSource[2].diffuse;\n", "//var float4 t : $vin.TANGENT : TANGENT : 1 : 1\n",
        ],
    ),
    // A program without a position has one, since GLSL asks for it.
    (
        "glslv",
        "void main(float4 c : COLOR, out float4 o : COLOR) { o = c; }",
        &[" gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n"],
    ),
    // Kinds of uniforms, units that the text gives, loops, ways out of them, kills.
    (
        "glslf",
        "uniform sampler2D wall : TEXUNIT2; uniform samplerCUBE sky; uniform float4 tones[3]; uniform int n; uniform bool2 dim;
         float4 main(float2 at : TEXCOORD0, uniform int which) : COLOR
         { float4 sum = tex2D(wall, at) + texCUBE(sky, at.xyy) + dim.y;
           for (int i = 0; i < n; i++) { if (sum.x > 4) break; sum += tones[which]; }
           if (sum.y < 0) discard; return sum; }",
        &[
            "\nuniform sampler2D _wall;\n", "\nuniform samplerCube _sky;\n", "\nuniform vec4 _tones[3];\n", "\nuniform int _which1;\n",
            "\nuniform bvec2 _dim;\n", "//var sampler2D wall : TEXUNIT2 : _wall 2 : -1 : 1\n", "//var samplerCUBE sky :  : _sky : -1 : 1\n",
            "texture2D(_wall, gl_TexCoord[0].xy);\n", "textureCube(_sky, gl_TexCoord[0].xyy);\n", "    while (true) {\n",
            " >= float(_n)) break;\n", "float(_dim.y)", "_tones[A0.x]", " < 0.0) discard;\n",
        ],
    ),
    // Members of several elements by a computed number lie in a table.
    (
        "glslf",
        "struct Lamp { float4 color; float reach; }; uniform Lamp lamps[3];
         float4 main(uniform int which) : COLOR { return lamps[which].reach; }",
        &["    vec4 table0[5];\n", "    table0[2] = vec4(_lamps[1]._reach, 0.0, 0.0, 0.0);\n", "table0[A0.x].x"],
    ),
    // Bits, several results, depth, sides.
    (
        "glslf",
        "void main(uniform int3 k, float face : FACE, out float4 a : COLOR0, out float4 b : COLOR1, out float d : DEPTH)
         { a = float4(k & 12, k.x >> k.y); b = face; d = k.z ^ 5; }",
        &[
            "#extension GL_EXT_gpu_shader4 : enable\n", " gl_FragData[0].xyz = vec3(ivec3(_k1) & ivec3(12, 12, 12));\n",
            " = float(int(_k1.z) ^ 5);\n", " gl_FragDepth = R0.w;\n", "gl_FragData[1]", "gl_FrontFacing",
        ],
    ),
    // Look-ups by levels, derivatives and quotients.
    (
        "glslf",
        "uniform sampler2D s; uniform sampler2D p; uniform sampler2D c; float4 main(float4 t : TEXCOORD0) : COLOR
         { return tex2Dlod(s, t) + tex2Dproj(p, t.xyw) + tex2Dproj(c, t) + tex2Dbias(s, t) + tex2D(s, t.xy, ddx(t.xy), t.zw); }",
        &[
            "#extension GL_ARB_shader_texture_lod : enable\n", "texture2DLod(_s, gl_TexCoord[0].xy, gl_TexCoord[0].w)",
            "texture2DProj(_p, gl_TexCoord[0].xyxw)", "shadow2DProj(_c, gl_TexCoord[0])", "uniform sampler2DShadow _c;", "texture2D(_s, gl_TexCoord[0].xy, gl_TexCoord[0].w)", " = dFdx(gl_TexCoord[0].xy);\n",
            "texture2DGradARB(_s, gl_TexCoord[0].xy, R", ", gl_TexCoord[0].zw)",
        ],
    ),
];

#[test]
fn statements_are_those_of_the_language() {
    for (profile, text, lines) in SHADERS {
        let made = made(text, profile).unwrap_or_else(|why| panic!("{text}: {why}"));
        for line in *lines {
            assert!(made.text.contains(line), "{line}: {}", made.text);
        }
    }
}

#[test]
fn both_stages_declare_uniforms_alike() {
    let text = "struct Lamp { float4 color; float reach; }; uniform Lamp lamp; uniform float4x4 m;
                float4 vertex(float4 p : POSITION) : POSITION { return mul(m, p) * lamp.reach; }
                float4 fragment() : COLOR { return lamp.color + m[1]; }";
    let declarations = |profile: &str, entry: &str| {
        let program = load(text, profile, entry).expect("it loads");
        let made = compile_cg(&program, &TextOptions::default()).expect("a text");
        let start = made.text.find("struct").expect("a structure");
        let end = made.text.find("\nvoid main").expect("a function");
        made.text[start..end].to_owned()
    };
    let [vertex, fragment] =
        [("glslv", "vertex"), ("glslf", "fragment")].map(|(p, e)| declarations(p, e));
    assert_eq!(vertex, fragment);
    assert!(
        vertex.contains("uniform type_lamp _lamp;\nuniform vec4 _m[4];\n"),
        "{vertex}"
    );
}

#[test]
fn a_name_outside_does_not_meet_that_of_a_parameter() {
    let text = "uniform float4 a1; float4 main(uniform float4 a) : COLOR { return a + a1; }";
    let made = made(text, "glslf").expect("a text");
    assert!(
        made.text
            .contains("uniform vec4 _a1;\nuniform vec4 _a11;\n"),
        "{}",
        made.text
    );
}

#[test]
fn what_the_language_lacks_is_refused() {
    let derivative = "float4 main(float4 p : POSITION) : POSITION { return ddx(p); }";
    let distance =
        "float4 main(float4 p : POSITION, out float c : CLP1) : POSITION { c = p.x; return p; }";
    for text in [derivative, distance] {
        assert!(
            matches!(made(text, "glslv"), Err(TextError::Refused(_))),
            "{text}"
        );
    }
}

/// For each profile how many accepted programs have a text at least, and how many have none at most (docs/STATUS.md).
const COUNTS: &[(&str, usize, usize)] = &[("glslv", 1150, 60), ("glslf", 1715, 60)];

#[test]
fn accepted_programs_have_a_text() {
    let table = include_str!("../cg/expected.tsv");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cg/");
    let mut known: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for line in table.lines().filter(|l| l.starts_with("accept/")) {
        let cells: Vec<&str> = line.split('\t').collect();
        if COUNTS.iter().all(|(profile, ..)| *profile != cells[1]) || cells[3] != "ok" {
            continue;
        }
        let text = std::fs::read_to_string(format!("{folder}{}", cells[0])).expect("a file");
        let Some(program) = load(&text, cells[1], cells[2]) else {
            continue;
        };
        let made = compile_cg(&program, &TextOptions::default());
        if let Err(TextError::Program(_)) = made {
            continue;
        }
        *known.entry((cells[1], made.is_ok())).or_default() += 1;
    }
    println!("{known:?}");
    for (profile, least, most) in COUNTS {
        let count = |is_made: bool| known.get(&(*profile, is_made)).copied().unwrap_or(0);
        assert!(
            count(true) >= *least && count(false) <= *most,
            "{profile}: {known:?}"
        );
    }
}
