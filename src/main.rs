//! The command line. (skeleton)

fn main() {}
