//! Runs unmodified programs of Debian, a freeglut program and a glutin client under the driver, each on a private X server.

use shim_tests::harness::{Picture, compile_c, library_dir};
use shim_tests::xserver::XServer;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// The three ways to load the driver instead of the system's.
#[derive(Clone, Copy)]
enum Way {
    LibraryPath,
    Preload,
    Glvnd,
}

fn command(program: &str, way: Way, server: &XServer) -> Command {
    let dir = library_dir();
    let mut command = Command::new(program);
    command
        .env("DISPLAY", server.display())
        .env("TRILOBITE_PANIC", "abort")
        .env_remove("LD_PRELOAD");
    match way {
        Way::LibraryPath => command.env("LD_LIBRARY_PATH", dir),
        Way::Preload => command.env(
            "LD_PRELOAD",
            format!("{0}/libGL.so.1:{0}/libEGL.so.1", dir.display()),
        ),
        Way::Glvnd => {
            // The folder has only the vendor library, so that the system's libGL comes first.
            let vendor = dir.join("glvnd");
            std::fs::create_dir_all(&vendor).expect("the target folder is writable");
            let _ = std::os::unix::fs::symlink(
                "../libGLX_trilobite.so",
                vendor.join("libGLX_trilobite.so.0"),
            );
            command
                .env("LD_LIBRARY_PATH", vendor)
                .env("__GLX_VENDOR_LIBRARY_NAME", "trilobite")
        }
    };
    command
}

#[track_caller]
fn finish(mut command: Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command
        .output()
        .expect("the program is installed (scripts/setup --test)");
    let text = String::from_utf8_lossy(&stdout).into_owned();
    assert!(
        status.success(),
        "{command:?} ended with {status}\n{text}\n{}",
        String::from_utf8_lossy(&stderr)
    );
    text
}

/// The time after which a program without its picture is ended. No program needs a minute, even on a busy machine.
const HANG_GUARD: Duration = Duration::from_secs(600);

/// Runs an endless program until its picture satisfies `good`.
#[track_caller]
fn watch(mut command: Command, server: &XServer, good: impl Fn(&Picture) -> bool) {
    let mut child = command
        .spawn()
        .expect("the program is installed (scripts/setup --test)");
    let end = Instant::now() + HANG_GUARD;
    let mut picture = server.screenshot();
    while !good(&picture) {
        let exited = child.try_wait().expect("a child of ours");
        if exited.is_some() || Instant::now() > end {
            let _ = child.kill();
            let _ = child.wait();
            let path = library_dir().join("real_program.png");
            picture.write_png(&path);
            panic!(
                "{command:?} ({exited:?}) never showed the picture: see {}",
                path.display()
            );
        }
        // A server does not report that its picture has changed, so the picture is read now and then.
        std::thread::sleep(Duration::from_millis(100));
        picture = server.screenshot();
    }
    child.kill().expect("a child of ours");
    child.wait().expect("a child of ours");
    // The picture is written for inspection.
    if let Some(folder) = std::env::var_os("TRILOBITE_TEST_PICTURES") {
        let program = Path::new(command.get_program()).file_name();
        let name = program.unwrap_or_default().to_string_lossy().into_owned();
        picture.write_png(&Path::new(&folder).join(name + ".png"));
    }
}

fn count(picture: &Picture, wanted: impl Fn(u8, u8, u8) -> bool) -> usize {
    picture
        .rgb
        .chunks_exact(3)
        .filter(|p| wanted(p[0], p[1], p[2]))
        .count()
}

/// Whether the picture has three gears: much red, green and blue.
fn shows_gears(picture: &Picture) -> bool {
    count(picture, |r, g, b| r > 100 && g < 60 && b < 60) > 2000
        && count(picture, |r, g, b| g > 100 && r < 60 && b < 90) > 1000
        && count(picture, |r, g, b| b > 150 && r < 90 && g < 90) > 1000
}

#[test]
fn glxgears_by_each_way() {
    for way in [Way::LibraryPath, Way::Preload, Way::Glvnd] {
        // The server has no GLX extension, and the driver speaks no GLX protocol. libglvnd itself asks the server.
        let server = XServer::start(if matches!(way, Way::Glvnd) {
            &["+extension", "GLX"]
        } else {
            &["-extension", "GLX"]
        });
        watch(command("glxgears", way, &server), &server, shows_gears);
    }
}

#[test]
fn glxgears_without_shared_memory() {
    let server = XServer::start(&["-extension", "MIT-SHM", "-extension", "GLX"]);
    watch(
        command("glxgears", Way::LibraryPath, &server),
        &server,
        shows_gears,
    );
}

#[test]
fn glxinfo_prints_all_its_tables() {
    let server = XServer::start(&["-extension", "GLX"]);
    let mut glxinfo = command("glxinfo", Way::LibraryPath, &server);
    glxinfo.args(["-v", "-l"]);
    let text = finish(glxinfo);
    for line in [
        "direct rendering: Yes",
        "OpenGL vendor string: Trilobite",
        "Visual ID:",
        "GL_MAX_LIGHTS = 8",
    ] {
        assert!(text.contains(line), "no {line:?} in\n{text}");
    }
    assert!(
        !text.contains("BadMatch") && !text.contains("Error:"),
        "{text}"
    );
}

#[test]
fn glxheads_draws_on_its_display() {
    let server = XServer::start(&["-extension", "GLX"]);
    watch(command("glxheads", Way::Preload, &server), &server, |p| {
        count(p, |r, g, b| r.max(g).max(b) > 200 && r.min(g).min(b) < 60) > 500
    });
}

#[test]
fn freeglut_with_glu() {
    let server = XServer::start(&["-extension", "GLX"]);
    let program = compile_c("glut_client", &["c/glut_client.c"], &["glut", "GLU", "GL"]);
    for way in [Way::LibraryPath, Way::Preload] {
        let text = finish(command(&program.display().to_string(), way, &server));
        assert_eq!(text.trim(), "ok");
    }
}

#[test]
fn glutin_client_by_glx_and_egl() {
    let server = XServer::start(&["-extension", "GLX"]);
    for api in ["glx", "egl"] {
        let mut client = command(
            env!("CARGO_BIN_EXE_glutin_client"),
            Way::LibraryPath,
            &server,
        );
        client.arg(api);
        let text = finish(client);
        assert!(text.contains("Trilobite"), "{text}");
    }
}

#[test]
fn xscreensavers_by_egl() {
    // (program, the number of colours that its picture has at least)
    for (hack, colours) in [
        ("atlantis", 8),
        ("gears", 8),
        ("dangerball", 8),
        ("flurry", 8),
        ("glplanet", 8),
        ("molecule", 8),
        ("pipes", 8),
        ("polyhedra", 8),
        ("sproingies", 8),
        ("boxed", 8),
        ("lament", 8),
        ("flyingtoasters", 8),
    ] {
        let path = format!("/usr/libexec/xscreensaver/{hack}");
        assert!(
            Path::new(&path).exists(),
            "{path} is installed (scripts/setup --test)"
        );
        let server = XServer::start(&["-extension", "GLX"]);
        let mut program = command(&path, Way::LibraryPath, &server);
        program.args(["-root", "-delay", "20000"]);
        watch(program, &server, |p| {
            let mut seen: Vec<&[u8]> = p.rgb.chunks_exact(3).step_by(97).collect();
            seen.sort_unstable();
            seen.dedup();
            // Grey text ("Constructing molecules") is not yet the picture.
            let is_coloured = |r: u8, g: u8, b: u8| r.max(g).max(b) - r.min(g).min(b) > 60;
            seen.len() > colours && count(p, is_coloured) > 300
        });
    }
}

#[test]
fn sdl2_draws_its_test_picture() {
    let server = XServer::start(&["-extension", "GLX"]);
    let program = "/usr/libexec/installed-tests/SDL2/testgl2";
    for way in [Way::LibraryPath, Way::Preload] {
        let mut sdl = command(program, way, &server);
        sdl.env("SDL_VIDEODRIVER", "x11")
            .env("SDL_AUDIODRIVER", "dummy");
        // A cube whose corners have the eight corners of the colour cube.
        watch(sdl, &server, |p| {
            count(p, |r, g, b| r > 150 && g < 100 && b < 100) > 100
                && count(p, |r, g, b| g > 150 && r < 100 && b < 100) > 100
        });
    }
}
