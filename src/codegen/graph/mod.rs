//! Numbers without branches: what a program computes, as a graph. A loop is one number of it.
//!
//! | file | what is in it |
//! |---|---|
//! | `numbers` | Numbers, each once; what is constant is computed. |
//! | `regions` | Loops as numbers. |
//! | `natural` | The loops of a program's blocks. |
//! | `postdominators` | Where the two ways of a branch meet. |
//! | `flatten` | Walks a program and makes its graph. |
//! | `repeat` | Walks loops whose rounds no constant bounds. |
//! | `evaluate` | The numbers that operations of the IR become. |
//! | `indexed` | Constants by computed numbers, and derivatives of coordinates. |
//! | `truth` | Comparisons, and selections by them. |
//! | `fuse` | Sums of products. |
//! | `waves` | Sines and cosines as series. |
//! | `vectors` | Numbers that belong together. |

mod evaluate;
pub(super) mod flatten;
pub(super) mod fuse;
mod indexed;
mod natural;
pub(super) mod numbers;
mod postdominators;
pub(super) mod regions;
mod repeat;
mod truth;
pub(super) mod vectors;
mod waves;
