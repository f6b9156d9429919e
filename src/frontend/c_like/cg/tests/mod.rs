//! Tests of Cg.
