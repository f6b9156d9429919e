mod image;
