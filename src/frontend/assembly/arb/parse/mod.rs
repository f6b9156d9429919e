//! Parses a text into statements: grammar, bindings, options.

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
