//! The versions of GLSL, as numbers of the interface.

use super::api::Gl;
use super::{features, numbers as gl};
use crate::cg::handle::Handle;
use crate::cg::names::CgError;
use crate::cg::world::World;
use crate::cg::{Result, Text};
use std::ffi::CStr;

/// `CG_GL_GLSL_DEFAULT`.
pub(super) const DEFAULT: i32 = 0;

/// The versions: `CGGLglslversion`, its name, and the version's two spellings.
const VERSIONS: &[(i32, &CStr, &str, &str)] = &[
    (DEFAULT, c"CG_GL_GLSL_DEFAULT", "", ""),
    (1, c"CG_GL_GLSL_100", "1.00", "100"),
    (2, c"CG_GL_GLSL_110", "1.10", "110"),
    (3, c"CG_GL_GLSL_120", "1.20", "120"),
];

/// The newest version that GL and the interface know.
pub fn detect(gl: &dyn Gl) -> i32 {
    let version = gl.text(gl::SHADING_LANGUAGE_VERSION).unwrap_or_default();
    match features::numbers(&version) {
        (1, 0) => 1,
        (1, 1..=19) => 2,
        (1, 20..) | (2.., _) => 3,
        _ => DEFAULT,
    }
}

/// The number of a version's text.
pub fn number(text: &str) -> i32 {
    let found = VERSIONS.iter().find(|v| v.2 == text || v.3 == text);
    found.map_or(DEFAULT, |v| v.0)
}

/// The name of a number; null of others.
pub fn name(number: i32) -> Text {
    let found = VERSIONS.iter().find(|v| v.0 == number);
    found.map(|v| v.1).into()
}

pub fn get(world: &World, context: Handle) -> Result<i32> {
    world.context(context)?;
    Ok(of(world, context))
}

pub(super) fn of(world: &World, context: Handle) -> i32 {
    world.gl.versions.get(&context).copied().unwrap_or(DEFAULT)
}

pub fn set(world: &mut World, context: Handle, version: i32) -> Result<()> {
    world.context(context)?;
    if !VERSIONS.iter().any(|v| v.0 == version) {
        return Err(CgError::INVALID_ENUMERANT);
    }
    world.gl.versions.insert(context, version);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn texts_of_versions_have_numbers() {
        let cases = [
            ("1.00", 1),
            ("110", 2),
            ("1.20", 3),
            ("1.2", 0),
            ("1.10 x", 0),
            ("", 0),
        ];
        for (text, expected) in cases {
            assert_eq!(number(text), expected, "{text}");
        }
    }
}
