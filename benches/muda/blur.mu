// A pixel and its eight neighbours, weighted by 4, 2 and 1: nine arrays, which are one picture read at nine places.
void blur(in float a, in float b, in float c, in float d, in float e, in float f, in float g, in float h, in float i,
          out float r) {
    r = fma(0.25, e, fma(0.125, b + d + f + h, 0.0625 * (a + c + g + i)));
}
