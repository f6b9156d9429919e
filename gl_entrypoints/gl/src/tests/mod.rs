mod boundary;
mod current;
