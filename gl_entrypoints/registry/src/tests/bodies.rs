use crate::bodies::*;
use std::path::{Path, PathBuf};

#[test]
fn bodies_are_found_and_helpers_are_not() {
    let text = "
            /// pub fn in_comment(call: &mut Call<'_>) {}
            pub fn clear(call: &mut Call<'_>, mask: u32) -> Result { f(\"pub fn in_string(call: &mut Call<'_>)\") }
            pub(crate) fn helper(call: &mut Call<'_>) {}
            pub fn query(call: &Call<'_>) {}
            pub fn
            pub fn wrapped(
                call: &mut Call<'_>,
            ) {}
            #[cfg(test)]
            mod tests { pub fn tested(call: &mut Call<'_>) {} }";
    let text = code_only(text);
    assert_eq!(
        direct_bodies(&text).collect::<Vec<_>>(),
        ["clear", "wrapped"]
    );
}

#[test]
fn macro_invocations_are_searched() {
    let text = "
            macro_rules! vertices { ($($name:ident($n:expr);)*) => { $(pub fn $name(call: &mut Call<'_>) {})* } }
            macro_rules! other { ($name:ident) => { fn $name() {} } }
            vertices! { vertex2f(2); vertex3f(3); }
            other!(not_this);";
    let macros = body_macros(text).collect();
    let found: Vec<&str> = invoked_words(text, &macros).collect();
    assert!(
        found.contains(&"vertex2f") && found.contains(&"vertex3f") && !found.contains(&"not_this")
    );
}

#[test]
fn names_compare_without_underscores() {
    assert_eq!(squeeze("glTexImage2D"), "teximage2d");
    let body = Body {
        path: "gl::image::tex_image_2d".into(),
        file: PathBuf::new(),
    };
    assert_eq!(body.key(), "teximage2d");
    assert_eq!(
        module_path(Path::new("src/gl"), Path::new("src/gl/list/mod.rs")),
        "gl::list"
    );
}
