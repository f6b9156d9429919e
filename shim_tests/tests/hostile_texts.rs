//! Texts in Cg, and effects of Direct3D, that try to take all time and memory end with an error or a program, on a test thread's stack, within
//! 256 MB and far below a minute; see `shim_tests::hostile`.
//!
//! Time is not judged closer here: `HOSTILE_TIMES=1 cargo test --release -p shim_tests --test hostile_texts -- --nocapture`
//! prints it, and a name in `HOSTILE_NAME` chooses the texts that contain it.

use shim_tests::counting::{self, Counting};
use shim_tests::hostile::{self, Hostile, HostileFiles};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use trilobite::frontend::c_like::cg::{Program, Request, StageOptions, profile};
use trilobite::frontend::c_like::hlsl;
use trilobite::frontend::c_like::tree::Stage;
use trilobite::kernel::{Engine, compile_for};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most bytes of one text.
const MOST_BYTES: usize = 256 << 20;
/// A text that takes longer hangs.
const GUARD: Duration = Duration::from_secs(120);

/// Takes a text as far as it goes: to an error, or to machine code. Returns what came of it.
fn compile(hostile: &Hostile, is_strict: bool) -> String {
    let profile = profile::find(if is_strict { "fp40" } else { "latest" }).expect("a profile");
    let request = Request {
        name: "t.cg",
        entry: Some("main"),
        is_strict,
        ..Request::new(&hostile.text, profile)
    };
    let program = match Program::load(&request, &mut HostileFiles(hostile)) {
        Ok(program) => program,
        Err(refused) => {
            let listings = refused.errors.iter().map(|e| e.listing(&refused.map));
            let all: String = listings.collect();
            assert!(!all.is_empty(), "a refusal says why");
            return all
                .lines()
                .next()
                .unwrap_or_default()
                .chars()
                .take(100)
                .collect();
        }
    };
    for warning in program.warnings() {
        assert!(!warning.listing(program.map()).is_empty());
    }
    match program.entry(&StageOptions::new(Stage::Fragment)) {
        Ok(entry) => {
            compile_for(&entry.code.program, Engine::of_process());
            "a program".to_owned()
        }
        Err(error) => {
            let listing = error.listing(program.map());
            listing.chars().take(100).collect()
        }
    }
}

/// Takes an effect to an error, or to all of its shaders. Returns what came of it.
fn load_effect(hostile: &Hostile, _: bool) -> String {
    let profile = hlsl::profile::find("fx_2_0").expect("a profile");
    let request = hlsl::Request {
        name: "t.fx",
        ..hlsl::Request::new(&hostile.text, profile)
    };
    match hlsl::Effect::load(&request, &mut HostileFiles(hostile)) {
        Ok(effect) => format!("{} techniques", effect.techniques.len()),
        Err(refused) => {
            let listings = refused.errors.iter().map(|e| e.listing(&refused.map));
            let all: String = listings.collect();
            assert!(!all.is_empty(), "a refusal says why");
            let first = all.lines().next().unwrap_or_default();
            first.chars().take(100).collect()
        }
    }
}

#[test]
fn hostile_texts_end() {
    // The standard library is made once, and belongs to no text.
    compile(
        &Hostile::new("warm", "float4 main() : COLOR { return sin(1); }"),
        false,
    );
    all_end(hostile::all(), compile);
    all_end(hostile::effects(), load_effect);
}

/// Takes each text as far as it goes, and watches memory and time.
fn all_end(texts: Vec<Hostile>, compile: fn(&Hostile, bool) -> String) {
    assert!(texts.len() >= 20);
    let wanted = std::env::var("HOSTILE_NAME").unwrap_or_default();
    let prints = std::env::var_os("HOSTILE_TIMES").is_some();
    let (send, done) = mpsc::channel();
    let names: Vec<String> = texts.iter().map(|t| t.name.clone()).collect();
    let work = move || {
        for (i, text) in texts
            .iter()
            .enumerate()
            .filter(|(_, t)| t.name.contains(&wanted))
        {
            // Both ways are tried in turn.
            let is_strict = i % 2 == 0;
            let (begin, start) = (Instant::now(), counting::start());
            let result = compile(text, is_strict);
            let (took, bytes) = (begin.elapsed(), counting::most_since(start));
            if prints {
                let ms = took.as_secs_f64() * 1e3;
                println!(
                    "{ms:8.1} ms {:6.1} MB {}: {result}",
                    bytes as f64 / 1e6,
                    text.name
                );
            }
            assert!(bytes < MOST_BYTES, "{} takes {bytes} bytes", text.name);
            let _ = send.send(i + 1);
        }
    };
    let worker = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(work)
        .expect("a thread");
    let mut next = 0;
    loop {
        match done.recv_timeout(GUARD) {
            Ok(i) => next = i,
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("it hangs after {:?}", names.get(next)),
        }
    }
    worker.join().expect("all texts end within their memory");
}
