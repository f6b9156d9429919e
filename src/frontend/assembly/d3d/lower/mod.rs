//! A shader as IR, and what the parts of its interface stand for.
//!
//! | file | what is in it |
//! |---|---|
//! | `interface` | Which constants, inputs, outputs and samplers there are, and their slots. |
//! | `lowering` | One instruction after the other; pairs that run together. |
//! | `operand` | Sources with modifiers; computed register numbers. |
//! | `write` | Destinations: shifts, saturation, masks, predicates. |
//! | `evaluate` | What each arithmetic instruction computes. |
//! | `product` | Products in which 0 × anything is 0. |
//! | `texture` | Sampling from version 1.4. |
//! | `stages` | The texture addressing instructions of versions 1.1 to 1.3. |
//! | `flow` | Blocks, loops and subroutines. |
//! | `registers` | The scalars of registers, as values of a block or in lane slots. |

mod evaluate;
mod flow;
mod interface;
mod lowering;
mod operand;
mod product;
mod registers;
mod stages;
mod texture;
mod write;

pub(super) use evaluate::needs;
pub(super) use interface::rows;
pub use interface::{Constant, Interface, Link};
pub(super) use lowering::lower;
