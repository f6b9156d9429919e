//! Compares each scene of shim_tests/golden/*.c with its PNG (origin: shim_tests/golden/README.md). Every engine must give
//! the same pixels.
//!
//! A failure writes expected | difference ×8 | actual to target/<profile>/golden/.

use libtest_mimic::{Arguments, Failed, Trial};
use shim_tests::harness::{Picture, compile_c, library_dir, under_driver};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A channel may differ by 1. `golden/bounds.tsv` lists the scenes that may differ more, each with its reason.
struct Bound {
    channel: u8,
    pixels: usize,
}

fn bounds(dir: &Path) -> HashMap<String, Bound> {
    let text = std::fs::read_to_string(dir.join("bounds.tsv")).expect("golden/bounds.tsv");
    text.lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty())
        .map(|line| {
            let mut fields = line.split('\t');
            let mut next = || {
                fields
                    .next()
                    .unwrap_or_else(|| panic!("bounds.tsv: {line}"))
            };
            let name = next().to_owned();
            let bound = Bound {
                channel: next().parse().expect("channel bound"),
                pixels: next().parse().expect("pixel bound"),
            };
            (name, bound)
        })
        .collect()
}

/// The engines: a variable of the environment and its value.
const ENGINES: [(&str, &str); 3] = [
    ("TRILOBITE_ENGINE", "interpreter"),
    ("TRILOBITE_LANES", "8"),
    ("TRILOBITE_LANES", "16"),
];

fn draw(
    program: &Path,
    name: &str,
    out: &Path,
    (variable, value): (&str, &str),
) -> Result<Picture, Failed> {
    let ppm = out.with_extension("ppm");
    let run = under_driver(program)
        .env(variable, value)
        .arg(name)
        .arg(&ppm)
        .output()
        .map_err(|e| e.to_string())?;
    if !run.status.success() {
        return Err(format!("{}\n{}", run.status, String::from_utf8_lossy(&run.stderr)).into());
    }
    Ok(Picture::read_ppm(&ppm))
}

fn check(program: &Path, dir: &Path, name: &str, bound: &Bound) -> Result<(), Failed> {
    let out = library_dir().join("golden").join(name);
    std::fs::create_dir_all(out.parent().expect("chapter folder")).map_err(|e| e.to_string())?;
    let actual = draw(program, name, &out, ENGINES[0])?;
    for engine in &ENGINES[1..] {
        if draw(program, name, &out, *engine)? != actual {
            return Err(format!("{engine:?} draws other pixels than {:?}", ENGINES[0]).into());
        }
    }
    let expected = Picture::read_png(&dir.join("png").join(format!("{name}.png")));
    let (n, worst) = expected.difference(&actual, bound.channel);
    if n > bound.pixels {
        let shown = out.with_extension("png");
        Picture::comparison(&expected, &actual).write_png(&shown);
        return Err(format!(
            "{n} pixels differ by more than {} (worst {worst}): see {}",
            bound.channel,
            shown.display()
        )
        .into());
    }
    Ok(())
}

fn main() {
    let arguments = Arguments::from_args();
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden");
    let files = std::fs::read_dir(&dir).expect("golden/");
    let mut sources: Vec<String> = files
        .filter_map(|file| file.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".c"))
        .map(|name| format!("golden/{name}"))
        .collect();
    sources.sort();
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    let program = Arc::new(compile_c("golden", &sources, &["OSMesa"]));
    let list = under_driver(&program)
        .arg("--list")
        .output()
        .expect("the golden program runs");
    let bounds = bounds(&dir);
    let mut trials = Vec::new();
    for name in String::from_utf8_lossy(&list.stdout)
        .lines()
        .map(str::to_owned)
    {
        let bound = bounds.get(&name).map_or(
            Bound {
                channel: 1,
                pixels: 0,
            },
            |b| Bound { ..*b },
        );
        let (program, dir) = (program.clone(), dir.clone());
        trials.push(Trial::test(name.clone(), move || {
            check(&program, &dir, &name, &bound)
        }));
    }
    assert!(trials.len() > 100, "the golden program lists its scenes");
    libtest_mimic::run(&arguments, trials).exit();
}
