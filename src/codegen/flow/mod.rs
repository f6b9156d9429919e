//! Branches and loops that stay.
//!
//! | file | what is in it |
//! |---|---|
//! | `branch` | The lines of a branch. |
//! | `repeat` | The lines of a loop. |

mod branch;
mod repeat;
