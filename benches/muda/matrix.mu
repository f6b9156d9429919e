// A matrix of four columns times vectors.
void matrix(in vec c0, in vec c1, in vec c2, in vec c3, in vec v, out vec r) {
    r = c0 * v.x + c1 * v.y + c2 * v.z + c3 * v.w;
}
