mod boundary;
mod current;
mod framebuffer_config;
mod native;
mod proc_address;
