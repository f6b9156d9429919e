//! The GL enum values of the registry, without their `GL_` prefix.
#![allow(non_upper_case_globals)]

include!(concat!(env!("OUT_DIR"), "/enums.rs"));
