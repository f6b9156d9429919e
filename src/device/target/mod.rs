//! Targets: planes that can be read, what a target stores, copies between targets.

pub mod blit;
pub mod planes;
pub mod stored;
