//! Measures the front end alone: texts of ARB programs to IR, in bytes of text per second, and recorded shaders.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use trilobite::codegen::compile_hlsl;
use trilobite::frontend::assembly::Stage;
use trilobite::frontend::assembly::arb::{
    Limits, MAX_TEXT_BYTES, errors, load_fragment, load_vertex,
};
use trilobite::frontend::assembly::ati::recorder::Recorder as FragmentRecorder;
use trilobite::frontend::assembly::ati::shader as ati;
use trilobite::frontend::binding::{MatrixName, SceneValue};
use trilobite::frontend::c_like::hlsl::{Program, Request, profile};
use trilobite::frontend::lexer::{Operators, Rules, Splices, literal};
use trilobite::frontend::preprocessor::{Bump, Mode, NoFiles, Options, preprocess};
use trilobite::frontend::vertex_shader::Opcode;
use trilobite::frontend::vertex_shader::recorder::Recorder as VertexRecorder;
use trilobite::frontend::vertex_shader::shader::{
    DataType, Destination, Output, Parameter, Shader, Storage, Symbol,
};
use trilobite::ir::Span;

/// A vertex program of `n` lights. The loop over them is written out, as in programs of the time.
fn vertex_text(n: usize) -> String {
    let mut text = String::from(
        "!!ARBvp1.0\nPARAM mvp[4] = { state.matrix.mvp };\nPARAM mv[4] = { state.matrix.modelview };\n\
         PARAM mvit[3] = { state.matrix.modelview.invtrans.row[0..2] };\nTEMP eye, n, l, sum;\n",
    );
    for (row, component) in ["x", "y", "z", "w"].iter().enumerate() {
        text += &format!("DP4 result.position.{component}, mvp[{row}], vertex.position;\n");
        text += &format!("DP4 eye.{component}, mv[{row}], vertex.position;\n");
    }
    for (row, component) in ["x", "y", "z"].iter().enumerate() {
        text += &format!("DP3 n.{component}, mvit[{row}], vertex.normal;\n");
    }
    text += "MOV sum, state.lightmodel.scenecolor;\n";
    for light in (0..n).map(|light| light % 8) {
        text += &format!(
            "ADD l.xyz, state.light[{light}].position, -eye; # towards light {light}\nDP3 l.w, l, l;\nRSQ l.w, l.w;\n\
             MUL l.xyz, l, l.w;\nDP3 l.x, n, l;\nMAX l.x, l.x, 0.0;\nMAD sum.xyz, l.x, state.lightprod[{light}].diffuse, sum;\n"
        );
    }
    text + "MOV result.color, sum;\nMOV result.texcoord[0], vertex.texcoord[0];\n\
     MOV result.texcoord[1], vertex.texcoord[1];\nMOV result.texcoord[2], vertex.texcoord[2];\nEND\n"
}

/// A fragment program that blurs with `n` taps.
fn fragment_text(n: usize) -> String {
    let mut text = String::from("!!ARBfp1.0\nTEMP c, t, sum;\nMOV sum, 0.0;\n");
    for tap in 0..n {
        let offset = tap as f32 * 0.01 - 0.08;
        text += &format!(
            "ADD t, fragment.texcoord[0], {{ {offset}, {}, 0, 0 }};\nTEX c, t, texture[0], 2D;\nMAD sum, c, {}, sum;\n",
            -offset,
            1.0 / n as f32
        );
    }
    text + "MOV_SAT result.color, sum;\nEND\n"
}

/// The largest shader of ATI_fragment_shader: two passes of six routings and eight pairs.
fn record_fragment_shader() -> ati::Shader {
    let mut recorder = FragmentRecorder::new();
    let argument = |n| ati::Argument {
        source: ati::Source::Register(n),
        replicate: None,
        modifiers: ati::Modifiers::default(),
    };
    for _ in 0..ati::PASSES {
        for n in 0..ati::REGISTERS as u8 {
            let routing = ati::Routing {
                sample: true,
                source: ati::Coordinates::Set(n),
                swizzle: ati::Swizzle::Str,
                span: Span::NONE,
            };
            recorder.route(n, routing).expect("a routing");
        }
        for pair in 0..ati::PAIRS as u8 {
            let operation = |mask| ati::Operation {
                opcode: ati::Opcode::Mad,
                register: pair % 6,
                mask,
                scale: 0,
                saturate: false,
                arguments: (0..3).map(|n| argument((pair + n) % 6)).collect(),
                span: Span::NONE,
            };
            recorder.color_op(operation(7)).expect("a colour operation");
            recorder.alpha_op(operation(8)).expect("an alpha operation");
        }
    }
    recorder.finish().expect("a shader")
}

/// A shader of EXT_vertex_shader that transforms, then adds up `n` lights.
fn record_vertex_shader(n: u32) -> Shader {
    let symbol = |name, data, storage| Symbol {
        name,
        first: name,
        count: 1,
        data,
        storage,
        normalized: false,
    };
    let bound =
        |name, parameter: Parameter| symbol(name, parameter.data_type(), Storage::Bound(parameter));
    let local = |name, data| symbol(name, data, Storage::Local);
    let (scalar, sum) = (local(1, DataType::Scalar), local(2, DataType::Vector));
    let (eye, mvp) = (
        local(3, DataType::Vector),
        Parameter::Matrix(MatrixName::Mvp),
    );
    let (vertex, normal) = (
        bound(4, Parameter::Attribute(0)),
        bound(5, Parameter::Normal),
    );
    let mut recorder = VertexRecorder::new();
    let mut operation = |opcode, to, arguments: &[Symbol]| {
        let arguments = arguments.iter().copied().collect();
        recorder
            .operation(opcode, to, arguments)
            .expect("types that fit");
    };
    let position = Destination::Output(Output::Vertex);
    operation(Opcode::MultiplyMatrix, position, &[bound(6, mvp), vertex]);
    operation(
        Opcode::MultiplyMatrix,
        Destination::Local(eye),
        &[bound(6, mvp), vertex],
    );
    for light in 0..n {
        let place = bound(
            10 + light,
            Parameter::Vector(SceneValue::LightPosition(light)),
        );
        operation(Opcode::Sub, Destination::Local(eye), &[place, eye]);
        operation(Opcode::Dot3, Destination::Local(scalar), &[eye, normal]);
        operation(Opcode::RecipSqrt, Destination::Local(scalar), &[scalar]);
        operation(Opcode::Madd, Destination::Local(sum), &[eye, scalar, sum]);
    }
    operation(Opcode::Mov, Destination::Output(Output::Color(0)), &[sum]);
    recorder.finish().0
}

/// It should take less than 50 µs.
fn bench_recorders(c: &mut Criterion) {
    let mut group = c.benchmark_group("record");
    group.bench_function("ATI_fragment_shader, 16 pairs", |b| {
        b.iter(record_fragment_shader);
    });
    group.bench_function("EXT_vertex_shader, 35 operations", |b| {
        b.iter(|| record_vertex_shader(black_box(8)));
    });
    group.finish();
}

/// The longest text, of one repeated thing.
fn longest(head: &str, unit: &str) -> String {
    let n = (MAX_TEXT_BYTES - head.len() - 3) / unit.len();
    format!("{head}{}END", unit.repeat(n))
}

/// A mebibyte should be accepted or refused, with its whole log, in less than 50 ms.
fn bench_longest(c: &mut Criterion) {
    let mut group = c.benchmark_group("parse 1 MiB");
    group.sample_size(20);
    let cases = [
        ("of comments, accepted", longest("!!ARBvp1.0\n", "# as 0\n")),
        (
            "of MOV, refused",
            longest("!!ARBvp1.0\nTEMP r;", "MOV r,r;"),
        ),
        (
            "of CAL, refused",
            longest("!!ARBvp1.0\nOPTION NV_vertex_program2; a:", "CAL a;"),
        ),
        (
            "of constants, refused",
            (0..45_000).fold("!!ARBvp1.0\nPARAM p = 1;".to_owned(), |text, n| {
                text + &format!("PARAM q{n} = {n}.5;")
            }) + "END",
        ),
        (
            "of errors, refused",
            longest("!!ARBvp1.0\nTEMP r;", "MOV q,1;"),
        ),
    ];
    for (name, text) in cases {
        let text = text.as_bytes();
        assert!(
            (900_000..=MAX_TEXT_BYTES).contains(&text.len()),
            "{name}: {} bytes",
            text.len()
        );
        group.bench_function(name, |b| {
            b.iter(|| match load_vertex(black_box(text), &Limits::VERTEX) {
                Ok(program) => program.warnings(text).len(),
                Err(_) => errors(text, &Limits::VERTEX, Stage::Vertex).len(),
            });
        });
    }
    group.finish();
}

static OPERATORS: Operators = Operators::new(&[
    "##", "&&", "||", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "#", "+", "-", "*", "/", "<",
    ">", "=", "!", "?", ":", ";", ",", ".", "(", ")", "[", "]", "{", "}",
]);

/// A mebibyte of a shader with macros and conditions should take less than 50 ms, and so should a macro that expands without
/// end.
fn bench_preprocessor(c: &mut Criterion) {
    let shader = "#ifdef SHADOW\nuniform sampler2D shadow; // the map\n#else\n#define LERP(a, b, t) ((a) + ((b) - (a)) * (t))\n\
                  #endif\nfloat4 shade(float3 normal, float3 light, float4 base) {\n  float n = max(dot(normal, light), 0.0);\n  \
                  float3 half_way = normalize(light + float3(0.0, 0.0, 1.0)); /* eye */\n  float s = pow(dot(normal, half_way), 32.0);\n  \
                  return LERP(base * n, float4(s, s, s, 1.0), 0.25f);\n}\n";
    let bomb = (1..40).fold("#define M0 x\n".to_owned(), |text, i| {
        text + &format!("#define M{i} M{0} M{0}\n", i - 1)
    });
    let options = Options {
        rules: Rules {
            operators: &OPERATORS,
            number: literal,
            has_strings: true,
            splices: Splices::Tokens,
        },
        macros: &[],
        include_paths: &[],
        mode: Mode::Own,
    };
    let mut group = c.benchmark_group("preprocess");
    group.sample_size(20);
    for (name, text) in [
        ("1 MiB of shaders", shader.repeat((1 << 20) / shader.len())),
        ("a bomb", bomb + "M39\n"),
    ] {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let arena = Bump::new();
                let text = black_box(text.as_bytes());
                preprocess(&arena, "t", text, &options, &mut NoFiles)
                    .tokens
                    .len()
            });
        });
    }
    group.finish();
}

fn bench(c: &mut Criterion) {
    let mut group = c.benchmark_group("parse");
    let (vertex, fragment) = (vertex_text(8), fragment_text(16));
    // It should take less than 100 µs.
    let hundred = vertex_text(12);
    group.throughput(Throughput::Bytes(vertex.len() as u64));
    group.bench_function("ARBvp, 72 instructions", |b| {
        b.iter(|| {
            load_vertex(black_box(vertex.as_bytes()), &Limits::VERTEX).expect("a correct program")
        });
    });
    group.throughput(Throughput::Bytes(hundred.len() as u64));
    group.bench_function("ARBvp, 100 instructions", |b| {
        b.iter(|| {
            load_vertex(black_box(hundred.as_bytes()), &Limits::VERTEX).expect("a correct program")
        });
    });
    group.throughput(Throughput::Bytes(fragment.len() as u64));
    group.bench_function("ARBfp, 50 instructions", |b| {
        b.iter(|| {
            load_fragment(black_box(fragment.as_bytes()), &Limits::FRAGMENT)
                .expect("a correct program")
        });
    });
    group.finish();
}

/// A shader in HLSL of `n` lines: lights with gloss, in a scene of textures.
fn hlsl_text(n: usize) -> String {
    let mut text = String::from(
        "sampler2D base, bumps, gloss;\nfloat4 place[8], tint[8], ambient;\nfloat3 eye;\nfloat4x4 turn;\n\
         float3 lit_by(float3 at, float3 n, float4 place, float4 tint, float gloss)\n{\n\
         \x20   float3 l = place.xyz - at;\n    float d = rsqrt(dot(l, l));\n    l *= d;\n\
         \x20   float3 h = normalize(l + normalize(eye - at));\n\
         \x20   float s = pow(saturate(dot(n, h)), 16) * gloss;\n\
         \x20   return tint.rgb * (saturate(dot(n, l)) + s) * saturate(1 - place.w / d);\n}\n\
         float4 main(float2 uv : TEXCOORD0, float3 at : TEXCOORD1, float3 side : TEXCOORD2, float3 up : TEXCOORD3) : COLOR\n{\n\
         \x20   float3 b = tex2D(bumps, uv).xyz * 2 - 1;\n    float4 c = tex2D(base, uv);\n    float g = tex2D(gloss, uv).r;\n\
         \x20   float3 n = normalize(b.x * side + b.y * up + b.z * cross(side, up));\n    float3 sum = ambient.rgb;\n",
    );
    let lines = text.lines().count() + 3;
    for line in 0..n.saturating_sub(lines) {
        text += &match line % 10 {
            0 => "    n = mul((float3x3)turn, n);\n".to_owned(),
            1 => format!("    if (n.z > 0.{line}) sum *= 0.9; else sum = sum.yzx;\n"),
            2..=4 => format!(
                "    sum += lit_by(at, n, place[{0}], tint[{0}], g);\n",
                line % 8
            ),
            5 => format!("    g = lerp(g, c.a, frac(uv.x * {line}));\n"),
            6 => "    at += n * 0.125;\n".to_owned(),
            7 => "    n = normalize(n + reflect(side, n) * g);\n".to_owned(),
            8 => format!("    c.rgb = max(c.rgb, sum * 0.{line}5);\n"),
            _ => "    sum = clamp(sum, 0, 4);\n".to_owned(),
        };
    }
    text + "    c.rgb *= sum;\n    return saturate(c);\n}\n"
}

/// HLSL to tokens.
fn bench_tokens(c: &mut Criterion) {
    let mut group = c.benchmark_group("hlsl_to_tokens");
    for (name, lines) in [("ps_2_b", 40), ("ps_3_0", 100)] {
        let text = hlsl_text(lines);
        assert_eq!(text.lines().count(), lines);
        let profile = profile::find(name).unwrap();
        let request = Request {
            entry: Some("main"),
            ..Request::new(text.as_bytes(), profile)
        };
        group.bench_function(format!("{name}_{lines}_lines"), |b| {
            b.iter(|| {
                let program = Program::load(black_box(&request), &mut NoFiles);
                let program = program.unwrap_or_else(|e| panic!("{}", e.listing()));
                let made = compile_hlsl(&program);
                made.unwrap_or_else(|e| panic!("{e}")).tokens(true)
            });
        });
    }
    group.finish();
}

criterion_group!(
    benches,
    bench,
    bench_longest,
    bench_preprocessor,
    bench_tokens,
    bench_recorders
);
criterion_main!(benches);
