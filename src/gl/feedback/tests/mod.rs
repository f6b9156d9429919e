pub(crate) mod render_mode;
