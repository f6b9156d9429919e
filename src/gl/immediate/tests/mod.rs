pub(crate) mod errors;
pub(crate) mod formats;
