mod listing;
mod names;
mod source;
