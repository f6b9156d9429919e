//! Which stages are consistent (NV_texture_shader, SHADER_CONSISTENT_NV).

use super::texture::{Signs, Type};
use super::{SOURCES, Setup, UNITS, target_of};

impl Setup {
    /// The type of a stage's result, if it has one that other stages can use.
    pub(super) fn result_type(&self, i: usize) -> Option<Type> {
        let stage = &self.stages[i];
        match stage.operation {
            "PASS_THROUGH_NV" | "DOT_PRODUCT_PASS_THROUGH_NV" => Some(Type::Rgba(Signs::Unsigned)),
            _ => stage.texture.as_ref().map(|texture| texture.ty()),
        }
    }

    /// Whether the previous texture input is of a type that the operation takes, apart from its own consistency.
    pub(super) fn previous_fits(&self, i: usize) -> bool {
        let stage = &self.stages[i];
        let operation = stage.operation;
        if SOURCES.contains(&operation) {
            return true;
        }
        if stage.previous >= i {
            return false;
        }
        let Some(ty) = self.result_type(stage.previous) else {
            return false;
        };
        let target_is_unsigned = || {
            let texture = stage.texture.as_ref();
            texture.is_some_and(|t| t.ty() == Type::Rgba(Signs::Unsigned))
        };
        match operation {
            _ if operation.starts_with("OFFSET_HILO") => ty == Type::Hilo(true),
            _ if operation.contains("SCALE_NV") => {
                matches!(ty, Type::Offset(1 | 2)) && target_is_unsigned()
            }
            _ if operation.starts_with("OFFSET") => matches!(ty, Type::Offset(_)),
            "DEPENDENT_HILO_TEXTURE_2D_NV" => ty == Type::Hilo(false),
            "DEPENDENT_RGB_TEXTURE_CUBE_MAP_NV" => matches!(ty, Type::Rgba(_)),
            _ if operation.starts_with("DEPENDENT") => ty == Type::Rgba(Signs::Unsigned),
            _ => matches!(
                ty,
                Type::Hilo(_) | Type::Rgba(Signs::Unsigned | Signs::Signed)
            ),
        }
    }

    /// Whether a stage is consistent. `trusted` is a stage that this call is for, and is assumed to be consistent.
    fn is_consistent_trusting(&self, i: usize, trusted: Option<usize>) -> bool {
        let stage = &self.stages[i];
        let operation = stage.operation;
        let other = |j: usize| trusted == Some(j) || self.is_consistent_trusting(j, Some(i));
        if target_of(operation).is_some() && stage.texture.is_none() {
            return false;
        }
        let fits = SOURCES.contains(&operation) || self.previous_fits(i) && other(stage.previous);
        if !fits {
            return false;
        }
        let is_dot = |j: usize| self.stages[j].operation == "DOT_PRODUCT_NV" && other(j);
        match operation {
            "DOT_PRODUCT_TEXTURE_2D_NV" | "DOT_PRODUCT_TEXTURE_RECTANGLE_NV" => is_dot(i - 1),
            "DOT_PRODUCT_TEXTURE_3D_NV" | "DOT_PRODUCT_TEXTURE_CUBE_MAP_NV" => {
                is_dot(i - 1) && is_dot(i - 2)
            }
            "DOT_PRODUCT_REFLECT_CUBE_MAP_NV" | "DOT_PRODUCT_CONST_EYE_REFLECT_CUBE_MAP_NV" => {
                let diffuse = self.stages[i - 1].operation == "DOT_PRODUCT_DIFFUSE_CUBE_MAP_NV";
                let before = is_dot(i - 1) || diffuse && other(i - 1);
                before && is_dot(i - 2) && stage.previous + 2 < i
            }
            "DOT_PRODUCT_DIFFUSE_CUBE_MAP_NV" => {
                let next = self.stages[i + 1].operation;
                let reflects = next.contains("REFLECT");
                is_dot(i - 1) && reflects && other(i + 1)
            }
            "DOT_PRODUCT_DEPTH_REPLACE_NV" => is_dot(i - 1) && !self.replaced_before(i),
            "DOT_PRODUCT_AFFINE_DEPTH_REPLACE_NV" => !self.replaced_before(i),
            _ => true,
        }
    }

    fn replaced_before(&self, i: usize) -> bool {
        (0..i).any(|j| {
            self.stages[j].operation.contains("DEPTH_REPLACE")
                && self.is_consistent_trusting(j, None)
        })
    }

    /// Whether a stage is consistent: SHADER_CONSISTENT_NV.
    pub fn is_consistent(&self, i: usize) -> bool {
        self.is_consistent_trusting(i, None)
    }

    /// The number of consistent stages other than NONE.
    pub fn n_consistent(&self) -> usize {
        let counts = |i: &usize| self.stages[*i].operation != "NONE" && self.is_consistent(*i);
        (0..UNITS).filter(counts).count()
    }

    /// The operation of a stage that is consistent.
    pub fn operation(&self, i: usize) -> Option<&'static str> {
        self.is_consistent(i).then(|| self.stages[i].operation)
    }
}
