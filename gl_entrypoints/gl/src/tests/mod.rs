mod boundary;
mod current;
mod framebuffer_config;
