// y = a x + y
void saxpy(in float a, in float x, inout float y) {
    y = fma(a, x, y);
}
