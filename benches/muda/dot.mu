// The dot product of two vectors.
void dot(in vec a, in vec b, out float r) {
    r = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
