#!/usr/bin/env python3
"""Writes the program tests of the ARB assembly languages, and is the origin of their expected values.

usage: shim_tests/programs/origin.py    (stdlib only; rewrites shim_tests/programs/arb-*/)

Every expected number is computed here from the pseudo-code of ARB_vertex_program 2.14.5 and ARB_fragment_program
3.11.5 in f64 (and rounded once), or written by hand. Where the texts leave a case open, the value is the choice of
docs/QUIRKS.md, named in the test's first line.
"""
import math
import os
import struct
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
INF, NAN = math.inf, math.nan
BELOW_ONE = 1 - 2.0**-24


def f32(x):
    """The nearest 32-bit float."""
    try:
        return struct.unpack("f", struct.pack("f", x))[0]
    except OverflowError:
        return math.copysign(INF, x)


def fma(a, b, c):
    """a·b + c rounded once."""
    if any(map(math.isnan, (a, b, c))) or any(map(math.isinf, (a, b, c))):
        return a * b + c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        return a * b + c
    # Round to odd in f64 is not needed: the inputs of these tests keep the sum in 53 bits.
    assert Fraction(float(exact)) == exact, (a, b, c)
    return f32(float(exact))


def show(x):
    """The text of a number in the form that the runner reads."""
    if x is None:
        return "*"
    if isinstance(x, str):
        return x
    if math.isnan(x):
        return "nan"
    if math.isinf(x):
        return "inf" if x > 0 else "-inf"
    if x == int(x) and 0 < abs(x) < 1e7:
        return str(int(x))
    for digits in range(1, 18):
        text = f"{x:.{digits}g}"
        if float(text) == x or (digits >= 9 and f32(float(text)) == f32(x) and f32(x) == x):
            return text
    return repr(x)


def vector(v):
    v = list(v) if isinstance(v, (tuple, list)) else [v] * 4
    return " ".join(map(show, v))


class Language:
    def __init__(self, name, header, operands, result, folder=None):
        self.name, self.header, self.operands, self.result = name, header, operands, result
        self.folder = folder or name

    def write(self, feature, name, comment, body, runs):
        """Writes a test. Each of `runs` is (bound, {input: vector}, {result: vector, or True for killed})."""
        folder = os.path.join(HERE, self.folder, feature)
        os.makedirs(folder, exist_ok=True)
        out = [f"# {line}" for line in comment.strip().split("\n")]
        out += ["test run", f"== program {self.name}", self.header, body.strip(), "END"]
        for bound, inputs, results in runs:
            out.append(f"== run {bound}")
            for key, value in {**inputs, **results}.items():
                text = value if isinstance(value, str) else vector(value)
                out.append(f"{key} = {text}")
        with open(os.path.join(folder, name + ".test"), "w", encoding="utf-8") as file:
            file.write("\n".join(out) + "\n")

    def opcode(self, name, comment, instruction, cases, bound="exact"):
        """Writes the test of an opcode. Each of `cases` is (operands…, expected[, bound]). `instruction` has D, A, B, C for registers."""
        body = instruction
        for letter, register in zip("ABC", self.operands):
            body = body.replace(f"${letter}", register)
        body = body.replace("$D", self.result)
        runs = []
        for case in cases:
            case = list(case)
            own = case.pop() if isinstance(case[-1], str) else bound
            expected = case.pop()
            inputs = {register: value for register, value in zip(self.operands, case)}
            runs.append((own, inputs, {self.result: expected}))
        self.write("opcodes", name.lower(), comment, body, runs)


VERTEX = Language(
    "arb-vertex",
    "!!ARBvp1.0",
    ["vertex.attrib[1]", "vertex.attrib[2]", "vertex.attrib[3]"],
    "result.texcoord[0]",
)
FRAGMENT = Language(
    "arb-fragment",
    "!!ARBfp1.0",
    ["fragment.texcoord[0]", "fragment.texcoord[1]", "fragment.texcoord[2]"],
    "result.color",
)
BOTH = [VERTEX, FRAGMENT]


def each(f, *vectors):
    return [f(*components) for components in zip(*vectors)]


A = (1.5, -2.25, 0.125, -8.0)
B = (-3.0, 0.5, 16.0, -0.75)
C = (0.25, 1024.0, -1.0, 3.5)
SPECIAL = (0.0, -0.0, INF, -INF)


def rough(x):
    """x − ⌊x⌋, at most the largest float below 1 (QUIRKS 0.20)."""
    return NAN if math.isnan(x) or math.isinf(x) else min(f32(x - math.floor(x)), BELOW_ONE) + 0.0


def floor(x):
    if math.isnan(x) or math.isinf(x) or x == 0:
        return x
    return math.copysign(float(math.floor(x)), x)


def divide(a, b):
    if b == 0:
        return NAN if a == 0 or math.isnan(a) else math.copysign(INF, a) * math.copysign(1, b)
    return a / b


def common(lang):
    two = "ARB_fragment_program 3.11.5" if lang is FRAGMENT else "ARB_vertex_program 2.14.5"

    def op(name, what, instruction, cases, bound="exact"):
        lang.opcode(name, f"{name}: {what} ({two}).", instruction, cases, bound)

    op("ABS", "absolute value of each component", "ABS $D, $A;", [
        (A, each(abs, A)), (SPECIAL, each(abs, SPECIAL)), ((-1e-40, 3e38, -3e38, 1), (f32(1e-40), f32(3e38), f32(3e38), 1))])
    op("ADD", "sums", "ADD $D, $A, $B;", [
        (A, B, each(lambda a, b: f32(a + b), A, B)),
        ((INF, INF, 1e38, 1), (-INF, 1, 3e38, 2.0**-25), (NAN, INF, f32(f32(1e38) + f32(3e38)), 1)),
        ((0.1, 0.2, 0.3, 0.7), (0.2, 0.4, 0.6, 0.1),
         each(lambda a, b: f32(f32(a) + f32(b)), (0.1, 0.2, 0.3, 0.7), (0.2, 0.4, 0.6, 0.1)))])
    op("SUB", "differences", "SUB $D, $A, $B;", [
        (A, B, each(lambda a, b: f32(a - b), A, B)), ((INF, 1, 0, -0.0), (INF, INF, 0, 0), (NAN, -INF, 0, -0.0))])
    op("MUL", "products; 0 · ∞ is NaN (QUIRKS 0.24)", "MUL $D, $A, $B;", [
        (A, B, each(lambda a, b: f32(a * b), A, B)),
        ((0, -0.0, INF, 1e30), (INF, 5, -2, 1e30), (NAN, -0.0, -INF, INF)),
        ((0.1, 0.7, 1 / 3, 3.3), (0.3, 0.9, 3, 1.1),
         each(lambda a, b: f32(f32(a) * f32(b)), (0.1, 0.7, 1 / 3, 3.3), (0.3, 0.9, 3, 1.1)))])
    op("MAD", "product plus third operand, rounded once (DESIGN 3)", "MAD $D, $A, $B, $C;", [
        (A, B, C, each(fma, A, B, C)),
        ((1 + 2.0**-23, 3, INF, 0), (1 - 2.0**-23, 5, 0, 7), (-1, -15, 1, -0.0), (-(2.0**-46), 0, NAN, 0))])
    dots = ((1, 2, 3, 4), (5, -6, 7, 8))
    op("DP3", "x·x' + y·y' + z·z' in all components", "DP3 $D, $A, $B;", [
        (*dots, 5 - 12 + 21), (A, B, sum(each(lambda a, b: a * b, A[:3], B[:3]))), ((0, 0, 0, INF), (1, 1, 1, 1), 0),
        ((0.1, 0.2, 0.3, 9), (0.3, 0.5, 0.7, 9), 0.1 * 0.3 + 0.2 * 0.5 + 0.3 * 0.7, "bits 22")])
    op("DP4", "four products summed", "DP4 $D, $A, $B;", [
        (*dots, 5 - 12 + 21 + 32), (A, B, sum(each(lambda a, b: a * b, A, B))),
        ((0.1, 0.2, 0.3, 0.4), (0.3, 0.5, 0.7, 0.9), 0.1 * 0.3 + 0.2 * 0.5 + 0.3 * 0.7 + 0.4 * 0.9, "bits 22")])
    op("DPH", "DP3 plus the w of the second operand (QUIRKS 0.18)", "DPH $D, $A, $B;", [
        (*dots, 5 - 12 + 21 + 8), ((0, 0, 0, 100), (9, 9, 9, -3), -3)])
    op("DST", "(1, a.y · b.y, a.z, b.w); x is the constant (QUIRKS 0.17)", "DST $D, $A, $B;", [
        (A, B, (1, f32(A[1] * B[1]), A[2], B[3])), ((NAN, 4, 4, NAN), (NAN, 0.5, NAN, 0.25), (1, 2, 4, 0.25))])
    op("XPD", "cross product; w is not written (QUIRKS 0.19)", "XPD $D.xyz, $A, $B;", [
        ((1, 0, 0, 5), (0, 1, 0, 5), (0, 0, 1, None)),
        ((1, 2, 3, 4), (5, 6, 7, 8), (2 * 7 - 3 * 6, 3 * 5 - 1 * 7, 1 * 6 - 2 * 5, None)),
        (A, B, (A[1] * B[2] - A[2] * B[1], A[2] * B[0] - A[0] * B[2], A[0] * B[1] - A[1] * B[0], None))])
    op("MIN", "the smaller; the other operand for a NaN (QUIRKS 0.23)", "MIN $D, $A, $B;", [
        (A, B, each(min, A, B)), ((NAN, 1, INF, -INF), (1, NAN, 5, 5), (1, 1, 5, -INF)),
        ((0.0, -0.0, 2, 3), (-0.0, 0.0, 2, 3), (0.0, -0.0, 2, 3))])
    op("MAX", "the greater; the other operand for a NaN (QUIRKS 0.23)", "MAX $D, $A, $B;", [
        (A, B, each(max, A, B)), ((NAN, 1, INF, -INF), (1, NAN, 5, 5), (1, 1, INF, 5)),
        ((0.0, -0.0, 2, 3), (-0.0, 0.0, 2, 3), (-0.0, 0.0, 2, 3))])
    op("SGE", "1 where a ≥ b, else 0; NaN compares false (QUIRKS 0.22)", "SGE $D, $A, $B;", [
        ((1, 2, 3, -INF), (2, 2, 2, INF), (0, 1, 1, 0)), ((-0.0, 0, NAN, 1), (0, -0.0, 1, NAN), (1, 1, 0, 0))])
    op("SLT", "1 where a < b, else 0; NaN compares false (QUIRKS 0.22)", "SLT $D, $A, $B;", [
        ((1, 2, 3, -INF), (2, 2, 2, INF), (1, 0, 0, 1)), ((-0.0, 0, NAN, 1), (0, -0.0, 1, NAN), (0, 0, 0, 0))])
    floors = (-1.75, 1.75, -2.0, 0.5)
    op("FLR", "greatest integer not above; keeps the sign of zero (QUIRKS 0.21)", "FLR $D, $A;", [
        (floors, each(floor, floors)), (SPECIAL, each(floor, SPECIAL)),
        ((-1e-30, 1e30, 8388607.5, NAN), (-1, f32(1e30), 8388607, NAN))])
    fractions = (-1.75, 1.25, -0.0, 7.0)
    op("FRC", "x − ⌊x⌋ in [0, 1), also for tiny negatives (QUIRKS 0.20)", "FRC $D, $A;", [
        (fractions, each(rough, fractions)), ((-1e-10, -1e-40, 8388607.5, -0.5), (BELOW_ONE, BELOW_ONE, 0.5, 0.5)),
        ((INF, -INF, NAN, 0), (NAN, NAN, NAN, 0))])
    op("MOV", "a copy, bit for bit", "MOV $D, $A;", [
        (A, A), (SPECIAL, SPECIAL), (("0x00000001", "0x80000001", "0x7f7fffff", "0x00800000"),) * 2])
    op("RCP", "1 ÷ x, exact at powers of two; ±0 ↔ ±∞ (QUIRKS 0.15)", "RCP $D, $A.x;", [
        ((x, 9, 9, 9), divide(1, x)) for x in (1.0, -4.0, 0.0, -0.0, INF, -INF, NAN, 0.125)
    ] + [((f32(x), 9, 9, 9), 1 / f32(x), "ulp 1") for x in (3.0, 0.7, -1e-20, 123456.0)])
    op("RSQ", "1 ÷ √|x| (QUIRKS 0.10)", "RSQ $D, $A.w;", [
        ((9, 9, 9, x), y) for x, y in ((1, 1), (4, 0.5), (-4, 0.5), (0.25, 2), (0, INF), (INF, 0), (NAN, NAN))
    ] + [((9, 9, 9, f32(x)), 1 / math.sqrt(abs(f32(x))), "ulp 2") for x in (2.0, -0.3, 1e-30, 98765.0)])
    op("EX2", "2^x; below 2^-126 the result is +0 (QUIRKS 0.13)", "EX2 $D, $A.y;", [
        ((9, x, 9, 9), y) for x, y in ((0, 1), (-0.0, 1), (10, 1024), (-3, 0.125), (-126, 2.0**-126), (-150, 0), (128, INF),
                                      (INF, INF), (-INF, 0), (NAN, NAN))
    ] + [((9, f32(x), 9, 9), 2.0 ** f32(x), "bits 21") for x in (0.5, -0.5, 3.3, -17.9, 100.7, -99.9)])
    op("LG2", "log2 x; −∞ at 0, NaN below (QUIRKS 0.12)", "LG2 $D, $A.z;", [
        ((9, 9, x, 9), y) for x, y in ((1, 0), (8, 3), (0.25, -2), (0, -INF), (-0.0, -INF), (-1, NAN), (INF, INF), (NAN, NAN),
                                      (2.0**-126, -126), ("0x00000001", -149))
    ] + [((9, 9, f32(x), 9), math.log2(f32(x)), "ulp 3") for x in (3.0, 10.0, 1e30, 1e-20, 0.3)]
      + [((9, 9, f32(x), 9), math.log2(f32(x)), "within 2e-7") for x in (1.001, 0.9995, 1.2)])
    op("POW", "2^(b · log2 a), with the corner values of QUIRKS 0.14", "POW $D, $A.x, $B.y;", [
        ((a, 9, 9, 9), (9, b, 9, 9), y) for a, b, y in (
            (2, 10, 1024), (4, 0.5, 2), (0, 0, 1), (0, 2, 0), (0, -2, INF), (-2, 2, NAN), (1, INF, 1), (1, 7, 1), (5, 0, 1),
            (INF, 0, 1), (NAN, 0, NAN), (1, NAN, NAN), (2, -200, 0), (2, 200, INF))
    ] + [((f32(a), 9, 9, 9), (9, f32(b), 9, 9), f32(a) ** f32(b), "bits 17") for a, b in ((0.7, 30.0), (3.0, 2.5), (0.01, -1.5))])
    limit = 128 - 2.0**-8
    op("LIT", "(1, max(x, 0), x > 0 ? max(y, 0)^w : 0, 1), w clamped to ±(128 − 2^-8) (QUIRKS 0.16)", "LIT $D, $A;", [
        ((1, 0.5, 9, 2), (1, 1, 0.25, 1)), ((-1, 0.5, 9, 2), (1, 0, 0, 1)), ((3, -2, 9, 2), (1, 3, 0, 1)),
        ((1, 0, 9, 0), (1, 1, 1, 1)), ((1, 0, 9, -1), (1, 1, INF, 1)), ((0, 5, 9, 1), (1, 0, 0, 1)),
        ((2, 2, 9, 1000), (1, 2, 2.0**limit, 1), "bits 17"), ((2, 0.9, 9, 64), (1, 2, f32(0.9) ** 64, 1), "bits 17"),
        ((2, 2, 9, -1000), (1, 2, 0, 1))])
    op("SWZ", "each component 0, 1 or any of the operand's, signed on its own; −0 is −0.0 (QUIRKS 0.60)",
       "SWZ $D, $A, -w, 0, x, -1;", [(A, (8, 0, 1.5, -1)), ((INF, 0, 0, NAN), (NAN, 0, INF, -1))])
    registers = {letter: register for letter, register in zip("ABC", lang.operands)}
    d = lang.result

    def modifier(name, comment, body, runs):
        body = body.replace("$D", d)
        for letter, register in registers.items():
            body = body.replace(f"${letter}", register)
        named = [("exact", {registers[k]: v for k, v in inputs.items()}, {d: expected}) for inputs, expected in runs]
        lang.write("modifiers", name, f"{comment} ({two[:-2]}).", body, named)

    modifier("negate", "A sign before an operand negates all components, zeros and infinities too", "ADD $D, -$A, $B;",
             [({"A": A, "B": B}, each(lambda a, b: b - a, A, B)), ({"A": (INF, 0, -INF, 1), "B": (0, -0.0, 0, 0)}, (-INF, -0.0, INF, -1))])
    modifier("negate_swizzle", "The sign applies after the swizzle", "MOV $D, -$A.wzyx;", [({"A": A}, (8, -0.125, 2.25, -1.5))])
    modifier("plus", "A plus sign before an operand changes nothing", "MOV $D, +$A;", [({"A": A}, A)])
    modifier("swizzle", "Four letters permute and repeat components", "SUB $D, $A.yxxw, $B.zzzy;",
             [({"A": A, "B": B}, (A[1] - B[2], A[0] - B[2], A[0] - B[2], A[3] - B[1]))])
    modifier("swizzle_one_letter", "One letter stands for four", "MUL $D, $A.z, $B;",
             [({"A": A, "B": B}, [A[2] * b for b in B])])
    modifier("scalar_negate", "Scalar operands take a sign and a component", "RCP $D, -$A.y;", [({"A": (9, -4, 9, 9)}, 0.25)])
    modifier("write_mask", "Components outside the mask keep their value",
             "TEMP t;\nMOV t, $A;\nMOV t.yw, $B;\nMOV $D, t;", [({"A": A, "B": B}, (A[0], B[1], A[2], B[3]))])
    modifier("write_mask_each", "Every mask of one component",
             "MOV $D.w, $A.x;\nMOV $D.x, $A.y;\nMOV $D.z, $A.w;\nMOV $D.y, $A.z;", [({"A": A}, (A[1], A[2], A[3], A[0]))])
    modifier("source_is_destination", "All sources are read before the destination is written (QUIRKS 0.61)",
             "TEMP t;\nMOV t, $A;\nMOV t, t.wzyx;\nXPD t.xyz, t, t.yzxw;\nMOV $D, t;",
             [({"A": (1, 2, 3, 4)}, (3 * 4 - 2 * 2, 2 * 3 - 4 * 4, 4 * 2 - 3 * 3, 1))])
    modifier("blanks", "Blanks, comments and any line ends may stand between tokens (QUIRKS 0.59)",
             "TEMP\tt # $D;\n;MOV t\n.\nx , $A . x # END\n;\nMOV $D,t . x;", [({"A": A}, 1.5)])

    def parameters(name, comment, body, runs):
        lang.write("parameters", name, f"{comment} ({two[:-2]}).", body.replace("$D", d).replace("$A", registers["A"]), runs)

    def outcome(value, **inputs):
        return ("exact", {k.replace("_", "."): v for k, v in inputs.items()}, {d: value})

    parameters("constant_scalar", "A scalar constant fills all components; signs in declarations (QUIRKS 0.33)",
               "PARAM p = -2.5e-1;\nADD $D, p, 1;", [outcome(0.75)])
    for n, (text, value) in enumerate((("{2}", (2, 0, 0, 1)), ("{2, -3}", (2, -3, 0, 1)), ("{2, -3, .5}", (2, -3, 0.5, 1)),
                                       ("{2, -3, .5, 1E+1}", (2, -3, 0.5, 10))), 1):
        parameters(f"constant_vector_{n}", "Missing components of a vector constant are 0, 0, 1 (QUIRKS 0.33)",
                   f"PARAM p = {text};\nMOV $D, p;", [outcome(value)])
    parameters("constant_inline", "Constants as operands, with swizzle and sign", "SUB $D, {1, 2, 3, 4}.wzyx, {10, 20}.x;",
               [outcome((-6, -7, -8, -9))])
    parameters("constant_zero_sign", "+0 and −0 are kept apart (QUIRKS 0.44)",
               "PARAM p = -0.0;\nPARAM q = 0.0;\nMOV $D, p;\nMOV $D.y, q.x;", [outcome((-0.0, 0, -0.0, -0.0))])
    parameters("env_local", "Environment and local parameters are apart",
               "PARAM e = program.env[3];\nSUB $D, e, program.local[3];",
               [("exact", {"program.env[3]": A, "program.local[3]": B}, {d: each(lambda a, b: a - b, A, B)})])
    parameters("array_constant_index", "An array of ranges and constants, absolute indices",
               "PARAM p[5] = { program.env[1..2], 7, {1, 2}, program.local[0] };\nTEMP t;\n"
               "MOV t.x, p[0];\nMOV t.y, p[1];\nMOV t.z, p[2];\nMOV t.w, p[4];\nMUL $D, t, p[3].y;",
               [("exact", {"program.env[1]": A, "program.env[2]": B, "program.local[0]": C},
                 {d: (2 * A[0], 2 * B[1], 14, 2 * C[3])})])
    rows = {f"state.matrix.projection.row[{r}]": (r + 1, 10 * r, 0.5, -r) for r in range(4)}
    parameters("matrix_rows", "A matrix binds four rows; row ranges bind some of them",
               "PARAM m[4] = { state.matrix.projection };\nPARAM two[] = { state.matrix.projection.row[1..2] };\n"
               "DP4 $D.x, m[0], $A;\nDP4 $D.y, two[0], $A;\nDP4 $D.z, two[1], $A;\nDP4 $D.w, m[3], $A;",
               [("exact", {**rows, registers["A"]: (2, 3, 4, 5)},
                 {d: [sum(each(lambda a, b: a * b, row, (2, 3, 4, 5))) for row in rows.values()]})])
    parameters("state_material_light", "State vectors reach their own row",
               "MUL $D, state.material.diffuse, state.light[2].attenuation;",
               [("exact", {"state.material.diffuse": A, "state.light[2].attenuation": B},
                 {d: each(lambda a, b: a * b, A, B)})])
    parameters("alias", "ALIAS gives a second name to a variable", "TEMP t;\nALIAS u = t;\nMOV t, $A;\nADD u.x, t, u;\nMOV $D, t;",
               [("exact", {registers["A"]: A}, {d: (2 * A[0], *A[1:])})])
    parameters("names", "Names hold $ and _; property words and the other target's words are free (QUIRKS 0.58)",
               ("TEMP $a_1, position, color, row, TEX, KIL, COS, fragment, texture;" if lang is VERTEX else
                "TEMP $a_1, position, color, row, ADDRESS, ARL, EXP, LOG, vertex;")
               + "\nMOV $a_1, $A;\nMOV row, $a_1;\nMOV $D, row;".replace("$A", registers["A"]),
               [("exact", {registers["A"]: A}, {d: A})])


def exp_and_log(v):
    def op(name, what, instruction, cases, bound="exact"):
        v.opcode(name, f"{name}: {what} (ARB_vertex_program 2.14.5).", instruction, cases, bound)

    op("EXP", "(2^⌊x⌋, x − ⌊x⌋, about 2^x, 1) (QUIRKS 0.13)", "EXP $D, $A.x;", [
        ((x, 9, 9, 9), (2.0 ** math.floor(x), x - math.floor(x), 2.0**x, 1), "bits 11") for x in (2.5, -1.75, 0.0, 30.125)
    ] + [((4, 9, 9, 9), (16, 0, 16, 1)), ((-200, 9, 9, 9), (0, 0, 0, 1)), ((NAN, 9, 9, 9), (NAN, NAN, NAN, 1))])
    op("LOG", "(⌊log2 |x|⌋, |x| ÷ 2^⌊log2 |x|⌋, about log2 |x|, 1) (QUIRKS 0.11)", "LOG $D, $A.x;", [
        ((x, 9, 9, 9), (math.floor(math.log2(abs(x))), abs(x) / 2.0 ** math.floor(math.log2(abs(x))), math.log2(abs(x)), 1),
         "bits 11") for x in (10.0, -10.0, 0.3125, 7e10)
    ] + [((0, 9, 9, 9), (-INF, 1, -INF, 1)), ((-INF, 9, 9, 9), (INF, 1, INF, 1)), ((8, 9, 9, 9), (3, 1, 3, 1)),
         (("0x00000003", 9, 9, 9), (-148, 1.5, None, 1)), ((8388607.5, 9, 9, 9), (22, 8388607.5 / 2.0**22, None, 1))])


def vertex():
    v, two = VERTEX, "ARB_vertex_program 2.14"
    d, a = v.result, v.operands[0]
    array = ("PARAM p[4] = { {10, 11, 12, 13}, program.env[5..6], {40, 41, 42, 43} };\nADDRESS A0, A1;\n")
    env = {"program.env[5]": (20, 21, 22, 23), "program.env[6]": (30, 31, 32, 33)}
    row = [[10 * r + c for c in range(4)] for r in range(1, 5)]

    def relative(name, comment, body, runs):
        v.write("opcodes" if name == "arl" else "addressing", name, f"{comment} ({two}.3.5, 2.14.5).", array + body,
                [("exact", {**env, a: (x, 0, 0, 0)}, {d: y}) for x, y in runs])

    relative("arl", "ARL rounds down; the index adds to the array's start", f"ARL A0.x, {a}.x;\nMOV {d}, p[A0.x];",
             [(0, row[0]), (1.99, row[1]), (2, row[2]), (3.5, row[3]), (0.999, row[0])])
    relative("offset", "Offsets of both signs", f"ARL A0.x, {a}.x;\nMOV {d}, p[A0.x + 2];\nMOV {d}.x, p[A0.x - 1].y;",
             [(1, (11, *row[3][1:]))])
    relative("offset_limits", "Offsets reach from −64 to 63",
             f"ARL A0.x, {a}.x;\nMOV {d}, p[A0.x - 64];\nMOV {d}.x, p[A0.x + 63].x;", [(65, (0, *row[1][1:])), (-63, (10, 0, 0, 0))])
    relative("out_of_range", "An index outside the array reads (0, 0, 0, 0) (QUIRKS 0.32)",
             f"ARL A0.x, {a}.x;\nMOV {d}, p[A0.x];",
             [(-1, 0), (4, 0), (1e30, 0), (-1e30, 0), (INF, 0), (-INF, 0), (2147483648.0, 0), (-0.5, 0)])
    relative("two_registers", "Address registers are apart", f"ARL A0.x, {a}.x;\nARL A1.x, -{a}.x;\nADD {d}, p[A0.x], p[A1.x + 3];",
             [(1, each(lambda x, y: x + y, row[1], row[2]))])
    relative("swizzled", "A relative operand takes sign and swizzle", f"ARL A0.x, {a}.x;\nMOV {d}, -p[A0.x].wwxy;",
             [(3, (-43, -43, -40, -41))])

    exp_and_log(v)
    for name, binding in (("position", "vertex.position"), ("normal", "vertex.normal"), ("color", "vertex.color"),
                          ("color_primary", "vertex.color.primary"), ("color_secondary", "vertex.color.secondary"),
                          ("fogcoord", "vertex.fogcoord"), ("texcoord", "vertex.texcoord"), ("texcoord_7", "vertex.texcoord[7]"),
                          ("attrib_0", "vertex.attrib[0]"), ("attrib_15", "vertex.attrib[15]")):
        slot = binding.replace(".primary", "")
        v.write("attributes", name, f"{binding} as a declared and as an inline binding ({two}.3.1, table X.2).",
                f"ATTRIB i = {binding};\nADD {d}, i, {binding};", [("exact", {slot: A}, {d: [2 * x for x in A]})])
    for name, binding, expected in (
            ("position", "result.position", None), ("color", "result.color", None), ("color_primary", "result.color.primary", "result.color"),
            ("color_secondary", "result.color.secondary", None), ("color_front", "result.color.front", "result.color"),
            ("color_front_primary", "result.color.front.primary", "result.color"),
            ("color_front_secondary", "result.color.front.secondary", "result.color.secondary"),
            ("color_back", "result.color.back", None), ("color_back_primary", "result.color.back.primary", "result.color.back"),
            ("color_back_secondary", "result.color.back.secondary", None), ("texcoord_7", "result.texcoord[7]", None),
            ("texcoord", "result.texcoord", "result.texcoord[0]")):
        v.write("results", name, f"{binding} ({two}.3.3, table X.4).", f"OUTPUT o = {binding};\nMOV o, {a};",
                [("exact", {a: A}, {expected or binding: A})])
    for name in ("fogcoord", "pointsize"):
        v.write("results", name, f"result.{name}: the x component ({two}.3.3, table X.4).", f"MOV result.{name}.x, {a}.y;",
                [("exact", {a: A}, {f"result.{name}": (A[1], None, None, None)})])
    v.write("results", "unwritten", "Results that are not written read (0, 0, 0, 1) (QUIRKS 1.28).", f"MOV result.position, {a};",
            [("exact", {a: A}, {"result.color": (0, 0, 0, 1), "result.texcoord[3]": (0, 0, 0, 1)})])
    v.write("results", "partly_written", "A component that is not written keeps the default.", f"MOV result.color.y, {a};",
            [("exact", {a: A}, {"result.color": (0, A[1], 0, 1)})])
    mvp = {f"state.matrix.mvp.row[{r}]": m for r, m in enumerate(((2, 0, 0, 1), (0, 3, 0, -1), (0.5, 0, 4, 0), (0, 0, -1, 0)))}
    p = (1, 2, 3, 1)
    v.write("options", "position_invariant", f"The position is transformed by the modelview-projection matrix ({two}.4.5.1, QUIRKS 0.30).",
            f"OPTION ARB_position_invariant;\nMOV {d}, vertex.normal;",
            [("exact", {**mvp, "vertex.position": p, "vertex.normal": A},
              {"result.position": [sum(each(lambda x, y: x * y, m, p)) for m in mvp.values()], d: A})])


def fragment():
    g, two = FRAGMENT, "ARB_fragment_program 3.11"
    d = g.result

    def op(name, what, instruction, cases, bound="exact"):
        g.opcode(name, f"{name}: {what} ({two}.5).", instruction, cases, bound)

    op("CMP", "b where a < 0, else c; −0 and NaN take c (QUIRKS 0.25)", "CMP $D, $A, $B, $C;", [
        ((-1, 0, 1, -1e-40), B, C, (B[0], C[1], C[2], B[3])), ((-0.0, NAN, -INF, INF), B, C, (C[0], C[1], B[2], C[3]))])
    op("LRP", "a · b + (1 − a) · c", "LRP $D, $A, $B, $C;", [
        ((0.25, 0.5, 0, 1), (4, -2, 7, 9), (8, 2, -3, 5), (7, 0, -3, 9)), ((-1, 2, 0.75, 0.125), (1, 1, 8, 16), (3, 3, 4, 0), (5, -1, 7, 2)),
        ((0.1, 0.3, 0.6, 0.9), (1, 2, 3, 4), (4, 3, 2, 1), each(lambda t, x, y: t * x + (1 - t) * y, (0.1, 0.3, 0.6, 0.9), (1, 2, 3, 4), (4, 3, 2, 1)), "bits 21")])
    angles = (0.5, 1.0, 3.0, -2.0, 6.0, -10.0, 100.0, 1000.0)
    op("SIN", "sine, also outside [−π, π]", "SIN $D, $A.x;", [((0, 9, 9, 9), 0), ((-0.0, 9, 9, 9), -0.0), ((INF, 9, 9, 9), NAN)] + [
        ((x, 9, 9, 9), math.sin(x), "within 1e-6") for x in angles])
    op("COS", "cosine, also outside [−π, π]", "COS $D, $A.w;", [((9, 9, 9, 0), 1), ((9, 9, 9, INF), NAN)] + [
        ((9, 9, 9, x), math.cos(x), "within 1e-6") for x in angles])
    op("SCS", "(cos x, sin x); z and w are not written (QUIRKS 0.19)", "MOV $D, $B;\nSCS $D.xy, $A.x;", [
        ((x, 9, 9, 9), B, (math.cos(x), math.sin(x), B[2], B[3]), "within 1e-6") for x in (0.0, 1.0, -3.0)])
    coord = "fragment.texcoord[0]"

    def kil(name, comment, body, runs):
        g.write("opcodes", name, f"{comment} ({two}.5, QUIRKS 0.26).", body, [
            ("exact", {coord: x}, {"killed": "true"} if killed else {d: 1}) for x, killed in runs])

    kil("kil", "KIL discards where any component is below 0; −0 and NaN are not", f"KIL {coord};\nMOV {d}, 1;", [
        ((0, 0, 0, 0), False), ((-1, 0, 0, 0), True), ((0, -1e-40, 0, 0), True), ((0, 0, -INF, 0), True), ((1, 1, 1, -1), True),
        ((-0.0, NAN, INF, 5), False)])
    kil("kil_modifiers", "KIL takes swizzle and sign", f"KIL -{coord}.yyyy;\nMOV {d}, 1;", [
        ((5, -1, 5, 5), False), ((-5, 1, -5, -5), True)])

    def checker(unit, s, t, r=0.0, lod=0.0):
        return (2 * unit + (math.floor(4 * s) + math.floor(4 * t)) % 2, r, lod, None)

    def texture(name, comment, body, runs):
        g.write("opcodes" if name in ("tex", "txp", "txb") else "textures", name, f"{comment} ({two}.5).", body, [
            ("exact", {coord: x, **({"texture[1]": "none"} if "unbound" in name else {})}, {d: y}) for x, y in runs])

    texture("tex", "TEX samples at (s, t, r); q is not divided out (QUIRKS 0.53)", f"TEX {d}, {coord}, texture[0], 2D;", [
        ((0.1, 0.1, 0.5, 7), checker(0, 0.1, 0.1, 0.5)), ((0.3, 0.1, 0, 2), checker(0, 0.3, 0.1)), ((-0.1, 0.9, -2, 1), checker(0, -0.1, 0.9, -2))])
    texture("txp", "TXP divides s, t and r by q (QUIRKS 0.27)", f"TXP {d}, {coord}, texture[2], 3D;", [
        ((0.5, 1.5, 3, 2), checker(2, 0.25, 0.75, 1.5)), ((1, 3, -8, 4), checker(2, 0.25, 0.75, -2)), ((0.5, 0.25, 1, 1), checker(2, 0.5, 0.25, 1))])
    texture("txb", "TXB hands q on as the bias", f"TXB {d}, {coord}, texture[3], 2D;", [
        ((0.5, 0.25, 0, 2.5), checker(3, 0.5, 0.25, 0, 2.5)), ((0.75, 0.25, 0, -1), checker(3, 0.75, 0.25, 0, -1))])
    texture("unbound", "An incomplete texture reads (0, 0, 0, 1) (QUIRKS 0.53)", f"TEX {d}, {coord}, texture[1], 2D;", [((1, 1, 1, 1), (0, 0, 0, 1))])
    texture("swizzled_coordinates", "Coordinates take swizzle and sign", f"TEX {d}, -{coord}.wzyx, texture[0], 3D;", [
        ((9, 0.25, -0.5, -0.25), checker(0, 0.25, 0.5, -0.25))])
    texture("dependent", "A texture read at coordinates that another gave",
            f"TEMP t;\nTEX t, {coord}, texture[0], 2D;\nMUL t, t, 0.25;\nTEX {d}, t.yxzw, texture[1], 1D;",
            [((0.3, 0.1, 2, 1), checker(1, 0.5, 0.25))])
    texture("write_mask", "A texture result under a write mask", f"MOV {d}, 5;\nTEX {d}.xw, {coord}, texture[4], CUBE;", [
        ((0.25, 0.25, 0, 0), (8, 5, 5, None)), ((0.25, 0.5, 0, 0), (9, 5, 5, None))])
    texture("saturate", "_SAT on a texture instruction", f"TEX_SAT {d}, {coord}, texture[5], 2D;", [((0, 0, -3, 0), (1, 0, 0, None))])
    g.write("textures", "shadow_reference", "A SHADOW target compares with r; TXP divides it by q (ARB_fragment_program_shadow 3.11.6).",
            f"OPTION ARB_fragment_program_shadow;\nTEMP a, b;\nTEX a, {coord}, texture[0], SHADOW2D;\n"
            f"TXP b, {coord}, texture[1], SHADOW2D;\nMOV {d}, a.w;\nMOV {d}.y, b.w;",
            [("exact", {coord: (0.5, 0.5, 0.75, 2)}, {d: (0.75, 0.375, 0.75, 0.75)})])
    sat = [("exact", {coord: (-1, 0.25, 7, NAN)}, {d: (0, 0.25, 1, 0)}), ("exact", {coord: (INF, -INF, 1, -0.0)}, {d: (1, 0, 1, None)})]
    g.write("modifiers", "saturate", f"_SAT clamps to [0, 1]; NaN gives 0 ({two}.4.3, QUIRKS 0.28).", f"MOV_SAT {d}, {coord};", sat)
    g.write("modifiers", "saturate_masked", f"_SAT clamps the components of the mask only ({two}.4.3, QUIRKS 0.28).",
            f"MOV {d}, {coord};\nADD_SAT {d}.xz, {coord}, 1;", [("exact", {coord: (3, 3, -5, -5)}, {d: (1, 3, 0, -5)})])
    # Every opcode takes the suffix: (instruction, operands, unclamped result).
    third = "{0.25, 2, -1, 0}"
    for name, body, value in (
            ("ABS", "ABS_SAT $D, {-2, 0.5, 0, -0.25};", (1, 0.5, 0, 0.25)), ("ADD", "ADD_SAT $D, {1, 0.25, -3, 0}, 0.5;", (1, 0.75, 0, 0.5)),
            ("CMP", f"CMP_SAT $D, -1.0, {third}, 9;".replace("-1.0", "-{1, 1, 1, 1}"), (0.25, 1, 0, 0)), ("COS", "COS_SAT $D, {3.0}.x;", 0),
            ("DP3", "DP3_SAT $D, {1, 2, 3}, {1, 1, 1};", 1), ("DP4", "DP4_SAT $D, {1, 2, 3, 4}, -{1, 1, 1, 1};", 0),
            ("DPH", "DPH_SAT $D, {1, 0, 0}, {0.25, 0, 0, 0.5};", 0.75), ("DST", "DST_SAT $D, {0, 2, -3, 0}, {0, 2, 0, 0.5};", (1, 1, 0, 0.5)),
            ("EX2", "EX2_SAT $D, {3}.x;", 1), ("FLR", "FLR_SAT $D, {-0.5, 0.5, 1.5, 2};", (0, 0, 1, 1)),
            ("FRC", "FRC_SAT $D, {1.25, -0.25, 0, 2};", (0.25, 0.75, 0, 0)), ("LG2", "LG2_SAT $D, {0.25}.x;", 0),
            ("LIT", "LIT_SAT $D, {3, 2, 0, 2};", (1, 1, 1, 1)), ("LRP", "LRP_SAT $D, 0.5, {4, -4, 0.5, 0}, {0, 0, 0, 1};", (1, 0, 0.25, 0.5)),
            ("MAD", "MAD_SAT $D, {1, 2, 3, 4}, 0.25, -0.5;".replace("-0.5", "-{0.5, 0.5, 0.5, 0.5}"), (0, 0, 0.25, 0.5)),
            ("MAX", f"MAX_SAT $D, {third}, 0.5;", (0.5, 1, 0.5, 0.5)), ("MIN", f"MIN_SAT $D, {third}, 0.5;", (0.25, 0.5, 0, 0)),
            ("MOV", f"MOV_SAT $D, {third};", (0.25, 1, 0, 0)), ("MUL", f"MUL_SAT $D, {third}, 2;", (0.5, 1, 0, 0)),
            ("POW", "POW_SAT $D, {2}.x, {3}.x;", 1), ("RCP", "RCP_SAT $D, {4}.x;", 0.25), ("RSQ", "RSQ_SAT $D, {0.25}.x;", 1),
            ("SCS", "SCS_SAT $D.xy, {0}.x;", (1, 0, None, None)), ("SGE", f"SGE_SAT $D, {third}, 1;", (0, 1, 0, 0)),
            ("SIN", "SIN_SAT $D, {-1}.x;", 0), ("SLT", f"SLT_SAT $D, {third}, 1;", (1, 0, 1, 1)), ("SUB", f"SUB_SAT $D, {third}, 1;", (0, 1, 0, 0)),
            ("SWZ", f"SWZ_SAT $D, {third}, -z, y, -1, x;", (1, 1, 0, 0.25)), ("XPD", "XPD_SAT $D.xyz, {1, 0, 0}, {0, 2, 0};", (0, 0, 1, None)),
            ("TXB", f"TXB_SAT $D, {coord}, texture[1], 2D;", (1, 0, 0, None)), ("TXP", f"TXP_SAT $D, {coord}, texture[1], 2D;", (1, 0, 0, None))):
        inputs = {coord: (0, 0, 0, 1)} if name == "TXP" else {coord: (0, 0, 0, -3)} if name == "TXB" else {}
        g.write("saturate", name.lower(), f"{name}_SAT clamps its result to [0, 1] ({two}.4.3).", body.replace("$D", d),
                [("exact", inputs, {d: [None if x is None else abs(x) for x in (value if isinstance(value, tuple) else (value,) * 4)]})])
    g.write("modifiers", "swizzle_rgba", f"Fragment programs also name components r, g, b, a ({two}.2, QUIRKS 0.9).",
            f"MOV {d}, {coord}.abgr;\nMOV {d}.rb, {coord}.g;", [("exact", {coord: A}, {d: (A[1], A[2], A[1], A[0])})])
    g.write("modifiers", "swz_rgba", f"SWZ selects by r, g, b, a, too ({two}.5, QUIRKS 0.60).", f"SWZ {d}, {coord}, a, -g, 0, 1;",
            [("exact", {coord: A}, {d: (A[3], -A[1], 0, 1)})])
    for name, binding in (("position", "fragment.position"), ("color", "fragment.color"), ("color_primary", "fragment.color.primary"),
                          ("color_secondary", "fragment.color.secondary"), ("fogcoord", "fragment.fogcoord"),
                          ("texcoord", "fragment.texcoord"), ("texcoord_7", "fragment.texcoord[7]")):
        slot = binding.replace(".primary", "")
        g.write("attributes", name, f"{binding} as a declared and as an inline binding ({two}.3.1, table X.1).",
                f"ATTRIB i = {binding};\nADD {d}, i, {binding};", [("exact", {slot: A}, {d: [2 * x for x in A]})])
    g.write("results", "depth", f"result.depth is written through z ({two}.3.3, QUIRKS 0.36).",
            f"OUTPUT o = result.depth;\nMOV o.z, {coord}.x;\nMOV {d}, 1;",
            [("exact", {coord: A}, {"result.depth": (None, None, A[0], None), d: 1})])
    g.write("results", "depth_saturate", "_SAT on result.depth clamps (QUIRKS 0.28).", f"MOV_SAT result.depth, {coord}.y;",
            [("exact", {coord: A}, {"result.depth": (None, None, 0, None)})])
    g.write("results", "unwritten", "A colour that is not written is 0 (QUIRKS 0.36).", "MOV result.depth.z, 0.5;",
            [("exact", {}, {d: 0})])
    g.write("results", "partly_written", "Components that are not written are 0 (QUIRKS 0.36).", f"MOV {d}.y, {coord};",
            [("exact", {coord: A}, {d: (0, A[1], 0, 0)})])
    # Fog: f·C + (1 − f)·Cf on rgb after clamping (GL 1.5 section 3.10).
    color, fog_color = (2, 0.5, -1, 3), (0.25, 1, 0.5, 0.125)
    for option, parameters, coordinate, f, bound in (
            ("linear", (0, 2, 10, 0.125), 4, (10 - 4) * 0.125, "bits 20"), ("linear", (0, 2, 10, 0.125), 50, 0, "exact"),
            ("exp", (0.5, 0, 1, 1), 3, math.exp(-1.5), "bits 17"), ("exp2", (0.5, 0, 1, 1), 3, math.exp(-2.25), "bits 17")):
        clamped = [min(max(x, 0), 1) for x in color]
        expected = [f * c + (1 - f) * k for c, k in zip(clamped[:3], fog_color)] + [1]
        g.write("options", f"fog_{option}" + ("_end" if f == 0 else ""),
                f"ARB_fog_{option} fogs the clamped colour, not alpha ({two}.4.5.1, QUIRKS 0.38).",
                f"OPTION ARB_fog_{option};\nMOV {d}, {coord};",
                [(bound, {coord: color, "fragment.fogcoord": (coordinate, 0, 0, 1), "state.fog.params": parameters,
                          "state.fog.color": fog_color}, {d: expected})])
    for hint in ("fastest", "nicest"):
        g.write("options", f"precision_{hint}", f"The precision hint changes nothing ({two}.4.5.2).",
                f"OPTION ARB_precision_hint_{hint};\nRCP {d}, {coord}.x;", [("ulp 1", {coord: (3, 0, 0, 0)}, {d: 1 / 3})])


if __name__ == "__main__":
    for language in BOTH:
        common(language)
    vertex()
    fragment()
