#![forbid(unsafe_code)]

mod multisample;
