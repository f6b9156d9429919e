mod arrays;
mod functions;
