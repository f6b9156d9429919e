mod dependents;
mod revision;
