//! Runs the built command line as a user does, and checks its exit status, its output and its files.

use shim_tests::harness::Picture;
use shim_tests::verb::{file, folder, run, trilobite};
use std::process::Stdio;
use trilobite::kernel::Engine;

const VERTEX: &str = "!!ARBvp1.0
MOV result.position, vertex.position;
END
";
const BROKEN: &str = "!!ARBfp1.0
TEMP a;
MOV result.color, b;
END
";

#[test]
fn every_verb_explains_itself() {
    for verb in [
        "demo", "run", "compile", "cgc", "fxc", "explain", "kernel", "info",
    ] {
        let (code, out, _) = run(trilobite(&[verb, "--help"]));
        assert_eq!(code, Some(0), "{verb}");
        assert!(out.contains(&format!("Usage: trilobite {verb}")), "{out}");
        let (_, all, _) = run(trilobite(&["--help"]));
        assert!(all.contains(verb), "{all}");
    }
    let (code, out, _) = run(trilobite(&["--version"]));
    assert_eq!(
        (code, out.trim()),
        (Some(0), concat!("trilobite ", env!("CARGO_PKG_VERSION")))
    );
}

#[test]
fn arguments_that_say_nothing_are_usage() {
    for wrong in [
        &[][..],
        &["polish"],
        &["demo", "--size", "9x9"],
        &["demo", "nowhere"],
        &["run"],
        &["compile"],
    ] {
        let (code, out, err) = run(trilobite(wrong));
        assert_eq!((code, out.is_empty()), (Some(2), true), "{wrong:?}: {err}");
        assert!(
            err.contains("Usage") || err.contains("try '--help'"),
            "{wrong:?}: {err}"
        );
    }
    let unnamed = file("usage", "program.txt", "MOV a, b;");
    let (code, _, err) = run(trilobite(&["compile", &unnamed]));
    assert_eq!(code, Some(2));
    assert!(err.contains("--lang"), "{err}");
}

#[test]
fn compile_shows_counts_or_ir() {
    let path = file("compile", "copy.vp", VERTEX);
    let (code, out, err) = run(trilobite(&["compile", &path]));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let instructions = out
        .lines()
        .find(|l| l.starts_with("instructions"))
        .expect("a count of instructions");
    assert!(instructions.ends_with(" 1 of 1024"), "{out}");

    let (code, out, _) = run(trilobite(&["compile", &path, "--emit", "ir"]));
    assert_eq!(code, Some(0));
    let program = trilobite::ir::parse::parse(&out).expect("the text form");
    assert_eq!(trilobite::ir::verify::verify(&program), Ok(()));
    assert_eq!(out.matches("store.output").count() as u32 % 4, 0, "{out}");
    assert!(out.contains("load.input"), "{out}");

    let (code, out, _) = run(trilobite(&["compile", &path, "--emit", "none"]));
    assert_eq!((code, out.as_str()), (Some(0), ""));
}

const BRANCHING: &str = "!!ARBvp1.0
OPTION NV_vertex_program2;
TEMP t;
MOVC t.x, vertex.position;
again: SUBC t.x, t, 1.0;
CAL double (GT.x);
BRA again (GT.x);
MOV result.position, vertex.position;
MOV result.clip[1].x, t;
RET;
double: ADD t.y, t, t;
END
";
const TWO_PASSES: &str = "!!ATIfs1.0
StartConstants;
    CONSTANT c3 = { 0.5, 0.25 };
EndConstants;
StartPrelimPass;
    SampleMap r1, t0.stq_dq;
    PassTexCoord r0, t1.str;
    MAD r0.rg, r1.2x.bias, c3, r0;
EndPass;
StartOutputPass;
    SampleMap r2, r0.str;
    MUL r0, r2, color0;
EndPass;
";
const KILLING: &str = "!!ARBfp1.0
TEMP a;
TEX a, fragment.texcoord[1], texture[3], CUBE;
KIL a.w;
MOV result.color, a;
END
";

/// Each language's example: suffix and text.
const EXAMPLES: [(&str, &str); 4] = [
    ("vp", VERTEX),
    ("vp", BRANCHING),
    ("fp", KILLING),
    ("atifs", TWO_PASSES),
];

#[test]
fn constants_of_atis_texts_are_numbers_and_names() {
    let path = file("ati_constants", "two.atifs", TWO_PASSES);
    let of = |what: &str| run(trilobite(&["compile", &path, "--emit", what])).1;
    for text in [of("muda"), of("c")] {
        assert!(
            text.contains("0.25") && !text.contains("uniform_"),
            "{text}"
        );
    }
    let set = TWO_PASSES.replace("{ 0.5, 0.25 }", "program.local[2]");
    let path = file("ati_constants", "set.atifs", &set);
    let text = run(trilobite(&["compile", &path, "--emit", "muda"])).1;
    assert!(text.contains("uniform vec program_local_2"), "{text}");
}

#[test]
fn compile_emits_everything_for_every_language() {
    for (n, (suffix, text)) in EXAMPLES.into_iter().enumerate() {
        let test = format!("emit{n}");
        let emit = |path: &str, what: &str| {
            let (code, out, err) = run(trilobite(&["compile", path, "--emit", what]));
            assert_eq!((code, err.as_str()), (Some(0), ""), "{what} of {text}");
            out
        };
        let path = file(&test, &format!("example.{suffix}"), text);
        let ir = emit(&path, "ir");
        let program = trilobite::ir::parse::parse(&ir).expect("the text form");
        assert_eq!(trilobite::ir::verify::verify(&program), Ok(()));
        assert_eq!(program.to_string(), ir);
        assert_eq!(emit(&path, "none"), "");
        let statistics = emit(&path, "stats");
        assert!(statistics.contains("\nIR: "), "{statistics}");
        if Engine::all().count() > 1 {
            let asm = emit(&path, "asm");
            assert!(asm.starts_with("; ") && asm.ends_with("  ret\n"), "{asm}");
        }

        // The canonical text is the same program, and its own canonical text. Its header gives the language.
        let canonical = emit(&path, "text");
        let again = file(&format!("{test}_again"), "canonical.txt", &canonical);
        assert_eq!(emit(&again, "text"), canonical);
        assert_eq!(emit(&again, "stats"), statistics);
        let without_spans = |ir: &str| {
            let words = ir.split(' ').filter(|word| !word.starts_with('@'));
            let lines = words.collect::<Vec<_>>().join(" ");
            lines
                .lines()
                .map(|l| l.split(" @").next().unwrap_or_default().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(without_spans(&emit(&again, "ir")), without_spans(&ir));
    }
}

#[test]
fn compile_counts_what_each_language_has() {
    let statistics = |n: usize| {
        let (suffix, text) = EXAMPLES[n];
        let path = file(&format!("counts{n}"), &format!("example.{suffix}"), text);
        run(trilobite(&["compile", &path])).1
    };
    let has = |statistics: &str, line: &str| {
        let squeeze = |l: &str| l.split_whitespace().collect::<Vec<_>>().join(" ");
        let found = statistics.lines().any(|l| squeeze(l) == line);
        assert!(found, "no {line:?} in\n{statistics}");
    };
    let branching = statistics(1);
    for line in [
        "instructions 8 of 1024",
        "labels 2",
        "BRA, CAL, RET 1, 1, 1",
        "goes back yes",
        "execution limit 65536",
        "call depth 4",
    ] {
        has(&branching, line);
    }
    // Without the option there are no labels to count.
    assert!(!statistics(0).contains("labels"));
    has(&statistics(2), "texture instructions 2 of 4096");
    let passes = statistics(3);
    for line in [
        "passes 2 of 2",
        "pairs, pass 1 1 of 8",
        "routings, pass 1 2 of 6",
        "PassTexCoord r0, t1.str",
        "SampleMap r1, t0.stq_dq",
        "pairs, pass 2 1 of 8",
        "routings, pass 2 1 of 6",
        "SampleMap r2, r0.str",
        "textures sampled 2",
        "constants 1 of 8",
        "c3 = { 0.5, 0.25, 0.0, 1.0 }",
    ] {
        has(&passes, line);
    }
}

#[test]
fn compile_refuses_in_every_language() {
    for (name, text, message) in [
        (
            "a.vp",
            "!!ARBvp1.0\nMOV result.position;\nEND\n",
            "a.vp: line 2, column",
        ),
        (
            "a.atifs",
            "!!ATIfs1.0\nStartOutputPass;\n    MUL r9, r0, r0;\nEndPass;\n",
            "a.atifs: line 3, column",
        ),
    ] {
        let path = file(&format!("refused_{}", &name[2..]), name, text);
        for emit in ["ir", "stats", "text", "none"] {
            let (code, out, err) = run(trilobite(&["compile", &path, "--emit", emit]));
            assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
            assert!(err.contains(message), "{err}");
        }
    }
    let path = file("unknown_emit", "a.vp", VERTEX);
    assert_eq!(
        run(trilobite(&["compile", &path, "--emit", "poem"])).0,
        Some(2)
    );
    assert_eq!(
        run(trilobite(&["compile", &path, "--lang", "latin"])).0,
        Some(2)
    );
}

#[test]
fn compile_optimizes_on_request() {
    let text = "!!ARBfp1.0\nTEMP a; EX2 a, fragment.color.x; ADD a, a, a; MOV result.color, fragment.color; END\n";
    let path = file("optimize", "dead.fp", text);
    let ir = |more: &[&str]| {
        run(trilobite(
            &[&["compile", &path, "--emit", "ir"], more].concat(),
        ))
        .1
    };
    let (plain, optimized) = (ir(&[]), ir(&["--optimize"]));
    assert!(
        plain.contains("exp2") && !optimized.contains("exp2"),
        "{plain}\n{optimized}"
    );
    assert!(
        optimized.lines().count() < plain.lines().count(),
        "{plain}\n{optimized}"
    );
}

#[test]
fn a_refused_program_is_shown_with_line_and_caret() {
    let path = file("refused", "broken.fp", BROKEN);
    let (code, out, err) = run(trilobite(&["compile", &path]));
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(
        err.contains("broken.fp: line 3, column 19: error: \"b\" is not declared"),
        "{err}"
    );
    let lines: Vec<&str> = err.lines().collect();
    let caret = lines.iter().position(|l| l.trim() == "^").expect("a caret");
    assert_eq!(lines[caret - 1], "MOV result.color, b;");
    assert_eq!(lines[caret].find('^'), Some(18));
    // A wrong language is refused, and so is a missing file.
    let (code, _, err) = run(trilobite(&["compile", &path, "--lang", "arbvp"]));
    assert_eq!(code, Some(1), "{err}");
    assert_eq!(run(trilobite(&["compile", "/nowhere.fp"])).0, Some(1));
}

#[test]
fn compile_reads_standard_input_and_no_endless_file() {
    let mut command = trilobite(&["compile", "-"]);
    let path = file("stdin", "copy", VERTEX);
    command.stdin(Stdio::from(
        std::fs::File::open(path).expect("just written"),
    ));
    assert_eq!(run(command).0, Some(0));
    let (code, _, err) = run(trilobite(&["compile", "/dev/zero", "--lang", "arbfp"]));
    assert_eq!(code, Some(1));
    assert!(err.contains("at most 1048576 bytes"), "{err}");
}

#[test]
fn info_prints_the_drivers_tables() {
    let (code, out, err) = run(trilobite(&["info"]));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    for line in [
        "engine",
        "workers",
        "texture size            8192",
        "GL_ARB_fragment_program",
    ] {
        assert!(out.contains(line), "no {line:?} in\n{out}");
    }
    let mut old = trilobite(&["info", "--extensions"]);
    old.env("TRILOBITE_EXTENSION_YEAR", "2001");
    let (_, out, _) = run(old);
    assert!(out.lines().all(|l| l.starts_with("GL_")), "{out}");
    assert!(
        out.contains("GL_ARB_multitexture") && !out.contains("GL_ARB_vertex_program"),
        "{out}"
    );
    let mut wrong = trilobite(&["info"]);
    wrong.env("TRILOBITE_LANES", "7");
    assert!(run(wrong).2.contains("TRILOBITE_LANES=7"));
}

#[test]
fn demo_writes_pictures_of_the_size_asked_for() {
    let dir = folder("demo");
    let out = dir.display().to_string();
    let (code, printed, err) = run(trilobite(&[
        "demo",
        "courtyard",
        "--size",
        "80x48",
        "-o",
        &out,
    ]));
    assert_eq!(code, Some(0), "{err}");
    let path = dir.join("courtyard.png");
    assert_eq!(printed.trim(), path.display().to_string());
    let picture = Picture::read_png(&path);
    assert_eq!((picture.width, picture.height), (80, 48));
    assert!(
        picture.rgb.chunks_exact(3).any(|p| p != &picture.rgb[..3]),
        "one colour everywhere"
    );
    assert_eq!(
        std::fs::read_dir(dir).expect("the folder").count(),
        1,
        "only the picture is left"
    );
}

#[test]
fn run_gives_the_programs_status_and_its_last_picture() {
    let dir = folder("run");
    let path = dir.join("gears.png");
    let output = path.display().to_string();
    let quiet = ["run", "--private", "-o", &output, "sh", "-c", "exit 7"];
    let (code, _, err) = run(trilobite(&quiet));
    assert_eq!(code, Some(7), "{err}");
    assert!(err.contains("drew nothing") && !path.exists(), "{err}");

    // The driver's libraries come before those of the system, on a private display.
    let (code, out, err) = run(trilobite(&[
        "run",
        "--private",
        "sh",
        "-c",
        "echo $DISPLAY $LD_PRELOAD >&2",
    ]));
    assert_eq!((code, out.as_str()), (Some(0), ""));
    assert!(err.contains("libGL.so.1") && err.starts_with(':'), "{err}");

    // A busy machine may need longer until the gears appear. The last attempt takes minutes.
    let attempts = ["2", "8", "32", "128", "512"];
    let is_seen = attempts.iter().any(|seconds| {
        let arguments = ["run", "--private", "--seconds", seconds, "-o", &output];
        let (code, out, err) = run(trilobite(&[&arguments[..], &["glxgears"]].concat()));
        assert_eq!(code, Some(0), "{err}");
        path.exists() && {
            assert!(out.ends_with(&format!("{output}\n")), "{out}");
            let picture = Picture::read_png(&path);
            assert_eq!((picture.width, picture.height), (1024, 768));
            let is_red = |p: &&[u8]| p[0] > 100 && p[1] < 60 && p[2] < 60;
            picture.rgb.chunks_exact(3).filter(is_red).count() > 1000
        }
    });
    assert!(is_seen, "no red gear in {output}");

    assert_eq!(run(trilobite(&["run", "--private", "/nowhere"])).0, Some(1));
}
