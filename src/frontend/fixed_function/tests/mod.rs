mod programs;
