//! The built-in functions of GLSL, written in the words of Cg's library: `floatS` is a scalar or a vector, `floatNxM` a
//! matrix of `N` columns of `M` numbers. Words before the type restrict a function to a stage.

use super::vocabulary::GLSL_LIBRARY;
use crate::frontend::c_like::check::generic::Library;
use crate::frontend::c_like::family::text;
use std::sync::OnceLock;

const TEXT: &str = concat!(
    include_str!("component.txt"),
    include_str!("geometry.txt"),
    include_str!("noise.txt"),
    include_str!("texture.txt"),
);

/// The library.
pub(super) fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| text::library(TEXT, &GLSL_LIBRARY))
}
