//! Doors. (skeleton)
