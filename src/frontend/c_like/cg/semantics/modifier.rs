//! The modifiers of interpolation at the end of a semantic: `TEXCOORD0_centroid`, `COLOR.FLAT`.

use super::find::Way;
use crate::frontend::c_like::cg::profile::{Profile, Registers};
use crate::frontend::c_like::entry::semantics::Stage;

const CENTROID: &str = "centroid";
const MODIFIERS: [&str; 3] = [CENTROID, "flat", "noperspective"];

/// The modifiers of a semantic.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Modifiers {
    is_centroid: bool,
    /// `flat` or `noperspective`: a value that is not interpolated, or not in perspective.
    pub(super) is_without_perspective: bool,
}

/// Splits a semantic into its name and its modifiers, of which there may be several, in letters of either case.
pub(super) fn split(mut name: &str) -> (&str, Modifiers) {
    let mut found = Modifiers::default();
    while let Some(at) = name.rfind(['_', '.']).filter(|at| *at > 0) {
        let word = &name[at + 1..];
        match MODIFIERS.iter().find(|m| m.eq_ignore_ascii_case(word)) {
            Some(&CENTROID) => found.is_centroid = true,
            Some(_) => found.is_without_perspective = true,
            None => break,
        }
        name = &name[..at];
    }
    (name, found)
}

impl Modifiers {
    /// Whether the profile takes them at a varying of this name, whose letters these are.
    pub(super) fn are_taken(
        self,
        profile: &Profile,
        stage: Stage,
        way: Way,
        letters: &str,
    ) -> bool {
        use Registers as R;
        if self == Modifiers::default() {
            return true;
        }
        let is_one_of = |names: &[&str]| names.iter().any(|n| n.eq_ignore_ascii_case(letters));
        let is_coordinate = is_one_of(&["TEXCOORD", "TEX"]);
        let is_colour = is_one_of(&["COLOR", "COL"]);
        // Direct3D samples some inputs at a place inside of the primitive, and knows no other modifier.
        match (stage, way, profile.registers) {
            (_, _, R::Generic) => true,
            (Stage::Fragment, Way::In, R::Gp4Fragment | R::GlslFragment) => true,
            (Stage::Vertex, Way::Out, R::Gp4Vertex | R::GlslVertex) => true,
            _ if self.is_without_perspective => false,
            (Stage::Fragment, Way::In, R::D3d2Fragment) => is_coordinate,
            (Stage::Fragment, Way::In, R::HlslFragment) => is_coordinate || is_colour,
            (Stage::Fragment, Way::In, R::D3d3Fragment) => !is_one_of(&["WPOS", "FACE", "VFACE"]),
            _ => false,
        }
    }
}
