/* Searches for the greatest error of one f64 function of MUDA. The reference is the C library's long double functions, whose
 * significands have 11 bits more. The function under test is the emitted C, which has the bits of every engine.
 *
 * usage: doubles FUNCTION ARGUMENTS, where ARGUMENTS is their number. At most as many again are taken in a climb from the 64 worst.
 *
 * Prints the function's name, the error in units in the last place of the true result, the number of arguments, and the worst one. The
 * exit status is 1 above 2 units. doubles.sh compiles and runs it for all functions. */
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_KEPT = 64 };

/* A stratum of arguments: uniform between two numbers, or any number between two binades. Both signs occur where `sign` is set. */
struct range {
    enum { UNIFORM, BINADES, ONE_AND_LESS, QUARTERS } kind;
    double low, high;
    int sign;
};

struct function {
    const char *name;
    void (*one)(double, double *restrict);
    long double (*true_one)(long double);
    void (*two)(double, double, double *restrict);
    long double (*true_two)(long double, long double);
    struct range ranges[4];
};

struct kept {
    long double ulp;
    double a, b;
};

static long double inverse(long double x) { return 1 / x; }
static long double inverse_root(long double x) { return 1 / sqrtl(x); }

#define ONE(name, true_name, ...) \
    { #name, f_##name, true_name, NULL, NULL, { __VA_ARGS__ } }
#define TWO(name, true_name) \
    { #name, NULL, NULL, f_##name, true_name, { { UNIFORM, 0, 0, 0 } } }
#define ANGLES { UNIFORM, -7, 7, 0 }, { UNIFORM, -0.8, 0.8, 0 }, { BINADES, -40, 46, 1 }, { QUARTERS, 0, 46, 0 }
#define ARCS { UNIFORM, -1, 1, 0 }, { UNIFORM, 0.4, 0.7, 1 }, { BINADES, -40, -2, 1 }, { ONE_AND_LESS, -50, -2, 1 }
#define LOGS { UNIFORM, 0.5, 2, 0 }, { UNIFORM, 0.9, 1.1, 0 }, { BINADES, -1074, 1023, 0 }, { ONE_AND_LESS, -50, -2, 0 }

#define PROTOTYPE(name) void f_##name(double x, double *restrict return_);
PROTOTYPE(exp) PROTOTYPE(exp2) PROTOTYPE(log) PROTOTYPE(log2) PROTOTYPE(sin) PROTOTYPE(cos) PROTOTYPE(tan)
PROTOTYPE(asin) PROTOTYPE(acos) PROTOTYPE(atan) PROTOTYPE(rsqrt) PROTOTYPE(rcp)
void f_pow(double x, double y, double *restrict return_);
void f_atan2(double y, double x, double *restrict return_);

static const struct function functions[] = {
    ONE(exp, expl, { UNIFORM, -745, 710, 0 }, { UNIFORM, -1, 1, 0 }, { BINADES, -60, 8, 1 }, { UNIFORM, -745, -700, 0 }),
    ONE(exp2, exp2l, { UNIFORM, -1075, 1024, 0 }, { UNIFORM, -1, 1, 0 }, { BINADES, -60, 9, 1 }, { UNIFORM, -1074, -1020, 0 }),
    ONE(log, logl, LOGS),
    ONE(log2, log2l, LOGS),
    ONE(sin, sinl, ANGLES),
    ONE(cos, cosl, ANGLES),
    ONE(tan, tanl, ANGLES),
    ONE(asin, asinl, ARCS),
    ONE(acos, acosl, ARCS),
    ONE(atan, atanl, { UNIFORM, -3, 3, 0 }, { UNIFORM, 0.4, 0.45, 1 }, { BINADES, -60, 60, 1 }, { BINADES, -1000, 1000, 1 }),
    ONE(rsqrt, inverse_root, { UNIFORM, 1, 4, 0 }, { UNIFORM, 1, 2, 0 }, { BINADES, -1074, 1023, 0 }, { BINADES, -1022, 1023, 0 }),
    ONE(rcp, inverse, { UNIFORM, 1, 2, 1 }, { UNIFORM, 1, 2, 0 }, { BINADES, -1022, 1023, 1 }, { BINADES, -1022, 1023, 1 }),
    TWO(pow, powl),
    TWO(atan2, atan2l),
};

static uint64_t state = 1;

/* Random numbers: Marsaglia's xorshift, multiplied. */
static uint64_t any(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * UINT64_C(0x2545f4914f6cdd1d);
}

/* 0 .. 1 */
static double unit(void) { return (double)(any() >> 11) * 0x1p-53; }
static double between(double low, double high) { return low + (high - low) * unit(); }

static double binade(int low, int high) {
    return ldexp(1 + unit(), low + (int)(any() % (uint64_t)(high - low + 1)));
}

static double of_range(const struct range *range) {
    double x = 0;
    switch (range->kind) {
    case UNIFORM: x = between(range->low, range->high); break;
    case BINADES: x = binade((int)range->low, (int)range->high); break;
    case ONE_AND_LESS: x = 1 - binade((int)range->low, (int)range->high); break;
    case QUARTERS: x = M_PI_2 * (double)(any() >> (64 - 1 - any() % (uint64_t)range->high)); break;
    }
    return range->sign && any() >> 63 ? -x : x;
}

/* Bases in all binades and near 1 with powers in range, simple numbers, and whole powers of negative bases. */
static void power_pair(uint64_t i, double *x, double *y) {
    *x = 1;
    while (*x == 1)
        *x = i % 4 == 0 ? binade(-1074, 1023) : i % 4 == 1 ? 1 + (any() >> 63 ? 1 : -1) * binade(-45, -2) : between(0.1, 10);
    *y = i % 4 < 2 ? between(-1074, 1024) / log2(*x) : between(-10, 10);
    if (i % 4 == 3) {
        *x = -*x;
        *y = rint(2 * *y);
    }
}

/* Points of a square, pairs of neighbouring binades, pairs of any binades, and quotients near √2 − 1 and 1. */
static void angle_pair(uint64_t i, double *y, double *x) {
    const int at = (int)(any() % 2000) - 1000, from = at < -970 ? -1040 : at - 70, to = at > 950 ? 1023 : at + 70;
    *y = i % 4 == 0 ? unit() : i % 4 == 1 ? binade(from, to) : i % 4 == 2 ? binade(-1074, 1023) : between(0.4, 1.1);
    *x = i % 4 == 0 ? unit() : i % 4 == 1 ? binade(from, to) : i % 4 == 2 ? binade(-1074, 1023) : 1 + unit();
    const uint64_t signs = any() >> 61;
    *y = signs & 1 ? -*y : *y;
    *x = signs & 2 ? -*x : *x;
    if (signs & 4) {
        const double swap = *x;
        *x = *y;
        *y = swap;
    }
}

/* The unit in the last place of an f64 in x's binade. */
static long double unit_of(long double x) {
    struct {
        uint64_t significand;
        uint16_t exponent;
    } bits = { 0, 0 };
    memcpy(&bits, &x, 10);
    int exponent = (bits.exponent & 0x7fff) - 52;
    const int least = 16383 - 1074;
    bits.exponent = (uint16_t)(exponent < least ? least : exponent);
    bits.significand = UINT64_C(1) << 63;
    memcpy(&x, &bits, 10);
    return x;
}

static long double ulp_of(const struct function *f, double a, double b) {
    double got;
    long double want;
    if (f->one) {
        f->one(a, &got);
        want = f->true_one(a);
    } else {
        f->two(a, b, &got);
        want = f->true_two(a, b);
    }
    if (want != want)
        return got != got ? 0 : INFINITY;
    if (fabsl(want) >= 0x1p1024L - 0x1p970L)
        return isinf(got) && (got > 0) == (want > 0) ? 0 : INFINITY;
    if (want == 0)
        return got == 0 && !signbit(got) == !signbit(want) ? 0 : INFINITY;
    const long double value = isinf(got) ? copysignl(0x1p1024L, got) : got;
    const long double ulp = fabsl(value - want) / unit_of(want);
    return ulp == ulp ? ulp : INFINITY;
}

static struct kept worst[N_KEPT];
static int least_kept;

/* Replaces the least of the worst. */
static void note(long double ulp, double a, double b) {
    if (ulp <= worst[least_kept].ulp)
        return;
    worst[least_kept] = (struct kept){ ulp, a, b };
    for (int i = 0; i < N_KEPT; i++)
        if (worst[i].ulp < worst[least_kept].ulp)
            least_kept = i;
}

/* Returns a number of the same sign 1 to 2^45 places away, or one of the same significand 1 or 2 binades away. */
static double neighbour(double x) {
    uint64_t bits;
    memcpy(&bits, &x, 8);
    const uint64_t choice = any();
    uint64_t step = choice % 8 ? (any() >> (18 + (choice >> 8) % 46)) + 1 : UINT64_C(1) << (52 + (choice >> 62 & 1));
    bits = choice & 0x80 ? bits + step : bits - step;
    double y;
    memcpy(&y, &bits, 8);
    return isfinite(y) && y != 0 && signbit(y) == signbit(x) ? y : x;
}

static int is_in_domain(const struct function *f, double a) {
    const int is_angle = f->true_one == sinl || f->true_one == cosl || f->true_one == tanl;
    return !is_angle || fabs(a) < 0x1p48;
}

static uint64_t climb(const struct function *f, uint64_t steps) {
    uint64_t n = 0;
    for (int i = 0; i < N_KEPT; i++)
        for (uint64_t s = 0; s < steps / N_KEPT; s++, n++) {
            struct kept *const k = &worst[i];
            const uint64_t which = f->two ? any() >> 62 : 1;
            const double a = which != 0 ? neighbour(k->a) : k->a, b = which != 1 ? neighbour(k->b) : k->b;
            const long double ulp = is_in_domain(f, a) ? ulp_of(f, a, b) : 0;
            if (ulp > k->ulp)
                *k = (struct kept){ ulp, a, b };
        }
    return n;
}

int main(int argc, char **argv) {
    const struct function *f = NULL;
    for (size_t i = 0; argc == 3 && i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(argv[1], functions[i].name))
            f = &functions[i];
    if (!f) {
        fputs("usage: doubles FUNCTION ARGUMENTS\n", stderr);
        return 2;
    }
    const uint64_t n = strtoull(argv[2], NULL, 10);
    for (uint64_t i = 0; i < n; i++) {
        double a, b = 0;
        if (f->one)
            a = of_range(&f->ranges[i % 4]);
        else if (f->true_two == powl)
            power_pair(i, &a, &b);
        else
            angle_pair(i, &a, &b);
        note(ulp_of(f, a, b), a, b);
    }
    const uint64_t all = n + climb(f, n < 20000000 ? n : 20000000);
    struct kept top = worst[0];
    for (int i = 1; i < N_KEPT; i++)
        if (worst[i].ulp > top.ulp)
            top = worst[i];
    printf("%-6s %.4Lf ulp of %llu at %.17g", f->name, top.ulp, (unsigned long long)all, top.a);
    printf(f->two ? ", %.17g\n" : "\n", top.b);
    return top.ulp <= 2 ? 0 : 1;
}
