//! Checks `trilobite explain` for NVIDIA's own programs: it uses their names and their limits.

use shim_tests::verb::{assert_in_order, explain, file};

#[test]
fn native_programs_are_told_in_their_own_words() {
    let text = "!!FP1.0\nDECLARE tint = {0.5, 2, 1, 1};\nDECLARE other;\n\
                MUL R0, f[TEX0], tint;\nADD o[COLR], R0, other;\nEND\n";
    let path = file("native", "a.fp", text);
    let arguments = ["--input", "f[TEX0]=3,4,5,6", "--param", "other=1,1,1,1"];
    let (code, out, err) = explain(&[&[&path[..]][..], &arguments].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_in_order(
        &out,
        &[
            "f[TEX0] 3 4 5 6",
            "tint 0.5 2 1 1",
            "→ R0 1.5 8 5 6",
            "other 1 1 1 1",
            "→ o[COLR] 2.5 9 6 7",
        ],
    );
    let text = "!!VP1.0\nMUL o[HPOS], v[OPOS], c[7];\nEND\n";
    let path = file("native_vertex", "a.vp", text);
    let arguments = ["--input", "v[OPOS]=1,2,3,4", "--param", "c[7]=2,2,2,0.5"];
    let (code, out, err) = explain(&[&[&path[..]][..], &arguments].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_in_order(
        &out,
        &["c[7] 2 2 2 0.5", "→ o[HPOS] 2 4 6 2", "o[HPOS] 2 4 6 2"],
    );
}

#[test]
fn state_programs_end_with_the_parameters_that_they_wrote() {
    let text = "!!VSP1.0\nARL A0.x, v[0].y;\nMOV c[5].xz, c[A0.x+1];\nMOV c[6], c[5];\nEND\n";
    let path = file("state", "a.vsp", text);
    let arguments = ["--input", "v[0]=0,2", "--param", "c[3]=1,2,3,4"];
    let (code, out, err) = explain(&[&[&path[..]][..], &arguments].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.starts_with("Vertex state program "), "{out}");
    assert_in_order(
        &out,
        &["→ c[5].xz 1 3", "Results", "c[5] 1 0 3 0", "c[6] 1 0 3 0"],
    );
    assert!(!out.contains("result."), "{out}");
    let missing = "95 parameters that the program reads had no value";
    assert!(out.contains(missing), "{out}");
    for (wrong, message) in [
        (["--input", "v[1]=1"], "v[1]"),
        (["--input", "vertex.position=1"], "vertex.position"),
        (["--param", "c[99]=1"], "99"),
        (["--param", "c[A0.x]=1"], "c[A0.x] is no parameter"),
    ] {
        let (code, _, err) = explain(&[&[&path[..]][..], &wrong].concat());
        assert!(code == Some(1) && err.contains(message), "{wrong:?}: {err}");
    }
}

#[test]
fn depths_of_native_programs_keep_to_the_depth_range() {
    let text = "!!FP1.0\nMOV o[COLH], 1;\nMOV o[DEPR].z, 0.25;\nEND\n";
    let path = file("depth_range", "a.fp", text);
    let (code, out, err) = explain(&[&path]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let expected = [
        "depth, its range, outside 0.25 0 1 no",
        "o[COLH] 1 1 1 1",
        "o[DEPR] 0.25",
    ];
    assert_in_order(&out, &expected);
    let (_, out, _) = explain(&[&path, "--param", "state.depth.range=1,0.5"]);
    let discarded = "Results: discarded: depth 0.25 is outside of the depth range 0.5 to 1";
    assert_in_order(
        &out,
        &["depth, its range, outside 0.25 0.5 1 yes", discarded],
    );
}

#[test]
fn branches_without_a_condition_are_told() {
    let text =
        "!!VP2.0\nCAL sub;\nBRA done;\nsub: MOV R0, v[OPOS];\nRET;\ndone: MOV o[HPOS], R0;\nEND\n";
    let path = file("branches", "a.vp", text);
    let (code, out, err) = explain(&[&path, "--input", "v[OPOS]=1,2,3,4"]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_in_order(
        &out,
        &[
            "2 CAL sub",
            "taken yes",
            "→ R0 1 2 3 4",
            "5 RET",
            "taken yes",
            "3 BRA done",
            "taken yes",
            "→ o[HPOS] 1 2 3 4",
        ],
    );
    let (_, out, _) = explain(&[&path, "--statements", "0"]);
    assert_in_order(&out, &["5 statements are left out."]);
}
