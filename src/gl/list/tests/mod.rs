pub(crate) mod record;
