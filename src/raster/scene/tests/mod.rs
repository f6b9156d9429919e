mod bins;
