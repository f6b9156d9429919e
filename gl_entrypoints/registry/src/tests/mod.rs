mod bodies;
mod c_types;
mod commands;
mod doors;
mod rules;
mod status;
