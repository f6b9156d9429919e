pub(crate) mod pixels;
