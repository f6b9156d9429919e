pub(crate) mod message;
