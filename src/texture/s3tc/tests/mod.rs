mod decode;
mod encode;
