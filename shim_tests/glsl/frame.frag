struct Light { vec4 color; float weights[3]; };
uniform float zero;
vec4 a = gl_TexCoord[0];
vec4 b = gl_TexCoord[1];
vec4 c = gl_TexCoord[2];
float twice(float x) { return 2.0 * x; }
vec2 twice(vec2 x) { return 2.0 * x; }
void change(inout float x, out float y) { y = x; x = x + 1.0; }
vec4 sum_of(float values[3]) { return vec4(values[0], values[1], values[2], values[0] + values[1] + values[2]); }
vec4 counted(int n) { vec4 r = vec4(0.0); for (int i = 0; i < n; i++) { if (i == 2) continue; r[i] = float(i) + a[i]; } return r; }
vec4 changed() { float x = a.x; float y; change(x, y); return vec4(x, y, x + y, 1.0); }
vec4 member(int i) { Light l; l.color = a; l.weights[0] = 1.0; l.weights[1] = b.x; l.weights[2] = b.y; return l.color * l.weights[i]; }
vec4 looped() { int i = 0; float s = 0.0; do { s += a.w; i++; } while (i < 5); while (true) { s -= 1.0; if (s < 3.0) break; } return vec4(s, float(i), 0.0, 0.0); }
void main() { gl_FragColor = EXPRESSION; }
