mod accumulation;
mod drawable;
