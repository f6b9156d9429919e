//! Runs C programs through libOSMesa: the commands of program objects, and the GL state that programs read.

use shim_tests::harness::{compile_c, under_driver};

#[track_caller]
fn run(name: &str) {
    let program = compile_c(name, &[&format!("c/{name}.c")], &["OSMesa"]);
    let output = under_driver(&program)
        .env_remove("DISPLAY")
        .output()
        .expect("the program starts");
    assert!(
        output.status.success(),
        "{}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn program_objects_follow_their_rules() {
    run("programs");
}

#[test]
fn programs_see_state_and_replace_their_stage() {
    run("program_state");
}

#[test]
fn vertex_programs_of_the_second_option_clip_and_end() {
    run("vertex_program2");
}

#[test]
fn the_later_options_of_nvidia_work_through_gl() {
    run("nv_options");
}

#[test]
fn nvidias_own_vertex_programs_follow_their_rules() {
    run("nv_vertex_program");
}

#[test]
fn nvidias_own_fragment_programs_follow_their_rules() {
    run("nv_fragment_program");
}

#[test]
fn programs_of_shading_languages_see_state_and_work_with_each_other() {
    run("shading_state");
}

#[test]
fn direct3ds_languages_follow_the_conventions_of_gl() {
    run("direct3d_shading");
}

#[test]
fn programs_of_shading_languages_follow_their_rules() {
    run("shading_language");
}
