//! `glstate`, the state of OpenGL as a structure that every text has (Cg language, "Uniform parameters of OpenGL state").
//!
//! Its members have the names of state in ARB programs, but for the forms of matrices: `glstate.matrix.inverse.mvp` is
//! `state.matrix.mvp.inverse`. A text that does not name it does not pay for it.

use super::vocabulary::CG_LIBRARY;
use crate::frontend::c_like::family::words::RULES;
use crate::frontend::c_like::grammar::parse;
use crate::frontend::c_like::syntax::Text;
use crate::frontend::preprocessor::{Mode, NoFiles, Options, preprocess};
use bumpalo::Bump;

/// Its name.
pub(super) const STATE: &str = "glstate";

/// Its declaration. Sizes of arrays are those of NVIDIA's compiler; the types have names that no text uses.
const TEXT: &str = "
struct __glstate_colors { float4 ambient, diffuse, specular, emission, shininess; };
struct __glstate_material {
    float4 ambient, diffuse, specular, emission, shininess;
    __glstate_colors front, back;
};
struct __glstate_spot { float4 direction; };
struct __glstate_light {
    float4 ambient, diffuse, specular, position, attenuation;
    __glstate_spot spot;
    float4 half;
};
struct __glstate_scene { float4 scenecolor; };
struct __glstate_lightmodel { float4 ambient, scenecolor; __glstate_scene front, back; };
struct __glstate_products { float4 ambient, diffuse, specular; };
struct __glstate_lightprod { float4 ambient, diffuse, specular; __glstate_products front, back; };
struct __glstate_planes { float4 s, t, r, q; };
struct __glstate_texgen { __glstate_planes eye, object; };
struct __glstate_fog { float4 color, params; };
struct __glstate_clip { float4 plane; };
struct __glstate_point { float size, attenuation; };
struct __glstate_matrices {
    float4x4 modelview[8], projection, mvp, texture[8], palette[8], program[8];
};
struct __glstate_matrix {
    float4x4 modelview[8], projection, mvp, texture[8], palette[8], program[8];
    __glstate_matrices inverse, transpose, invtrans;
};
struct __glstate {
    __glstate_material material;
    __glstate_light light[8];
    __glstate_lightmodel lightmodel;
    __glstate_lightprod lightprod[8];
    __glstate_texgen texgen[8];
    __glstate_fog fog;
    __glstate_clip clip[8];
    __glstate_point point;
    __glstate_matrix matrix;
};
uniform __glstate glstate : state;
";

/// The declaration, for the beginning of a text.
pub(super) fn state_structure(arena: &Bump) -> Text<'_> {
    let options = Options {
        rules: RULES,
        macros: &[],
        include_paths: &[],
        mode: Mode::Own,
    };
    let unit = preprocess(arena, STATE, TEXT.as_bytes(), &options, &mut NoFiles);
    let (text, out) = parse(
        arena,
        arena.alloc_slice_copy(unit.tokens),
        &unit.pragmas,
        &CG_LIBRARY,
        unit.diagnostics,
    );
    debug_assert!(!out.has_errors(), "the text is ours");
    text
}

/// The name that ARB programs have for a member of the structure: `glstate.matrix.inverse.modelview` is
/// `state.matrix.modelview.inverse`. An array of matrices has one name: the row says which of them is meant.
pub(super) fn state_name(member: &str, row: u32) -> Option<(String, u32)> {
    let rest = member.strip_prefix(STATE)?.strip_prefix('.')?;
    let Some(matrix) = rest.strip_prefix("matrix.") else {
        return Some((format!("state.{rest}"), row));
    };
    let forms = ["inverse", "transpose", "invtrans"];
    let form = forms.iter().find(|form| {
        matrix
            .strip_prefix(**form)
            .is_some_and(|r| r.starts_with('.'))
    });
    let name = form.map_or(matrix, |form| &matrix[form.len() + 1..]);
    let index = match name {
        "projection" | "mvp" => String::new(),
        _ => format!("[{}]", row / 4),
    };
    let form = form.map_or(String::new(), |form| format!(".{form}"));
    Some((format!("state.matrix.{name}{index}{form}"), row % 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_have_the_names_of_arb_programs() {
        let name = |member, row| state_name(member, row).unwrap();
        assert_eq!(
            name("glstate.light[3].half", 0),
            ("state.light[3].half".into(), 0)
        );
        assert_eq!(
            name("glstate.matrix.mvp", 2),
            ("state.matrix.mvp".into(), 2)
        );
        let inverse = name("glstate.matrix.inverse.texture", 5);
        assert_eq!(inverse, ("state.matrix.texture[1].inverse".into(), 1));
        assert_eq!(state_name("light.color", 0), None);
    }
}
