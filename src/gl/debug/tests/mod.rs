mod filter;
pub(crate) mod message;
