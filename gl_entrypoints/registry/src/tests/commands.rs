use crate::commands::*;

#[test]
fn types_and_names_are_split() {
    let gl = CommandSet::gl();
    let command = gl.find("glTexImage2D").unwrap();
    let types: Vec<&str> = command
        .parameters
        .iter()
        .map(|p| p.c_type.as_str())
        .collect();
    let expected = [
        "GLenum",
        "GLint",
        "GLint",
        "GLsizei",
        "GLsizei",
        "GLint",
        "GLenum",
        "GLenum",
        "const void *",
    ];
    assert_eq!(types, expected);
    assert_eq!(gl.find("glGetString").unwrap().result, "const GLubyte *");
}

#[test]
fn aliases_have_one_root() {
    let gl = CommandSet::gl();
    let root = |name: &str| gl.root(gl.find(name).unwrap()).to_owned();
    assert_eq!(root("glActiveTextureARB"), "glActiveTexture");
    assert_eq!(root("glBindProgramNV"), root("glBindProgramARB"));
    assert_eq!(root("glClear"), "glClear");
}

#[test]
fn extra_names_are_there() {
    assert!(CommandSet::gl().find("glDrawMeshTasksEXT").is_some());
    assert!(CommandSet::gl().commands.len() >= 3301);
    assert!(CommandSet::glx().find("glXGetScreenDriver").is_some());
    assert_eq!(CommandSet::egl_core().commands.len(), 44);
}

#[test]
fn a_prototype_is_parsed() {
    let c = parse_prototype("const GLubyte * glFoo(GLenum name, const void *const* p) = glBar")
        .unwrap();
    assert_eq!(
        (c.name.as_str(), c.result.as_str(), c.alias.as_deref()),
        ("glFoo", "const GLubyte *", Some("glBar"))
    );
    assert_eq!(
        c.parameters[1],
        Parameter {
            name: "p".into(),
            c_type: "const void *const*".into(),
            group: None,
        }
    );
    assert_eq!(parse_prototype("void glFoo(void)").unwrap().parameters, []);
}
