mod clear;
pub(crate) mod map;
pub(crate) mod object;
pub(crate) mod pixel;
