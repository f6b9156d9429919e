mod wake_policy;
