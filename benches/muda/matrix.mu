// A matrix of four columns times vectors.
void matrix(in vec c0, in vec c1, in vec c2, in vec c3, in vec v, out vec r) {
    r = fma(c3, v.w, fma(c2, v.z, fma(c1, v.y, c0 * v.x)));
}
