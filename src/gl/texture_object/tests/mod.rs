mod format;
