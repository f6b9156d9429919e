use crate::bodies::{Body, squeeze};
use crate::commands::CommandSet;
use crate::doors::*;
use std::collections::BTreeSet;
use std::path::PathBuf;

fn body(path: &str) -> Body {
    Body {
        path: path.into(),
        file: PathBuf::from("x.rs"),
    }
}

fn table(bodies: &[Body], by_hand: &[&str]) -> Result<DoorTable, Vec<String>> {
    DoorTable::join(
        &CommandSet::gl(),
        bodies,
        &by_hand.iter().map(|n| n.to_string()).collect(),
    )
}

fn implementation(table: &DoorTable, name: &str) -> Implementation {
    table
        .doors
        .iter()
        .find(|d| d.name == name)
        .unwrap_or_else(|| panic!("{name} is a door"))
        .implementation
        .clone()
}

#[test]
fn aliases_go_to_the_same_body() {
    let t = table(
        &[
            body("gl::a::active_texture"),
            body("gl::b::bind_program_arb"),
        ],
        &[],
    )
    .unwrap();
    assert_eq!(
        implementation(&t, "glActiveTextureARB"),
        Implementation::Body("gl::a::active_texture".into())
    );
    assert_eq!(
        implementation(&t, "glBindProgramNV"),
        Implementation::Body("gl::b::bind_program_arb".into())
    );
    assert_eq!(implementation(&t, "glClear"), Implementation::Stub);
}

#[test]
fn an_own_body_goes_before_the_alias() {
    let t = table(
        &[
            body("gl::a::active_texture"),
            body("gl::b::active_texture_arb"),
        ],
        &[],
    )
    .unwrap();
    assert_eq!(
        implementation(&t, "glActiveTextureARB"),
        Implementation::Body("gl::b::active_texture_arb".into())
    );
    assert_eq!(
        implementation(&t, "glActiveTexture"),
        Implementation::Body("gl::a::active_texture".into())
    );
}

#[test]
fn wrong_names_are_errors() {
    assert_eq!(
        table(&[body("gl::a::no_such_thing")], &[])
            .unwrap_err()
            .len(),
        1
    );
    assert_eq!(
        table(&[body("gl::a::clear"), body("gl::b::clear")], &[])
            .unwrap_err()
            .len(),
        1
    );
    assert_eq!(table(&[], &["glXNoSuchThing"]).unwrap_err().len(), 1);
}

#[test]
fn doors_by_hand_have_no_wrapper_but_an_address() {
    let t = table(
        &[body("gl::a::clear")],
        &["glXMakeCurrent", "eglGetPlatformDisplayEXT"],
    )
    .unwrap();
    let source = t.rust_source();
    assert!(!source.contains("no_mangle)] pub unsafe extern \"C-unwind\" fn glXMakeCurrent("));
    assert!(source.contains("address: by_hand::glXMakeCurrent"));
    assert!(source.contains("address: by_hand::eglGetPlatformDisplayEXT"));
    assert!(
        source.contains(
            "boundary::listed(\"glClear\", move |call| trilobite::gl::a::clear(call, a0))"
        )
    );
    assert!(
        !source.contains("address: glBegin"),
        "a stub has no address to give"
    );
}

#[test]
fn squeezed_names_are_unique() {
    let gl = CommandSet::gl();
    let names: BTreeSet<String> = gl.commands.iter().map(|c| squeeze(&c.name)).collect();
    assert_eq!(names.len(), gl.commands.len());
}
