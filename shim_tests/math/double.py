"""Writes arguments and accurate results of the f64 functions to standard output, for tests/math_full.rs.

A line is the name, two arguments, and the result as the sum of two f64, all as bits in hexadecimal.
usage: double.py [arguments for each function, 200] > double.tsv. Needs mpmath.
"""
import random, struct, sys
from mpmath import mp, mpf
import mpmath

mp.prec = 1300
N = int(sys.argv[1]) if len(sys.argv) > 1 else 200
FAR = 2.0 ** 48


def bits(x):
    return format(struct.unpack("<Q", struct.pack("<d", x))[0], "x")


def of_bits(b):
    return struct.unpack("<d", struct.pack("<Q", b))[0]


def rounded(v):
    """The nearest f64, denormal ones too."""
    if v == 0:
        return 0.0
    try:
        m, e = mpmath.frexp(v)
    except Exception:
        return float(v)
    unit = max(int(e) - 53, -1074)
    q = mpmath.nint(v / mpf(2) ** unit)
    try:
        return float(int(q)) * 2.0 ** unit if unit > -1000 else float(int(q)) * 2.0 ** -1000 * 2.0 ** (unit + 1000)
    except OverflowError:
        return float("inf") if v > 0 else float("-inf")


def row(name, a, b, v):
    if isinstance(v, mpf):
        high = rounded(v)
        low = 0.0 if abs(high) == float("inf") or high == 0 else float(v - mpf(high))
        if high == 0.0:
            high = 0.0 if v >= 0 else -0.0
    else:
        high, low = v, 0.0
    print(name, bits(a), bits(b), bits(high), bits(low), sep="\t")


def uniform(lo, hi):
    return [random.uniform(lo, hi) for _ in range(N)]


def binades(lo, hi, sign=True):
    out = []
    for _ in range(N):
        x = random.uniform(1, 2) * 2.0 ** random.randint(lo, hi)
        out.append(-x if sign and random.random() < 0.5 else x)
    return out


inf, nan = float("inf"), float("nan")
m = mpmath


def near_multiples():
    out = []
    for _ in range(N):
        k = random.randint(1, 2 ** random.randint(1, 47))
        x = rounded(m.pi / 2 * k)
        out.append(x if x < FAR else 1.0)
    # The worst cases of continued fractions below 2^48.
    return out


TRIG = uniform(-7, 7) + binades(-40, 46) + near_multiples()
ONE = {
    "dexp": (m.exp, uniform(-746, 710) + uniform(-1, 1) + uniform(-745, -700) + binades(-60, 8),
             [(0.0, 1.0), (-0.0, 1.0), (inf, inf), (-inf, 0.0), (nan, nan), (1000.0, inf), (-1000.0, 0.0)]),
    "dexp2": (lambda x: mpf(2) ** x, uniform(-1075, 1024) + uniform(-1, 1) + uniform(-1074, -1020) + binades(-60, 9),
              [(0.0, 1.0), (inf, inf), (-inf, 0.0), (nan, nan), (1024.0, inf), (-1080.0, 0.0), (-1074.0, 5e-324)]),
    "dlog": (m.log, binades(-1022, 1022, False) + uniform(0.5, 2) + [1 + x for x in binades(-50, -3)] + binades(-1074, -1030, False),
             [(0.0, -inf), (-0.0, -inf), (1.0, 0.0), (inf, inf), (-1.0, nan), (-inf, nan), (nan, nan)]),
    "dlog2": (lambda x: m.log(x) / m.log(2), binades(-1022, 1022, False) + uniform(0.5, 2) + [1 + x for x in binades(-50, -3)] + binades(-1074, -1030, False),
              [(0.0, -inf), (-0.0, -inf), (1.0, 0.0), (inf, inf), (-1.0, nan), (nan, nan), (8.0, 3.0), (5e-324, -1074.0)]),
    "dsin": (m.sin, TRIG, [(0.0, 0.0), (-0.0, -0.0), (inf, nan), (nan, nan), (FAR, nan), (-1e300, nan)]),
    "dcos": (m.cos, TRIG, [(0.0, 1.0), (-0.0, 1.0), (inf, nan), (nan, nan), (FAR, nan)]),
    "dtan": (m.tan, TRIG, [(0.0, 0.0), (-0.0, -0.0), (inf, nan), (nan, nan), (FAR, nan)]),
    "dasin": (m.asin, uniform(-1, 1) + binades(-40, -2) + [1 - abs(x) for x in binades(-50, -3)],
              [(0.0, 0.0), (-0.0, -0.0), (1.5, nan), (-inf, nan), (nan, nan)]),
    "dacos": (m.acos, uniform(-1, 1) + binades(-40, -2) + [1 - abs(x) for x in binades(-50, -3)] + [abs(x) - 1 for x in binades(-50, -3)],
              [(1.0, 0.0), (1.5, nan), (-inf, nan), (nan, nan)]),
    "datan": (m.atan, uniform(-3, 3) + binades(-60, 60) + binades(-1000, 1000), [(0.0, 0.0), (-0.0, -0.0), (nan, nan)]),
    "drsqrt": (lambda x: 1 / m.sqrt(x), binades(-1022, 1022, False), [(0.0, inf), (-0.0, -inf), (inf, 0.0), (-1.0, nan), (nan, nan)]),
    "drcp": (lambda x: 1 / mpf(x), binades(-1022, 1022), [(0.0, inf), (-0.0, -inf), (inf, 0.0), (-inf, -0.0), (nan, nan)]),
}


def power_pairs():
    out = []
    for _ in range(N):
        x = random.uniform(1, 2) * 2.0 ** random.randint(-1022, 1022)
        out.append((x, random.uniform(-1070, 1024) / float(m.log(mpf(x), 2))))
        x = 1 + random.uniform(-1, 1) * 2.0 ** random.randint(-45, -2)
        if x != 1:
            out.append((x, random.uniform(-1070, 1024) / float(m.log(mpf(x), 2))))
        out.append((random.uniform(0.1, 10), random.uniform(-10, 10)))
        out.append((-random.uniform(0.1, 10), float(random.randint(-20, 20))))
    return out


def angle_pairs():
    out = []
    for _ in range(N):
        out.append((random.uniform(-1, 1), random.uniform(-1, 1)))
        e = random.randint(-1000, 1000)
        scale = lambda: random.choice([-1, 1]) * random.uniform(1, 2) * 2.0 ** max(-1022, min(1022, e + random.randint(-70, 70)))
        out.append((scale(), scale()))
    return out


def main():
    random.seed(1)
    print("# written by double.py: name, arguments, result as a sum")
    for name, (f, args, special) in ONE.items():
        for x in args:
            row(name, x, 0.0, f(mpf(x)) + mpf(0))
        for x, y in special:
            row(name, x, 0.0, y)
    for x, y in power_pairs():
        v = abs(mpf(x)) ** mpf(y)
        row("dpow", x, y, -v if x < 0 and int(y) % 2 else v)
    for x, y, v in [(nan, 0.0, 1.0), (1.0, nan, 1.0), (1.0, inf, 1.0), (-1.0, inf, 1.0), (-1.0, nan, nan), (0.0, 2.0, 0.0), (-0.0, 3.0, -0.0),
                    (-0.0, -3.0, -inf), (0.0, -2.0, inf), (-2.0, 0.5, nan), (inf, 2.0, inf), (inf, -2.0, 0.0), (-inf, 3.0, -inf),
                    (-inf, -3.0, -0.0), (-inf, 0.5, inf), (2.0, inf, inf), (2.0, -inf, 0.0), (0.5, inf, 0.0), (0.5, -inf, inf),
                    (0.0, inf, 0.0), (0.0, -inf, inf), (inf, inf, inf), (inf, 0.0, 1.0), (2.0, 1024.0, inf), (2.0, -1080.0, 0.0)]:
        row("dpow", x, y, v)
    for y, x in angle_pairs():
        row("datan2", y, x, m.atan2(mpf(y), mpf(x)) + mpf(0))
    pi, half = 3.141592653589793, 1.5707963267948966
    for y, x, v in [(0.0, 1.0, 0.0), (-0.0, 1.0, -0.0), (0.0, -1.0, pi), (-0.0, -1.0, -pi), (0.0, 0.0, 0.0), (0.0, -0.0, pi), (-0.0, -0.0, -pi),
                    (1.0, 0.0, half), (-1.0, 0.0, -half), (inf, 1.0, half), (1.0, inf, 0.0), (1.0, -inf, pi), (inf, inf, pi / 4),
                    (nan, 1.0, nan), (1.0, nan, nan), (-inf, inf, -pi / 4)]:
        row("datan2", y, x, v)


main()
