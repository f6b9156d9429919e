//! From state to one immutable draw call.
