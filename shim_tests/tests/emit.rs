//! Programs as MUDA and as C: random ones give the same words in each form, on every engine and compiled by gcc; a few
//! readable ones look as they should (shim_tests/emit).

use shim_tests::emit::c::Compiled;
use shim_tests::emit::through_muda;
use shim_tests::harness::root;
use shim_tests::muda::{arguments, case, random, random_text, run};
use shim_tests::random_ir::Random;
use std::path::Path;
use trilobite::compute::Language;
use trilobite::emit::{self, About, Emitted};
use trilobite::frontend::BoundProgram;
use trilobite::frontend::c_like::lower::Kernel;
use trilobite::kernel::Engine;
use trilobite::passes;

/// Lanes of each program: two groups, the second one not full.
const LANES: usize = 19;
/// What an output holds that nobody writes, as `run` fills them.
const UNWRITTEN: u32 = 0xdead_beef;

/// A random program with its inputs and what the interpreter makes of them.
struct Sample {
    seed: u64,
    text: String,
    kernel: Kernel,
    inputs: Vec<Vec<u32>>,
    expected: Vec<Vec<u32>>,
}

fn sample(seed: u64, has_wide: bool) -> Sample {
    let program = random::program(seed, has_wide);
    let text = random_text::text(&program);
    let kernel = case::kernel(text.as_bytes(), None).unwrap_or_else(|e| panic!("{seed}:\n{text}{e}"));
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

    /// Its MUDA form, of the program as it came or after the passes, on every engine.
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
                assert!(same, "seed {}, {engine}, lane {lane}: {a:x?}, found {b:x?}\n{}\n{text}", self.seed, self.text);
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
        // Half of them as they came.
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

/// `shim_tests/emit/NAME.SUFFIX` as MUDA and as C; `TRILOBITE_BLESS=1` rewrites what it should look like.
#[test]
fn readable_programs_look_as_they_should() {
    let folder = root().join("shim_tests/emit");
    for name in ["mandelbrot.mu", "lantern.fp", "lit.vp", "blocks.fp", "calls.vp"] {
        let path = folder.join(name);
        let text = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let language = Language::guess(&text, Path::new(name)).expect("a known language");
        let loaded = language.load(&text, None).unwrap_or_else(|e| panic!("{name}: {e}"));
        let code = loaded.code();
        let muda = loaded.muda(&code.program, &text).expect("a text").text;
        check_text(&folder.join(format!("{name}.muda")), &muda);
        let c = loaded.c(&passes::standard(&code.program), &text).expect("a text");
        check_text(&folder.join(format!("{name}.c")), &emit::c_file(&[c]));
    }
}

fn check_text(path: &Path, text: &str) {
    if std::env::var_os("TRILOBITE_BLESS").is_some_and(|v| v == "1") {
        std::fs::write(path, text).expect("the folder is writable");
        return;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert!(expected == text, "{}: TRILOBITE_BLESS=1 rewrites it; found:\n{text}", path.display());
}
