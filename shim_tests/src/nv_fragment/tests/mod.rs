mod number;
