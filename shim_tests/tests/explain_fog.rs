//! Checks `trilobite explain` for the fog options of ARB_fragment_program, which act after the program's last line.

use shim_tests::verb::{assert_in_order, explain, file, squeezed};

const STATE: [&str; 6] = [
    "--input",
    "fragment.fogcoord=1",
    "--param",
    "state.fog.params=1,0,2,0.5",
    "--param",
    "state.fog.color=0,0,1,1",
];

#[test]
fn what_fog_does_is_told() {
    let text = "!!ARBfp1.0\nOPTION ARB_fog_linear;\nMOV result.color, {1,-3,2,.5};\nEND\n";
    let path = file("fog", "a.fp", text);
    let (code, out, err) = explain(&[&[&path[..]][..], &STATE].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_in_order(
        &out,
        &[
            "→ result.color 1 -3 2 0.5",
            "clamped colour 1 0 1 0.5",
            "fog coordinate 1",
            "fog factor 0.5",
            "fog colour 0 0 1",
            "fogged colour 0.5 0 1 0.5",
            "Results",
            "result.color 0.5 0 1 0.5",
        ],
    );
}

#[test]
fn fog_is_told_where_a_program_with_branches_writes_its_colour() {
    let text = "!!ARBfp1.0\nOPTION NV_fragment_program2;\nOPTION ARB_fog_linear;\nTEMP t;\n\
        MOVC t, fragment.color;\nIF GT.x;\nMOV result.color.xw, t;\nELSE;\nMOV result.color, 0;\nENDIF;\nEND\n";
    let path = file("fog_branches", "a.fp", text);
    let color = ["--input", "fragment.color=3,1,1,1"];
    let (code, out, err) = explain(&[&[&path[..]][..], &STATE, &color].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_in_order(
        &out,
        &[
            "6 IF GT.x",
            "holds yes",
            "→ result.color.xw 3 1",
            "clamped colour 1 1",
            "fog factor 0.5",
            "fogged colour 0.5 1",
            "result.color 0.5 0 0.5 1",
        ],
    );
    let lines = squeezed(&out);
    let fogged = lines.iter().filter(|l| l.starts_with("fogged colour"));
    assert_eq!(fogged.count(), 1, "{out}");
}
