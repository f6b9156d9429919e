mod pack;
mod store;
mod unpack;
mod packed_float;
