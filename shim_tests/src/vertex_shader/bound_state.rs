//! GL state that commands bind to symbols (EXT_vertex_shader 2.14, the tables of parameters).

use super::command::Type;

/// A row of the tables of parameters: the command, its arguments, and what the symbol is.
#[derive(Debug, Clone, Copy)]
pub struct BoundRow {
    pub command: &'static str,
    pub arguments: &'static [u32],
    pub ty: Type,
    pub is_variant: bool,
}

const fn row(
    command: &'static str,
    arguments: &'static [u32],
    ty: Type,
    is_variant: bool,
) -> BoundRow {
    BoundRow {
        command,
        arguments,
        ty,
        is_variant,
    }
}

/// Rows of the tables of parameters, at least one of each kind.
pub const BOUND: [BoundRow; 26] = [
    row("glBindLightParameterEXT", &[0x4000, 0x1200], Type::V, false),
    row("glBindLightParameterEXT", &[0x4007, 0x1203], Type::V, false),
    row("glBindLightParameterEXT", &[0x4001, 0x1204], Type::V, false),
    row("glBindLightParameterEXT", &[0x4001, 0x1205], Type::S, false),
    row("glBindLightParameterEXT", &[0x4001, 0x1206], Type::S, false),
    row("glBindLightParameterEXT", &[0x4001, 0x1207], Type::S, false),
    row("glBindLightParameterEXT", &[0x4002, 0x1209], Type::S, false),
    row(
        "glBindMaterialParameterEXT",
        &[0x0404, 0x1200],
        Type::V,
        true,
    ),
    row(
        "glBindMaterialParameterEXT",
        &[0x0405, 0x1600],
        Type::V,
        true,
    ),
    row(
        "glBindMaterialParameterEXT",
        &[0x0404, 0x1601],
        Type::S,
        true,
    ),
    row(
        "glBindTexGenParameterEXT",
        &[0x84C1, 0x2000, 0x2502],
        Type::V,
        false,
    ),
    row(
        "glBindTexGenParameterEXT",
        &[0x84C0, 0x2003, 0x2501],
        Type::V,
        false,
    ),
    row(
        "glBindTextureUnitParameterEXT",
        &[0x84C0, 0x0B03],
        Type::V,
        true,
    ),
    row(
        "glBindTextureUnitParameterEXT",
        &[0x84C1, 0x0BA8],
        Type::M,
        false,
    ),
    row("glBindParameterEXT", &[0x87E2], Type::V, true),
    row("glBindParameterEXT", &[0x0B02], Type::V, true),
    row("glBindParameterEXT", &[0x0B00], Type::V, true),
    row("glBindParameterEXT", &[0x0BA6], Type::M, false),
    row("glBindParameterEXT", &[0x0BA7], Type::M, false),
    row("glBindParameterEXT", &[0x87E3], Type::M, false),
    row("glBindParameterEXT", &[0x3001], Type::V, false),
    row("glBindParameterEXT", &[0x0B66], Type::V, false),
    row("glBindParameterEXT", &[0x0B62], Type::S, false),
    row("glBindParameterEXT", &[0x0B63], Type::S, false),
    row("glBindParameterEXT", &[0x0B64], Type::S, false),
    row("glBindParameterEXT", &[0x0B53], Type::V, false),
];
