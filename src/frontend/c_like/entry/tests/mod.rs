//! Entries of Cg texts.
