mod jobs;
mod wake_policy;
