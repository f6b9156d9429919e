//! Machine operations with virtual registers: the types that every phase uses.
//!
//! - [`region`]: nodes, regions, blocks, and the whole kernel between selection and assembly ([`region::Lir`]).
//! - [`location`]: instruction sets, virtual registers, and places in memory, by base and offset.
//! - [`op`]: the operations, each with its latency and the operands that may lie in memory.
//! - [`pool`]: constants, which lie before the code.
#![forbid(unsafe_code)]

pub(crate) mod location;
pub(crate) mod op;
pub(crate) mod pool;
pub(crate) mod region;
