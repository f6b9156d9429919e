//! Effects against Microsoft's verdicts (`hlsl/effects.tsv`), and what is read of one.

use shim_tests::fuzz;
use shim_tests::random::Random;
use shim_tests::verb::{file, run, trilobite};
use trilobite::frontend::c_like::hlsl::effect::{Literal, Object, Shader, Value};
use trilobite::frontend::c_like::hlsl::{Effect, Refused, Request, numbers, profile};
use trilobite::frontend::preprocessor::NoFiles;

fn load(text: &str) -> Result<Effect, Refused> {
    let profile = profile::find("fx_2_0").expect("the profile of effects");
    Effect::load(&Request::new(text.as_bytes(), profile), &mut NoFiles)
}

/// `ok`, or the number of the first error; `error` of one without a number.
fn verdict(text: &str) -> String {
    match load(text) {
        Ok(_) => "ok".to_owned(),
        Err(refused) => {
            let number = numbers::of_error(&refused.errors[0].kind);
            number.map_or("error".to_owned(), |n| n.to_string())
        }
    }
}

#[test]
fn effects_have_the_verdicts_of_the_reference() {
    let table = include_str!("../hlsl/effects.tsv");
    let head = table.lines().find_map(|l| l.strip_prefix("#head "));
    let head = head.expect("the declarations of the table");
    let (mut wrong, mut n) = (Vec::new(), 0);
    for line in table.lines().filter(|l| !l.starts_with('#')) {
        let cells: Vec<&str> = line.splitn(3, '\t').collect();
        let [reference, known, text] = cells[..] else {
            panic!("{line}");
        };
        let wanted = if known == "-" { reference } else { known };
        let whole = match text.strip_prefix("pass: ") {
            Some(states) => format!("{head} technique T {{ pass P {{ {states} }} }}"),
            None => text.to_owned(),
        };
        let found = verdict(&whole.replace("\\n", "\n"));
        n += 1;
        if found != wanted {
            wrong.push(format!("wanted {wanted}, found {found}: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n > 1700, "{n}");
}

const EFFECT: &str = r#"
float4x4 wvp : WORLDVIEWPROJECTION;
float glow < float UIMin = 0; string UIName = "Glow"; > = 0.5;
texture skin < string name = "skin.png"; >;
sampler s = sampler_state { Texture = <skin>; MinFilter = Linear; AddressU = clamp; };
float4 move(float4 p : POSITION, uniform float k) : POSITION { return mul(p, wvp) * k; }
float4 paint(float2 t : TEXCOORD0) : COLOR { return tex2D(s, t) * glow; }
technique Main < int quality = 2; >
{
    pass P0 < string script = "draw"; >
    {
        AlphaBlendEnable = true;
        SrcBlend = One | Zero;
        ColorWriteEnable = RED | GREEN | 8;
        TextureFactor = 0xff00ff00;
        DepthBias = glow * 2;
        Sampler[1] = (s);
        VertexShader = compile vs_2_0 move(2.0);
        PixelShader = compile ps_2_0 paint();
    }
    pass
    {
        VertexShader = NULL;
        PixelShader = asm
        {
            ps_1_1 // comment
            def c0, 1, 0.5, 0, 1
            mov r0, c0
        };
    }
}
"#;

#[test]
fn an_effect_is_read_whole() {
    let effect = load(EFFECT).unwrap_or_else(|r| panic!("{}", r.listing()));
    let parameter = |name: &str| {
        let mut all = effect.parameters.iter();
        all.find(|p| p.name == name).expect("a parameter")
    };
    assert_eq!(
        parameter("wvp").semantic.as_deref(),
        Some("WORLDVIEWPROJECTION")
    );
    assert_eq!(parameter("skin").object, Object::Texture);
    assert_eq!(
        parameter("glow").annotations[0].value,
        Literal::Numbers(vec![0.0])
    );
    assert_eq!(
        parameter("glow").annotations[1].value,
        Literal::Text("Glow".into())
    );
    let sampler = &parameter("s").samplers[0];
    assert!(matches!(&sampler[0].value, Value::Parameter(name) if name == "skin"));
    assert!(matches!(sampler[1].value, Value::Bits(2)), "linear");
    assert!(matches!(sampler[2].value, Value::Bits(3)), "clamp");

    let [technique] = &effect.techniques[..] else {
        panic!("one technique");
    };
    assert_eq!(technique.name, "Main");
    assert_eq!(technique.annotations[0].value, Literal::Numbers(vec![2.0]));
    let [first, second] = &technique.passes[..] else {
        panic!("two passes");
    };
    assert_eq!((&*first.name, &*second.name), ("P0", ""));
    let value = |i: usize| &first.settings[i].value;
    assert!(matches!(value(0), Value::Bits(1)));
    assert!(matches!(value(1), Value::Bits(3)), "One | Zero");
    assert!(matches!(value(2), Value::Bits(11)));
    assert!(matches!(value(3), Value::Bits(0xff00ff00)));
    assert!(matches!(value(4), Value::Computed(_)));
    assert_eq!(first.settings[5].index, Some(1));
    let Value::Shader(Shader::Compiled(vertex)) = value(6) else {
        panic!("a compiled shader");
    };
    assert_eq!((&*vertex.function, vertex.arguments.len()), ("move", 1));
    assert!(matches!(second.settings[0].value, Value::Null));
    let Value::Shader(Shader::Assembled(pixel)) = &second.settings[1].value else {
        panic!("an assembled shader");
    };
    assert_eq!(pixel.version().name(), "ps_1_1");
}

#[test]
fn the_listing_names_each_state() {
    let listing = load(EFFECT)
        .unwrap_or_else(|r| panic!("{}", r.listing()))
        .listing();
    for line in [
        "parameter texture skin < name = \"skin.png\" >",
        "    AddressU = Clamp (3)",
        "  pass P0 < script = \"draw\" >",
        "    Sampler[1] = parameter s",
        "    VertexShader = vs_2_0 move with 1 arguments, 2 constants",
        "    PixelShader = ps_1_1 in assembly, 1 slots",
    ] {
        assert!(listing.lines().any(|l| l == line), "{line}\n{listing}");
    }
}

/// The command line shows the listing, or the IR of each shader, and refuses with a line in Microsoft's form.
#[test]
fn the_command_line_shows_effects() {
    let path = file("effects", "glow.fx", EFFECT);
    let (code, out, err) = run(trilobite(&["compile", &path, "--profile", "fx_2_0"]));
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("technique Main < quality = 2 >"), "{out}");
    let emit = ["compile", &path, "--profile", "fx_2_0", "--emit", "ir"];
    let (code, out, err) = run(trilobite(&emit));
    assert_eq!(code, Some(0), "{err}");
    let heads: Vec<&str> = out.lines().filter(|l| l.starts_with("== ")).collect();
    assert_eq!(heads, ["== vs_2_0 move", "== ps_2_0 paint"]);
    let wrong = file(
        "effects",
        "wrong.fx",
        "technique T { pass P { SrcBlend = Wrap; } }",
    );
    let (code, _, err) = run(trilobite(&["compile", &wrong, "--profile", "fx_2_0"]));
    assert_eq!(code, Some(1));
    let line = "wrong.fx(1,35): error: \"Wrap\" is no value of the state \"SrcBlend\"";
    assert!(err.contains(line), "{err}");
}

/// Any bytes end in an effect or in errors.
#[test]
fn changed_effects_end_in_errors_or_not() {
    let mut random = Random::new(902);
    for _ in 0..2000 {
        let text = fuzz::mutated(&mut random, &[EFFECT]);
        let profile = profile::find("fx_2_0").expect("the profile of effects");
        let _ = Effect::load(&Request::new(&text, profile), &mut NoFiles);
    }
}

/// An error says where it stands in the effect's text.
#[test]
fn errors_have_the_place_of_the_state() {
    let refused =
        load("technique T { pass P {\nZEnable = true;\nNope = 1; } }").expect_err("an error");
    assert!(
        refused
            .listing()
            .starts_with("(3,1): error: there is no state \"Nope\""),
        "{}",
        refused.listing()
    );
}

/// Objects that only effects know have no values in programs, as arrays either.
#[test]
fn arrays_of_objects_have_no_registers() {
    let text =
        "string names[2] = { \"a\", \"b\" }; pixelshader p[2]; float4 main() : COLOR { return 1; }";
    let profile = profile::find("ps_2_0").expect("a profile");
    let request = Request {
        entry: Some("main"),
        ..Request::new(text.as_bytes(), profile)
    };
    let program = trilobite::frontend::c_like::hlsl::Program::load(&request, &mut NoFiles);
    let program = program.unwrap_or_else(|r| panic!("{}", r.listing()));
    let entry = program.entry().expect("a program");
    assert!(entry.constants.entries.is_empty());
}
