mod assembly;
pub(crate) mod clip;
