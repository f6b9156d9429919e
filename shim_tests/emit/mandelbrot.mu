int mandelbrot(float cx, float cy) {
  float x = 0.0, y = 0.0; int n = 0;
  while ((x * x + y * y < 4.0) & (n < 100)) {
    float t = x * x - y * y + cx;
    y = 2.0 * x * y + cy; x = t; n = n + 1;
    if (n == 90) { return -1; } else { }
  }
  return n;
}
