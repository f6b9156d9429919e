mod counters;
