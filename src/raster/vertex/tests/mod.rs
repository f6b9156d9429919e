#![forbid(unsafe_code)]

mod fetch;
