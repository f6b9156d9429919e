//! The built-in variables and constants (chapter 7), as declarations for the beginning of a text. A text has those whose
//! names it writes.

use super::limits::Limits;
use crate::frontend::c_like::tree::Stage;
use rustc_hash::FxHashSet;

/// Outputs and inputs of vertex shaders. What stands after `:` is read by `semantics`.
const VERTEX: &[(&str, &str)] = &[
    ("gl_Position", "out vec4 gl_Position : POSITION0;"),
    ("gl_PointSize", "out float gl_PointSize : PSIZE0;"),
    ("gl_ClipVertex", "out vec4 gl_ClipVertex : CLIPVERTEX0;"),
    ("gl_FrontColor", "out vec4 gl_FrontColor : FRONTCOLOR0;"),
    ("gl_BackColor", "out vec4 gl_BackColor : BACKCOLOR0;"),
    (
        "gl_FrontSecondaryColor",
        "out vec4 gl_FrontSecondaryColor : FRONTCOLOR1;",
    ),
    (
        "gl_BackSecondaryColor",
        "out vec4 gl_BackSecondaryColor : BACKCOLOR1;",
    ),
    ("gl_TexCoord", "out vec4 gl_TexCoord[8] : TEXCOORD0;"),
    ("gl_FogFragCoord", "out float gl_FogFragCoord : FOGCOORD0;"),
    ("gl_Vertex", "attribute vec4 gl_Vertex : VERTEX0;"),
    ("gl_Normal", "attribute vec3 gl_Normal : NORMAL0;"),
    ("gl_Color", "attribute vec4 gl_Color : COLOR0;"),
    (
        "gl_SecondaryColor",
        "attribute vec4 gl_SecondaryColor : COLOR1;",
    ),
    (
        "gl_MultiTexCoord0",
        "attribute vec4 gl_MultiTexCoord0 : MULTITEX0;",
    ),
    (
        "gl_MultiTexCoord1",
        "attribute vec4 gl_MultiTexCoord1 : MULTITEX1;",
    ),
    (
        "gl_MultiTexCoord2",
        "attribute vec4 gl_MultiTexCoord2 : MULTITEX2;",
    ),
    (
        "gl_MultiTexCoord3",
        "attribute vec4 gl_MultiTexCoord3 : MULTITEX3;",
    ),
    (
        "gl_MultiTexCoord4",
        "attribute vec4 gl_MultiTexCoord4 : MULTITEX4;",
    ),
    (
        "gl_MultiTexCoord5",
        "attribute vec4 gl_MultiTexCoord5 : MULTITEX5;",
    ),
    (
        "gl_MultiTexCoord6",
        "attribute vec4 gl_MultiTexCoord6 : MULTITEX6;",
    ),
    (
        "gl_MultiTexCoord7",
        "attribute vec4 gl_MultiTexCoord7 : MULTITEX7;",
    ),
    ("gl_FogCoord", "attribute float gl_FogCoord : FOG0;"),
    // The rows of the matrix of fixed function, and its product in the order of fixed function.
    (
        "ftransform",
        "attribute vec4 gl_Vertex : VERTEX0; uniform mat4 gl_TransformRows : state;
        vec4 ftransform() {
            return vec4(dot(gl_TransformRows[0], gl_Vertex), dot(gl_TransformRows[1], gl_Vertex),
                dot(gl_TransformRows[2], gl_Vertex), dot(gl_TransformRows[3], gl_Vertex));
        }",
    ),
];

/// The same of fragment shaders.
const FRAGMENT: &[(&str, &str)] = &[
    ("gl_FragColor", "out vec4 gl_FragColor : FRAGCOLOR0;"),
    ("gl_FragData", "out vec4 gl_FragData[4] : FRAGDATA0;"),
    ("gl_FragDepth", "out float gl_FragDepth : FRAGDEPTH0;"),
    ("gl_FragCoord", "varying vec4 gl_FragCoord : FRAGCOORD0;"),
    ("gl_FrontFacing", "varying bool gl_FrontFacing : FACING0;"),
    ("gl_PointCoord", "varying vec2 gl_PointCoord : POINTCOORD0;"),
    ("gl_Color", "varying vec4 gl_Color : COLOR0;"),
    (
        "gl_SecondaryColor",
        "varying vec4 gl_SecondaryColor : COLOR1;",
    ),
    ("gl_TexCoord", "varying vec4 gl_TexCoord[8] : TEXCOORD0;"),
    (
        "gl_FogFragCoord",
        "varying float gl_FogFragCoord : FOGCOORD0;",
    ),
];

/// The names of state and of its types, and their declarations. Types stand before what has them.
const STATE: &[(&[&str], &str)] = &[
    (
        &["gl_DepthRangeParameters", "gl_DepthRange"],
        "struct gl_DepthRangeParameters { float near; float far; float diff; };",
    ),
    (&["gl_DepthRange"], "uniform gl_DepthRangeParameters gl_DepthRange : state;"),
    (
        &["gl_PointParameters", "gl_Point"],
        "struct gl_PointParameters { float size; float sizeMin; float sizeMax; float fadeThresholdSize;
        float distanceConstantAttenuation; float distanceLinearAttenuation; float distanceQuadraticAttenuation; };",
    ),
    (&["gl_Point"], "uniform gl_PointParameters gl_Point : state;"),
    (
        &["gl_MaterialParameters", "gl_FrontMaterial", "gl_BackMaterial"],
        "struct gl_MaterialParameters { vec4 emission; vec4 ambient; vec4 diffuse; vec4 specular; float shininess; };",
    ),
    (&["gl_FrontMaterial"], "uniform gl_MaterialParameters gl_FrontMaterial : state;"),
    (&["gl_BackMaterial"], "uniform gl_MaterialParameters gl_BackMaterial : state;"),
    (
        &["gl_LightSourceParameters", "gl_LightSource"],
        "struct gl_LightSourceParameters { vec4 ambient; vec4 diffuse; vec4 specular; vec4 position; vec4 halfVector;
        vec3 spotDirection; float spotExponent; float spotCutoff; float spotCosCutoff; float constantAttenuation;
        float linearAttenuation; float quadraticAttenuation; };",
    ),
    (&["gl_LightSource"], "uniform gl_LightSourceParameters gl_LightSource[8] : state;"),
    (
        &["gl_LightModelParameters", "gl_LightModel"],
        "struct gl_LightModelParameters { vec4 ambient; };",
    ),
    (&["gl_LightModel"], "uniform gl_LightModelParameters gl_LightModel : state;"),
    (
        &["gl_LightModelProducts", "gl_FrontLightModelProduct", "gl_BackLightModelProduct"],
        "struct gl_LightModelProducts { vec4 sceneColor; };",
    ),
    (
        &["gl_FrontLightModelProduct"],
        "uniform gl_LightModelProducts gl_FrontLightModelProduct : state;",
    ),
    (
        &["gl_BackLightModelProduct"],
        "uniform gl_LightModelProducts gl_BackLightModelProduct : state;",
    ),
    (
        &["gl_LightProducts", "gl_FrontLightProduct", "gl_BackLightProduct"],
        "struct gl_LightProducts { vec4 ambient; vec4 diffuse; vec4 specular; };",
    ),
    (&["gl_FrontLightProduct"], "uniform gl_LightProducts gl_FrontLightProduct[8] : state;"),
    (&["gl_BackLightProduct"], "uniform gl_LightProducts gl_BackLightProduct[8] : state;"),
    (
        &["gl_FogParameters", "gl_Fog"],
        "struct gl_FogParameters { vec4 color; float density; float start; float end; float scale; };",
    ),
    (&["gl_Fog"], "uniform gl_FogParameters gl_Fog : state;"),
];

/// State uniforms of the language's own types.
const UNIFORMS: &[(&str, &str)] = &[
    ("gl_NormalMatrix", "mat3 gl_NormalMatrix"),
    ("gl_NormalScale", "float gl_NormalScale"),
    ("gl_ClipPlane", "vec4 gl_ClipPlane[6]"),
    ("gl_TextureEnvColor", "vec4 gl_TextureEnvColor[8]"),
    ("gl_EyePlaneS", "vec4 gl_EyePlaneS[8]"),
    ("gl_EyePlaneT", "vec4 gl_EyePlaneT[8]"),
    ("gl_EyePlaneR", "vec4 gl_EyePlaneR[8]"),
    ("gl_EyePlaneQ", "vec4 gl_EyePlaneQ[8]"),
    ("gl_ObjectPlaneS", "vec4 gl_ObjectPlaneS[8]"),
    ("gl_ObjectPlaneT", "vec4 gl_ObjectPlaneT[8]"),
    ("gl_ObjectPlaneR", "vec4 gl_ObjectPlaneR[8]"),
    ("gl_ObjectPlaneQ", "vec4 gl_ObjectPlaneQ[8]"),
];

/// The matrices, each in four forms.
const MATRICES: &[(&str, &str)] = &[
    ("gl_ModelViewMatrix", ""),
    ("gl_ProjectionMatrix", ""),
    ("gl_ModelViewProjectionMatrix", ""),
    ("gl_TextureMatrix", "[8]"),
];

/// The forms of a matrix.
pub(super) const FORMS: [&str; 4] = ["", "Inverse", "Transpose", "InverseTranspose"];

/// Whether a word names a structure of the language's own.
pub(super) fn is_type(word: &str) -> bool {
    let is_named = |(names, text): &(&[&str], &str)| names[0] == word && text.starts_with("struct");
    word.starts_with("gl_") && STATE.iter().any(is_named)
}

/// The declarations that a text needs which writes these words.
pub(super) fn text(words: &FxHashSet<&str>, stage: Stage, limits: &Limits) -> String {
    let mut text = String::new();
    for (names, declaration) in STATE {
        if names.iter().any(|name| words.contains(name)) {
            text += declaration;
        }
    }
    for (name, declaration) in UNIFORMS {
        if words.contains(name) {
            text += &format!("uniform {declaration} : state;");
        }
    }
    for (name, sizes) in MATRICES {
        for form in FORMS {
            let name = format!("{name}{form}");
            if words.contains(name.as_str()) {
                text += &format!("uniform mat4 {name}{sizes} : state;");
            }
        }
    }
    for (name, value) in limits.constants() {
        if words.contains(name) {
            text += &format!("const int {name} = {value};");
        }
    }
    let of_stage = match stage {
        Stage::Vertex => VERTEX,
        Stage::Fragment => FRAGMENT,
    };
    for (name, declaration) in of_stage {
        let is_double = *name == "gl_Vertex" && words.contains("ftransform");
        if words.contains(name) && !is_double {
            text += declaration;
        }
    }
    text
}
