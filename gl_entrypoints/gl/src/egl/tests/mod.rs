mod config;
mod context;
