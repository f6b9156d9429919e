// The types and functions of MUDA as classes for g++, so that a text in MUDA compiles with few changes (origin_muda.py).
// Written from the specification; a comparison is a mask of bits, `<<` shifts all 128 bits, sel takes bits.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

typedef unsigned __int128 whole;

template <class T, class B> struct four {
    T x, y, z, w;
    four() : x(0), y(0), z(0), w(0) {}
    four(T a) : x(a), y(a), z(a), w(a) {}
    four(T a, T b, T c, T d) : x(a), y(b), z(c), w(d) {}
    T &operator[](int i) { return (&x)[i]; }
    T operator[](int i) const { return (&x)[i]; }
    B bits(int i) const { B b; std::memcpy(&b, &(&x)[i], sizeof b); return b; }
    void set(int i, B b) { std::memcpy(&(&x)[i], &b, sizeof b); }
    template <class F> static four each(F f) { four r; for (int i = 0; i < 4; i++) r[i] = f(i); return r; }
    template <class F> static four each_bits(F f) { four r; for (int i = 0; i < 4; i++) r.set(i, f(i)); return r; }
    friend four operator+(four a, four b) { return each([&](int i) { return a[i] + b[i]; }); }
    friend four operator-(four a, four b) { return each([&](int i) { return a[i] - b[i]; }); }
    friend four operator*(four a, four b) { return each([&](int i) { return a[i] * b[i]; }); }
    friend four operator/(four a, four b) { return each([&](int i) { return a[i] / b[i]; }); }
    friend four operator-(four a) { return each([&](int i) { return -a[i]; }); }
#define COMPARE(op) friend four operator op(four a, four b) { return each_bits([&](int i) { return a[i] op b[i] ? ~B(0) : B(0); }); }
    COMPARE(<) COMPARE(<=) COMPARE(>) COMPARE(>=) COMPARE(==) COMPARE(!=)
#define LOGIC(op) friend four operator op(four a, four b) { return each_bits([&](int i) { return a.bits(i) op b.bits(i); }); }
    LOGIC(&) LOGIC(|) LOGIC(^)
    friend four operator~(four a) { return each_bits([&](int i) { return ~a.bits(i); }); }
    whole all() const { whole r; std::memcpy(&r, this, 16); return r; }
    static four of(whole a) { four r; std::memcpy(&r, &a, 16); return r; }
    friend four operator<<(four a, int n) { return of(n < 128 ? a.all() << n : 0); }
    friend four operator>>(four a, int n) { return of(n < 128 ? a.all() >> n : 0); }
    friend four sel(four a, four b, four m) { return each_bits([&](int i) { return (a.bits(i) & ~m.bits(i)) | (b.bits(i) & m.bits(i)); }); }
    friend four min(four a, four b) { return each([&](int i) { return a[i] < b[i] ? a[i] : b[i]; }); }
    friend four max(four a, four b) { return each([&](int i) { return a[i] > b[i] ? a[i] : b[i]; }); }
    friend T extract(four a, int i) { return a[i]; }
    friend four swizzle(four a, const char *s) {
        const char *letters = "xyzw";
        int n = std::strlen(s);
        return each([&](int i) { return a[std::strchr(letters, s[i < n ? i : n - 1]) - letters]; });
    }
    friend int all(four a) { return a.bits(0) && a.bits(1) && a.bits(2) && a.bits(3) ? -1 : 0; }
    friend int any(four a) { return a.bits(0) || a.bits(1) || a.bits(2) || a.bits(3) ? -1 : 0; }
};

typedef four<float, uint32_t> vec;
typedef four<double, uint64_t> dvec;
struct ivec : four<int32_t, uint32_t> {
    using four::four;
    ivec() {}
    ivec(four a) : four(a) {}
    ivec(uint32_t a) : four(int32_t(a)) {}
    ivec(long a) : four(int32_t(a)) {}
};

#define MATH(name, f) static vec name(vec a) { return vec::each([&](int i) { return f(a[i]); }); }
static float one_over_root(float x) { return float(1.0 / std::sqrt(double(x))); }
namespace author {
MATH(abs, fabsf) MATH(exp, expf) MATH(log, logf) MATH(sqrt, sqrtf) MATH(rsqrt, one_over_root) MATH(round, rintf) MATH(trunc, truncf)
}
static vec bit(uint32_t b) { return vec::each_bits([&](int) { return b; }); }
static ivec as_ivec(vec a) { return ivec::each_bits([&](int i) { return a.bits(i); }); }
static ivec as_ivec(uint32_t a) { return ivec(a); }
static vec as_vec(ivec a) { return vec::each_bits([&](int i) { return a.bits(i); }); }
static ivec ftoi(vec a) { return ivec(int(a.x), int(a.y), int(a.z), int(a.w)); }
static vec itof(ivec a) { return vec(float(a.x), float(a.y), float(a.z), float(a.w)); }
static vec itof(vec a) { return itof(as_ivec(a)); }
using namespace author;

static void show(const char *name, const vec &v) {
    std::printf("%s", name);
    for (int i = 0; i < 4; i++) std::printf(" %08x", v.bits(i));
    std::printf("\n");
}
static void show(const char *name, const ivec &v) { show(name, as_vec(v)); }
static void show(const char *name, float f) { uint32_t b; std::memcpy(&b, &f, 4); std::printf("%s %08x\n", name, b); }
static void show(const char *name, int i) { std::printf("%s %08x\n", name, uint32_t(i)); }
