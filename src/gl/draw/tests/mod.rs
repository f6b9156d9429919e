pub(crate) mod depth;
pub(crate) mod fixture;
mod materials;
pub(crate) mod merge;
pub(crate) mod states;
pub(crate) mod values;
pub(crate) mod vertices;
