pub(crate) mod multisample;
pub(crate) mod multisample_objects;
pub(crate) mod polygon_smooth;
