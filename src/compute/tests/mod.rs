mod arrays;
mod functions;
mod shares;
