//! The time from texts in HLSL to machine code and to Direct3D's tokens, against Microsoft's compiler where that can be run.
//!
//! usage: `scripts/bench hlsl`. `FXC_REF` names the script that runs the reference (`shim_tests/hlsl/README.md`); it reports the
//! milliseconds of each text in a process that runs already. Texts are the shaders of `shim_tests/hlsl/shader_test` and of the
//! folder `TRILOBITE_SHADER_TESTS`.

use shim_tests::shader_test::sections;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use trilobite::codegen::compile_hlsl;
use trilobite::frontend::c_like::hlsl::{Program, Request, profile};
use trilobite::frontend::preprocessor::NoFiles;
use trilobite::ir::{self, ProgramId};
use trilobite::kernel::{Engine, compile_for};

/// Compilations of a text, of which the median counts.
const ROUNDS: usize = 9;

/// A shader with the name of its profile.
struct Shader {
    profile: &'static str,
    text: String,
}

fn main() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("hlsl/shader_test");
    let mut shaders = shaders_of(&own);
    if let Some(more) = std::env::var_os("TRILOBITE_SHADER_TESTS") {
        shaders.extend(shaders_of(Path::new(&more)));
    }
    shaders.retain(|s| load(s).is_some_and(|p| compile_hlsl(&p).is_ok()));
    // The library is read once.
    shaders.iter().take(1).for_each(machine_code);
    let code: Vec<f64> = shaders.iter().map(|s| time(|| machine_code(s))).collect();
    let tokens: Vec<f64> = shaders.iter().map(|s| time(|| made_tokens(s))).collect();
    println!("{} shaders", shaders.len());
    for (name, times) in [("machine code", &code), ("tokens", &tokens)] {
        let most = times.iter().copied().fold(0.0, f64::max);
        println!(
            "to {name}: median {:.3} ms, most {most:.3} ms",
            median(times)
        );
    }
    let Some(theirs) = std::env::var_os("FXC_REF").map(|script| reference(&script, &shaders))
    else {
        println!("FXC_REF is not set: nothing to compare with");
        return;
    };
    let pairs = theirs.iter().zip(&tokens);
    let ratios: Vec<f64> = pairs.filter_map(|(t, own)| Some((*t)? / own)).collect();
    let known: Vec<f64> = theirs.iter().flatten().copied().collect();
    println!(
        "the reference: median {:.3} ms over {} shaders",
        median(&known),
        known.len()
    );
    println!(
        "the reference's time by ours to tokens: median {:.1}",
        median(&ratios)
    );
}

/// The shaders of the files of a folder, for shader model 3.
fn shaders_of(folder: &Path) -> Vec<Shader> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("a file").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "shader_test"));
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        all.extend(sections(&text).iter().filter_map(|section| {
            let profile = match &section.head {
                head if head.starts_with("pixel shader") => "ps_3_0",
                head if head.starts_with("vertex shader") => "vs_3_0",
                _ => return None,
            };
            let text = section.text();
            Some(Shader { profile, text })
        }));
    }
    all
}

fn load(shader: &Shader) -> Option<Program> {
    let request = Request {
        entry: Some("main"),
        ..Request::new(shader.text.as_bytes(), profile::find(shader.profile).ok()?)
    };
    Program::load(&request, &mut NoFiles).ok()
}

/// Machine code that no cache knows.
fn machine_code(shader: &Shader) {
    let program = load(shader).expect("it compiles");
    let entry = program.entry().expect("it compiles");
    let fresh = ir::Program {
        id: ProgramId::unique(),
        ..(*entry.entry.code.program).clone()
    };
    let engine = Engine::all().last().expect("an engine");
    compile_for(&Arc::new(fresh), engine);
}

fn made_tokens(shader: &Shader) {
    let program = load(shader).expect("it compiles");
    let compiled = compile_hlsl(&program).unwrap_or_else(|_| panic!("it compiles"));
    std::hint::black_box(compiled.tokens(true));
}

/// The median of the milliseconds of some rounds.
fn time(mut work: impl FnMut()) -> f64 {
    let mut round = || {
        let start = Instant::now();
        work();
        1e3 * start.elapsed().as_secs_f64()
    };
    let times: Vec<f64> = (0..ROUNDS).map(|_| round()).collect();
    median(&times)
}

fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

/// The reference's milliseconds for each shader that it takes: the median of some runs in one process.
fn reference(script: &std::ffi::OsStr, shaders: &[Shader]) -> Vec<Option<f64>> {
    let folder = std::env::temp_dir().join(format!("trilobite-fxc-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut list = String::new();
    for (i, shader) in shaders.iter().enumerate() {
        let file = folder.join(format!("{i}.hlsl"));
        std::fs::write(&file, &shader.text).expect("a file");
        for _ in 0..ROUNDS {
            let _ = writeln!(list, "{}\tmain\t{}\t", shader.profile, file.display());
        }
    }
    let path = folder.join("list.tsv");
    std::fs::write(&path, list).expect("a file");
    let mut command = std::process::Command::new(script);
    let done = command.args(["-", "-", "-", "-batch"]).arg(&path).output();
    let done = done.expect("the reference runs");
    let text = String::from_utf8_lossy(&done.stdout);
    let rows: Vec<Option<f64>> = text
        .lines()
        .filter(|l| l.contains('\t'))
        .map(|l| {
            let cells: Vec<&str> = l.split('\t').collect();
            (cells.get(3) == Some(&"ok")).then(|| cells.get(4)?.parse().ok())?
        })
        .collect();
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(
        rows.len(),
        shaders.len() * ROUNDS,
        "an answer for each text"
    );
    rows.chunks(ROUNDS)
        .map(|own| {
            let known: Vec<f64> = own.iter().flatten().copied().collect();
            (!known.is_empty()).then(|| median(&known))
        })
        .collect()
}
