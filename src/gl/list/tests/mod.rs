pub(crate) mod record;
mod vertices;
