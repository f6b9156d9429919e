mod pack;
mod store;
mod unpack;
