//! Entries: a function of the tree as a program of a stage, whose parameters are the stage's inputs, outputs and
//! uniforms.

pub mod semantics;
