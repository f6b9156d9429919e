mod config;
mod context;
mod swap;
