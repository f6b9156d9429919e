mod encoder;
