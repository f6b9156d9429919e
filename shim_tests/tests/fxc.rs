//! `trilobite fxc`, and shaders of HLSL from `trilobite compile`, as a user runs them.

use shim_tests::verb::{file, folder, run, trilobite};
use trilobite::frontend::assembly::d3d::D3dProgram;

const WATER: &str = "sampler2D water;
float4 tint;
float4 main(float2 at : TEXCOORD0) : COLOR
{
    return tex2D(water, at) * tint;
}
";

#[test]
fn a_listing_has_constants_assembly_and_slots() {
    let path = file("fxc_listing", "water.hlsl", WATER);
    let (code, out, err) = run(trilobite(&["fxc", "/nologo", "/T", "ps_2_0", &path]));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    for part in [
        "//   float4 tint;",
        "//   sampler2D water;",
        "    ps_2_0\n    dcl t0.xy\n    dcl_2d s0\n    texld r0, t0, s0\n    mul r0, r0, c0\n    mov oC0, r0\n",
        "// approximately 3 instruction slots used (1 texture, 2 arithmetic)\n",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let arguments = ["compile", &path, "--profile", "ps_2_0", "--emit", "d3dasm"];
    let (_, same, _) = run(trilobite(&arguments));
    assert_eq!(same, out);
}

#[test]
fn files_are_written_and_read_again() {
    let path = file("fxc_files", "water.hlsl", WATER);
    let place = folder("fxc_files_out");
    let at = |name: &str| place.join(name).display().to_string();
    let (tokens, listing, header) = (at("water.pso"), at("water.txt"), at("water.h"));
    let arguments = [
        "fxc", "-nologo", "/Tps_3_0", "/Emain", "/Fo", &tokens, "/Fc", &listing, "/Fh", &header,
        "/Vn", "water", &path,
    ];
    let (code, _, err) = run(trilobite(&arguments));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let bytes = std::fs::read(&tokens).expect("tokens");
    let shader = D3dProgram::from_tokens(&bytes).expect("a shader");
    let table = shader.constant_table().expect("a table").expect("one");
    let names: Vec<&str> = table.constants.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["tint", "water"]);
    let (_, dump, _) = run(trilobite(&["fxc", "/nologo", "/dumpbin", &tokens]));
    let text = std::fs::read_to_string(&listing).expect("a listing");
    assert_eq!(dump, text);
    let header = std::fs::read_to_string(&header).expect("a header");
    assert!(
        header.contains("const DWORD water[] =\n{\n    0xffff0300, "),
        "{header}"
    );
}

#[test]
fn errors_have_places_numbers_and_a_status() {
    let wrong = file(
        "fxc_errors",
        "wrong.hlsl",
        "float4 main() : COLOR\n{\n    return colour;\n}\n",
    );
    let (code, _, err) = run(trilobite(&["fxc", "/nologo", "/T", "ps_2_0", &wrong]));
    assert_eq!(code, Some(1));
    assert!(
        err.starts_with(&format!("{wrong}(3,12): error X3004: ")),
        "{err}"
    );
    let old = ["fxc", "/nologo", "/T", "ps_1_1", &wrong];
    let (code, _, err) = run(trilobite(&old));
    assert_eq!(code, Some(1));
    assert!(err.contains("error X3539: "), "{err}");
    let (code, _, err) = run(trilobite(&["fxc", "/nologo", "/Q", &wrong]));
    assert_eq!(
        (code, err.as_str()),
        (Some(1), "trilobite: unknown option /Q\n")
    );
}

#[test]
fn messages_go_to_a_file_and_listings_have_colours() {
    let path = file("fxc_messages", "water.hlsl", WATER);
    let (_, page, _) = run(trilobite(&["fxc", "/nologo", "/Cc", "/T", "ps_2_0", &path]));
    let line = "    <span class=\"o\">texld</span> <span class=\"r\">r0</span>, <span class=\"r\">t0</span>, <span class=\"r\">s0</span>\n";
    assert!(page.contains(line), "{page}");
    let wrong = file(
        "fxc_messages",
        "wrong.hlsl",
        "float4 main() : COLOR { return colour; }\n",
    );
    let to = folder("fxc_messages_out")
        .join("errors.txt")
        .display()
        .to_string();
    let (code, _, err) = run(trilobite(&[
        "fxc", "/nologo", "/T", "ps_2_0", "/Fe", &to, &wrong,
    ]));
    assert_eq!(
        (code, err.as_str()),
        (Some(1), "\ncompilation failed; no code produced\n")
    );
    let text = std::fs::read_to_string(to).expect("errors");
    assert!(
        text.starts_with(&format!("{wrong}(1,32): error X3004: ")),
        "{text}"
    );
}

#[test]
fn pixel_shaders_1_are_compiled_as_of_old() {
    let path = file("fxc_old", "water.hlsl", WATER);
    let (code, out, err) = run(trilobite(&["fxc", "/nologo", "/LD", "/T", "ps_1_1", &path]));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(
        out.contains("    ps_1_1\n    tex t0\n    mul r0, t0, c0\n"),
        "{out}"
    );
    let (_, out, _) = run(trilobite(&[
        "fxc", "/nologo", "/Gec", "/T", "ps_1_1", &path,
    ]));
    assert!(out.contains("    ps_2_0\n"), "{out}");
}

#[test]
fn what_a_machine_lacks_is_refused_with_a_number() {
    let endless = file(
        "fxc_loops",
        "loop.hlsl",
        "int n;\nfloat4 main() : COLOR\n{\n    float s = 0;\n    for (int i = 0; i < n; i++)\n        s += s * 2 + 1;\n    return s;\n}\n",
    );
    let (code, _, err) = run(trilobite(&["fxc", "/nologo", "/T", "ps_2_0", &endless]));
    assert_eq!(code, Some(1));
    assert!(err.contains("error X3511: "), "{err}");
    let mut long = String::from("float4 c;\nfloat4 main(float4 x : TEXCOORD0) : COLOR\n{\n");
    for _ in 0..70 {
        long += "    x = frac(x * c + x);\n";
    }
    let long = file("fxc_limits", "long.hlsl", &(long + "    return x;\n}\n"));
    let (code, _, err) = run(trilobite(&["fxc", "/nologo", "/T", "ps_2_0", &long]));
    assert_eq!(code, Some(1));
    assert!(err.contains("error X5608: "), "{err}");
}

#[test]
fn the_preprocessor_alone() {
    let path = file(
        "fxc_pre",
        "a.hlsl",
        "#define TWICE(x) (2 * x)\nfloat a = TWICE(B);\n",
    );
    let out = folder("fxc_pre_out").join("a.i").display().to_string();
    let arguments = ["fxc", "/nologo", "/D", "B=3", "/P", &out, &path];
    assert_eq!(run(trilobite(&arguments)).0, Some(0));
    let text = std::fs::read_to_string(out).expect("a text");
    assert_eq!(text, format!("#line 2 \"{path}\"\nfloat a = (2 * 3);\n"));
}
