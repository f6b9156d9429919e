//! Tests of Cg.

mod program;
