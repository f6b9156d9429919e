mod definition;
mod evaluate;
mod shrink;
