//! Vertex processing under construction: the values that the parts of the program share.

use super::blend;
use super::key::VertexKey;
use crate::frontend::binding::{Binding, MatrixForm, MatrixName, SceneValue};
use crate::frontend::common_stage::transform;
use crate::frontend::vector::*;
use crate::ir::interface::attribute;
use crate::ir::{Builder, ValueId};

/// Vertex processing under construction. Shared values are computed once, at their first use.
pub(super) struct VertexStage<'k> {
    pub(super) key: &'k VertexKey,
    pub(super) b: Builder,
    pub(super) u: Uniforms,
    pub(super) object: Vec4,
    pub(super) eye: Option<Vec4>,
    pub(super) eye_point: Option<[ValueId; 3]>,
    pub(super) normal: Option<[ValueId; 3]>,
}

impl VertexStage<'_> {
    /// Four uniforms that the API fills with this value before a draw.
    pub(super) fn state(&mut self, state: SceneValue) -> Vec4 {
        self.u.load(&mut self.b, Binding::Scene(state))
    }

    /// The vertex in eye coordinates, computed at the first call.
    pub(super) fn eye(&mut self) -> Vec4 {
        if let Some(eye) = self.eye {
            return eye;
        }
        let modelview = MatrixName::ModelView(0);
        let eye = match self.key.blend {
            Some(blend) => blend::eye(self, blend),
            None => transform(&mut self.b, &mut self.u, modelview, &self.object),
        };
        self.b.note_fact("eye position", &eye);
        self.eye = Some(eye);
        eye
    }

    /// Eye coordinates divided by w.
    pub(super) fn eye_point(&mut self) -> [ValueId; 3] {
        if let Some(p) = self.eye_point {
            return p;
        }
        let eye = self.eye();
        let scale = recip(&mut self.b, eye[3]);
        let p = std::array::from_fn(|i| mul(&mut self.b, eye[i], scale));
        self.eye_point = Some(p);
        p
    }

    /// The normal in eye coordinates, rescaled and normalised as enabled (section 2.11.3).
    pub(super) fn normal(&mut self) -> [ValueId; 3] {
        if let Some(n) = self.normal {
            return n;
        }
        let mut n = match self.key.blend {
            Some(blend) => blend::normal(self, blend),
            None => self.plain_normal(),
        };
        if self.key.normalize {
            n = normalize3(&mut self.b, n);
        }
        self.b.note_fact("normal", &n);
        self.normal = Some(n);
        n
    }

    /// The normal transformed by one modelview matrix, rescaled if it is not normalised.
    fn plain_normal(&mut self) -> [ValueId; 3] {
        let object = input4(&mut self.b, attribute::NORMAL);
        let modelview = MatrixName::ModelView(0);
        let n: [ValueId; 3] = std::array::from_fn(|r| {
            let form = MatrixForm::InverseTranspose;
            let row = self.state(SceneValue::MatrixRow(modelview, form, r as u32));
            dot3(&mut self.b, &row, &object)
        });
        if self.key.normalize || !self.key.rescale_normal {
            return n;
        }
        let scale = self.state(SceneValue::NormalScale(modelview))[0];
        n.map(|c| mul(&mut self.b, c, scale))
    }
}
