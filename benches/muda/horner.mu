// A polynomial of degree 8.
void horner(in float x, out float y) {
    y = fma(x, 0.0000248, 0.000198);
    y = fma(x, y, 0.00138);
    y = fma(x, y, 0.00833);
    y = fma(x, y, 0.04166);
    y = fma(x, y, 0.1666);
    y = fma(x, y, 0.5);
    y = fma(x, y, 0.9);
    y = fma(x, y, 1.0);
}
