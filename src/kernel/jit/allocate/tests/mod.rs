mod checker;
