mod chunks;
mod client_memory;
mod exec_memory;
mod past_caches;
mod reserve;
mod roomy_stack;
mod shared_bytes;
mod strided;
