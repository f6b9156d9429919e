//! MUDA texts that mutations start from.

/// Texts that together use all of the language.
pub const MUDA_PROGRAMS: &[&str] = &[
    "/* all of it */
struct Ray { vec origin, dir; float t[2]; };
static float dot3(vec a, in vec b) { vec p = a * b; return p.x + p.y + p.z; }
force_inline vec clamped(vec a, vec lo, vec hi) { return min(max(a, lo), hi); };
float length(in vec a, out vec n, inout int count) {
  Ray r; // a ray
  r.dir = a; r.t[count] = dot3(a, a);
  float l = sqrt(r.t[1]);
  n = clamped(r.dir / l, vec(-1.0), vec(1.0)); n.xy = a.wzyx;
  if (l < 1.0) { return 0.0; } else { count = count + 1; }
  return l /. 2.0;
}",
    "int mandelbrot(float cx, float cy) {
  float x = 0.0, y = 0.0; int n = 0;
  while ((x * x + y * y < 4.0) & (n < 100)) {
    float t = x * x - y * y + cx;
    y = 2.0 * x * y + cy; x = t; n = n + 1;
    if (n == 90) { return -1; } else { }
  }
  return n;
}",
    "void bits(vec a, ivec b, int n, out vec m, out ivec s, inout lvec l, dvec d) {
  m = sel(a, bit(0x7f800000), a != a) ^ (a > vec(b)) & ~a;
  s = (b << n) | (b >>| 3) ^ (b >>>| b) + (b <<@ n) - (b >>|@ 5);
  l = l <<| n; l.z = extract(l, 1) + 7; l = lvec(d * 0.1) / l;
  s = s >>> 33; s = s >> n; s = s <<<| 2; m.wwzz = abs(m) + floor(a) * rcp(m);
}",
    "struct ray4 { vec o, d; };
static always_inline vec pick(array vec a, ivec i, vec s) {
  if (s > 0.5f) return a[i]; else if (any(s == .25)) { return a[1] * float(1.d); } else { }
  while (s < 8.) s = s + sign(s) + mod(s, 3.0);
  return s;
}
void all_of_it(out ray4 r, array vec from, out array float to, int n, vec m) {
  vec x = as_vec(ftoi(m) & as_ivec(0xff00ff)), y;
  if (all(m >= x)) { y = pick(from, ftoi(trunc(m)), x); } else { y.x = extract(m, n); }
  while (y < m) { y = y + 1.0f; to[n] = itof(gather(y)); if (y > x) { return; } else { } }
  r.o = y; r.d = itof(x) << 3; to[2] = y.w;
}",
];
