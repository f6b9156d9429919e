//! Checks `trilobite explain` and `kernel` on HLSL and on Direct3D's assembly as a user sees them: texts, tokens, textures, and
//! messages.

use shim_tests::verb::{assert_in_order, explain, folder, run, trilobite};
use std::path::{Path, PathBuf};

const HLSL: &str = "sampler2D image : register(s2);
float4 tint = { 1, 2, 3, 4 };
float4 main(float2 uv : TEXCOORD0, float f : VFACE) : COLOR
{
  float4 c = tex2D(image, uv) * tint;
  if (f < 0)
    c.x = 0;
  return c;
}
float4 blur(float2 at, float2 by) { return 0.5 * (tex2D(image, at - by) + tex2D(image, at + by)); }
float3 turn(row_major float3x3 m, float3 v : NORMAL) { return mul(m, v); }
";

const VERTEX: &str = "vs_1_1
dcl_position v0
def c0, 0.5, 0, 0, 1
m4x4 oPos, v0, c4      ; to clip space
mul oD0, v0, c0.x
";

const PIXEL: &str = "ps_3_0
dcl_2d s1
dcl_texcoord v0.xy
dcl vFace
texld r0, v0, s1
cmp r0.x, vFace, r0.x, c3.x
mov oC0, r0
";

fn verb(dir: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = trilobite(arguments);
    command.current_dir(dir);
    run(command)
}

/// A folder with the texts, and a picture of two pixels beside each other, red and green.
fn with_texts(test: &str) -> PathBuf {
    let dir = folder(test);
    let write = |name: &str, text: &str| std::fs::write(dir.join(name), text).expect("writable");
    write("glow.hlsl", HLSL);
    write("skin.vsh", VERTEX);
    write("face.psh", PIXEL);
    let file = std::fs::File::create(dir.join("two.png")).expect("writable");
    let mut encoder = png::Encoder::new(file, 2, 1);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().expect("writable");
    let pixels = [255, 0, 0, 0, 255, 0];
    writer.write_image_data(&pixels).expect("writable");
    dir
}

#[test]
fn hlsl_is_explained_at_the_stage_of_its_profile() {
    let dir = with_texts("d3d_explain_hlsl");
    let path = |name: &str| dir.join(name).display().to_string();
    let picture = format!("image={}", path("two.png"));
    let (code, out, err) = explain(&[
        &path("glow.hlsl"),
        "--profile",
        "ps_3_0",
        "--input",
        "uv=0.25,0.5",
        "--input",
        "f=-1",
        "--texture",
        &picture,
    ]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_in_order(
        &out,
        &[
            "uv 0.25 0.5",
            "5 float4 c = tex2D(image, uv) * tint;",
            "→ c 1 0 0 4",
            "7 c.x = 0;",
            "Results",
            "main 0 0 0 4",
        ],
    );
    // Without a profile it is a function over arrays, whose textures have the names of samplers.
    let (code, out, err) = explain(&[
        &path("glow.hlsl"),
        "--entry",
        "blur",
        "--input",
        "at=0.5,0.5",
        "--input",
        "by=0.25,0",
        "--texture",
        &picture,
    ]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_in_order(&out, &["Results", "return 0.5 0.5 0 1"]);
}

#[test]
fn assembly_and_its_tokens_are_explained_by_registers() {
    let dir = with_texts("d3d_explain");
    let path = |name: &str| dir.join(name).display().to_string();
    let mut command = trilobite(&["compile", "skin.vsh", "--emit", "d3dbc"]);
    let tokens = command.current_dir(&dir).output().expect("it runs").stdout;
    std::fs::write(dir.join("skin.vso"), tokens).expect("writable");
    for file in ["skin.vsh", "skin.vso"] {
        let (code, out, err) = explain(&[
            &path(file),
            "--input",
            "v0=1,2,3",
            "--param",
            "c4=2,0,0,0",
            "--param",
            "c5=0,2,0,0",
            "--param",
            "c6=0,0,2,0",
            "--param",
            "c7=0,0,0,1",
        ]);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        assert!(out.starts_with("Vertex program "), "{out}");
        let wanted = [
            "v0 1 2 3 1",
            "c4 2 0 0 0",
            "4 m4x4 oPos, v0, c4",
            "→ oPos 2 4 6 1",
            "5 mul oD0, v0, c0.x",
            "→ oD0 0.5 1 1.5 0.5",
            "Results",
            "oPos 2 4 6 1",
        ];
        assert_in_order(&out, &wanted);
        assert!(!out.contains("Not given"), "{out}");
    }
    let picture = format!("s1={}", path("two.png"));
    let (code, out, err) = explain(&[
        &path("face.psh"),
        "--input",
        "v0=0.75,0.5",
        "--input",
        "vFace=-1",
        "--texture",
        &picture,
    ]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_in_order(
        &out,
        &[
            "5 texld r0, v0, s1",
            "→ r0 0 1 0 1",
            "Results",
            "oC0 0 1 0 1",
        ],
    );
    assert!(out.contains("the front): c3."), "{out}");
    for (wrong, message) in [
        (["--input", "v7=1"], "there is: v0"),
        (["--param", "c0=1"], "there is: c3"),
        (["--param", "c3=1,2,3,4,5"], "one to four"),
        (["--texture", "s9=x.png"], "units 0 to 15"),
    ] {
        let (code, _, err) = explain(&[&[&path("face.psh")[..]][..], &wrong].concat());
        assert!(code == Some(2) && err.contains(message), "{wrong:?}: {err}");
    }
}

#[test]
fn functions_in_hlsl_read_pictures() {
    let dir = with_texts("d3d_kernel");
    let (code, out, err) = verb(&dir, &["kernel", "glow.hlsl", "--entry", "blur"]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_in_order(
        &out,
        &[
            "blur",
            "in at a vector of 2 floats",
            "in by a vector of 2 floats",
            "out return a vector of 4 floats",
            "sampler image 2D texture",
        ],
    );
    let call = [
        "kernel",
        "glow.hlsl",
        "--entry",
        "blur",
        "--set",
        "at=0.5,0.5",
        "--set",
        "by=0.25,0",
        "-n",
        "2",
        "--out",
        "return=-",
    ];
    let (code, out, err) = verb(&dir, &[&call[..], &["--texture", "image=two.png"]].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(out, "0.5,0.5,0,1\n0.5,0.5,0,1\n");
    // Without a picture a sampler reads black.
    let (_, out, _) = verb(&dir, &call);
    assert_eq!(out, "0,0,0,1\n0,0,0,1\n");
    let (code, _, err) = verb(&dir, &[&call[..], &["--texture", "photo=two.png"]].concat());
    assert!(code == Some(2) && err.contains("there is: image"), "{err}");
    let (_, out, _) = verb(&dir, &["kernel", "glow.hlsl", "--entry", "turn"]);
    assert!(out.contains("3 x 3 by rows"), "{out}");
}

#[test]
fn shaders_in_assembly_run_over_arrays() {
    let dir = with_texts("d3d_kernel_assembly");
    let (code, out, err) = verb(
        &dir,
        &[
            "kernel",
            "skin.vsh",
            "--set",
            "v0=1,2,3,1",
            "--set",
            "c4=2,0,0,0",
            "--set",
            "c5=0,2,0,0",
            "--set",
            "c6=0,0,2,0",
            "--set",
            "c7=0,0,0,1",
            "-n",
            "1",
            "--out",
            "oPos=-",
        ],
    );
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(out, "2,4,6,1\n");
}
