pub(crate) mod transfer;
