//! Checks `trilobite kernel`: arrays from files of each format, those of numpy among them, and the messages for wrong
//! files.

use shim_tests::verb::{folder, run, trilobite};
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "!!ARBvp1.0
PARAM k = program.local[0];
MAD result.position, vertex.position, k, vertex.normal;
END
";

/// Makes a folder with the program in `p.vp`.
fn with_program(test: &str) -> std::path::PathBuf {
    let dir = folder(test);
    std::fs::write(dir.join("p.vp"), PROGRAM).expect("the target folder is writable");
    dir
}

fn kernel(dir: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = trilobite(&["kernel", "p.vp"]);
    command.args(arguments).current_dir(dir);
    run(command)
}

fn python(dir: &Path, script: &str) -> (Option<i32>, String, String) {
    // Debian's numpy is installed for this interpreter.
    let mut command = Command::new("/usr/bin/python3");
    command.args(["-c", script]).current_dir(dir);
    run(command)
}

#[test]
fn numpy_writes_and_reads() {
    let dir = with_program("numpy");
    let make = "import numpy as np
p = np.arange(4 * 1000, dtype='float32').reshape(1000, 4)
np.save('p.npy', p); np.save('big.npy', p.astype('>f4')); np.save('f64.npy', p.astype('float64'))
np.save('fortran.npy', np.asfortranarray(p)); np.save('flat.npy', p.ravel())
p[::-1].tofile('n.bin')";
    let made = python(&dir, make);
    assert_eq!(made.0, Some(0), "{made:?}");
    let call = |position: &str| {
        let position = format!("vertex.position={position}");
        let rest = [
            "--in",
            "vertex.normal=n.bin",
            "--set",
            "program.local[0]=1,2,3,4",
        ];
        let mut arguments = vec!["--in", &position];
        arguments.extend(rest);
        arguments.extend(["--out", "result.position=r.npy"]);
        kernel(&dir, &arguments)
    };
    for position in ["p.npy", "big.npy"] {
        let _ = std::fs::remove_file(dir.join("r.npy"));
        assert_eq!(call(position), (Some(0), String::new(), String::new()));
        let check = "import numpy as np
p, r = np.load('p.npy'), np.load('r.npy')
assert r.dtype == np.float32 and r.shape == (1000, 4)
assert (r == p * np.array([1, 2, 3, 4], 'float32') + p[::-1]).all()";
        let checked = python(&dir, check);
        assert_eq!(checked.0, Some(0), "{checked:?}");
    }
    for (file, advice) in [
        ("f64.npy", "a.astype('float32')"),
        ("fortran.npy", "numpy.ascontiguousarray(a)"),
        ("flat.npy", "(n, 4) is wanted"),
        ("none.npy", "none.npy: "),
        ("p.vp", "no whole number of values"),
    ] {
        let (code, _, text) = call(file);
        assert!(code == Some(1) && text.contains(advice), "{file}: {text}");
    }
    let whole = std::fs::read(dir.join("p.npy")).expect("it was written");
    for end in [0, 5, 10, 60, 128, 1000] {
        std::fs::write(dir.join("cut.npy"), &whole[..end]).expect("the folder is writable");
        let (code, _, text) = call("cut.npy");
        assert!(code == Some(1) && text.contains("cut.npy: "), "{text}");
        let is_cut_header = text.contains("ends inside its header");
        assert_eq!(is_cut_header, [10, 60].contains(&end), "{end}: {text}");
    }
    std::fs::write(dir.join("more.npy"), [&whole[..], &[0; 3]].concat()).expect("writable");
    let (code, _, text) = call("more.npy");
    assert!(code == Some(1) && text.contains("3 bytes follow"), "{text}");
    let header = |shape: &str| {
        let text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), }}\n");
        let length = (text.len() as u16).to_le_bytes();
        [b"\x93NUMPY\x01\x00", &length[..], text.as_bytes()].concat()
    };
    for shape in [
        "99999999999999, 4",
        "4611686018427387904, 4",
        "18446744073709551615, 4",
        "1, 4",
    ] {
        std::fs::write(dir.join("lie.npy"), header(shape)).expect("the folder is writable");
        let (code, _, text) = call("lie.npy");
        assert!(
            code == Some(1) && text.contains("lie.npy: "),
            "{shape}: {text}"
        );
    }
}

#[test]
fn numbers_with_commas() {
    let dir = with_program("csv");
    let write = |name: &str, text: &str| std::fs::write(dir.join(name), text).expect("writable");
    write("p.csv", "x, y, z, w\n1, 2, 3, 4\n# half\n0.5,-1e3,inf,0\n");
    let call = |position: &str| {
        let position = format!("vertex.position={position}");
        let mut arguments = vec!["--in", &position, "--out", "result.position=-"];
        arguments.extend([
            "--set",
            "program.local[0]=1,1,1,2",
            "--set",
            "vertex.normal=1,0,0,0",
        ]);
        kernel(&dir, &arguments)
    };
    let result = "2,2,3,8\n1.5,-1000,inf,0\n";
    assert_eq!(call("p.csv"), (Some(0), result.into(), String::new()));
    for (text, said) in [
        ("1,2,3,4\n1,2,3\n", "line 2: 3 numbers"),
        ("1,2,3,4\n1,2,three,4\n", "line 2: `three` is no float"),
        ("1,2,three,4\n", "line 1: `three` is no float"),
        (
            "1e5x,1.5.5,1e,0x10\n1,2,3,4\n",
            "line 1: `1e5x` is no float",
        ),
    ] {
        write("bad.csv", text);
        let (code, _, error) = call("bad.csv");
        assert!(code == Some(1) && error.contains(said), "{error}");
    }
    write("empty.csv", "");
    assert_eq!(call("empty.csv"), (Some(0), String::new(), String::new()));
}

#[test]
fn a_muda_function_is_chosen_and_stopped() {
    let dir = folder("muda");
    let text = "void twice(ivec v, out ivec r) { r = v + v; }
void wait(float a, out float r) { r = a; while (a > 0.0) { r = r + 1.0; } }
";
    std::fs::write(dir.join("k.mu"), text).expect("the folder is writable");
    let kernel = |arguments: &[&str]| {
        let mut command = trilobite(&["kernel", "k.mu"]);
        command.args(arguments).current_dir(&dir);
        run(command)
    };
    let twice = [
        "--function",
        "twice",
        "--set",
        "v=1,-2,3,1000000",
        "-n",
        "2",
        "--out",
        "r=-",
    ];
    let result = "2,-4,6,2000000\n2,-4,6,2000000\n";
    assert_eq!(kernel(&twice), (Some(0), result.into(), String::new()));
    let (code, _, error) = kernel(&["-n", "1"]);
    assert!(code == Some(2) && error.contains("twice, wait"), "{error}");
    let wait = [
        "--function",
        "wait",
        "--set",
        "a=1",
        "-n",
        "1",
        "--seconds",
        "0.05",
    ];
    let (code, _, error) = kernel(&wait);
    assert!(
        code == Some(1) && error.contains("stopped after 50ms"),
        "{error}"
    );
    let for_ever = [&twice[..], &["--seconds", "0"]].concat();
    assert_eq!(kernel(&for_ever), (Some(0), result.into(), String::new()));
    let (code, _, error) = kernel(&[&twice[..], &["--seconds=-1"]].concat());
    assert!(code == Some(2) && error.contains("--seconds"), "{error}");
}

#[test]
fn static_functions_structures_and_arrays_of_muda_are_kernels() {
    let dir = folder("muda_author");
    let text = "struct ray { vec from; float far; };
static vec end(ray r, vec to) { return r.from + to * r.far; }
static void pick(array vec all, int n, out vec r) { r = all[n]; }
";
    std::fs::write(dir.join("k.mu"), text).expect("the folder is writable");
    let verb = |verb: &str, arguments: &[&str]| {
        let mut command = trilobite(&[verb, "k.mu"]);
        command.args(arguments).current_dir(&dir);
        run(command)
    };
    // A text without external functions loads, and says which functions there are.
    let (code, shown, error) = verb("compile", &[]);
    assert_eq!(
        (code, shown.contains("end, pick")),
        (Some(0), true),
        "{error}"
    );
    let (code, _, error) = verb("compile", &["--emit", "ir"]);
    assert!(code == Some(2) && error.contains("end, pick"), "{error}");
    let (code, shown, _) = verb("kernel", &["--function", "end"]);
    let has_members = shown.contains("r.from") && shown.contains("r.far");
    assert!(code == Some(0) && has_members, "{shown}");
    let end = [
        "--function",
        "end",
        "--set",
        "r.from=1,2,3,4",
        "--set",
        "r.far=2",
        "--set",
        "to=1,1,1,1",
        "-n",
        "1",
        "--out",
        "return=-",
    ];
    let (code, shown, error) = verb("kernel", &end);
    assert_eq!((code, shown.as_str()), (Some(0), "3,4,5,6\n"), "{error}");
    // An array has the size that is given.
    let pick = [
        "--function",
        "pick",
        "--size",
        "all=2",
        "--set",
        "all=1,2,3,4,5,6,7,8",
        "--set",
        "n=1",
        "-n",
        "1",
        "--out",
        "r=-",
    ];
    let (code, shown, error) = verb("kernel", &pick);
    assert_eq!(
        (code, shown.as_str(), error.as_str()),
        (Some(0), "5,6,7,8\n", "")
    );
    let (code, _, error) = verb("kernel", &["--function", "wrong"]);
    assert!(code == Some(1) && error.contains("end, pick"), "{error}");
}

#[test]
fn questions_and_wrong_words() {
    let dir = with_program("words");
    let (code, out, _) = kernel(&dir, &[]);
    assert_eq!(code, Some(0));
    for words in [
        "in      vertex.position",
        "uniform program.local[0]",
        "a vector of 4 floats",
    ] {
        assert!(out.contains(words), "{out}");
    }
    for (arguments, status, said) in [
        (&["--in", "vertex.position"][..], 2, "NAME="),
        (
            &["--in", "vertex.color=x.csv"],
            2,
            "vertex.position, vertex.normal",
        ),
        (&["--out", "result.color=-", "-n", "1"], 2, "has no value"),
        (&["--set", "vertex.position=1,2", "-n", "1"], 2, "2 numbers"),
        (
            &["--set", "vertex.position=1,2,3,4"],
            2,
            "how many elements",
        ),
        (
            &[
                "--set",
                "vertex.position=1,2,3,4",
                "--set",
                "vertex.position=1,2,3,4",
            ],
            2,
            "`vertex.position` is given twice",
        ),
        (&["--function", "f"], 2, "there is: main"),
    ] {
        let (code, _, error) = kernel(&dir, arguments);
        assert!(
            code == Some(status) && error.contains(said),
            "{arguments:?}: {error}"
        );
    }
    let set = [
        "vertex.position=1,2,3,4",
        "vertex.normal=0,0,0,0",
        "program.local[0]=1,1,1,1",
    ];
    let mut arguments: Vec<&str> = set.iter().flat_map(|s| ["--set", s]).collect();
    arguments.extend(["-n", "3", "--out", "result.position=-"]);
    assert_eq!(kernel(&dir, &arguments).1, "1,2,3,4\n1,2,3,4\n1,2,3,4\n");
    arguments.extend(["--out", "result.colour=-"]);
    let (code, _, error) = kernel(&dir, &arguments);
    assert!(
        code == Some(2) && error.contains("result.position"),
        "{error}"
    );
}

#[test]
fn a_parameter_that_is_bound_twice_is_one() {
    let dir = folder("once");
    let state = "!!VSP1.0\nARL A0.x, v[0].x;\nMOV c[5], c[0];\nMOV R1, c[A0.x];\nADD c[7], R1, c[5];\nEND\n";
    let vertex = "!!ARBvp1.0\nADDRESS a;\nPARAM first = program.env[1];\n\
        PARAM row[] = { program.env[0..2] };\nPARAM again[] = { 4, program.env[1], program.env[3] };\n\
        ARL a.x, vertex.position.x;\nMUL result.position, row[a.x], first;\n\
        ADD result.color, again[1], again[2];\nEND\n";
    for (name, text) in [("p.vsp", state), ("p.vp", vertex)] {
        std::fs::write(dir.join(name), text).expect("the folder is writable");
    }
    let call = |file: &str, arguments: &[&str]| {
        let mut command = trilobite(&["kernel", file]);
        command.args(arguments).current_dir(&dir);
        run(command)
    };
    let (_, signature, _) = call("p.vsp", &[]);
    let uniforms = signature
        .lines()
        .filter(|l| l.trim_start().starts_with("uniform "));
    assert_eq!(uniforms.count(), 96, "{signature}");
    let mut set = vec!["--set".to_owned(), "v[0]=3,0,0,0".to_owned()];
    for n in 0..96 {
        set.extend(["--set".to_owned(), format!("c[{n}]={n},1,2,3")]);
    }
    let mut arguments: Vec<&str> = set.iter().map(String::as_str).collect();
    arguments.extend(["-n", "1", "--out", "c[7]=-"]);
    let result = (Some(0), "3,2,4,6\n".to_owned(), String::new());
    assert_eq!(call("p.vsp", &arguments), result);
    let set = |name: &str, numbers: &str| ["--set".to_owned(), format!("{name}={numbers}")];
    let set = [
        set("vertex.position", "2,0,0,1"),
        set("program.env[0]", "0,0,0,0"),
        set("program.env[1]", "2,3,4,5"),
        set("program.env[2]", "10,10,10,10"),
        set("program.env[3]", "1,1,1,1"),
    ]
    .concat();
    let mut arguments: Vec<&str> = set.iter().map(String::as_str).collect();
    arguments.extend(["-n", "1", "--out", "result.position=-"]);
    let result = (Some(0), "20,30,40,50\n".to_owned(), String::new());
    assert_eq!(call("p.vp", &arguments), result);
    let at = arguments.len() - 1;
    arguments[at] = "result.color.front.primary=-";
    let result = (Some(0), "3,4,5,6\n".to_owned(), String::new());
    assert_eq!(call("p.vp", &arguments), result);
}

#[test]
fn what_the_text_gives_an_input_is_its_value_unless_it_is_set() {
    let dir = folder("defaults");
    let text = "uniform float k = 3;\nuniform float3 lots[2] = { { 1, 2, 3 }, { 4, 5, 6 } };\n\
        float f(float x, uniform float2 scale = float2(2, 0.5), uniform float y = -1)\n\
        { return x * scale.x + k + y + lots[1].z; }\n";
    for file in ["d.cg", "d.hlsl"] {
        std::fs::write(dir.join(file), text).expect("the folder is writable");
        let call = |arguments: &[&str]| {
            let mut command = trilobite(&["kernel", file, "--function", "f"]);
            command.args(arguments).current_dir(&dir);
            run(command)
        };
        let (_, signature, error) = call(&[]);
        for shown in [
            "2,0.5 unless set",
            "-1 unless set",
            "1,2,3,4,5,6 unless set",
        ] {
            assert!(signature.contains(shown), "{signature}{error}");
        }
        let out = ["-n", "2", "--out", "return=-"];
        let result = |arguments: &[&str]| call(&[&out, arguments].concat()).1;
        assert_eq!(result(&["--set", "x=10"]), "28\n28\n");
        let set = ["--set", "x=10", "--set", "k=100", "--set", "scale=1,1"];
        assert_eq!(result(&set), "115\n115\n");
        let (code, _, error) = call(&out);
        assert!(
            code == Some(2) && error.contains("`x` has no value"),
            "{error}"
        );
    }
}
