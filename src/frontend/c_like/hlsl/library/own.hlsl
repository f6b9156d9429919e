// Functions that HLSL has in another way than Cg, or alone. The words of types and the names with two underscores are
// explained in Cg's library/mod.rs; here S stands for matrices, too.

numberS abs(numberS x) { return __abs(x); }
numberS min(numberS a, numberS b) { return __min(a, b); }
numberS max(numberS a, numberS b) { return __max(a, b); }
numberS clamp(numberS x, numberS a, numberS b) { return __min(__max(x, a), b); }
floatS saturate(floatS x) { return __min(__max(x, (floatS)0), (floatS)1); }
intS sign(numberS x) { return (intS)(x > 0) - (intS)(x < 0); }

floatS ceil(floatS x) { return __ceil(x); }
floatS round(floatS x) { return __floor(x + 0.5); }

// The remainder has the sign of x.
floatS fmod(floatS x, floatS y) {
    floatS q = x / y;
    floatS r = __abs(q) - __floor(__abs(q));
    return (q >= 0 ? r : -r) * y;
}

floatS ldexp(floatS x, floatS e) { return x * __shader_exp2(e); }
floatS frexp(floatS x, out floatS e) {
    floatS n = __floor(__log2(__abs(x))) + 1;
    e = x == 0 ? (floatS)0 : n;
    return x * __exp2(-e);
}
floatS modf(floatS x, out floatS ip) {
    ip = __trunc(x);
    return x - ip;
}

// Logarithms and powers are those of absolute values.
floatS exp2(floatS x) { return __shader_exp2(x); }
floatS log2(floatS x) { return __shader_log2(__abs(x)); }
floatS log(floatS x) { return __shader_log2(__abs(x)) * 0.69314718; }
floatS log10(floatS x) { return __shader_log2(__abs(x)) * 0.30103001; }
floatS pow(floatS x, floatS y) { return __shader_pow(__abs(x), y); }
floatS sqrt(floatS x) { return __sqrt(__abs(x)); }
floatS rsqrt(floatS x) { return __rsqrt(__abs(x)); }
floatS rcp(floatS x) { return 1 / x; }
floatS asfloat(floatS x) { return x; }
// These three are refused where something reads them (machine.rs).
floatS asint(floatS x) { return __floor(x); }
floatS asuint(floatS x) { return __floor(x); }
float noise(float x) { return __floor(x); }
float noise(floatN x) { return __floor(x.x); }

floatS sin(floatS x) { return __shader_sin(x); }
floatS cos(floatS x) { return __shader_cos(x); }
floatS mad(floatS a, floatS b, floatS c) { return a * b + c; }

// The angle of the point (x, y), in [−π, π]; of (0, 0) it is 0.
floatS atan2(floatS y, floatS x) {
    floatS a = __abs(x);
    floatS b = __abs(y);
    floatS m = __max(a, b);
    floatS p = __atan_of_ratio(m == 0 ? (floatS)0 : __min(a, b) / m);
    p = b > a ? 1.57079633 - p : p;
    p = x < 0 ? 3.14159265 - p : p;
    return y < 0 ? -p : p;
}

floatS lerp(floatS a, floatS b, floatS w) { return w * (b - a) + a; }
floatS step(floatS a, floatS x) { return (floatS)(x >= a); }
floatS smoothstep(floatS a, floatS b, floatS x) {
    floatS t = __min(__max((x - a) / (b - a), (floatS)0), (floatS)1);
    return t * t * (3 - 2 * t);
}

bool all(boolS x) { return __all(x); }
bool any(boolS x) { return __any(x); }
void clip(floatS x) { __kill(x < 0); }

floatS ddx(floatS x) { return __ddx(x); }
floatS ddy(floatS x) { return __ddy(x); }
floatS ddx_coarse(floatS x) { return __ddx(x); }
floatS ddx_fine(floatS x) { return __ddx(x); }
floatS ddy_coarse(floatS x) { return __ddy(x); }
floatS ddy_fine(floatS x) { return __ddy(x); }
floatS fwidth(floatS x) { return __abs(__ddx(x)) + __abs(__ddy(x)); }

// Vectors.

float dot(float a, float b) { return a * b; }
float dot(float1 a, float1 b) { return a.x * b.x; }
int dot(int a, int b) { return a * b; }
int dot(int1 a, int1 b) { return a.x * b.x; }
float dot(float2 a, float2 b) { return __dot(a, b); }
float dot(float3 a, float3 b) { return __dot(a, b); }
float dot(float4 a, float4 b) { return __dot(a, b); }
uint dot(uint a, uint b) { return a * b; }
uint dot(uint1 a, uint1 b) { return a.x * b.x; }
uint dot(uint2 a, uint2 b) { return a.x * b.x + a.y * b.y; }
uint dot(uint3 a, uint3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
uint dot(uint4 a, uint4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
int dot(int2 a, int2 b) { return a.x * b.x + a.y * b.y; }
int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
int dot(int4 a, int4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

float length(float v) { return __abs(v); }
float length(floatN v) { return __sqrt(__square(v)); }
float distance(float a, float b) { return __abs(b - a); }
float distance(floatN a, floatN b) { return __sqrt(__square(b - a)); }
float normalize(float v) { return v * __rsqrt(v * v); }
floatN normalize(floatN v) { return v * __rsqrt(__square(v)); }
float3 cross(float3 a, float3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }
float faceforward(float n, float i, float ng) { return n * -(float)sign(i * ng); }
floatN faceforward(floatN n, floatN i, floatN ng) { return n * -(float)sign(__dot(i, ng)); }
float reflect(float i, float n) { return i - 2 * n * (i * n); }
floatN reflect(floatN i, floatN n) { return i - 2 * n * __dot(i, n); }
float refract(float i, float n, float eta) {
    float d = i * n;
    float k = 1 - eta * eta * (1 - d * d);
    return k < 0 ? 0.0 : eta * i - (eta * d + __sqrt(__abs(k))) * n;
}
floatN refract(floatN i, floatN n, float eta) {
    float d = __dot(i, n);
    float k = 1 - eta * eta * (1 - d * d);
    return k < 0 ? (floatN)0 : eta * i - (eta * d + __sqrt(__abs(k))) * n;
}
float4 lit(float l, float h, float m) {
    return float4(1, __max(l, (float)0), l < 0 || h < 0 ? 0.0 : pow(h, m), 1);
}
float4 dst(float4 a, float4 b) { return float4(1, a.y * b.y, a.z, b.w); }
int4 D3DCOLORtoUBYTE4(float4 v) { return (int4)(v.zyxw * 255.001953); }

// Products. A scalar counts as such, a vector on the left as a row, one on the right as a column.

float mul(float a, float b) { return a * b; }
floatN mul(float a, floatN b) { return a * b; }
floatN mul(floatN a, float b) { return a * b; }
floatNxM mul(float a, floatNxM b) { return a * b; }
floatNxM mul(floatNxM a, float b) { return a * b; }
int mul(int a, int b) { return a * b; }
uint mul(uint a, uint b) { return a * b; }
uintN mul(uint a, uintN b) { return a * b; }
uintN mul(uintN a, uint b) { return a * b; }
intN mul(int a, intN b) { return a * b; }
intN mul(intN a, int b) { return a * b; }
float mul(floatN a, floatN b) { return __dot(a, b); }
floatM mul(float1 v, float1xM m) { return v.x * m[0]; }
floatM mul(float2 v, float2xM m) { return v.x * m[0] + v.y * m[1]; }
floatM mul(float3 v, float3xM m) { return v.x * m[0] + v.y * m[1] + v.z * m[2]; }
floatM mul(float4 v, float4xM m) { return v.x * m[0] + v.y * m[1] + v.z * m[2] + v.w * m[3]; }
float1 mul(float1xM m, floatM v) { return float1(__dot(m[0], v)); }
float2 mul(float2xM m, floatM v) { return float2(__dot(m[0], v), __dot(m[1], v)); }
float3 mul(float3xM m, floatM v) { return float3(__dot(m[0], v), __dot(m[1], v), __dot(m[2], v)); }
float4 mul(float4xM m, floatM v) { return float4(__dot(m[0], v), __dot(m[1], v), __dot(m[2], v), __dot(m[3], v)); }
float1xK mul(float1xM a, floatMxK b) { return float1xK(mul(a[0], b)); }
float2xK mul(float2xM a, floatMxK b) { return float2xK(mul(a[0], b), mul(a[1], b)); }
float3xK mul(float3xM a, floatMxK b) { return float3xK(mul(a[0], b), mul(a[1], b), mul(a[2], b)); }
float4xK mul(float4xM a, floatMxK b) { return float4xK(mul(a[0], b), mul(a[1], b), mul(a[2], b), mul(a[3], b)); }

float determinant(float m) { return m; }
float determinant(float1x1 m) { return m._m00; }
float determinant(float2x2 m) { return m._m00 * m._m11 - m._m01 * m._m10; }
// By columns, which registers hold unless the text says otherwise.
float determinant(float3x3 m) { return __dot(m._m00_m10_m20, cross(m._m01_m11_m21, m._m02_m12_m22)); }
float determinant(float4x4 m) {
    float3 a = m._m10_m20_m30;
    float3 b = m._m11_m21_m31;
    float3 c = m._m12_m22_m32;
    float3 d = m._m13_m23_m33;
    float p = m._m00 * __dot(b, cross(c, d)) - m._m01 * __dot(a, cross(c, d));
    return p + m._m02 * __dot(a, cross(b, d)) - m._m03 * __dot(a, cross(b, c));
}
