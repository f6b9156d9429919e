mod definition;
mod evaluate;
