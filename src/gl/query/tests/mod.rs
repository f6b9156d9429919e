//! Queries: names while a query is active.

mod occlusion;
