pub(crate) mod errors;
