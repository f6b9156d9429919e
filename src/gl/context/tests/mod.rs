mod name_ranges;
