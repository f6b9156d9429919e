//! libCg.so and libCgGL.so share their objects, however a program opens them.

use shim_tests::harness::{compile_c, library_dir};
use std::path::PathBuf;
use std::process::Command;

/// A folder with both libraries under their names.
fn folder() -> PathBuf {
    let folder = library_dir().join("cg");
    std::fs::create_dir_all(&folder).expect("the target folder is writable");
    for (name, file) in [("libCg.so", "cg"), ("libCgGL.so", "cggl")] {
        let file = format!("../libtrilobite_{file}.so");
        // Another test may make the same link at the same time.
        let _ = std::os::unix::fs::symlink(file, folder.join(name));
    }
    folder
}

/// Opens both libraries in an order, each with names of its own, and loads a context of one with the other.
#[test]
fn both_libraries_share_their_objects() {
    let program = compile_c("cg_shared", &["c/cg_shared.c"], &[]);
    let folder = folder();
    let (cg, gl) = (folder.join("libCg.so"), folder.join("libCgGL.so"));
    for (first, second) in [(&cg, &gl), (&gl, &cg)] {
        for environment in [None, Some(("LD_LIBRARY_PATH", &folder))] {
            let mut command = Command::new(&program);
            command.env_remove("LD_LIBRARY_PATH").envs(environment);
            let output = command.arg(first).arg(second).output().expect("it starts");
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(text, "shared\n", "{first:?} {:?}", output.status);
        }
    }
    // Copies, preloaded as a program's own would be.
    let copies = folder.join("copies");
    std::fs::create_dir_all(&copies).expect("the target folder is writable");
    for library in [&cg, &gl] {
        std::fs::copy(library, copies.join(library.file_name().expect("a file"))).expect("copied");
    }
    let copied = |name: &str| copies.join(name).display().to_string();
    let output = Command::new(&program)
        .env(
            "LD_PRELOAD",
            format!("{} {}", copied("libCg.so"), copied("libCgGL.so")),
        )
        .args(["libCgGL.so", "libCg.so"])
        .output()
        .expect("it starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "shared\n");
}
