mod pack;
mod packed_float;
mod store;
mod unpack;
