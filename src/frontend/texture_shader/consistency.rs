//! Which stages are consistent (NV_texture_shader tables 3.A, 3.B and 3.D). A stage that is not is as good as NONE.

use super::stage::*;
use crate::format::TextureShape;

/// Finds the consistent stages. The result is the greatest set of stages whose conditions hold for each other: a
/// diffuse stage and the reflecting one after it need each other. Of stages that replace the depth only the first is in
/// it.
pub fn consistent(stages: &[Stage; STAGES]) -> [bool; STAGES] {
    let mut known = [true; STAGES];
    loop {
        let before = known;
        for i in 0..STAGES {
            known[i] &= is_consistent(stages, &known, i);
        }
        if known == before {
            break;
        }
    }
    let replaces = |i: usize| matches!(stages[i].operation, Operation::DotDepth { .. });
    let first = (0..STAGES).find(|i| known[*i] && replaces(*i));
    for i in (0..STAGES).filter(|i| replaces(*i)) {
        known[i] &= Some(i) == first;
    }
    known
}

/// Sets the stages that are not consistent to NONE.
pub fn effective(stages: &[Stage; STAGES]) -> [Stage; STAGES] {
    let consistent = consistent(stages);
    std::array::from_fn(|i| {
        if consistent[i] {
            stages[i]
        } else {
            Stage::NONE
        }
    })
}

/// What a consistent stage hands to later ones (table 3.D); `None` for nothing that they could use, and for dot products.
pub(super) fn results(stage: &Stage) -> Option<Texels> {
    match stage.operation {
        Operation::PassThrough | Operation::DotPassThrough => Some(Texels::Rgba(Signs::Unsigned)),
        _ => stage.texels,
    }
}

/// Whether stage `i` is consistent when others are as `known` says; apart from the rule that depths are replaced once.
fn is_consistent(stages: &[Stage; STAGES], known: &[bool; STAGES], i: usize) -> bool {
    let stage = &stages[i];
    let operation = stage.operation;
    if operation.target().is_some() && stage.texels.is_none() {
        return false;
    }
    if !previous_fits(stages, known, i) {
        return false;
    }
    // The dot products of the stages before.
    let is_dot = |back: usize| {
        i >= back && known[i - back] && stages[i - back].operation == Operation::DotProduct
    };
    match operation {
        Operation::DotTexture(TextureShape::D2 | TextureShape::Rectangle) => is_dot(1),
        Operation::DotDepth { affine } => affine || is_dot(1),
        Operation::DotTexture(TextureShape::D3 | TextureShape::Cube) => is_dot(1) && is_dot(2),
        Operation::DotDiffuse => {
            let next = stages.get(i + 1).map(|stage| stage.operation);
            is_dot(1) && matches!(next, Some(Operation::DotReflect { .. })) && known[i + 1]
        }
        Operation::DotReflect { .. } => {
            let is_diffuse =
                i >= 1 && known[i - 1] && stages[i - 1].operation == Operation::DotDiffuse;
            let is_near = usize::from(stage.previous) + 2 >= i;
            is_dot(2) && (is_dot(1) || is_diffuse) && !is_near
        }
        _ => true,
    }
}

/// Whether the previous texture input is what the operation takes, if it takes one.
fn previous_fits(stages: &[Stage; STAGES], known: &[bool; STAGES], i: usize) -> bool {
    let operation = stages[i].operation;
    let previous = usize::from(stages[i].previous);
    // What the previous stage gives. It must come earlier and be consistent itself.
    let mut texels = None;
    if previous < i && known[previous] {
        texels = results(&stages[previous]);
    }
    let signs = match texels {
        Some(Texels::Rgba(signs) | Texels::Alpha(signs)) => Some(signs),
        _ => None,
    };
    // Offsets take offsets, dependent reads take their component types, dot products any numbers; other operations
    // read no previous stage.
    match operation {
        Operation::Offset(offset) => match texels {
            Some(Texels::Hilo { signed }) => offset.hilo && signed,
            Some(Texels::Dsdt) => !offset.hilo && !offset.scale,
            Some(Texels::DsdtMag | Texels::DsdtMagIntensity) => {
                !offset.hilo
                    && (!offset.scale || stages[i].texels.is_some_and(Texels::is_unsigned_color))
            }
            _ => false,
        },
        Operation::Dependent(Dependent::Hilo2D) => texels == Some(Texels::Hilo { signed: false }),
        Operation::Dependent(Dependent::RgbCube) => signs.is_some(),
        Operation::Dependent(_) => signs == Some(Signs::Unsigned),
        _ if operation.has_dot_product() => match texels {
            Some(Texels::Hilo { .. }) => true,
            _ => matches!(signs, Some(Signs::Unsigned | Signs::Signed)),
        },
        _ => true,
    }
}
