//! Cg functions as kernels over arrays, run on every engine: what statements and expressions compute, and the values of the
//! reference compiler (`shim_tests/cg/values.tsv`).

use std::path::Path;
use trilobite::frontend::c_like::cg::{self, Request, profile};
use trilobite::frontend::c_like::entry::{Kernel, kernel};
use trilobite::frontend::c_like::tree::FunctionId;
use trilobite::frontend::preprocessor::NoFiles;
use trilobite::ir::signature::Scalar;
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::{Engine, Invocation, PixelWindow, Scratch, compile_for};
use trilobite::simd::LANES;

/// The kernel of the last function of a name.
fn kernel_for(text: &str, profile: &str, name: &str) -> Kernel {
    let mut request = Request::new(text.as_bytes(), profile::find(profile).expect("a profile"));
    request.is_strict = false;
    let checked = cg::check(&request, &mut NoFiles);
    if let Err(errors) = &checked.result {
        panic!("{text}\n{}", errors[0]);
    }
    let functions = &checked.module.functions;
    let at = functions.iter().rposition(|f| f.name == name);
    let id = FunctionId(at.expect("the function") as u32);
    kernel(&checked.module, id).unwrap_or_else(|e| panic!("{text}\n{e}"))
}

/// Runs a kernel on every engine, which must agree in all bits. `inputs` are the words of all parameters that are read
/// for each element, `uniforms` those of the others; integers are given as numbers. Returns the output words of one
/// lane, integers as numbers.
fn run(kernel: &Kernel, inputs: &[f32], uniforms: &[f32]) -> Vec<f32> {
    assert_eq!(kernel.draws, None);
    let program = &kernel.code.program;
    let (mut given, mut set) = (inputs.to_vec(), uniforms.to_vec());
    for p in &kernel.signature.parameters {
        if p.scalar != Scalar::I32 {
            continue;
        }
        let as_bits = |words: &mut [f32], first: u32| {
            for word in &mut words[first as usize..][..p.words() as usize] {
                *word = f32::from_bits(*word as i32 as u32);
            }
        };
        if let Some(first) = p.direction.input() {
            as_bits(&mut given, first);
        }
        if let Some(first) = p.direction.uniform() {
            as_bits(&mut set, first);
        }
    }
    given.resize(program.n_inputs as usize, 0.0);
    set.resize(program.n_uniforms as usize, 0.0);
    let inputs: Vec<[f32; LANES]> = given.iter().map(|x| [*x; LANES]).collect();
    let n_outputs = program.n_outputs as usize;
    let mut first: Option<Vec<u32>> = None;
    for engine in Engine::all() {
        let mut outputs = vec![[-9.0; LANES]; n_outputs];
        let mut inv = Invocation {
            uniforms: &set,
            inputs: &inputs,
            n_inputs: inputs.len(),
            outputs: &mut outputs,
            n_outputs,
            planes: &[],
            groups: &[],
            masks: &mut [0xffff],
            front_facing: true,
            pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
            samplers: &[],
        };
        compile_for(program, engine).run(&mut inv, &mut Scratch::default());
        let bits: Vec<u32> = outputs
            .iter()
            .map(|slot| slot[LANES - 1].to_bits())
            .collect();
        assert_eq!(
            first.get_or_insert_with(|| bits.clone()),
            &bits,
            "{engine:?}\n{program}"
        );
    }
    let mut words: Vec<f32> = first
        .expect("an engine")
        .into_iter()
        .map(f32::from_bits)
        .collect();
    for p in &kernel.signature.parameters {
        let (Scalar::I32, Some(first)) = (p.scalar, p.direction.output()) else {
            continue;
        };
        for word in &mut words[first as usize..][..p.words() as usize] {
            *word = word.to_bits() as i32 as f32;
        }
    }
    words
}

/// A text with a function `f`; its inputs, its uniforms, and its outputs.
type Case = (&'static str, &'static [f32], &'static [f32], &'static [f32]);

const CASES: &[Case] = &[
    // Loops, unrolled and real; break, continue, nesting, do and while.
    (
        "float f(float a) { float s = 0; for (int i = 0; i < 4; i++) { s += a * i; if (s > 100) break; } return s; }",
        &[2.5],
        &[],
        &[15.0],
    ),
    (
        "float f(float a) { float s = 0; for (int i = 0; i < 4; i++) { s += a * i; if (s > 100) break; } return s; }",
        &[60.0],
        &[],
        &[180.0],
    ),
    (
        "float f(float a, uniform int n) { float s = 0; for (int i = 0; i < n; i++) { if (i == 2) continue; s += a; } return s; }",
        &[1.5],
        &[5.0],
        &[6.0],
    ),
    (
        "float f(float a, uniform int n) { float s = 0; for (int i = 0; i < n; i++) { if (i == 2) continue; s += a; } return s; }",
        &[1.5],
        &[0.0],
        &[0.0],
    ),
    (
        "float f(float a) { float s = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { if (j > i) break; s += a + i * 10 + j; } return s; }",
        &[1.0],
        &[],
        &[90.0],
    ),
    (
        "float f(float a) { float s = 0; for (int i = 0; i < 1000; i++) { float t = s; for (int j = 0; j < i; j++) { if (j == 3) break; t += a; } s = t; if (s > 20) return s; } return -1; }",
        &[1.0],
        &[],
        &[21.0],
    ),
    (
        "float f(float a) { int n = 0; do { a = a * 2; n++; } while (a < 10); return n; }",
        &[1.0],
        &[],
        &[4.0],
    ),
    (
        "float f(float a) { int n = 0; do { n++; } while (n < 3); return n + a; }",
        &[0.5],
        &[],
        &[3.5],
    ),
    (
        "float f(float a) { while (true) { a += 1; if (a > 5) break; } return a; }",
        &[2.5],
        &[],
        &[5.5],
    ),
    (
        "float f(float a) { float s = 0; for (int i = 0; i < 6; i++) { if (i < a) continue; s = s * 10 + i; } return s; }",
        &[3.5],
        &[],
        &[45.0],
    ),
    (
        "float f(float a) { int k = 5; for (int i = 0; i < k; i++) { if (a > 2) k = 3; a += 1; } return a; }",
        &[1.0],
        &[],
        &[4.0],
    ),
    // The counter of an unrolled loop is a constant, also where a body would need a branch.
    (
        "float f(float a) { float t[3] = {1, 2, 4}; float s = 0; for (int i = 2; i >= 0; i--) s = s * a + t[i]; return s; }",
        &[10.0],
        &[],
        &[421.0],
    ),
    // Returns from everywhere.
    (
        "float f(float a) { if (a > 2.0) return 7; if (a > 1.4) { return 8; } return 9; }",
        &[1.5],
        &[],
        &[8.0],
    ),
    (
        "float g(float a) { for (int i = 0; i < 10; i++) { if (i > a) return i; } return -1; } float f(float a) { return g(a) + g(a + 1) * 100; }",
        &[2.5],
        &[],
        &[403.0],
    ),
    (
        "void g(inout float a, out float b) { b = a; if (a > 1) { a = 5; return; } a = 6; b = 7; } float f(float a) { float x = a, y = 2; g(x, y); return x * 10 + y; }",
        &[2.0],
        &[],
        &[52.0],
    ),
    (
        "void g(inout float a, out float b) { b = a; if (a > 1) { a = 5; return; } a = 6; b = 7; } float f(float a) { float x = a, y = 2; g(x, y); return x * 10 + y; }",
        &[0.5],
        &[],
        &[67.0],
    ),
    // Globals: uniform, written, static with first values that read others.
    (
        "static float g = 3; float u; void bump() { g += u; } float f(float x) { bump(); bump(); return g * x; }",
        &[2.0],
        &[1.5],
        &[12.0],
    ),
    (
        "float u; float f(float x) { u += x; return u; }",
        &[2.0],
        &[1.5],
        &[3.5],
    ),
    (
        "float u; static float g = u * 2; float f(float x) { return g + x; }",
        &[1.0],
        &[4.0],
        &[9.0],
    ),
    (
        "static float g; void step_() { g += 1; } float f(float x) { g = 0; for (int i = 0; i < x; i++) step_(); return g; }",
        &[4.5],
        &[],
        &[5.0],
    ),
    // Arrays: constant and computed indices; uniform rows; out of range reads 0 and writes nothing.
    (
        "float f(float i) { float a[4] = {1, 2, 3, 4}; a[i] = 9; return a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3]; }",
        &[2.0],
        &[],
        &[1294.0],
    ),
    (
        "float f(float i) { float a[4] = {1, 2, 3, 4}; a[i] = 9; return a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3] + a[i]; }",
        &[7.0],
        &[],
        &[1234.0],
    ),
    (
        "float2 u[3]; float2 f(float i) { return u[i]; }",
        &[1.0],
        &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        &[3.0, 4.0],
    ),
    (
        "float4 u[2]; float f(float i) { return u[i].z; }",
        &[1.0],
        &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        &[7.0],
    ),
    (
        "float f(float i) { float2x3 m = {1, 2, 3, 4, 5, 6}; float3 r = m[i]; return r.z; }",
        &[1.0],
        &[],
        &[6.0],
    ),
    (
        "float f(float i) { float3 v = {1, 2, 3}; v[i] = 8; return v.x * 100 + v.y * 10 + v.z; }",
        &[1.0],
        &[],
        &[183.0],
    ),
    (
        "float f(float i, float j) { float a[2][3] = {{1, 2, 3}, {4, 5, 6}}; return a[i][j]; }",
        &[1.0, 2.0],
        &[],
        &[6.0],
    ),
    // Matrices, structures, swizzles.
    (
        "float3x3 f(float3x3 m) { float3x3 n = m + m; n[1][2] = 5; n._m00 = 3; return n; }",
        &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
        &[],
        &[3.0, 4.0, 6.0, 8.0, 10.0, 5.0, 14.0, 16.0, 18.0],
    ),
    (
        "struct P { float3 a; float b[2]; bool c; }; P f(P p) { p.a.xz = p.a.zx; p.b[1] += 1; p.c = !p.c; return p; }",
        &[1.0, 2.0, 3.0, 4.0, 5.0, 0.0],
        &[],
        &[3.0, 2.0, 1.0, 4.0, 6.0, 1.0],
    ),
    (
        "float f(float3 v) { v.zx += v.xy; return v.x * 100 + v.y * 10 + v.z; }",
        &[1.0, 2.0, 3.0],
        &[],
        &[324.0],
    ),
    (
        "float f(float a) { int i = 3; float b = i++ * 10; return b + i + (a += 2) + a--; }",
        &[1.0],
        &[],
        &[40.0],
    ),
    // Truth values, conditional expressions, conversions, integers.
    (
        "bool f(float a) { bool2 r = bool2(a > 1, a > 2); return r.x && !r.y; }",
        &[1.5],
        &[],
        &[1.0],
    ),
    (
        "float g(float x) { return x * x; } float f(float a) { return a > 2 ? g(a) : a + 1; }",
        &[3.0],
        &[],
        &[9.0],
    ),
    (
        "float2 f(float2 a) { return a > 1 ? a * 10 : a; }",
        &[0.5, 2.0],
        &[],
        &[0.5, 20.0],
    ),
    (
        "float f(float a) { bool b = a; return b + (float)(a > 1); }",
        &[2.0],
        &[],
        &[2.0],
    ),
    (
        "int f(int a) { return (a + 7) % 3 * 10 + a / 2; }",
        &[6.0],
        &[],
        &[13.0],
    ),
    (
        "int f(int a) { return a % 3 * 10 + a / 2; }",
        &[-7.0],
        &[],
        &[-13.0],
    ),
    ("int f(float a) { return a; }", &[-2.75], &[], &[-2.0]),
    // A truth value and a sampler keep their forms through branches.
    (
        "float f(float a) { bool b = false; if (a > 1) b = a > 2; else b = true; return b ? 1 : 2; }",
        &[1.5],
        &[],
        &[2.0],
    ),
];

#[test]
fn functions_give_the_values_of_the_language() {
    for (text, inputs, uniforms, expected) in CASES {
        let kernel = kernel_for(text, "latest", "f");
        assert_eq!(&run(&kernel, inputs, uniforms), expected, "{text}");
    }
}

#[test]
fn constants_leave_no_branches() {
    for text in [
        "float f(float a) { float s = 0; for (int i = 0; i < 8; i++) { if (i % 2 == 0) s += a; else s -= i; } return s; }",
        "float f(float a) { if (false) return 1; return a; }",
        "static const bool DEBUG = false; float f(float a) { for (int i = 0; i < 3; i++) { if (DEBUG) return 1; a += i; if (i == 1) break; } return a; }",
    ] {
        let kernel = kernel_for(text, "latest", "f");
        assert_eq!(kernel.code.program.blocks.len(), 1, "{text}");
    }
}

#[test]
fn a_conditional_evaluates_one_arm_only_where_it_has_effects() {
    let text = "float g(inout float x) { x += 1; return x; } float f(float a) { float n = 0; float v = a > 2 ? g(n) : g(a); return n * 100 + v * 10 + a; }";
    let kernel = kernel_for(text, "latest", "f");
    assert_eq!(run(&kernel, &[3.0], &[]), [113.0]);
    assert_eq!(run(&kernel, &[1.0], &[]), [22.0]);
}

/// Bodies on which we differ from the reference by more than the table's tolerance, with the reason.
const DIFFERENT: &[(&str, &str)] = &[(
    "int_modulo",
    "arbfp1 takes the fraction of a quotient, which is never negative; kernels follow C, as the later profiles do",
)];

fn numbers(field: &str) -> Vec<f32> {
    let words = field.split_whitespace();
    words.map(|w| w.parse().unwrap_or(f32::NAN)).collect()
}

#[test]
fn functions_give_the_references_values() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("cg/values.tsv");
    let table = std::fs::read_to_string(table).expect("the table of values");
    let mut kernels = std::collections::HashMap::new();
    let (mut n, mut draws, mut wrong) = (0, 0, Vec::new());
    for line in table.lines().filter(|l| !l.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, body, tolerance, a, b, d, result] = fields[..] else {
            panic!("{line}");
        };
        let kernel = kernels.entry(body).or_insert_with(|| {
            let text = format!("float4 feature(float4 a, float4 b, float4 d) {{ {body} }}");
            kernel_for(&text, "arbfp1", "feature")
        });
        if kernel.draws.is_some() {
            draws += 1;
            continue;
        }
        let inputs = [numbers(a), numbers(b), numbers(d)].concat();
        let found = run(kernel, &inputs, &[]);
        let (expected, tolerance) = (numbers(result), numbers(tolerance)[0]);
        let is_near = |(x, y): (&f32, &f32)| {
            y.is_nan() || x == y || (x - y).abs() <= tolerance * y.abs().max(1.0)
        };
        n += 1;
        let is_known = DIFFERENT.iter().any(|(known, _)| *known == name);
        if !is_known && !found.iter().zip(&expected).all(is_near) {
            wrong.push(format!(
                "{name}: {body} of {inputs:?}: {found:?}, not {expected:?}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {n}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    println!("{n} rows, and {draws} that need a draw");
    assert!(n > 1000, "{n} rows");
}

#[test]
fn a_path_without_return_keeps_the_values_of_the_others() {
    let text = "float2 f(float x) { if (x == 1.0) { return float2(5, 6); } if (x == 3.0) { return float2(7, 8); } }";
    let kernel = kernel_for(text, "arbfp1", "f");
    assert_eq!(run(&kernel, &[1.0], &[]), [5.0, 6.0]);
    assert_eq!(run(&kernel, &[3.0], &[]), [7.0, 8.0]);
}

/// Sums, commas and ladders of this many links, each with its value at 3.0. What is computed in groups differs from what
/// is computed whole in the number of links only.
fn long_texts(n: usize) -> [(String, f32); 7] {
    let join = |separator: &str, link: &dyn Fn(usize) -> String| {
        let links: Vec<String> = (0..=n).map(link).collect();
        links.join(separator)
    };
    let sum = join(" + ", &|i| format!("a * {}", i % 7));
    let sum_of = (0..=n).map(|i| i % 7).sum::<usize>() as f32;
    let mixed = join(" - ", &|i| format!("{} + a", i % 5));
    let mixed_of = 4.0 + (1..=n).map(|i| 3.0 - (i % 5) as f32).sum::<f32>();
    let literals = join(" + ", &|_| "1".to_owned());
    let commas = join(", ", &|i| format!("s += {}", i % 3));
    let commas_of = (0..=n).map(|i| i % 3).sum::<usize>() as f32;
    let ladder = |body: &str| {
        let branch = |i: usize| format!("if (b == {i}) {}", body.replace('$', &i.to_string()));
        join(" else ", &branch)
    };
    let last = n as f32;
    [
        (format!("return {sum};"), 3.0 * sum_of),
        (
            format!("return {};", mixed.replacen("0 +", "1 +", 1)),
            mixed_of,
        ),
        (
            format!("float x[2]; return a * ({literals});"),
            3.0 * (n as f32 + 1.0),
        ),
        (format!("float s = 0; {commas}; return s;"), commas_of),
        (
            format!(
                "float s = 0; {} else s = -1; return s;",
                ladder("s = $ * 2;")
            ),
            last * 2.0,
        ),
        (
            format!("{} return -1;", ladder("return $ + 1;")),
            last + 1.0,
        ),
        (
            format!(
                "b = -1; float s = 7; {} else s = 5; return s;",
                ladder("s += $;")
            ),
            5.0,
        ),
    ]
}

#[test]
fn long_chains_have_the_values_of_short_ones() {
    for n in [2, 127, 128, 129, 256, 257, 1500] {
        for (body, value) in long_texts(n) {
            let text = format!("float f(float a, float b) {{ {body} }}");
            let kernel = kernel_for(&text, "latest", "f");
            let found = run(&kernel, &[3.0, n as f32], &[]);
            let start: String = body.chars().take(60).collect();
            assert_eq!(found, [value], "{n} links: {start}");
        }
    }
}
