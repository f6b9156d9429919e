#![forbid(unsafe_code)]

mod dispatch;
