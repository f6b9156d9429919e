//! The comments at the head of a text.

use super::constants::{Constants, Held};
use super::profile::Profile;
use crate::codegen::text::TextOptions;
use crate::frontend::c_like::cg::Program;
use crate::frontend::c_like::entry::Entry;
use std::collections::BTreeMap;

/// The comments.
pub(super) fn header(
    profile: &Profile,
    _program: &Program,
    entry: &Entry,
    _constants: &Constants,
    _held: &BTreeMap<u32, Held>,
    _options: &TextOptions,
) -> String {
    format!("#profile {}\n#program {}\n", profile.cg.name, entry.name)
}
