//! Checks `trilobite compile`, `explain` and `kernel` on Cg texts as a user sees them: messages, exit status, what is emitted,
//! reports in the user's files, and functions over arrays.

use shim_tests::verb::{assert_in_order, explain, folder, run, trilobite};
use std::path::Path;

const HEADER: &str = "#define SQUARE(x) ((x) * (x))
struct Light { float3 position; float3 color; };
float attenuate(float d) { return 1 / (1 + SQUARE(d)); }
";
const SHADER: &str = "#include \"light.cgh\"
#ifndef N
#define N 2
#endif
struct V { float4 pos : POSITION; float2 uv : TEXCOORD0; float3 n : TEXCOORD1; };
uniform Light lights[N];
V move(float4 p : POSITION, float2 uv : TEXCOORD0, float3 n : NORMAL, uniform float4x4 mvp : state.matrix.mvp) {
  V o; o.pos = mul(mvp, p); o.uv = uv; o.n = n; return o;
}
float4 main(V i, uniform sampler2D image : TEXUNIT1) : COLOR {
  float3 n = normalize(i.n);
  float3 c = 0;
  for (int k = 0; k < N; k++) {
    float3 l = lights[k].position - n;
    c += lights[k].color * attenuate(length(l));
  }
  return float4(c, 1) * tex2D(image, i.uv);
}
float plain(float a) { return a * 2; }
";
const BROKEN: &str = "#include \"light.cgh\"
#define TWICE(v) (SQUARE(v) + missing)
float4 main(float4 c : COLOR) : COLOR {
  float a = TWICE(c.x);
  return n * c;
}
";

/// Makes a folder with the texts, the header in a folder of its own.
fn with_texts(test: &str) -> std::path::PathBuf {
    let dir = folder(test);
    let write = |name: &str, text: &str| std::fs::write(dir.join(name), text).expect("writable");
    std::fs::create_dir(dir.join("include")).expect("writable");
    write("include/light.cgh", HEADER);
    write("shader.cg", SHADER);
    write("broken.cg", BROKEN);
    dir
}

fn verb(dir: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = trilobite(arguments);
    command.current_dir(dir);
    run(command)
}

fn compile(dir: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let all = [&["compile"], arguments, &["-I", "include"]].concat();
    verb(dir, &all)
}

#[test]
fn compile_shows_each_form_of_a_program() {
    let dir = with_texts("forms");
    let forms = [
        ("ir", "load.uniform"),
        ("asm", "bytes of code"),
        ("stats", "lights[2].position 3 x f32, uniform"),
        ("muda", "void main("),
        ("c", "void (*sample)(void *data, int unit"),
    ];
    for (form, expected) in forms {
        let arguments = [
            "shader.cg",
            "--profile",
            "fp40",
            "--entry",
            "main",
            "-D",
            "N=3",
            "--emit",
            form,
        ];
        let (code, out, err) = compile(&dir, &arguments);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{form}");
        assert!(out.contains(expected), "{form}: {out}");
    }
    let (code, out, _) = compile(&dir, &["shader.cg", "--emit", "none"]);
    assert_eq!((code, out.as_str()), (Some(0), ""));
    let (code, _, err) = compile(&dir, &["shader.cg", "--emit", "text"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("no canonical form"), "{err}");
}

#[test]
fn emitted_muda_is_loaded_again() {
    let dir = with_texts("muda");
    let (_, muda, _) = compile(&dir, &["shader.cg", "--emit", "muda"]);
    assert!(muda.contains("sample(1, "), "the unit of TEXUNIT1: {muda}");
    std::fs::write(dir.join("again.mu"), muda).expect("writable");
    let (code, _, err) = verb(&dir, &["compile", "again.mu", "--emit", "none"]);
    assert_eq!(code, Some(0), "{err}");
}

#[test]
fn the_stage_is_that_of_the_semantics_unless_a_profile_has_one() {
    let dir = with_texts("stage");
    // Both entries, in their order; each at its stage: inputs begin where the stage has them.
    let (code, out, err) = compile(&dir, &["shader.cg", "--entry", "main", "--entry", "move"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let wanted = [
        "== main",
        "function main",
        "i.uv 2 x f32, in, from input word 16",
        "== move",
        "function move",
        "mvp 16 x f32, uniform, from word 16",
    ];
    assert_in_order(&out, &wanted);
    // Without semantics it is a function over arrays.
    let (_, out, _) = compile(&dir, &["shader.cg", "--entry", "plain"]);
    assert_in_order(
        &out,
        &["function plain", "return 1 x f32, out, from output word 0"],
    );
    for (profile, entry, code) in [
        ("arbvp1", "move", 0),
        ("vs_3_0", "move", 0),
        ("latest", "move", 0),
        ("arbfp1", "main", 0),
        ("arbvp1", "main", 1),
    ] {
        let arguments = [
            "shader.cg",
            "--profile",
            profile,
            "--entry",
            entry,
            "--emit",
            "none",
        ];
        assert_eq!(compile(&dir, &arguments).0, Some(code), "{profile} {entry}");
    }
}

#[test]
fn errors_have_the_form_of_nvidias_compiler() {
    let dir = with_texts("errors");
    let (code, out, err) = compile(
        &dir,
        &["broken.cg", "--profile", "arbfp1", "--emit", "none"],
    );
    assert_eq!((code, out.as_str()), (Some(1), ""));
    let wanted = [
        "trilobite: broken.cg(4) : error C1008: undefined variable \"missing\"",
        "float a = TWICE(c.x);",
        "^^^^^",
        "in macro \"TWICE\", defined at broken.cg(2)",
        "broken.cg(5) : error C1008: undefined variable \"n\"",
        "return n * c;",
    ];
    assert_in_order(&err, &wanted);
    let (code, _, err) = compile(&dir, &["shader.cg", "--entry", "absent"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("error C3001"), "{err}");
    // What the profile lacks is an error only where the reference's rules are asked for.
    std::fs::write(
        dir.join("if.cg"),
        "float4 main(float4 c : COLOR, uniform int n) : COLOR \
        { float4 s = 0; for (int i = 0; i < n; i++) s += c; return s; }",
    )
    .expect("writable");
    let strict = ["if.cg", "--profile", "arbfp1", "--emit", "none", "--strict"];
    assert_eq!(compile(&dir, &strict).0, Some(1));
    assert_eq!(compile(&dir, &strict[..5]).0, Some(0));
}

#[test]
fn wrong_options_are_usage() {
    let dir = with_texts("usage");
    for wrong in [
        &["shader.cg", "--profile", "arbfp2"][..],
        &["shader.cg", "--size", "v"],
        &["shader.cg", "--interface", "v"],
        &["shader.cg", "--emit", "nothing"],
    ] {
        let (code, out, err) = compile(&dir, wrong);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{wrong:?}: {err}");
    }
    let (_, _, err) = compile(&dir, &["shader.cg", "--profile", "arbfp2"]);
    assert!(err.contains("did you mean \"arbfp1\""), "{err}");
    // Options of Cg's compiler are none of other languages.
    std::fs::write(dir.join("a.mu"), "void f(out float x) { x = 1.0; }").expect("writable");
    let (code, _, err) = verb(&dir, &["compile", "a.mu", "--position-invariant"]);
    assert_eq!(code, Some(2), "{err}");
    // One function at a time is run.
    let two = [
        "kernel",
        "shader.cg",
        "--function",
        "plain",
        "--function",
        "attenuate",
        "-I",
        "include",
    ];
    assert_eq!(verb(&dir, &two).0, Some(2));
}

#[test]
fn a_fragment_program_is_explained_in_the_users_files() {
    let dir = with_texts("fragment");
    let shader = dir.join("shader.cg").display().to_string();
    let include = dir.join("include").display().to_string();
    let (code, out, err) = explain(&[
        &shader,
        "-I",
        &include,
        "--input",
        "i.n=0,0,2",
        "--input",
        "TEXCOORD0=0.5,0.5",
        "--param",
        "lights[0].position=0,0,1",
        "--param",
        "lights[0].color=1,0.5,0",
    ]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let header = dir.join("include/light.cgh").display().to_string();
    assert_in_order(
        &out,
        &[
            "i.n 0 0 2",
            "11 float3 n = normalize(i.n);",
            "i.n 0 0 2",
            "→ n 0 0 1",
            "14 float3 l = lights[k].position - n;",
            "lights[k].position 0 0 1",
            "→ l 0 0 0",
            &format!("{header}:3 return 1 / (1 + SQUARE(d));"),
            "d 0",
            "15 c += lights[k].color * attenuate(length(l));",
            "→ c 1 0.5 0",
            "13 k++",
            "→ k 1",
            "17 return float4(c, 1) * tex2D(image, i.uv);",
            "Results",
            "main 0 0 0 1",
        ],
    );
    assert!(
        out.contains("lights[1].position"),
        "missing uniforms are named: {out}"
    );
    // The page says the same.
    let (code, page, _) = explain(&[&shader, "-I", &include, "--format", "html"]);
    assert_eq!(code, Some(0));
    assert!(page.contains("light.cgh:3"), "{page}");
}

#[test]
fn a_statement_in_a_macro_has_its_trail() {
    let dir = folder("macro");
    let text = "#define SET(v) c.x = (v) + 1\nfloat4 main(float4 c : COLOR) : COLOR {\n  SET(c.y);\n  return c;\n}\n";
    std::fs::write(dir.join("m.cg"), text).expect("writable");
    let path = dir.join("m.cg").display().to_string();
    let (code, out, err) = explain(&[&path, "--input", "c=1,2,3,4"]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let definition = format!("in macro SET, {path}(1)");
    assert_in_order(
        &out,
        &[
            "3 SET(c.y)",
            &definition,
            "c.y 2",
            "4 return c;",
            "main 3 2 3 4",
        ],
    );
}

#[test]
fn a_vertex_program_is_explained_with_gl_state() {
    let dir = with_texts("vertex");
    let shader = dir.join("shader.cg").display().to_string();
    let include = dir.join("include").display().to_string();
    let mvp = "state.matrix.mvp=2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1";
    let arguments = [
        &shader,
        "-I",
        &include,
        "--entry",
        "move",
        "--input",
        "p=1,2,3,1",
        "--param",
        mvp,
    ];
    let (code, out, err) = explain(&arguments);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_in_order(
        &out,
        &[
            "8 o.pos = mul(mvp, p);",
            "p 1 2 3 1",
            "→ o.pos 2 4 6 1",
            "move.pos 2 4 6 1",
        ],
    );
    // A matrix that is not given is the identity.
    let (_, out, _) = explain(&arguments[..7]);
    assert_in_order(&out, &["move.pos 1 2 3 1"]);
    for wrong in ["q=1,2,3,4", "p=1,2", "p=1,2,3,x"] {
        let (code, _, err) =
            explain(&[&shader, "-I", &include, "--entry", "move", "--input", wrong]);
        assert_eq!(code, Some(2), "{wrong}: {err}");
    }
}

#[test]
fn any_function_runs_over_arrays() {
    let dir = folder("kernel");
    let text = "struct Light { float3 position; float4 color[2]; };
float4 shade(float3 n, Light l, out float w[2], inout float3x2 m, uniform half k, bool b, short s)
{ w[0] = dot(n, l.position); w[1] = k; m[1] += l.color[1].xy; if (b) m[0].x = s; return l.color[0] * w[0]; }
interface Op { float go(float x); };
struct Twice : Op { float go(float x) { return 2 * x; } };
float with(Op o, float x) { return o.go(x); }
float sum(float v[]) { float s = 0; for (int i = 0; i < v.length; i++) s += v[i]; return s; }
uniform float bias;
float moved(float4 v) { return mul(glstate.matrix.inverse.mvp, v).y + bias; }
float4 sampled(sampler2D t, float2 at) { return tex2D(t, at); }
";
    std::fs::write(dir.join("k.cg"), text).expect("writable");
    std::fs::write(dir.join("m.csv"), "1,2,3,4,5,6\n").expect("writable");
    let kernel = |function: &str, more: &[&str]| {
        verb(
            &dir,
            &[&["kernel", "k.cg", "--function", function], more].concat(),
        )
    };
    let (code, out, err) = kernel(
        "shade",
        &[
            "--set",
            "n=1,2,3",
            "--set",
            "l.position=1,1,1",
            "--set",
            "l.color=1,2,3,4,10,20,0,0",
            "--in",
            "m=m.csv",
            "--set",
            "k=0.25",
            "--set",
            "b=1",
            "--set",
            "s=7",
            "--out",
            "return=r.csv",
            "--out",
            "w=w.csv",
            "--out",
            "m=o.csv",
        ],
    );
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let read = |name: &str| std::fs::read_to_string(dir.join(name)).expect("written");
    assert_eq!(read("r.csv").trim(), "6,12,18,24");
    assert_eq!(read("w.csv").trim(), "6,0.25");
    assert_eq!(read("o.csv").trim(), "7,2,13,24,5,6");
    let (code, out, err) = kernel(
        "with",
        &[
            "--interface",
            "o=Twice",
            "--set",
            "x=4",
            "-n",
            "1",
            "--out",
            "return=-",
        ],
    );
    assert_eq!((code, out.trim()), (Some(0), "8"), "{err}");
    let (code, out, err) = kernel(
        "sum",
        &[
            "--size", "v=3", "--set", "v=1,2,4", "-n", "1", "--out", "return=-",
        ],
    );
    assert_eq!((code, out.trim()), (Some(0), "7"), "{err}");
    // Of the state of GL there is what the function reads, and of other functions' uniforms nothing.
    let (_, out, _) = kernel("moved", &[]);
    assert_in_order(
        &out,
        &["uniform glstate.matrix.inverse.mvp a vector of 16 floats, 4 x 4 by rows"],
    );
    assert_eq!(out.matches("uniform").count(), 2, "{out}");
    let inverse = "glstate.matrix.inverse.mvp=1,0,0,0,0,3,0,0,0,0,1,0,0,0,0,1";
    let given = [
        "--set",
        "v=1,2,3,4",
        "--set",
        inverse,
        "--set",
        "bias=0.5",
        "-n",
        "1",
        "--out",
        "return=-",
    ];
    let (code, out, err) = kernel("moved", &given);
    assert_eq!((code, out.trim()), (Some(0), "6.5"), "{err}");
    let (code, _, err) = kernel("sampled", &[]);
    assert_eq!(code, Some(1));
    assert!(err.contains("only draws have"), "{err}");
}
