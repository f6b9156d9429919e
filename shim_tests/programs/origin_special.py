#!/usr/bin/env python3
"""Writes the tables of special values of the ARB assembly languages: every opcode with every special value.

usage: shim_tests/programs/origin_special.py    (stdlib only; rewrites shim_tests/programs/arb-*/special/)

Special values: zeros, ones, infinities, NaN, the least denormals, the least normal and the greatest numbers; all pairs of
them for two operands, all triples of some for three. Expected values are IEEE 754's of the pseudo-code of ARB_vertex_program
2.14.5 and ARB_fragment_program 3.11.5, rounded to nearest; where these say nothing, the choice of QUIRKS section 0.
"""
import itertools
import math
from fractions import Fraction

from origin import BELOW_ONE, FRAGMENT, INF, NAN, VERTEX, divide, f32, floor

LEAST, NORMAL, MOST = 2.0**-149, 2.0**-126, 2.0**128 - 2.0**104
VALUES = (0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, LEAST, -LEAST, NORMAL, MOST, -MOST)
FEW = (0.0, -0.0, 1.0, INF, -INF, NAN, MOST, -LEAST)


def nearest(x):
    """A fraction as the nearest float, ties to even."""
    if x == 0:
        return 0.0
    magnitude = abs(x)
    exponent = max(-149, math.frexp(float(magnitude))[1] - 24 if magnitude > Fraction(1, 1 << 1000) else -149)
    steps = magnitude / Fraction(2) ** exponent
    whole = steps.numerator // steps.denominator
    rest = steps - whole
    whole += rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2 == 1)
    value = Fraction(whole) * Fraction(2) ** exponent
    value = INF if value > MOST else float(value)
    return value if x > 0 else -value


def fma(a, b, c):
    """a·b + c rounded once."""
    if not all(map(math.isfinite, (a, b, c))):
        # A product of finite numbers does not change an infinite sum or NaN, and must not overflow.
        product = a * b if not (math.isfinite(a) and math.isfinite(b)) else 1.0
        return product + c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact or (a and b):
        return nearest(exact)
    return math.copysign(0, a) * math.copysign(1, b) + c


def product(a, b):
    return fma(a, b, math.copysign(0, a) * math.copysign(1, b) if not math.isnan(a) and not math.isnan(b) else 0)


def less(x, y):
    return 1.0 if x < y else 0.0


def maximum(x, y):
    """x > y ? x : y of the pseudo-code; the other operand for a NaN (QUIRKS 0.23)."""
    return y if math.isnan(x) else x if math.isnan(y) else x if x > y else y


def minimum(x, y):
    return y if math.isnan(x) else x if math.isnan(y) else y if x > y else x


def fraction(x):
    return min(f32(x - math.floor(x)) + 0.0, BELOW_ONE) if math.isfinite(x) else NAN


def power_of_two(x):
    """+0 below 2^-126 (QUIRKS 0.13)."""
    return x if math.isnan(x) else 0.0 if x < -126 else INF if x >= 128 else 2.0**x


def logarithm(x):
    return NAN if math.isnan(x) or x < 0 else -INF if x == 0 else x if x == INF else math.log2(x)


def power(a, b):
    """QUIRKS 0.14: 2^(b · log2 a), each rounded, so that the greatest numbers overflow."""
    if math.isnan(a) or math.isnan(b) or a < 0:
        return NAN
    return 1.0 if a == 1 or b == 0 else power_of_two(f32(b * f32(logarithm(a))))


def lit(x, y, w):
    """The clamps of x and y are maxima with 0; a NaN stays in the exponent (QUIRKS 0.16, 0.23)."""
    x, y, limit = maximum(x, 0.0), maximum(y, 0.0), 128 - 2.0**-8
    w = w if math.isnan(w) else min(max(w, -limit), limit)
    return 1.0, x, power(y, w) if x > 0 else 0.0, 1.0


def rough_power(x):
    """EXP."""
    return power_of_two(floor(x)), fraction(x), power_of_two(x), 1.0


def rough_logarithm(x):
    """LOG; QUIRKS 0.11 for 0 and infinity."""
    x = abs(x)
    if math.isnan(x) or x in (0, INF):
        return logarithm(x), NAN if math.isnan(x) else 1.0, logarithm(x), 1.0
    whole = math.frexp(x)[1] - 1
    return whole, x / 2.0**whole, math.log2(x), 1.0


def cross(a, b):
    # Each component is fma(a, b, −(c · d)), so that a difference of equal products is exact.
    part = lambda i, j: fma(a[i], b[j], -product(a[j], b[i]))
    return part(1, 2), part(2, 0), part(0, 1), None


def dot(a, b, n):
    """fma(z, z', fma(y, y', x·x')): one written order (DESIGN 3)."""
    total = product(a[0], b[0])
    for x, y in list(zip(a, b))[1:n]:
        total = fma(x, y, total)
    return total


def fours(cases):
    """Groups cases of one component each, four in a run."""
    cases = list(cases)
    cases += cases[:-len(cases) % 4]
    for i in range(0, len(cases), 4):
        yield [list(vector) for vector in zip(*cases[i:i + 4])]


class Table:
    def __init__(self, language):
        self.language, self.section = language, "3.11.5" if language is FRAGMENT else "2.14.5"

    def write(self, name, what, instruction, cases, bound="exact"):
        """Writes a test. Each of `cases` is (operands…, expected[, bound])."""
        body = instruction.replace("$D", self.language.result)
        for letter, register in zip("ABC", self.language.operands):
            body = body.replace(f"${letter}", register)
        runs = []
        for case in map(list, cases):
            own = case.pop() if isinstance(case[-1], str) else bound
            expected = case.pop()
            runs.append((own, dict(zip(self.language.operands, case)), {self.language.result: expected}))
        extension = "ARB_fragment_program" if self.language is FRAGMENT else "ARB_vertex_program"
        self.language.write("special", name.lower(), f"{name} of special values: {what} ({extension} {self.section}).", body, runs)

    def each(self, name, what, n, f, values=None, instruction=None):
        """An instruction of n operands that works on each component separately."""
        values = values or (VALUES if n < 3 else FEW)
        operands = ", ".join(f"${letter}" for letter in "ABC"[:n])
        self.write(name, what, instruction or f"{name} $D, {operands};", fours(
            (*operands, f(*operands)) for operands in itertools.product(values, repeat=n)))

    def scalar(self, name, what, f, bound, exact=lambda y: False):
        """A result that is exact where it is special, or `exact` says so."""
        def runs():
            for x in VALUES:
                result = f(x)
                first = result[0] if isinstance(result, tuple) else result
                special = math.isnan(first) or math.isinf(first) or first == 0 or exact(x)
                yield (x, 9, 9, 9), result, "exact" if special else bound
        self.write(name, what, f"{name} $D, $A.x;", runs())

    def common(self):
        self.each("ABS", "the sign goes", 1, abs)
        self.each("ADD", "IEEE sums", 2, lambda x, y: f32(x + y))
        self.each("SUB", "IEEE differences", 2, lambda x, y: f32(x - y))
        self.each("MUL", "IEEE products; 0 · ∞ is NaN (QUIRKS 0.24), denormals are kept", 2, product)
        self.each("MAD", "IEEE sums of products, rounded once", 3, fma)
        self.each("MAX", "the other operand for a NaN (QUIRKS 0.23); of −0 and +0 the second", 2, maximum)
        self.each("MIN", "the other operand for a NaN (QUIRKS 0.23); of −0 and +0 the first", 2, minimum)
        self.each("SGE", "comparisons with NaN are false (QUIRKS 0.22); −0 = +0", 2, lambda x, y: 1.0 if x >= y else 0.0)
        self.each("SLT", "comparisons with NaN are false (QUIRKS 0.22); −0 = +0", 2, less)
        self.each("FLR", "keeps the sign of zero (QUIRKS 0.21)", 1, floor)
        self.each("FRC", "+0 of both zeros, below 1 of tiny negatives, NaN of infinities (QUIRKS 0.20)", 1, fraction)
        self.each("MOV", "a copy", 1, lambda x: x)
        self.each("SWZ", "a copy; the sign changes that of zeros and infinities", 1, lambda x: -x, instruction="SWZ $D, $A, -x, -y, -z, -w;")
        self.scalar("RCP", "±0 and ±∞ change places (QUIRKS 0.15)", lambda x: f32(divide(1, x)), "ulp 1")
        self.scalar("RSQ", "of the magnitude: −0, too, gives +∞ (QUIRKS 0.10)",
                    lambda x: NAN if math.isnan(x) else divide(1, math.sqrt(abs(x))), "ulp 2")
        self.scalar("EX2", "+0 below 2^-126 (QUIRKS 0.13)", power_of_two, "exact")
        self.scalar("LG2", "−∞ of both zeros, NaN below (QUIRKS 0.12)", logarithm, "ulp 1", lambda x: x < 1)
        self.write("POW", "QUIRKS 0.14", "POW $D, $A.x, $B.y;", (
            ((x, 9, 9, 9), (9, y, 9, 9), power(x, y), "bits 16" if 0 < power(x, y) < INF else "exact")
            for x, y in itertools.product((*VALUES, 0.5, 2.0), repeat=2)))
        self.write("LIT", "QUIRKS 0.16", "LIT $D, $A;", (
            ((x, y, 9, w), lit(x, y, w), "bits 14" if 0 < lit(x, y, w)[2] < INF else "exact")
            for x, y, w in itertools.product((1.0, 0.0, -0.0, -1.0, NAN, INF), (0.0, -1.0, 1.0, 0.5, NAN, INF), (0.0, 1.0, -1.0, INF, -INF, NAN))))
        self.write("DST", "the product is IEEE's; the others are copies (QUIRKS 0.17)", "DST $D, $A, $B;", (
            ((NAN, x, y, NAN), (NAN, y, NAN, x), (1, product(x, y), y, x)) for x, y in itertools.product(FEW, repeat=2)))
        vectors = [(x, y, z, 1.0) for x, y, z in itertools.product((0.0, INF, NAN, MOST), repeat=3)]
        ones, mixed = (1.0, -1.0, 1.0, -0.0), (2.0, 2.0, -2.0, INF)
        for name, n in (("DP3", 3), ("DP4", 4)):
            self.write(name, "products and sums are IEEE's, from x on", f"{name} $D, $A, $B;", (
                (a, b, dot(a, b, n)) for a in vectors for b in (ones, mixed)))
        self.write("DPH", "the sum of DP3 and the second operand's w (QUIRKS 0.18)", "DPH $D, $A, $B;", (
            ((*a[:3], NAN), b, f32(dot(a, b, 3) + b[3])) for a in vectors for b in (ones, mixed)))
        self.write("XPD", "products and differences are IEEE's", "XPD $D.xyz, $A, $B;", (
            (a, b, cross(a, b)) for a in vectors for b in (ones, mixed)))

    def vertex(self):
        self.scalar("EXP", "(2^⌊x⌋, x − ⌊x⌋, 2^x, 1): y of infinities is NaN", rough_power, "bits 11")
        self.scalar("LOG", "of the magnitude; (−∞, 1, −∞, 1) of 0, (∞, 1, ∞, 1) of ∞ (QUIRKS 0.11)", rough_logarithm, "bits 11")

    def fragment(self):
        self.each("CMP", "−0 and NaN take the third operand (QUIRKS 0.25)", 3, lambda x, y, z: y if x < 0 else z)
        self.each("LRP", "x·y + (1 − x)·z: an infinity stays where its weight is not 0", 3, lambda x, y, z: fma(x, y, product(f32(1 - x), z)))
        for name, f, zero in (("SIN", math.sin, lambda x: x), ("COS", math.cos, lambda x: 1.0)):
            self.write(name, "zeros keep their sign in the sine; infinities have neither", f"{name} $D, $A.x;", (
                ((x, 9, 9, 9), NAN if not math.isfinite(x) else zero(x) if abs(x) < 0.5 else f(x),
                 "exact" if x == 0 or not math.isfinite(x) else "within 1e-6") for x in VALUES if abs(x) != MOST))
        self.write("SCS", "(cos x, sin x)", "SCS $D.xy, $A.x;", (
            ((x, 9, 9, 9), (NAN, NAN, None, None) if not math.isfinite(x) else (math.cos(x), math.sin(x), None, None), "within 1e-6")
            for x in VALUES if abs(x) != MOST))


if __name__ == "__main__":
    for language, own in ((VERTEX, Table.vertex), (FRAGMENT, Table.fragment)):
        table = Table(language)
        table.common()
        own(table)
