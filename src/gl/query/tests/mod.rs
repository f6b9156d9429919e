//! Queries: names while a query is active; times; conditional rendering; sync objects.

mod conditional;
mod object;
mod sync;
mod timer;
