#![forbid(unsafe_code)]

mod address;
