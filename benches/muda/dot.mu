// The dot product of two vectors.
void dot(in vec a, in vec b, out float r) {
    r = fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, a.x * b.x)));
}
