// How far along a ray a triangle (a corner and two edges) is met, or -1 (Möller and Trumbore).

static vec cross(in vec a, in vec b) {
    return fma(a.yzxw, b.zxyw, -(a.zxyw * b.yzxw));
}

static float dot(in vec a, in vec b) {
    return fma(a.z, b.z, fma(a.y, b.y, a.x * b.x));
}

void ray_triangle(in vec corner, in vec e1, in vec e2, in vec from, in vec way, out float distance) {
    vec q = cross(way, e2);
    float det = dot(e1, q);
    float scale = 1.0 / det;
    vec s = from - corner;
    float u = dot(s, q) * scale;
    vec r = cross(s, e1);
    float v = dot(way, r) * scale;
    float t = dot(e2, r) * scale;
    float hits = (abs(det) > 0.000001) & (u >= 0.0) & (v >= 0.0) & (u + v <= 1.0) & (t > 0.0);
    distance = sel(-1.0, t, hits);
}
