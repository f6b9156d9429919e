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

#[test]
fn tokens_become_every_output() {
    let path = file("fxc_again", "water.hlsl", WATER);
    let place = folder("fxc_again_out");
    let at = |name: &str| place.join(name).display().to_string();
    let (tokens, copy, header) = (at("water.pso"), at("copy.pso"), at("water.h"));
    let made = run(trilobite(&[
        "fxc", "/nologo", "/T", "ps_2_0", "/Fo", &tokens, &path,
    ]));
    assert_eq!(made.0, Some(0));
    let (code, out, _) = run(trilobite(&[
        "fxc", "/nologo", "/dumpbin", "/Fo", &copy, "/Fh", &header, &tokens,
    ]));
    assert_eq!(code, Some(0));
    assert!(out.contains("object save succeeded"), "{out}");
    let bytes = |path: &str| std::fs::read(path).expect("a file");
    assert_eq!(bytes(&copy), bytes(&tokens));
    let header = String::from_utf8(bytes(&header)).expect("a text");
    assert!(
        header.contains("const DWORD g_ps20_main[] =\n{\n    0xffff0200, "),
        "{header}"
    );
    // Numbers are those of arithmetic slots before the line, places those in the tokens.
    let (_, out, _) = run(trilobite(&[
        "fxc", "/nologo", "/dumpbin", "/Ni", "/No", &tokens,
    ]));
    let rows = out.lines().filter(|l| l.contains("  0x"));
    let rows: Vec<&str> = rows.map(|l| &l[..4]).collect();
    assert_eq!(rows, ["    ", "    ", "   0", "   0", "   1"], "{out}");
}

#[test]
fn files_have_options_and_help_is_there() {
    let path = file("fxc_options", "water.hlsl", WATER);
    let options = file(
        "fxc_options_file",
        "options",
        &format!("/nologo\n/T ps_2_0\n/E\nmain\n{path}\n"),
    );
    let (code, out, err) = run(trilobite(&["fxc", &format!("@{options}")]));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("    ps_2_0\n"), "{out}");
    let (code, out, _) = run(trilobite(&["fxc", "/?"]));
    assert_eq!(code, Some(0));
    assert!(out.contains("/dumpbin"), "{out}");
    let (code, _, err) = run(trilobite(&["fxc", "/nologo", "/T", "ps_9_9", &path]));
    assert_eq!(code, Some(1));
    assert!(err.contains("error X3506: "), "{err}");
}

#[test]
fn effects_are_listed_and_limits_are_kept() {
    let effect = file(
        "fxc_effect",
        "water.fx",
        "float4 k; float4 main() : COLOR { return k; } technique T { pass P { PixelShader = compile ps_2_0 main(); } }\n",
    );
    let (code, out, _) = run(trilobite(&["fxc", "/nologo", "/T", "fx_2_0", &effect]));
    assert_eq!(code, Some(0));
    assert!(out.contains("technique T"), "{out}");
    let to = folder("fxc_effect_out").join("water.fxo");
    let to = to.display().to_string();
    let (code, _, err) = run(trilobite(&[
        "fxc", "/nologo", "/T", "fx_2_0", "/Fo", &to, &effect,
    ]));
    assert_eq!(code, Some(1));
    assert!(err.contains("no effect files"), "{err}");
    let indexed = file(
        "fxc_effect",
        "indexed.hlsl",
        "int n; float4 main(float4 p : TEXCOORD) : COLOR { p[n] = 2; return p; }\n",
    );
    let (code, _, err) = run(trilobite(&["fxc", "/nologo", "/T", "ps_3_0", &indexed]));
    assert_eq!(code, Some(1));
    assert!(err.contains("error X3500: "), "{err}");
    let (code, ..) = run(trilobite(&[
        "fxc", "/nologo", "/Vd", "/T", "ps_3_0", &indexed,
    ]));
    assert_eq!(code, Some(0));
}
