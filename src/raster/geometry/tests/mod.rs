mod line;
mod samples;
