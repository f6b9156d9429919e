mod indices;
mod storage;
