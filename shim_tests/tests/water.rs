//! Checks that the water surface of golden/water.c is the same picture in three ways: drawn by ATI_fragment_shader, by
//! register combiners after texture shaders, and by an ARB fragment program.
//!
//! A channel may differ by 1. The three sum up in other orders, and the slopes are bytes for one and floats for
//! another. A value close to the middle between two bytes may be rounded either way.

use shim_tests::harness::{Picture, compile_c, library_dir, under_driver};

#[test]
fn three_ways_to_draw_water_agree() {
    let sources = ["golden/golden.c", "golden/water.c"];
    let program = compile_c("water", &sources, &["OSMesa", "m"]);
    let draw = |name: &str| {
        let out = library_dir().join(format!("water_{name}.ppm"));
        let run = under_driver(&program)
            .arg(format!("water/{name}"))
            .arg(&out)
            .output()
            .expect("the scene runs");
        assert!(run.status.success(), "{name}: {run:?}");
        Picture::read_ppm(&out)
    };
    let expected = draw("program");
    for name in ["ati", "combiners"] {
        let (n, worst) = expected.difference(&draw(name), 1);
        assert_eq!(n, 0, "water/{name} differs from water/program by {worst}");
    }
}
