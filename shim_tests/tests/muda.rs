//! Compares random MUDA programs on every engine, bit for bit, with an evaluator that shares nothing with the front end.

use shim_tests::harness::root;
use shim_tests::muda::arguments::{argument, words};
use shim_tests::muda::tree::{Ty, Value, Way};
use shim_tests::muda::{case, random, run};
use shim_tests::program_test::TestFile;
use shim_tests::random::Random;
use trilobite::frontend::c_like::entry::Kernel;
use trilobite::frontend::c_like::muda::{self, Request};
use trilobite::ir::signature::Direction;
use trilobite::kernel::Engine;

/// The lanes of each program: two groups, of which the second is not full.
const LANES: usize = 23;

#[track_caller]
fn check(seed: u64, has_wide: bool) {
    let program = random::program(seed, has_wide);
    let text = random::text::text(&program);
    let kernel =
        case::kernel(text.as_bytes(), None).unwrap_or_else(|e| panic!("seed {seed}:\n{text}\n{e}"));
    let f = program.functions.last().expect("a kernel");
    let mut random = Random::new(seed ^ 0x5eed);
    let (mut inputs, mut expected) = (Vec::new(), Vec::new());
    for _ in 0..LANES {
        let values: Vec<Value> = f
            .parameters
            .iter()
            .zip(&f.variables)
            .map(|(way, v)| match way {
                Way::Out => [0; 4],
                _ => argument(&mut random, v.ty),
            })
            .collect();
        let read = f
            .parameters
            .iter()
            .zip(&f.variables)
            .zip(&values)
            .filter(|((way, _), _)| **way != Way::Out);
        inputs.push(
            read.flat_map(|((_, v), value)| words(value, v.ty))
                .collect::<Vec<u32>>(),
        );
        let written = f
            .parameters
            .iter()
            .zip(&f.variables)
            .filter(|(way, _)| **way != Way::In)
            .map(|(_, v)| v.ty);
        let types: Vec<Ty> = written.chain([f.result]).collect();
        let results = program.run(&values);
        expected.push(
            results
                .iter()
                .zip(types)
                .flat_map(|(v, ty)| words(v, ty))
                .collect::<Vec<u32>>(),
        );
    }
    let n_words: u32 = kernel
        .signature
        .parameters
        .iter()
        .map(|p| match p.direction {
            Direction::In(_) | Direction::Uniform(_) => 0,
            Direction::Out(_) | Direction::InOut { .. } => p.words(),
        })
        .sum();
    for engine in Engine::all() {
        for (lane, found) in run(&kernel, engine, &inputs).iter().enumerate() {
            assert_eq!(
                &found[..n_words as usize],
                &expected[lane][..],
                "seed {seed}, {engine}, lane {lane}, inputs {:x?}, found {found:x?}, expected {:x?}\n{text}",
                inputs[lane],
                expected[lane]
            );
        }
    }
}

#[test]
fn programs_of_32_bits_agree_with_the_evaluator() {
    (0..1500).for_each(|seed| check(seed, false));
}

#[test]
fn programs_of_all_widths_agree_with_the_evaluator() {
    (10_000..11_000).for_each(|seed| check(seed, true));
}

/// Texts that need much memory, time or stack. Each is refused or made into kernels, and the process survives.
#[test]
fn huge_texts_end() {
    let fill = |before: &str, middle: &str, after: &str, n: usize| {
        format!("{before}{}{after}", middle.repeat(n))
    };
    let numbered = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    let chain = numbered(3000, &|i| {
        format!("static int f{}(int a) {{ return f{i}(a); }}\n", i + 1)
    });
    let doubling = numbered(40, &|i| {
        format!(
            "static int f{}(int a) {{ return f{i}(a) + f{i}(a + 1); }}\n",
            i + 1
        )
    });
    let structs = numbered(60, &|i| format!("struct S{} {{ S{i} a, b; }};\n", i + 1));
    let loops = "void f(int a) { int i = 0; float x[1000]; ";
    let texts = [
        fill("float f(float a) { return ", "(", "a; }", 100_000),
        fill("float f(float a) { return ", "-", "a; }", 100_000),
        fill("float f(float a) { return a", " + a", "; }", 100_000),
        fill("vec g() { vec a; a = a", ".x", "; }", 100_000),
        fill("void f() ", "{", "", 100_000),
        fill("void f(float a) {", " if (a) {", "", 50_000),
        fill("void f(float a) {", " while (a) {", "", 50_000),
        fill(
            "void f(float a) {",
            " if (a) { a = a + 1.0; } else { a = 2.0; }",
            "}",
            20_000,
        ),
        fill(
            "void f(float a) {",
            " while (a) { a = a - 1.0; }",
            "}",
            20_000,
        ),
        fill("void f(float a) {", " a = sin(a);", "}", 60_000),
        fill(loops, " while (x[i]) { x[i] = x[i + 1]; }", "}", 2000),
        fill(loops, " x[3] = x[2];", "}", 70_000),
        fill(loops, " if (a) { x[1] = 2.0; } else { }", "}", 20_000),
        fill("void f() { float a", ", a", "; }", 200_000),
        numbered(40_000, &|i| {
            format!("float v{i}(float a) {{ return a; }}\n")
        }),
        numbered(1, &|_| {
            format!(
                "void f() {{ {} }}",
                numbered(60_000, &|i| format!("int a{i};"))
            )
        }),
        format!("static int f0(int a) {{ return a; }}\n{chain}int k(int a) {{ return f3000(a); }}"),
        format!(
            "static int f0(int a) {{ return a; }}\n{doubling}int k(int a) {{ return f40(a); }}"
        ),
        format!("struct S0 {{ float a; }};\n{structs}void f() {{ S60 s; }}"),
        format!("void f() {{ int a = {}; }}", "9".repeat(500_000)),
        format!("int {}(int a) {{ return b; }}", "n".repeat(500_000)),
        "/*".repeat(300_000),
        "\"".repeat(300_000),
    ];
    for text in texts {
        let bytes = &text.as_bytes()[..text.len().min(1 << 20)];
        match trilobite::frontend::c_like::muda::Program::load(bytes) {
            Err(errors) => errors
                .iter()
                .for_each(|e| assert!(e.info_log(bytes).len() < 1024)),
            Ok(program) => {
                let name = program
                    .functions()
                    .next()
                    .expect("one is external")
                    .to_owned();
                match program.kernel(&name) {
                    Ok(kernel) => drop(run(&kernel, Engine::Interpreter, &[vec![0]])),
                    Err(error) => assert!(error.info_log(bytes).len() < 1024),
                }
            }
        }
    }
}

/// The kernel of an author's program, with its text from shim_tests/programs/muda/author.
fn author_kernel(stem: &str, function: &str) -> Kernel {
    let path = root().join(format!("shim_tests/programs/muda/author/{stem}.test"));
    let text = std::fs::read_to_string(path).expect("readable");
    let file = TestFile::parse(&text).expect("a program test");
    let request = Request {
        function: Some(function),
        sizes: &[],
    };
    let program = muda::Program::load_with(&file.program, &request);
    let program = program.unwrap_or_else(|e| panic!("{stem}: {}", e[0].info_log(&file.program)));
    program.kernel(function).expect("it is lowered")
}

/// The greatest error of a function of one vector, in units of the last place, over floats with these bits.
fn greatest_error(kernel: &Kernel, bits: std::ops::Range<u32>, exact: fn(f64) -> f64) -> f64 {
    let step = ((bits.end - bits.start) / (1 << 16)).max(1) as usize;
    let all: Vec<u32> = bits.step_by(step).collect();
    let lanes: Vec<Vec<u32>> = all.chunks_exact(4).map(<[u32]>::to_vec).collect();
    let results = run(kernel, Engine::Interpreter, &lanes);
    let pairs = lanes
        .iter()
        .flatten()
        .zip(results.iter().flat_map(|r| &r[..4]));
    let error = |(x, found): (&u32, &u32)| {
        let expected = exact(f64::from(f32::from_bits(*x)));
        let rounded = (expected as f32).abs().max(f32::MIN_POSITIVE);
        let ulp = f64::from(f32::from_bits(rounded.to_bits() + 1)) - f64::from(rounded);
        (f64::from(f32::from_bits(*found)) - expected).abs() / ulp
    };
    pairs.map(error).fold(0.0, f64::max)
}

/// The comments of libm/log.mu and libm/sqrt.mu say 2 units for x86; that of cos.mu says nothing.
#[test]
fn the_author_s_mathematics_is_as_exact_as_its_comments_say() {
    let floats = |from: f32, to: f32| from.to_bits()..to.to_bits();
    let sqrt = author_kernel("sqrt", "sqrtmu");
    let error = greatest_error(&sqrt, floats(1e-30, 1e30), f64::sqrt);
    assert!(error <= 2.0, "sqrtmu: {error}");
    let log2 = author_kernel("log2", "log2mu");
    let error = greatest_error(&log2, floats(1e-37, 1e38), f64::log2);
    assert!(error <= 2.0, "log2mu: {error}");
    let log = author_kernel("log2", "logmu");
    let error = greatest_error(&log, floats(1e-37, 1e38), f64::ln);
    assert!(error <= 2.1, "logmu: {error}");
    // The cosine is not reduced exactly, so that few bits are left near π/2.
    let cos = author_kernel("cos", "cosmu");
    let error = greatest_error(&cos, floats(1e-6, 1.5), f64::cos);
    assert!(error <= 40.0, "cosmu: {error}");
}
