use crate::CommandSet;
use crate::c_types::*;

#[test]
fn every_gl_type_is_known() {
    for command in CommandSet::gl().commands {
        for c_type in command
            .parameters
            .iter()
            .map(|p| &p.c_type)
            .chain([&command.result])
        {
            assert!(rust_type(c_type).is_some(), "{}: {c_type}", command.name);
        }
    }
}

#[test]
fn pointers_nest() {
    assert_eq!(
        rust_type("const GLchar *const*").as_deref(),
        Some("ClientPtr<ClientPtr<u8>>")
    );
    assert_eq!(rust_type("const void *").as_deref(), Some("ClientPtr<u8>"));
    assert_eq!(
        rust_type("const GLfloat *").as_deref(),
        Some("ClientPtr<f32>")
    );
    assert!(is_pointer("GLsync") && is_pointer("GLDEBUGPROC") && !is_pointer("GLintptr"));
}
