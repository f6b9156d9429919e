mod accumulation;
pub(crate) mod arb;
pub(crate) mod draw_buffers;
pub(crate) mod fixture;
pub(crate) mod float;
pub(crate) mod object;
pub(crate) mod pixel;
pub(crate) mod share;
pub(crate) mod srgb;
