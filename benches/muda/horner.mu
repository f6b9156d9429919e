// A polynomial of degree 8.
void horner(in float x, out float y) {
    y = 1.0 + x * (0.9 + x * (0.5 + x * (0.1666 + x * (0.04166 + x * (0.00833 + x * (0.00138 + x * (0.000198 + x * 0.0000248)))))));
}
