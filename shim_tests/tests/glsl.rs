//! GLSL: verdicts with the lines of errors, values, links.

use shim_tests::lanes::run_program;
use trilobite::frontend::binding::Binding;
use trilobite::frontend::c_like::glsl::{
    Limits, LinkOptions, Linked, Shader, Source, compile, link,
};
use trilobite::frontend::c_like::tree::Stage;
use trilobite::ir::interface::{fragment_input, fragment_output};
use trilobite::kernel::Engine;

fn compiled(stage: Stage, text: &str) -> Result<Shader, String> {
    let strings = [text.as_bytes()];
    let source = Source { strings: &strings };
    compile(&source, stage, &Limits::OWN).map_err(|refused| refused.info_log())
}

fn linked(texts: &[(Stage, &str)]) -> Result<Linked, String> {
    let shaders: Result<Vec<Shader>, String> = { texts.iter() }
        .map(|(stage, text)| compiled(*stage, text))
        .collect();
    let shaders = shaders?;
    let shaders: Vec<&Shader> = shaders.iter().collect();
    let options = LinkOptions {
        clip_planes: 0,
        attributes: &[("bound", 5)],
        limits: &Limits::OWN,
    };
    link(&shaders, &options).map_err(|log| log.0)
}

/// The texts of a file, each after a line `--- vert` or `--- frag 3`, where numbers are the lines of errors.
fn texts(file: &str) -> impl Iterator<Item = (Stage, Vec<u32>, &str)> {
    file.split("--- ").skip(1).map(|part| {
        let (head, text) = part.split_once('\n').expect("a line with the stage");
        let mut words = head.split_whitespace();
        let stage = match words.next() {
            Some("vert") => Stage::Vertex,
            _ => Stage::Fragment,
        };
        let lines = words.map(|w| w.parse().expect("a line"));
        (stage, lines.collect(), text)
    })
}

#[test]
fn verdicts_are_those_of_the_specification() {
    let mut wrong = String::new();
    let files = [
        include_str!("../glsl/accepted.txt"),
        include_str!("../glsl/refused.txt"),
    ];
    for (stage, wanted, text) in files.iter().flat_map(|file| texts(file)) {
        let log = compiled(stage, text).err().unwrap_or_default();
        let lines = log.lines().filter_map(|line| {
            let rest = line.strip_prefix("0(")?;
            rest.split(')').next()?.parse::<u32>().ok()
        });
        let found: Vec<u32> = lines.collect();
        if found != wanted {
            wrong += &format!("{text}wanted {wanted:?}, found\n{log}\n");
        } else if wanted.is_empty()
            && text.contains("main")
            && let Err(log) = linked(&[(stage, text)])
            && !log.contains("varying")
        {
            wrong += &format!("{text}does not link: {log}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The varyings of the tests of values.
const VARYINGS: [[f32; 4]; 3] = [
    [0.5, -1.25, 2.0, 3.5],
    [1.5, 2.25, -3.0, 0.25],
    [0.125, 0.75, 0.5, 1.0],
];

/// The colour of a fragment program.
fn color(version: &str, expression: &str) -> Result<[f32; 4], String> {
    let text = format!(
        "#version {version}\n{}",
        include_str!("../glsl/frame.frag").replace("EXPRESSION", expression)
    );
    let linked = linked(&[(Stage::Fragment, &text)])?;
    let code = linked.fragment.expect("a fragment program").entry.code;
    let row = |binding: &Binding| match binding {
        Binding::Constant(value) => *value,
        Binding::Scene(state) => state.default_value(),
        _ => [0.0; 4],
    };
    let words: Vec<f32> = code.bindings.iter().flat_map(row).collect();
    let mut lane = vec![0; 4 * fragment_input::COUNT as usize];
    lane[..4].copy_from_slice(&[0.5f32, 0.5, 0.5, 1.0].map(f32::to_bits));
    for (n, value) in VARYINGS.iter().enumerate() {
        let first = 4 * (fragment_input::TEX_COORD_0 as usize + n);
        for (word, x) in lane[first..].iter_mut().zip(value) {
            *word = x.to_bits();
        }
    }
    let results = run_program(&code.program, &words, Engine::Interpreter, &[lane]);
    let first = 4 * fragment_output::COLOR_0 as usize;
    Ok(std::array::from_fn(|c| {
        f32::from_bits(results[0][first + c])
    }))
}

#[test]
fn values_are_those_of_another_compiler() {
    let mut wrong = Vec::new();
    let table = include_str!("../glsl/values.txt");
    for line in table.lines().filter(|l| !l.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let found = match color(cells[0], cells[1]) {
            Ok(found) => found,
            Err(log) => {
                wrong.push(format!("{}: {log}", cells[1]));
                continue;
            }
        };
        let number = |n: &str| n.parse::<f32>().expect("a number");
        let tolerance = number(cells[2]);
        let expected = cells[3].split(' ').map(number);
        let is_near = |(x, y): (&f32, f32)| (x - y).abs() <= tolerance * y.abs().max(1.0);
        if !found.iter().zip(expected).all(is_near) {
            wrong.push(format!("{}: {found:?}, expected {}", cells[1], cells[3]));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn noise_is_smooth_and_0_at_whole_numbers() {
    let noise = |x: f32| {
        color(
            "120",
            &format!(
                "vec4(noise1({x:.6}), noise1(vec2({x:.6}, 0.5)), noise1(vec3({x:.6}, 0.25, 0.5)), noise1(vec4({x:.6}, 0.5, 0.25, 0.75)))"
            ),
        )
    };
    let zero = color(
        "120",
        "vec4(noise1(3.0), noise1(vec2(2.0, -5.0)), noise1(vec3(1.0, 7.0, 300.0)), noise1(vec4(1.0, 2.0, 3.0, -4.0)))",
    );
    assert_eq!(zero.expect("a colour"), [0.0; 4]);
    let mut last = noise(-2.0).expect("a colour");
    let mut sums = [0.0; 4];
    for i in 1..64 {
        let next = noise(-2.0 + i as f32 / 16.0).expect("a colour");
        for (c, (x, y)) in next.iter().zip(last).enumerate() {
            assert!(
                (x - y).abs() < 0.25 && x.abs() <= 1.0,
                "{i} {c}: {x} after {y}"
            );
            sums[c] += x.abs();
        }
        last = next;
    }
    assert!(sums.iter().all(|s| *s > 2.0), "{sums:?}");
}

#[test]
fn shaders_of_one_stage_are_one_program() {
    let first = "uniform float k; vec4 shade(vec4 c); varying vec4 v; void main() { gl_FragColor = shade(v); }";
    let second = "uniform float k; varying vec4 v; vec4 shade(vec4 c) { return c * k + v; }";
    let vertex = "varying vec4 v; attribute vec4 bound; attribute mat3 free; void main() { v = bound; gl_Position = ftransform() + vec4(free[2], 0.0); }";
    let linked = linked(&[
        (Stage::Fragment, first),
        (Stage::Vertex, vertex),
        (Stage::Fragment, second),
    ]);
    let linked = linked.expect("a program");
    let attributes: Vec<_> = { linked.attributes.iter() }
        .map(|a| (&*a.name, &*a.ty, a.location))
        .collect();
    assert_eq!(
        attributes,
        [
            ("gl_Vertex", "vec4", None),
            ("bound", "vec4", Some(5)),
            ("free", "mat3", Some(0))
        ]
    );
    let uniforms: Vec<_> = { linked.uniforms.iter() }
        .map(|u| (&*u.name, &*u.ty, u.size, u.places))
        .collect();
    assert_eq!(uniforms, [("k", "float", 1, [None, Some(0)])]);
}

#[test]
fn programs_that_do_not_match_are_refused() {
    let vertex = |declaration: &str| {
        format!("#version 120\n{declaration} void main() {{ gl_Position = vec4(0); }}")
    };
    let fragment = |declaration: &str, value: &str| {
        format!("#version 120\n{declaration} void main() {{ gl_FragColor = vec4({value}); }}")
    };
    // Each row: the vertex shader's declarations, the fragment shader's, what that reads, a word of the log.
    let rows = [
        ("varying vec3 v;", "varying vec4 v;", "v", "vec3"),
        ("", "varying vec4 v;", "v", "does not declare"),
        ("uniform int u;", "uniform float u;", "u", "int"),
        (
            "centroid varying vec4 v;",
            "varying vec4 v;",
            "v",
            "centroid",
        ),
        (
            "invariant varying vec4 v;",
            "varying vec4 v;",
            "v",
            "invariant",
        ),
        ("", "float f(float x);", "f(1.0)", "f"),
        ("varying vec4 v[17];", "varying vec4 v[17];", "v[16]", "17"),
    ];
    for (x, y, value, word) in rows {
        let (v, f) = (vertex(x), fragment(y, value));
        let log = linked(&[(Stage::Vertex, &v), (Stage::Fragment, &f)]);
        let log = log.err().unwrap_or_default();
        assert!(log.contains(word), "{x} {y}: {log}");
    }
    let both = "void main() { gl_FragColor = vec4(1.0); gl_FragData[1] = vec4(0.0); }";
    let log = linked(&[(Stage::Fragment, both)]).err().unwrap_or_default();
    assert!(log.contains("gl_FragData"), "{log}");
    let none = linked(&[(Stage::Vertex, "float f() { return 1.0; }")]);
    assert!(none.is_err_and(|log| log.contains("main")));
}
