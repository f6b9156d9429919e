mod math;
