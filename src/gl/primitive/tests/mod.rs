pub(crate) mod multisample;
pub(crate) mod polygon_smooth;
