//! Numbers without branches: what a program computes, as a graph. A loop is one number of it.
//!
//! | file | what is in it |
//! |---|---|
//! | `numbers` | Numbers, each once; what is constant is computed. |
//! | `regions` | Loops and branches as numbers. |
//! | `branch` | Branches that stay branches. |
//! | `demand` | Which numbers are read, and how often. |
//! | `sides` | On which sides of branches numbers are computed. |
//! | `natural` | The loops of a program's blocks. |
//! | `postdominators` | Where the two ways of a branch meet. |
//! | `flatten` | Walks a program and makes its graph. |
//! | `keep` | Which loops stay loops. |
//! | `costly` | What they stay for. |
//! | `merge` | What the two ways of a branch have left behind. |
//! | `repeat` | Walks loops whose rounds no constant bounds. |
//! | `evaluate` | The numbers that operations of the IR become. |
//! | `indexed` | Constants by computed numbers, and derivatives of coordinates. |
//! | `clamps` | Clamps to [0, 1]. |
//! | `powers` | Powers and other functions of mathematics. |
//! | `runs` | Operations of vectors in the text. |
//! | `truth` | Comparisons, and selections by them. |
//! | `fuse` | Sums of products. |
//! | `waves` | Sines and cosines as series. |
//! | `vectors` | Numbers that belong together. |

mod branch;
mod clamps;
mod costly;
pub(super) mod demand;
mod evaluate;
pub(super) mod flatten;
pub(super) mod fuse;
mod indexed;
pub(super) mod keep;
mod merge;
mod natural;
pub(super) mod numbers;
mod postdominators;
mod powers;
pub(super) mod regions;
mod repeat;
mod runs;
pub(super) mod sides;
mod truth;
pub(super) mod vectors;
mod waves;
