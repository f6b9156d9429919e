pub(crate) mod depth;
pub(crate) mod fixture;
mod kept_values;
mod materials;
pub(crate) mod merge;
pub(crate) mod signed_texels;
pub(crate) mod states;
mod values;
pub(crate) mod vertices;
