//! First values: of a variable, in lists, and of what no value has the type of.

mod first_value;
mod flat_list;
mod held;
mod list;
