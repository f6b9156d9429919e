// Steps until z = z² + c leaves the circle of radius 2, at most 256.
void mandelbrot(in float cx, in float cy, out int steps) {
    float x = 0.0;
    float y = 0.0;
    float xx = 0.0;
    float yy = 0.0;
    int n = 0;
    while ((xx + yy <= 4.0) & (n < 256)) {
        y = fma(x + x, y, cy);
        x = xx - yy + cx;
        xx = x * x;
        yy = y * y;
        n = n + 1;
    }
    steps = n;
}
