//! Checks the extension string for programs of an era (TRILOBITE_EXTENSION_YEAR, TRILOBITE_EXTENSION_CHARS).
//! c/extension_string.c copies it to a buffer of a fixed size.

use shim_tests::harness::{compile_c, under_driver};
use std::path::PathBuf;
use std::sync::OnceLock;

/// The names in the string, after a copy into a buffer of this size.
#[track_caller]
fn names(variables: &[(&str, &str)], room: &str) -> Vec<String> {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let program = PROGRAM
        .get_or_init(|| compile_c("extension_string", &["c/extension_string.c"], &["OSMesa"]));
    let output = under_driver(program)
        .envs(variables.iter().copied())
        .arg(room)
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{variables:?}: {text}");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn every_era_has_its_extensions() {
    let all = names(&[], "65536");
    let of_year = |year| names(&[("TRILOBITE_EXTENSION_YEAR", year)], "65536");
    let has = |names: &[String], name: &str| names.iter().any(|n| n == name);
    let mut before: Vec<String> = Vec::new();
    for year in ["1996", "1999", "2001", "2002", "2004", "2030"] {
        let now = of_year(year);
        assert!(before.iter().all(|name| has(&now, name)), "{year}");
        assert!(now.iter().all(|name| has(&all, name)), "{year}");
        assert!(now.len() > before.len(), "{year}: {} names", now.len());
        before = now;
    }
    assert_eq!(before, all);
    let (of_2001, of_2002) = (of_year("2001"), of_year("2002"));
    for name in [
        "GL_NV_register_combiners",
        "GL_NV_texture_shader",
        "GL_ATI_envmap_bumpmap",
        "GL_EXT_paletted_texture",
    ] {
        assert!(has(&of_2001, name), "{name}");
    }
    for name in ["GL_ATI_fragment_shader", "GL_ARB_fragment_program"] {
        assert!(!has(&of_2001, name) && has(&of_2002, name), "{name}");
    }
}

/// A program that copies the string into 4096 or 1024 bytes gets whole names that fit, from the start of the list.
#[test]
fn strings_fit_the_buffers_of_old_programs() {
    let all = names(&[], "65536");
    for room in [4096, 1024, 256, 16] {
        let most = (room - 1).to_string();
        let room = room.to_string();
        let some = names(&[("TRILOBITE_EXTENSION_CHARS", &most)], &room);
        assert_eq!(some, all[..some.len()], "{room}");
    }
}
