//! Parses a text into statements. The first error ends it; [`super::check::recover`] goes on for the log.
//!
//! - [`parser`]: header, options, and the choice among statements. [`option`] reads OPTION lines.
//! - [`declaration`]: ATTRIB, PARAM, TEMP, ADDRESS, OUTPUT and ALIAS. [`binding`] and [`state_binding`] read what they are
//!   bound to.
//! - [`instruction_name`], [`instruction`], [`source_operand`]: a name with its suffixes, then destination and operands.
//! - [`flow_statement`]: labels, branches, conditions. [`structure`] pairs IF, LOOP and REP with their ends;
//!   [`progress`] is its state.
//! - [`native`]: the registers and declarations of NVIDIA's own languages.
//!
//! Invariant: each name in the text is resolved here, so later rooms see numbers only.

pub(crate) mod binding;
pub(crate) mod declaration;
pub(crate) mod flow_statement;
pub(crate) mod instruction;
pub(crate) mod instruction_name;
pub(crate) mod native;
pub(crate) mod option;
pub(crate) mod parser;
pub(crate) mod progress;
pub(crate) mod source_operand;
pub(crate) mod state_binding;
pub(crate) mod structure;
