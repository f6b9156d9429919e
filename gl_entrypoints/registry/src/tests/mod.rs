mod bodies;
mod commands;
mod doors;
mod rules;
