pub(crate) mod depth;
pub(crate) mod merge;
pub(crate) mod vertices;
