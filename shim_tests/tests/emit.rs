//! Checks programs as MUDA and as C. Random programs give the same words in each form, on every engine and compiled by gcc.
//! The texts of a few readable ones are compared with files (shim_tests/emit).

use shim_tests::emit::c::Compiled;
use shim_tests::emit::through_muda;
use shim_tests::harness::{compile_c, library_dir, root, under_driver};
use shim_tests::muda::{arguments, case, random, run, run_program};
use shim_tests::program_test::{TestFile, test_files};
use shim_tests::random::Random;
use shim_tests::verb::{file, run as run_verb, trilobite};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trilobite::compute::text;
use trilobite::emit::{self, About, Emitted};
use trilobite::frontend::BoundProgram;
use trilobite::frontend::c_like::entry::Kernel;
use trilobite::frontend::language::Language;
use trilobite::ir::signature::Signature;
use trilobite::ir::{BlockId, Builder, Op, Program, Type};
use trilobite::kernel::Engine;
use trilobite::passes;

/// The lanes of each program: two groups, of which the second is not full.
const LANES: usize = 19;
/// The value of an output that is never written, as `run` fills it.
const UNWRITTEN: u32 = 0xdead_beef;

/// A random program with its inputs, and the interpreter's results.
struct Sample {
    seed: u64,
    text: String,
    kernel: Kernel,
    inputs: Vec<Vec<u32>>,
    expected: Vec<Vec<u32>>,
}

#[track_caller]
fn sample(seed: u64, has_wide: bool) -> Sample {
    let program = random::program(seed, has_wide);
    let text = random::text::text(&program);
    let kernel =
        case::kernel(text.as_bytes(), None).unwrap_or_else(|e| panic!("{seed}:\n{text}{e}"));
    let inputs = arguments::lanes(&program, &mut Random::new(seed ^ 0x5eed), LANES);
    let expected = run(&kernel, Engine::Interpreter, &inputs);
    Sample {
        seed,
        text,
        kernel,
        inputs,
        expected,
    }
}

impl Sample {
    fn about(&self) -> About<'_> {
        About {
            signature: Some(&self.kernel.signature),
            uniforms: &[],
            source: self.text.as_bytes(),
        }
    }

    /// Runs the MUDA form of the program, before or after the passes, on every engine.
    fn check_muda(&self, is_optimized: bool) {
        let program = &self.kernel.code.program;
        let optimized = passes::standard(program);
        let program = if is_optimized { &optimized } else { &**program };
        let (program, text) = through_muda(program, &self.about(), &|_| UNWRITTEN)
            .unwrap_or_else(|e| panic!("seed {}:\n{}{e}", self.seed, self.text));
        let bindings = Vec::new();
        let again = Kernel {
            code: BoundProgram { program, bindings },
            ..self.kernel.clone()
        };
        for engine in Engine::all() {
            let found = run(&again, engine, &self.inputs);
            for (lane, (a, b)) in self.expected.iter().zip(&found).enumerate() {
                let same = a[..] == b[..a.len()];
                assert!(
                    same,
                    "seed {}, {engine}, lane {lane}: {a:x?}, found {b:x?}\n{}\n{text}",
                    self.seed, self.text
                );
            }
        }
    }

    fn c(&self, number: usize) -> Emitted {
        let mut signature = self.kernel.signature.clone();
        signature.name = format!("function{number}");
        let about = About {
            signature: Some(&signature),
            ..self.about()
        };
        // Half of the programs are taken before the passes.
        let program = match number % 2 {
            0 => passes::expand_math::expand_math(&self.kernel.code.program),
            _ => passes::standard(&self.kernel.code.program),
        };
        let emitted = emit::c(&program, &about);
        emitted.unwrap_or_else(|e| panic!("seed {}: {e}", self.seed))
    }
}

#[test]
fn random_programs_come_back_from_muda() {
    for seed in 0..300 {
        let sample = sample(seed, seed % 2 == 0);
        sample.check_muda(seed % 3 == 0);
    }
}

#[test]
fn random_programs_are_the_same_in_c() {
    let samples: Vec<Sample> = (0..120).map(|seed| sample(seed, seed % 2 == 0)).collect();
    let functions: Vec<Emitted> = samples.iter().enumerate().map(|(i, s)| s.c(i)).collect();
    let compiled = Compiled::new("random", &functions);
    for (i, sample) in samples.iter().enumerate() {
        for (lane, (inputs, expected)) in sample.inputs.iter().zip(&sample.expected).enumerate() {
            let mut outputs = vec![UNWRITTEN; expected.len() + 4];
            compiled.call(i, inputs, &[], &mut outputs);
            assert!(
                outputs[..expected.len()] == expected[..],
                "seed {}, lane {lane}: {inputs:x?} gave {outputs:x?} instead of {expected:x?}\n{}\n{}",
                sample.seed,
                sample.text,
                functions[i].text
            );
        }
    }
}

/// The program of a program test in an assembly language, with random numbers for it.
struct Assembly {
    path: PathBuf,
    program: Arc<Program>,
    c: Emitted,
    uniforms: Vec<u32>,
    inputs: Vec<Vec<u32>>,
}

impl Assembly {
    /// Returns `None` for programs that only draws can run.
    fn read(number: usize, path: PathBuf) -> Option<Assembly> {
        let text = std::fs::read_to_string(&path).expect("a test");
        let file = TestFile::parse(&text).expect("a test");
        let program = file.load().expect("a program").program.clone();
        let c = match number % 2 {
            0 => passes::expand_math::expand_math(&program),
            _ => passes::standard(&program),
        };
        let signature = Signature {
            name: format!("function{number}"),
            ..Signature::default()
        };
        let about = About {
            signature: Some(&signature),
            ..About::default()
        };
        let c = emit::c(&c, &about).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        if c.text.contains("struct tl_draw") {
            return None;
        }
        let mut random = Random::new(number as u64);
        let mut words = |n: u32| -> Vec<u32> {
            let words = 0..n.next_multiple_of(4);
            words.map(|_| random.f32().to_bits()).collect()
        };
        Some(Assembly {
            uniforms: words(program.n_uniforms),
            inputs: (0..LANES).map(|_| words(program.n_inputs)).collect(),
            path,
            program,
            c,
        })
    }
}

/// Every third program test of the assembly languages.
#[test]
fn assembly_programs_are_the_same_in_c() {
    let paths = test_files(&root().join("shim_tests/programs")).into_iter();
    let paths = paths.filter(|path| !path.iter().any(|part| part == "muda"));
    let samples = paths.step_by(3).enumerate();
    let samples: Vec<Assembly> = samples.filter_map(|(i, p)| Assembly::read(i, p)).collect();
    assert!(samples.len() > 300, "{} programs", samples.len());
    let functions: Vec<Emitted> = samples.iter().map(|s| s.c.clone()).collect();
    let compiled = Compiled::new("assembly", &functions);
    for (i, sample) in samples.iter().enumerate() {
        let uniforms: Vec<f32> = sample.uniforms.iter().map(|w| f32::from_bits(*w)).collect();
        let expected = run_program(
            &sample.program,
            &uniforms,
            Engine::Interpreter,
            &sample.inputs,
        );
        for (inputs, expected) in sample.inputs.iter().zip(&expected) {
            let mut outputs = vec![UNWRITTEN; expected.len() + 4];
            compiled.call(i, inputs, &sample.uniforms, &mut outputs);
            assert!(
                outputs[..expected.len()] == expected[..],
                "{}: {inputs:x?} gave {outputs:x?} instead of {expected:x?}\n{}",
                sample.path.display(),
                sample.c.text
            );
        }
    }
}

/// The blocks that block `i` continues with.
type Edges = fn(u32) -> [u32; 2];

/// Programs of many blocks, whose control flow is hard to write as text. Each has a text, whose length per block is
/// bounded.
#[test]
fn texts_are_as_long_as_the_programs() {
    const BLOCKS: u32 = 8000;
    let shapes: [(&str, Edges); 6] = [
        ("ways to the end", |i| [i + 1, BLOCKS]),
        ("ways that meet", |i| [i + 1, i + 2]),
        ("loops inside each other", |i| [i + 1, BLOCKS - i]),
        ("loops with two entries", |i| [i + 1, i.div_ceil(3) * 2]),
        ("loops to everywhere", |i| {
            [i + 1, i.wrapping_mul(2_654_435_761) % BLOCKS]
        }),
        ("one loop after the other", |i| [i + 1, i]),
    ];
    for (name, ways) in shapes {
        let program = jumps(BLOCKS, ways);
        for emitted in [
            emit::muda(&program, &About::default()),
            emit::c(&program, &About::default()),
        ] {
            let bytes = emitted.unwrap_or_else(|e| panic!("{name}: {e}")).text.len();
            assert!(bytes < 1000 * BLOCKS as usize, "{name}: {bytes} bytes");
        }
        let few = jumps(12, |i| ways(i).map(|to| to % 13));
        if let Err(e) = through_muda(&few, &About::default(), &|_| UNWRITTEN) {
            panic!("{name}: {e}");
        }
    }
}

/// Blocks that add a number and continue with one of two others. The block after them ends.
fn jumps(n: u32, ways: impl Fn(u32) -> [u32; 2]) -> Program {
    let mut b = Builder::new();
    b.set_instruction_limit(1000);
    let blocks: Vec<BlockId> = (0..=n).map(|_| b.new_block()).collect();
    let zero = b.load_input(0);
    b.jump(blocks[0], &[zero]);
    for i in 0..n {
        let x = b.switch_to(blocks[i as usize], &[Type::F32])[0];
        b.count_source(1);
        let sum = b.emit1(Op::FAdd, &[x, zero]);
        let is_less = b.emit1(Op::FLt, &[sum, zero]);
        let [yes, no] = ways(i).map(|to| blocks[to.min(n) as usize]);
        b.branch(is_less, (yes, &[sum]), (no, &[sum]));
    }
    let x = b.switch_to(blocks[n as usize], &[Type::F32])[0];
    b.store_output(0, x);
    b.end();
    b.finish()
}

#[test]
fn compile_prints_muda_that_compiles_and_c() {
    let program = "!!ARBvp1.0\nADD result.position, vertex.position, vertex.position;\nEND\n";
    let program = file("emit", "copy.vp", program);
    let (code, muda, err) = run_verb(trilobite(&["compile", &program, "--emit", "muda"]));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(
        muda.contains("// ADD result.position, vertex.position, vertex.position"),
        "{muda}"
    );
    let again = file("emit", "copy.mu", &muda);
    let (code, out, err) = run_verb(trilobite(&["compile", &again]));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{muda}");
    assert!(out.contains("vertex_position"), "{out}");
    let (code, c, _) = run_verb(trilobite(&["compile", &again, "--emit", "c"]));
    assert_eq!(code, Some(0));
    assert!(c.contains("const float *restrict vertex_position"), "{c}");
    let draws = "void f(float s, out vec c) { c = sample(0, s, s, 0.0, 1.0, 0.0); }";
    let draws = file("emit", "draws.mu", draws);
    let (code, _, err) = run_verb(trilobite(&["kernel", &draws]));
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("only draws have"), "{err}");
}

/// The dump of a scene's kernels has their source lines.
#[test]
fn the_driver_shows_its_kernels() {
    let scene = compile_c("emit_scene", &["scenes/lantern.c"], &["OSMesa", "X11"]);
    let picture = library_dir().join("emit").join("dump.ppm");
    std::fs::create_dir_all(picture.parent().expect("a folder"))
        .expect("the target folder is writable");
    let mut command = under_driver(&scene);
    let command = command.env("TRILOBITE_DEBUG", "muda").arg(&picture);
    let output = command.args(["64", "48"]).output().expect("the scene runs");
    let shown = String::from_utf8_lossy(&output.stderr);
    let has = |text: &str| assert!(shown.contains(text), "no {text:?} in:\n{shown}");
    assert!(output.status.success(), "{shown}");
    has("trilobite: muda: ");
    has("void main(");
    has("    // ");
}

/// Compares `shim_tests/emit/NAME.SUFFIX` as MUDA and as C. `TRILOBITE_BLESS=1` rewrites the expected texts.
#[test]
fn readable_programs_look_as_they_should() {
    let folder = root().join("shim_tests/emit");
    for name in [
        "mandelbrot.mu",
        "lantern.fp",
        "lit.vp",
        "blocks.fp",
        "calls.vp",
    ] {
        let path = folder.join(name);
        let source = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let language = Language::guess(&source, Path::new(name)).expect("a known language");
        let loaded = language
            .load(&source, None)
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        let code = loaded.code();
        let muda = text::muda(&loaded, &code.program, &source)
            .expect("a text")
            .text;
        check_text(&folder.join(format!("{name}.muda")), &muda);
        let c = text::c(&loaded, &passes::standard(&code.program), &source).expect("a text");
        check_text(&folder.join(format!("{name}.c")), &emit::c_file(&[c]));
    }
}

#[track_caller]
fn check_text(path: &Path, text: &str) {
    if std::env::var_os("TRILOBITE_BLESS").is_some_and(|v| v == "1") {
        std::fs::write(path, text).expect("the folder is writable");
        return;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        expected == text,
        "{}: TRILOBITE_BLESS=1 rewrites it; found:\n{text}",
        path.display()
    );
}
