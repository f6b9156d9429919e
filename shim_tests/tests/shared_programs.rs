//! Random functions through the front ends of HLSL and of Cg: the same text gives the same bits.
//!
//! `TRILOBITE_FUZZ_ROUNDS` is how many times as many programs are made (1). A failure names its seed.

use shim_tests::lanes::run_program;
use shim_tests::random::Random;
use shim_tests::shared_programs::shared_program;
use trilobite::frontend::c_like::entry::Kernel;
use trilobite::frontend::c_like::{cg, hlsl};
use trilobite::frontend::preprocessor::NoFiles;
use trilobite::ir::signature::Direction;
use trilobite::kernel::Engine;

/// Programs of a short run.
const PROGRAMS: u64 = 400;

fn of_cg(text: &str) -> Result<Kernel, String> {
    let profile = cg::profile::find("fp40").expect("a profile");
    let request = cg::Request::new(text.as_bytes(), profile);
    let program = cg::Program::load(&request, &mut NoFiles);
    let program = program.map_err(|r| format!("cg: {}", r.errors[0].kind))?;
    let kernel = program.kernel(Some("feature"));
    kernel.map_err(|e| format!("cg: {}", e.kind))
}

fn of_hlsl(text: &str) -> Result<Kernel, String> {
    let profile = hlsl::profile::find("ps_3_0").expect("a profile");
    let request = hlsl::Request::new(text.as_bytes(), profile);
    let program = hlsl::Program::load(&request, &mut NoFiles);
    let program = program.map_err(|r| format!("hlsl: {}", r.errors[0].kind))?;
    let kernel = program.kernel(Some("feature"));
    kernel.map_err(|e| format!("hlsl: {}", e.kind))
}

/// The bits of the function's value in each lane; any NaN is one.
fn run(kernel: &Kernel, lanes: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let program = &kernel.code.program;
    let mut outputs = kernel.signature.parameters.iter();
    let first = outputs.find_map(|p| match p.direction {
        Direction::Out(first) => Some(first as usize),
        _ => None,
    });
    let first = first.expect("a value");
    let uniforms = vec![0.0; program.n_uniforms as usize];
    let engine = Engine::all().last().expect("an engine");
    let one_nan = |w: &u32| {
        if f32::from_bits(*w).is_nan() {
            0x7fc0_0000
        } else {
            *w
        }
    };
    let results = run_program(program, &uniforms, engine, lanes);
    let value = |words: &Vec<u32>| words[first..first + 4].iter().map(one_nan).collect();
    results.iter().map(value).collect()
}

#[test]
fn the_same_text_gives_the_same_bits_in_both_languages() {
    let rounds = std::env::var("TRILOBITE_FUZZ_ROUNDS").ok();
    let rounds: u64 = rounds.map_or(1, |n| n.parse().expect("a number"));
    for seed in 0..PROGRAMS * rounds {
        let mut random = Random::new(seed);
        let text = shared_program(&mut random);
        let both = of_cg(&text).and_then(|cg| Ok((cg, of_hlsl(&text)?)));
        let (cg, hlsl) = both.unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        let mut number = || random.between(-3.0, 3.0).to_bits();
        let lanes: Vec<Vec<u32>> = (0..16)
            .map(|_| (0..12).map(|_| number()).collect())
            .collect();
        let (a, b) = (run(&cg, &lanes), run(&hlsl, &lanes));
        assert_eq!(a, b, "seed {seed}:\n{text}");
    }
}
