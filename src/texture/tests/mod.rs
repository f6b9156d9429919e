mod address;
