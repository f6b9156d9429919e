//! Tests of Cg's checks.
