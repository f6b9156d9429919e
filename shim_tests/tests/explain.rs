//! Checks `trilobite explain` and TRILOBITE_EXPLAIN as a user sees them: reports on programs of every language, and on a
//! pixel of a running program, as text and as a page.

use shim_tests::harness::{self, library_dir};
use shim_tests::markup::Page;
use shim_tests::verb::{assert_in_order, explain, file, folder, squeezed};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

const VERTEX: &str = "!!ARBvp1.0
PARAM rows[4] = { state.matrix.mvp };
TEMP p;
DP4 p.x, rows[0], vertex.position;
MOV p.yzw, vertex.position;
MAD result.position, p, program.local[2].x, { 0, 1, 0 };
MOV result.color, -vertex.attrib[3].zyxw;
END
";

#[test]
fn a_vertex_program_is_told_line_by_line() {
    let path = file("vertex", "a.vp", VERTEX);
    let (code, out, err) = explain(&[
        &path,
        "--input",
        "vertex.position=2,3,4",
        "--input",
        "vertex.attrib[3]=1,2,3,4",
        "--param",
        "program.local[2]=0.5",
    ]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_in_order(
        &out,
        &[
            "vertex.position 2 3 4 1",
            "4 DP4 p.x, rows[0], vertex.position",
            "rows[0] 1 0 0 0",
            "vertex.position 2 3 4 1",
            "→ p.x 2",
            "5 MOV p.yzw, vertex.position",
            "vertex.position 3 4 1",
            "→ p.yzw 3 4 1",
            "6 MAD result.position, p, program.local[2].x, { 0, 1, 0 }",
            "p 2 3 4 1",
            "program.local[2].x 0.5 0.5 0.5 0.5",
            "{ 0, 1, 0 } 0 1 0 1",
            "→ result.position 1 2.5 2 1.5",
            "-vertex.attrib[3].zyxw -3 -2 -1 -4",
            "→ result.color -3 -2 -1 -4",
            "result.position 1 2.5 2 1.5",
            "result.color -3 -2 -1 -4",
        ],
    );
    assert!(
        out.contains("4 parameters that the program reads had no value"),
        "{out}"
    );
}

const LOOP: &str = "!!ARBfp1.0
OPTION NV_fragment_program2;
PARAM times = { 3, 0, 1 };
TEMP sum, t;
MOVC sum, 0;
LOOP times;
  ADD sum.x, sum, fragment.texcoord[A0.x];
  IF GT.x;
    MOV t, 1;
  ELSE;
    MOVH t.x (EQ.x), 0.1;
  ENDIF;
ENDLOOP;
CAL done;
MOV result.color, sum.x;
RET;
done: KIL -fragment.color.w;
RET;
END
";

#[test]
fn loops_branches_conditions_and_kills_are_told() {
    let path = file("loop", "a.fp", LOOP);
    let inputs = [
        "--input",
        "fragment.texcoord[0]=1",
        "--input",
        "fragment.texcoord[1]=2",
        "--input",
        "fragment.texcoord[2]=4",
    ];
    let (code, out, err) = explain(&[&[&path[..]][..], &inputs].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let ends: Vec<String> = squeezed(&out);
    let sums: Vec<&String> = ends.iter().filter(|l| l.starts_with("→ sum.x")).collect();
    assert_eq!(sums, ["→ sum.x 1", "→ sum.x 3", "→ sum.x 7"]);
    let rounds = ends.iter().filter(|l| *l == "goes round again yes").count();
    assert_eq!(rounds, 2, "{out}");
    assert_in_order(
        &out,
        &[
            "6 LOOP times",
            "times 3 0 1",
            "is skipped no",
            "8 IF GT.x",
            "holds no",
            "11 MOVH t.x (EQ.x), 0.1",
            "condition yes",
            "→ t.x (EQ.x) 0.099975586",
            "goes round again yes",
            "goes round again yes",
            "goes round again no",
            "17 KIL -fragment.color.w",
            "✗ discarded",
            "The fragment is discarded here.",
            "Results: discarded",
        ],
    );
    assert!(!out.contains("result.color  "), "{out}");
    // A fragment that is kept continues after the subroutine.
    let alive = ["--input", "fragment.color=0,0,0,-1"];
    let (_, out, _) = explain(&[&[&path[..]][..], &inputs, &alive].concat());
    assert_in_order(
        &out,
        &[
            "discards no",
            "→ result.color 7 7 7 7",
            "result.color 7 7 7 7",
        ],
    );
}

#[test]
fn long_traces_are_cut_with_a_note() {
    let text = "!!ARBvp1.0\nOPTION NV_vertex_program2;\nTEMP t;\nMOVC t, 1;\n\
                again: ADDC t.x, t, 1;\nBRA again (GT.x);\nMOV result.position, t;\nEND\n";
    let path = file("cut", "a.vp", text);
    let (code, out, _) = explain(&[&path, "--statements", "10"]);
    assert_eq!(code, Some(0));
    let statements = squeezed(&out);
    let statements = statements.iter().filter(|l| l.starts_with("→ t.x")).count();
    assert!((4..=10).contains(&statements), "{out}");
    // One and two at a time: 65,535 statements are executed, and two more would pass the limit of 65,536.
    assert_in_order(
        &out,
        &["65525 more statements are left out after the first 10."],
    );
}

const ATI: &str = "!!ATIfs1.0
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

#[test]
fn an_ati_shader_is_told_line_by_line() {
    let path = file("ati", "a.atifs", ATI);
    let dir = folder("ati_texture");
    let picture = dir.join("grey.png");
    let out = std::fs::File::create(&picture).expect("writable");
    let mut encoder = png::Encoder::new(out, 1, 1);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&[255]).expect("a pixel");
    writer.finish().expect("a file");
    let texture = format!("1={}", picture.display());
    let (code, out, err) = explain(&[
        &path,
        "--input",
        "t0=2,4,0,2",
        "--input",
        "t1=1,2,3",
        "--input",
        "color0=0.5,1,0.25,1",
        "--texture",
        &texture,
        "--texture",
        &texture.replacen('1', "2", 1),
    ]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_in_order(
        &out,
        &[
            "7 PassTexCoord r0, t1.str",
            "t1.str 1 2 3",
            "→ r0 1 2 3 1",
            "6 SampleMap r1, t0.stq_dq",
            "t0.stq_dq 1 2 0.5",
            "→ r1 1 1 1 1",
            "8 MAD r0.rg, r1.2x.bias, c3, r0",
            "r1.2x.bias 1 1",
            "c3 0.5 0.25",
            "r0 1 2",
            "→ r0.rg 1.5 2.25",
            "11 SampleMap r2, r0.str",
            "r0.str 1.5 2.25 3",
            "12 MUL r0, r2, color0",
            "r2 1 1 1 1",
            "color0 0.5 1 0.25 1",
            "→ r0 0.5 1 0.25 1",
            "result.color 0.5 1 0.25 1",
        ],
    );
}

#[test]
fn a_program_becomes_a_page() {
    let text = "!!ARBfp1.0\n# <b>&amp; \"quoted\"\nMUL result.color, fragment.color, 2;\nEND\n";
    let path = file("page", "a<b.fp", text);
    let out = folder("page_out").join("a.html");
    let out = out.display().to_string();
    let arguments = [
        "--format",
        "html",
        "-o",
        &out,
        "--input",
        "fragment.color=0.125,0.25,0.5",
    ];
    let (code, printed, err) = explain(&[&[&path[..]][..], &arguments].concat());
    assert_eq!((code, printed.as_str(), err.as_str()), (Some(0), "", ""));
    let page = std::fs::read_to_string(&out).expect("the page");
    let page = Page::read(&page).unwrap_or_else(|e| panic!("{e}\n{page}"));
    for piece in [
        "a<b.fp",
        "MUL result.color, fragment.color, 2",
        "0.125",
        "0.25",
        "0.5",
    ] {
        assert!(page.text.contains(piece), "no {piece:?} in {}", page.text);
    }
    assert_eq!(
        (page.count("script"), page.count("img"), page.count("link")),
        (0, 0, 0)
    );
    assert_eq!(
        (page.count("h1"), page.count("main"), page.count("title")),
        (1, 1, 1)
    );
}

#[test]
fn bad_arguments_are_refused() {
    let path = file(
        "bad",
        "a.fp",
        "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n",
    );
    for (wrong, status, message) in [
        (&["--input", "fragment.color"][..], 2, "NAME=NUMBER"),
        (&["--input", "fragment.color=1,2,3,4,5"], 2, "NAME=NUMBER"),
        (&["--input", "fragment.color=red"], 2, "NAME=NUMBER"),
        (&["--texture", "16=a.png"], 2, "UNIT=FILE"),
        (&["--format", "poem"], 2, "poem"),
        (&["--input", "vertex.position=1"], 1, "vertex.position"),
        (&["--input", "1=1"], 1, "1 is no input"),
        (&["--param", "fragment.color=1"], 1, "fragment.color"),
        (&["--param", "program.local[9999]=1"], 1, "9999"),
        (&["--texture", "0=/nowhere.png"], 1, "/nowhere.png"),
        (&["-o", "/nowhere/a.txt"], 1, "/nowhere/a.txt"),
    ] {
        let (code, out, err) = explain(&[&[&path[..]][..], wrong].concat());
        assert_eq!((code, out.as_str()), (Some(status), ""), "{wrong:?}: {err}");
        assert!(err.contains(message), "{wrong:?}: {err}");
    }
    assert_eq!(explain(&[]).0, Some(2));
    let broken = file(
        "bad_program",
        "a.fp",
        "!!ARBfp1.0\nMOV result.color, b;\nEND\n",
    );
    let (code, _, err) = explain(&[&broken]);
    assert_eq!(code, Some(1));
    assert!(err.contains("line 2, column 19"), "{err}");
    assert_eq!(explain(&["/nowhere.fp"]).0, Some(1));
    // An argument of `run --explain` that is malformed prints the usage.
    let mut run = Command::new(library_dir().join("trilobite"));
    run.args(["run", "--explain", "3", "true"]);
    let output = run.output().expect("scripts/build builds it");
    assert_eq!(output.status.code(), Some(2));
}

/// Runs the C program with `question` as TRILOBITE_EXPLAIN. Returns its output on both streams, and the file that it wrote.
#[track_caller]
fn run_frame(test: &str, question: &str, name: &str, pixel: [&str; 2]) -> (String, String, String) {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let compile = || harness::compile_c("explain_frame", &["c/explain.c"], &["OSMesa", "GL"]);
    let program = PROGRAM.get_or_init(compile);
    let path = folder(test).join(name);
    let output = harness::under_driver(program)
        .args(pixel)
        .env_remove("DISPLAY")
        .env(
            "TRILOBITE_EXPLAIN",
            format!("{question}:{}", path.display()),
        )
        .output()
        .expect("the program starts");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{:?}: {err}", output.status);
    let out = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let report = std::fs::read_to_string(path).unwrap_or_default();
    (out, err, report)
}

#[test]
fn every_fate_is_told_and_the_last_colour_is_the_pixel() {
    let (pixel, err, report) = run_frame("frame", "1:20,30", "frame.txt", ["20", "30"]);
    assert!(
        err.contains("Pixel (20, 30) of frame 1") && err.contains("frame.txt"),
        "{err}"
    );
    let heading = |l: &&str| l.contains("Draw ") && l.contains(". ");
    let fates: Vec<&str> = report
        .lines()
        .filter(heading)
        .filter_map(|l| Some(l.split_once(": ")?.1.split("   ").next()?.trim()))
        .collect();
    assert_eq!(
        fates,
        [
            "written, then replaced by 14",
            "outside of the scissor box",
            "left out by the polygon stipple",
            "failed the alpha test",
            "failed the stencil test",
            "failed the depth test",
            "discarded by line 4 of the fragment program",
            "blended, then replaced by 14",
            "passed, but no colour is written",
            "combined by XOR, then replaced by 14",
            "written in part, then replaced by 14",
            "discarded: depth 2 is outside of the depth range 0 to 1",
            "written",
        ],
        "{report}"
    );
    let last = squeezed(&report)
        .into_iter()
        .rfind(|l| l.starts_with("after") && l.contains("of 255"));
    let expected = format!(
        "after {} of 255",
        pixel.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    assert_eq!(last, Some(expected), "{report}");
    assert!(!report.contains("bug"), "{report}");
    assert_in_order(
        &report,
        &[
            "alpha test 64 GREATER 128 (of 255): fails",
            "stencil test reference 3 EQUAL stored 0, both under mask 0xff: fails",
            "depth test 0.9000000 (15099493) LESS 0.7500000 (12582911): fails",
            "3 SUB low, fragment.color, 0.75",
            "fragment.color 0.5 0 0 1",
            "→ low -0.25 -0.75 -0.75 0.25",
            "4 KIL low.x",
            "✗ discarded",
            "blending source × SRC_ALPHA + destination × ONE_MINUS_SRC_ALPHA",
            "→ r0.rgb.2x 0.25 0.5 0.5",
            "texture 0 1 0.5019608 0 1",
            "colour after unit 0 1 0.2509804 0 1",
            "depth, its range, outside 2 0 1 yes",
            "✗ discarded",
            "→ result.color 1 -3 2 0.5",
            "clamped colour 1 0 1 0.5",
            "fog coordinate 1",
            "fog factor 0.5",
            "fog colour 0 0 1",
            "fogged colour 0.5 0 1 0.5",
        ],
    );
}

#[test]
fn a_frame_becomes_a_page() {
    let (_, _, html) = run_frame("frame_page", "1:20,30", "frame.html", ["20", "30"]);
    let page = Page::read(&html).unwrap_or_else(|e| panic!("{e}\n{html}"));
    // The clear and thirteen fragments, each with a section that the overview links to.
    assert_eq!((page.count("details"), page.count("a")), (14, 14));
    for link in &page.links {
        let id = link.strip_prefix('#').expect("a link inside the page");
        assert!(page.ids.iter().any(|known| known == id), "{link}");
    }
    for piece in [
        "failed the depth test",
        "KIL low.x",
        "combined by XOR",
        "Pixel (20, 30)",
    ] {
        assert!(page.text.contains(piece), "no {piece:?} in {}", page.text);
    }
}

#[test]
fn a_vertex_of_a_running_program_is_told() {
    let (_, err, report) = run_frame("frame_vertex", "1:v0,2", "vertex.txt", ["0", "0"]);
    assert!(err.contains("Vertex 2 of draw 0, frame 1"), "{err}");
    assert_in_order(
        &report,
        &[
            "vertex.position 1 1 0 1",
            "vertex.color 1 1 0.5 1",
            "4 MUL result.color, vertex.color, half",
            "half 0.5 0.5 0.5 0.5",
            "→ result.color 0.5 0.5 0.25 0.5",
            "Results: inside the view volume",
            "window coordinates 64 64 0.5",
        ],
    );
    // Fixed function has no text. The report says what it computes.
    let (_, _, report) = run_frame("frame_fixed", "1:v1,1", "vertex.txt", ["0", "0"]);
    assert_in_order(&report, &["position 1 -1 0 1", "clip coordinates 1 -1 0 1"]);
    // Native programs name their registers.
    let (_, _, report) = run_frame("frame_native", "1:v11,2", "vertex.txt", ["0", "0"]);
    assert_in_order(
        &report,
        &[
            "v[0] 1 1 0 1",
            "v[COL0] 1 1 0.5 1",
            "3 MUL o[COL0], v[COL0], c[3]",
            "Results: inside the view volume",
            "o[HPOS] 1 1 0 1",
            "o[COL0] 0.5 0.5 0.25 1",
        ],
    );
    let (_, _, report) = run_frame("frame_none", "1:v99,1", "vertex.txt", ["0", "0"]);
    assert!(
        report.contains("no such vertex") && report.contains("13 draws"),
        "{report}"
    );
}

#[test]
fn questions_without_an_answer_say_so() {
    let (_, err, report) = run_frame("never", "99:1,1", "a.txt", ["0", "0"]);
    assert!(
        err.contains("frame 99 is not explained: 3 frames were shown"),
        "{err}"
    );
    assert_eq!(report, "");
    let (_, _, report) = run_frame("outside", "1:64,1", "a.txt", ["0", "0"]);
    assert!(
        report.contains("no such pixel: it drew to 64 × 64"),
        "{report}"
    );
    let (_, err, _) = run_frame("nonsense", "1:x", "a.txt", ["0", "0"]);
    assert!(
        err.contains("TRILOBITE_EXPLAIN=1:x") && err.contains("not understood"),
        "{err}"
    );
}

const KERNEL: &str = "static float square(in float x) { return x * x; }
void lengths(in vec v, in int n, out float length, out vec unit) {
    float s = square(v.x) + square(v.y);
    int i = 0;
    while (i < n) {
        s = s + 1.0;
        i = i + 1;
    }
    length = sqrt(s);
    unit = v / length;
}
void other(out float x) { x = 1.0; }
";

#[test]
fn a_kernel_is_told_line_by_line() {
    let path = file("kernel", "k.mu", KERNEL);
    let with = |arguments: &[&str]| explain(&[&[&path[..]][..], arguments].concat());
    let given = ["--function", "lengths", "--input", "v=3,4,0,5"];
    let (code, out, err) = with(&[&given[..], &["--input", "n=0"]].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_in_order(
        &out,
        &[
            "1 return x * x;",
            "x 3",
            "→ x * x 9",
            "1 return x * x;",
            "x 4",
            "→ x * x 16",
            "→ s 25",
            "5 i < n",
            "condition no",
            "9 length = sqrt(s);",
            "s 25",
            "→ length 5",
            "10 unit = v / length;",
            "v 3 4 0 5",
            "length 5",
            "→ unit 0.6 0.8 0 1",
            "length 5",
            "unit 0.6 0.8 0 1",
        ],
    );
    let (_, out, _) = with(&[&given[..], &["--input", "n=2"]].concat());
    let rounds = squeezed(&out)
        .iter()
        .filter(|l| *l == "condition yes")
        .count();
    assert_eq!(rounds, 2, "{out}");
    let (_, out, _) = with(&given);
    assert!(out.contains("Not given, so 0: n."), "{out}");
    let (code, _, err) = with(&[]);
    assert!(code == Some(1) && err.contains("lengths, other"), "{err}");
    for (argument, said) in [
        ("v=1,2", "2 numbers are given"),
        ("unit=1,2,3,4", "is an output"),
        ("w=1", "no parameter of lengths"),
    ] {
        let (code, _, err) = with(&["--function", "lengths", "--input", argument]);
        assert!(code == Some(2) && err.contains(said), "{err}");
    }
    // This program never ends.
    let endless = "void f(out float r) { r = 0.0; while (r >= 0.0) { r = r + 1.0; } }";
    let path = file("endless", "k.mu", endless);
    let (code, out, _) = explain(&[&path, "--statements", "5"]);
    assert!(code == Some(0) && out.contains("gave no results"), "{out}");
}
