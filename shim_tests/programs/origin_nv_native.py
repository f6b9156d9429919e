#!/usr/bin/env python3
"""Writes the program tests of NVIDIA's own languages for vertices, and is the origin of their expected values.

usage: shim_tests/programs/origin_nv_native.py    (stdlib only; rewrites shim_tests/programs/nv-vp*/ and nv-vsp10/)

Every expected number is computed here from the pseudo-code of NV_vertex_program 2.14.1.10 and .11 (`!!VP1.0`, `!!VSP1.0`),
NV_vertex_program1_1 (`!!VP1.1`) and NV_vertex_program2 2.14.3 (`!!VP2.0`), or written by hand. Where the texts leave a case
open, the value is the choice of docs/QUIRKS.md, named in the test's first line.

An instruction reads one vertex attribute at most: operands stand in R1 to R3. A condition code is read back as one number
per component: LT −1, EQ 0, GT 1, UN 2.
"""
import math

from origin import A, B, C, INF, NAN, SPECIAL, Language, common, each, exp_and_log, f32
from origin_nv import LT_EQ_GT_UN, RULES, code, codes

VP10 = set("MOV LIT RCP RSQ EXP LOG MUL ADD DP3 DP4 DST MIN MAX SLT SGE MAD".split())
VP11 = VP10 | set("ABS RCC DPH SUB".split())
VP20 = VP11 | set("COS EX2 FLR FRC LG2 SEQ SFL SGT SIN SLE SNE SSG STR".split())
# The opcodes whose rules this file states itself, because the texts differ from ARB_vertex_program.
OWN = {1: set("MIN MAX SGE SLT".split()), 2: set("MIN MAX SGE SLT RSQ".split())}
READ = "MOV R4, c[0].x;\nMOV R4 (LT), c[0].y;\nMOV R4 (EQ), c[0].z;\nMOV R4 (GT), c[0].w;\nMOV o[TEX1], R4;"
CODES = {"c[0]": (2, -1, 0, 1)}
NAMES = {"A": "v[1]", "B": "v[2]", "C": "v[3]", "D": "o[TEX0]", "CODE": "o[TEX1]"}
LOAD = {"A": "MOV R1, v[1];", "B": "MOV R2, v[2];", "C": "MOV R3, v[3];"}


class Native(Language):
    def __init__(self, folder, header, names, spec, suffix=""):
        super().__init__("nv-vertex", header, ["R1", "R2", "R3"], "o[TEX0]", folder)
        self.names, self.spec, self.suffix = names, spec, suffix
        self.own = OWN[2 if folder == "nv-vp20" else 1]

    def test(self, feature, name, comment, body, runs):
        """Writes a test. Each of `runs` is ({letter or register: input}, {letter or register: result}[, bound]). $A … $D are registers."""
        loads = [load for letter, load in LOAD.items() if f"${letter}" in body]
        for letter, register in zip("ABC", self.operands):
            body = body.replace(f"${letter}", register)
        extra = CODES if "$READ" in body else {}
        body = body.replace("$READ", READ).replace("$D", "o[TEX0]")
        lines = ["MOV o[HPOS], v[0];", *loads, body]
        if "!!" in body:  # the whole program
            lines = [body]
        named = [(run[2] if len(run) > 2 else "exact", {**extra, **{NAMES.get(k, k): v for k, v in run[0].items()}},
                  {NAMES.get(k, k): v for k, v in run[1].items()}) for run in runs]
        Language.write(self, feature, name, f"{comment} ({self.spec}).", "\n".join(lines), named)

    def opcode(self, name, comment, instruction, cases, bound="exact", own=False):
        if name not in self.names or (name in self.own and not own):
            return
        runs = []
        for case in cases:
            case = list(case)
            limit = case.pop() if isinstance(case[-1], str) and case[-1][0].isalpha() else bound
            expected = case.pop()
            results = {"D": expected, **({"CODE": codes(expected)} if self.suffix else {})}
            runs.append((dict(zip("ABC", case)), results, limit))
        what = comment.split(": ", 1)[1].rsplit(" (", 1)[0]
        if self.suffix:
            self.test("condition_code", name.lower(), f"{name}C: {what}; the condition code of the result",
                      f"{name}C {instruction[len(name) + 1:]}\n$READ", runs)
        else:
            self.test("opcodes", name.lower(), f"{name}: {what}", instruction, runs)

    def write(self, *_):
        """The other features of `common` have ARB's grammar."""


ONE = "NV_vertex_program 2.14.1.10"
V10 = Native("nv-vp10", "!!VP1.0", VP10, ONE)
V11 = Native("nv-vp11", "!!VP1.1", VP11, f"{ONE}, NV_vertex_program1_1")
V20 = Native("nv-vp20", "!!VP2.0", VP20, "NV_vertex_program2 2.14")
V20C = Native("nv-vp20", "!!VP2.0", VP20, "NV_vertex_program2 2.14.2.2", "C")
NEAR = ((1, 1, "0x00000001", "0x80000001"), (f32(1 + 2.0**-23), f32(1 - 2.0**-24), 0.0, 0.0))
ORDERED = ((1, 2, 3, -INF), (2, 2, 2, INF))
ZEROS = ((-0.0, 0.0, -0.0, 0.0), (0.0, -0.0, -0.0, 0.0))
NANS = ((NAN, 1, NAN, INF), (1, NAN, NAN, NAN))


def own_opcodes(v):
    """The opcodes whose rules differ between the text of NV_vertex_program and ARB_vertex_program."""
    def op(name, what, cases):
        v.opcode(name, f"{name}: {what} (X).", f"{name} $D, $A, $B;", cases, own=True)

    op("MIN", "t < u ? t : u; the other operand for a NaN (QUIRKS 0.23)", [
        (A, B, each(min, A, B)), ((NAN, 1, INF, -INF), (1, NAN, 5, 5), (1, 1, 5, -INF)), (*ZEROS, ZEROS[1])])
    op("MAX", "t ≥ u ? t : u; the other operand for a NaN (QUIRKS 0.23)", [
        (A, B, each(max, A, B)), ((NAN, 1, INF, -INF), (1, NAN, 5, 5), (1, 1, INF, 5)), (*ZEROS, ZEROS[0])])
    less = [(1, 0, 0, 1), (1, 0, 0, 0), (0, 1, 0, 1), (1, 0, 0, 1)]
    pairs = [ORDERED, ZEROS, NANS, NEAR]
    op("SLT", "1 where t < u; −0 is less than +0, NaN greater than +∞ (2.14.1.11)", [(*p, r) for p, r in zip(pairs, less)])
    op("SGE", "1 where t ≥ u; −0 is less than +0, NaN greater than +∞ (2.14.1.11)",
       [(*p, [1 - x for x in r]) for p, r in zip(pairs, less)])


def vp1(v):
    own_opcodes(v)
    v.test("opcodes", "exp_bounds", "EXP gives (0, 0, 0, 1) where it underflows and (∞, 0, ∞, 1) where it overflows", "EXP $D, $A.x;",
           [({"A": (x, 9, 9, 9)}, {"D": y}) for x, y in (
               (INF, (INF, 0, INF, 1)), (-INF, (0, 0, 0, 1)), (130.5, (INF, 0, INF, 1)), (-200.5, (0, 0, 0, 1)), (128, (INF, 0, INF, 1)))])
    v.test("opcodes", "arl", "ARL rounds down, as EXP does; outside of 0 to 95 every parameter reads 0",
           "ARL A0.x, $A.x;\nEXP R2, $A.x;\nMOV $D, c[A0.x + 3];\nMOV $D.w, R2.y;",
           [({"A": (x, 9, 9, 9), **parameters()}, {"D": (*(row(math.floor(x) + 3)[:3] if x < 93 else (0, 0, 0)), x - math.floor(x) if x < 128 else 0)})
            for x in (0.0, 1.75, -1.25, -3.0, -3.5, 92.0, 92.5, 93.0, 140.25, -40.0)])
    addressing(v, 96, (-64, 63))


def row(n):
    """Program parameter n of the tests with relative addressing."""
    return (n, n + 0.25, -n, 1000 + n) if 0 <= n < 256 else (0, 0, 0, 0)


def parameters(limit=96):
    return {f"c[{n}]": row(n) for n in range(limit)}


def addressing(v, limit, reach):
    low, high = reach
    v.test("addressing", "offsets", "Offsets reach to both limits", f"ARL A0.x, $A.x;\nMOV R2, c[A0.x{low:+d}];\nMOV $D, R2;\nMOV $D.x, c[A0.x+{high}].y;",
           [({"A": (x, 0, 0, 0), **parameters(limit)}, {"D": (row(x + high)[1] if x + high < limit else 0, *row(x + low)[1:])})
            for x in (-low, -low + 5, limit - 1, 0)])
    v.test("addressing", "out_of_range", "An index outside the parameters reads (0, 0, 0, 0)", "ARL A0.x, $A.x;\nMOV $D, c[A0.x];",
           [({"A": (x, 0, 0, 0), **parameters(limit)}, {"D": row(x) if 0 <= x < limit else (0, 0, 0, 0)})
            for x in (0, 1, limit - 1, limit, -1, 300, -300)])
    v.test("addressing", "far_out_of_range", "So does one that no integer holds, and NaN reads c[0] (QUIRKS 1.4)", "ARL A0.x, $A.x;\nMOV $D, c[A0.x];",
           [({"A": (x, 0, 0, 0), **parameters(limit)}, {"D": y}) for x, y in (
               (1e30, row(511 if limit == 256 else -1) if False else (0, 0, 0, 0)), (-1e30, (0, 0, 0, 0)), (INF, (0, 0, 0, 0)), (NAN, row(0)))])
    v.test("addressing", "swizzled", "A relative operand takes sign and swizzle", "ARL A0.x, $A.x;\nSUB $D, -c[A0.x].wwxy, $B;".replace(
        "SUB $D, -c[A0.x].wwxy, $B;", "ADD $D, -c[A0.x].wwxy, -$B;"),
        [({"A": (7, 0, 0, 0), "B": B, **parameters(limit)}, {"D": [-row(7)[i] - b for i, b in zip((3, 3, 0, 1), B)]})])
    v.test("addressing", "two_reads_of_one", "One parameter may be read several times, also relatively", "ARL A0.x, $A.x;\nMAD $D, c[A0.x + 1], c[A0.x + 1].x, c[A0.x + 1].w;",
           [({"A": (4, 0, 0, 0), **parameters(limit)}, {"D": [x * 5 + 1005 for x in row(5)]})])
    v.test("addressing", "absolute", "The first and the last parameter by their numbers", f"MOV R1, c[0];\nADD $D, R1, c[{limit - 1}];",
           [({"c[0]": A, f"c[{limit - 1}]": B}, {"D": each(lambda a, b: a + b, A, B)})])
    v.test("addressing", "initially_zero", "The address register begins as 0 (2.14.1.3)", "MOV $D, c[A0.x + 5];", [({**parameters(limit)}, {"D": row(5)})])


def registers(v, temporaries):
    mnemonics = dict(zip("OPOS WGHT NRML COL0 COL1 FOGC TEX0 TEX1 TEX2 TEX3 TEX4 TEX5 TEX6 TEX7".split(), (0, 1, 2, 3, 4, 5, *range(8, 16))))
    for name, n in mnemonics.items():
        v.test("attributes", name.lower(), f"v[{name}] is attribute {n} (table X.3)", f"MOV $D, v[{name}];\nADD $D.w, v[{n}].w, v[{name}].w;",
               [({f"v[{n}]": A}, {"D": (*A[:3], 2 * A[3])})])
    for n in range(16):
        v.test("attributes", f"number_{n}", f"v[{n}] by its number (table X.2)", f"MOV $D, v[{n}];", [({f"v[{n}]": A}, {"D": A})])
    results = "HPOS COL0 COL1 BFC0 BFC1 FOGC PSIZ TEX0 TEX1 TEX2 TEX3 TEX4 TEX5 TEX6 TEX7".split()
    for name in results:
        v.test("results", name.lower(), f"o[{name}]; what is not written is (0, 0, 0, 1) (2.14.1.5)", f"MOV o[{name}].yz, $A;",
               [({"A": A, "v[0]": B}, {f"o[{name}]": (B[0], A[1], A[2], B[3]) if name == "HPOS" else (0, A[1], A[2], 1)})])
    sums = "\n".join(f"ADD R{n}, R{n - 1}, R{n - 1};" for n in range(2, temporaries))
    v.test("registers", "temporaries", f"R0 to R{temporaries - 1}, which begin as 0 (2.14.1.4)",
           f"MOV R1, $A;\n{sums}\nADD $D, R0, R{temporaries - 1};", [({"A": A}, {"D": [x * 2 ** (temporaries - 2) for x in A]})])
    v.test("registers", "initially_zero", "Temporaries begin as (0, 0, 0, 0) (2.14.1.4)", "MOV R5.y, $A;\nADD $D, R5, R7;", [({"A": A}, {"D": (0, A[1], 0, 0)})])
    v.test("registers", "source_is_destination", "Sources are read before the destination is written", "MOV R2, $A.wzyx;\nMOV R2, R2.yxwz;\nMOV $D, R2;",
           [({"A": A}, {"D": (A[2], A[3], A[0], A[1])})])
    v.test("registers", "one_attribute_twice", "One attribute may be read several times in an instruction", "MAD $D, v[1], v[WGHT].x, -v[1].wzyx;",
           [({"v[1]": A}, {"D": [a * A[0] - b for a, b in zip(A, A[::-1])]})])


def modifiers(v):
    def test(name, comment, body, runs):
        v.test("modifiers", name, comment, body, runs)

    test("negate", "A sign before an operand negates all components, zeros and infinities too", "ADD $D, -$A, $B;",
         [({"A": A, "B": B}, {"D": each(lambda a, b: b - a, A, B)}), ({"A": (INF, 0, -INF, 1), "B": (0, -0.0, 0, 0)}, {"D": (-INF, -0.0, INF, -1)})])
    test("negate_swizzle", "The sign applies after the swizzle", "MOV $D, -$A.wzyx;", [({"A": A}, {"D": (8, -0.125, 2.25, -1.5)})])
    test("swizzle_one_letter", "One letter stands for four", "MUL $D, $A.z, $B;", [({"A": A, "B": B}, {"D": [A[2] * b for b in B]})])
    test("scalar_negate", "Scalar operands take a sign and a component", "RCP $D, -$A.y;", [({"A": (9, -4, 9, 9)}, {"D": [0.25] * 4})])
    masks = ["".join(c for i, c in enumerate("xyzw") if m >> i & 1) for m in range(1, 16)]
    for m, mask in enumerate(masks, 1):
        test(f"mask_{mask}", "Components outside the write mask keep their value", f"MOV R4, $A;\nMOV R4.{mask}, $B;\nMOV $D, R4;",
             [({"A": A, "B": B}, {"D": [b if m >> i & 1 else a for i, (a, b) in enumerate(zip(A, B))]})])
    test("blanks", "Blanks, comments and any line ends may stand between tokens", "MOV\tR2 # $D;\n.\nx , $A . x # END\n;\nMOV $D,R2 . x\r;", [({"A": A}, {"D": [1.5] * 4})])




def state_programs():
    s = Native("nv-vsp10", "!!VSP1.0", VP10, "NV_vertex_program 2.14.4")
    s.name = "nv-state"

    def test(name, comment, body, runs):
        named = [("exact", inputs, results) for inputs, results in runs]
        Language.write(s, "state", name, f"{comment} (NV_vertex_program 2.14.4).", body, named)

    test("copy", "v[0] goes to a program parameter", "MOV c[7], v[0];", [({"v[0]": A, "c[7]": B}, {"o[0]": A})])
    test("mask", "Components outside the write mask keep their value", "MOV c[7].yw, v[0];", [({"v[0]": A, "c[7]": B}, {"o[0]": (B[0], A[1], B[2], A[3])})])
    test("read_after_write", "What has been written is read again", "MOV c[3].x, v[0];\nADD c[4], c[3], c[3];\nMUL c[3], c[4], v[0].x;",
         [({"v[0]": (2, 9, 9, 9), "c[3]": (7, 1, 3, 5), "c[4]": B}, {"o[0]": (8, 4, 12, 20), "o[1]": (4, 2, 6, 10)})])
    env = parameters()
    test("relative_read", "A parameter that has been written is read relatively, too",
         "MOV c[10], v[0];\nARL A0.x, v[0].x;\nMOV R0, c[A0.x + 8];\nMOV c[11], R0;",
         [({"v[0]": (x, 5, 6, 7), **env}, {"o[1]": (x, 5, 6, 7) if x == 2 else row(8 + int(x)) if x != 3 else row(11)}) for x in (2, 1, 3, 0, -8)])
    test("normalize", "The normalization of the text's example (Issues)",
         "DP3 R0.w, c[20], c[20];\nRSQ R0.w, R0.w;\nMUL c[20].xyz, c[20], R0.w;",
         [({"v[0]": (0, 0, 0, 1), "c[20]": (0, 3, 4, 9)}, {"o[0]": (0, None, None, 9)})])
    test("last_parameter", "c[95] is the last", "MOV c[95], v[0].wzyx;\nMOV c[0], c[95];", [({"v[0]": A, "c[95]": B, "c[0]": C}, {"o[0]": A[::-1], "o[1]": A[::-1]})])


def vp2():
    v = V20
    def op(name, what, instruction, cases, bound="exact"):
        for language in (V20, V20C):
            language.opcode(name, f"{name}: {what} (X).", instruction, cases, bound, own=True)

    two = "{} $D, $A, $B;".format
    nan = (NAN,) * 4
    op("MIN", "the smaller; NaN if one is; −0 before +0 in either order", two("MIN"), [
        (A, B, each(min, A, B)), (*NANS, nan), ((*ZEROS, (-0.0, -0.0, -0.0, 0.0))), ((INF, -INF, 1, 2), (5, 5, -INF, INF), (5, -INF, -INF, 2))])
    op("MAX", "the greater; NaN if one is; +0 before −0 in either order", two("MAX"), [
        (A, B, each(max, A, B)), (*NANS, nan), ((*ZEROS, (0.0, 0.0, -0.0, 0.0))), ((INF, -INF, 1, 2), (5, 5, -INF, INF), (INF, 5, 1, INF))])
    same = ((-0.0, 0.0, INF, -INF), (0.0, -0.0, INF, -INF))
    for name, what, results in (
            ("SEQ", "=", ((0, 1, 0, 0), (1, 1, 1, 1), (0, 0, 0, 0))), ("SGT", ">", ((0, 0, 1, 0), (0, 0, 0, 0), (0, 1, 1, 0))),
            ("SLE", "≤", ((1, 1, 0, 1), (1, 1, 1, 1), (1, 0, 0, 1))), ("SNE", "≠ (QUIRKS 1.22)", ((1, 0, 1, 1), (0, 0, 0, 0), (1, 1, 1, 1))),
            ("SGE", "≥", ((0, 1, 1, 0), (1, 1, 1, 1), (0, 1, 1, 0))), ("SLT", "<", ((1, 0, 0, 1), (0, 0, 0, 0), (1, 0, 0, 1)))):
        op(name, f"1 where a {what} b, else 0; NaN if one is (QUIRKS 0.22)", two(name),
           [(ORDERED[0], ORDERED[1], results[0]), (*same, results[1]), (*NEAR, results[2]), (*NANS, nan)])
    op("RSQ", "1 ÷ √x; NaN below 0, −∞ at −0 (QUIRKS 0.10)", "RSQ $D, $A.w;", [
        ((9, 9, 9, x), [y] * 4) for x, y in ((1, 1), (4, 0.5), (-4, NAN), (0.25, 2), (0.0, INF), (-0.0, -INF), (INF, 0), (-INF, NAN), (NAN, NAN))])
    op("SFL", "0 whatever the two operands (QUIRKS 1.22)", two("SFL"), [(A, B, (0,) * 4), (*NANS, (0,) * 4)])
    op("STR", "1 whatever the two operands (QUIRKS 1.22)", two("STR"), [(A, B, (1,) * 4), (*NANS, (1,) * 4)])
    op("SSG", "1, 0 or −1 by the sign; NaN for NaN", "SSG $D, $A;", [(A, (1, -1, 1, -1)), (SPECIAL, (0, 0, 1, -1)), ((NAN, 1e-30, -1e-30, 3e38), (NAN, 1, -1, 1))])
    big, small = 2.0**64, 2.0**-64
    inside = [f32(x) for x in (0.1, 0.5, 1.0, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 6.28)]
    op("COS", "cosine, 2^-22 near in [0, 2π); NaN for ±∞", "COS $D, $A.y;", [
        ((9, x, 9, 9), [y] * 4) for x, y in ((0.0, 1), (-0.0, 1), (INF, NAN), (-INF, NAN), (NAN, NAN))
    ] + [((9, x, 9, 9), [math.cos(x)] * 4, "within 2.384e-7") for x in inside])
    op("SIN", "sine, 2^-22 near in [0, 2π); keeps the sign of zero", "SIN $D, $A.z;", [
        ((9, 9, x, 9), [y] * 4) for x, y in ((0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN), (NAN, NAN))
    ] + [((9, 9, x, 9), [math.sin(x)] * 4, "within 2.384e-7") for x in inside])
    for language in (V11, V20, V20C):
        language.opcode("RCC", "RCC: 1 ÷ x clamped to ±[2^-64, 2^64] (QUIRKS 1.21).", "RCC $D, $A.w;", [
            ((9, 9, 9, x), [y] * 4) for x, y in (
                (1, 1), (-4, -0.25), (0.0, big), (-0.0, -big), (INF, small), (-INF, -small), (NAN, NAN), (2.0**70, small),
                (-(2.0**70), -small), (2.0**-70, big), (-(2.0**-70), -big), (big, small), (-big, -small), (small, big))
        ] + [((9, 9, 9, x), [1 / x] * 4, "ulp 1") for x in (3.0, f32(-0.7), f32(1e15), f32(1e-15))])
    v.test("opcodes", "lit_nan", "The clamps of LIT leave a NaN as it is (2.14.3.18)", "LIT $D, $A;",
           [({"A": (NAN, 1, 9, 1)}, {"D": (1, NAN, 0, 1)}), ({"A": (1, NAN, 9, 1)}, {"D": (1, 1, NAN, 1)}), ({"A": (1, 0.5, 9, NAN)}, {"D": (1, 1, NAN, 1)})])
    v.test("opcodes", "exp_infinite", "EXP: x − ⌊x⌋ is NaN for infinities (2.14.3.14)", "EXP $D, $A.x;",
           [({"A": (INF, 9, 9, 9)}, {"D": (INF, NAN, INF, 1)}), ({"A": (-INF, 9, 9, 9)}, {"D": (0, NAN, 0, 1)})])
    conditions(v)
    operands(v)
    addresses(v)
    flow(v)
    clip(v)


def conditions(v):
    def test(name, comment, body, runs):
        v.test("conditions", name, f"{comment}", body, runs)

    seven = "MOV R5, c[1].x;\n"
    for rule, holds in RULES.items():
        runs = []
        for turn in range(4):
            value = LT_EQ_GT_UN[turn:] + LT_EQ_GT_UN[:turn]
            runs.append(({"A": value, "B": B, "c[1]": (7,) * 4}, {"D": [b if c in holds else 7 for c, b in zip(codes(value), B)]}))
        test(f"rule_{rule.lower()}", f"({rule}) on each condition code; UN passes NE and TR only", f"{seven}MOVC CC, $A;\nMOV R5 ({rule}), $B;\nMOV $D, R5;", runs)
        runs = [({"A": (x, 9, 9, 9), "B": B, "c[1]": (7,) * 4}, {"D": B if code(x) in holds else (7,) * 4}) for x in LT_EQ_GT_UN]
        test(f"rule_{rule.lower()}_one_letter", f"({rule}.x) tests x for all components", f"{seven}MOVC CC, $A;\nMOV R5 ({rule}.x), $B;\nMOV $D, R5;", runs)
    for swizzle in ("wzyx", "yxwz", "zzxy", "xyzw", "wwwx"):
        runs = []
        for turn in range(4):
            value = LT_EQ_GT_UN[turn:] + LT_EQ_GT_UN[:turn]
            tested = [code(value["xyzw".index(s)]) for s in swizzle]
            runs.append(({"A": value, "B": B, "c[1]": (7,) * 4}, {"D": [b if c in RULES["LE"] else 7 for c, b in zip(tested, B)]}))
        test(f"swizzle_{swizzle}", "The condition code is swizzled before it is tested", f"{seven}MOVC CC, $A;\nMOV R5 (LE.{swizzle}), $B;\nMOV $D, R5;", runs)
    test("initially_equal", "The condition code begins as EQ in all components (2.14.1.6)", "MOV $D (EQ), $A;\nMOV o[TEX2] (NE), $A;",
         [({"A": A}, {"D": A, "o[TEX2]": (0, 0, 0, 1)})])
    test("the_texts_example", "The example of 2.14.2.2",
         "MOVC R0, $A;\nMOVC R0.xyz, $A.yzwx;\nMOVC R0 (NE), $A.zywx;\nMOV $D, R0;\n$READ",
         [({"A": (-2, 0, 2, NAN)}, {"D": (0, 0, NAN, -2), "CODE": (0, 0, 2, -1)})])
    test("tests_the_old_code", "The mask tests the condition code from before the instruction", f"{seven}MOVC CC, $A;\nMOVC R5 (LT), $B;\nMOV $D, R5;\n$READ",
         [({"A": (-1, -1, 1, 0), "B": (1, -1, -1, -1), "c[1]": (7,) * 4}, {"D": (1, -1, 7, 7), "CODE": (1, -1, 1, 0)})])
    test("cc_destination", "CC as a destination changes the condition code alone", "MOV R5, $B;\nMOVC CC, $A;\nADDC CC.yzw (NE.x), $A, $B;\nMOV $D, R5;\n$READ",
         [({"A": (-1, 1, 1, 1), "B": (5, -2, -1, 3)}, {"D": (5, -2, -1, 3), "CODE": (-1, -1, 0, 1)})])
    test("cc_destination_without_c", "Without the suffix C a write to CC changes nothing", "MOVC CC, $A;\nMOV CC, $B;\n$READ",
         [({"A": LT_EQ_GT_UN, "B": (0, -1, NAN, 1)}, {"CODE": (-1, 0, 1, 2)})])
    test("result_keeps_default", "A result whose only write is disabled keeps (0, 0, 0, 1)", "MOVC CC, $A;\nMOV $D (GT), $B;",
         [({"A": (1, -1, 1, -1), "B": B}, {"D": (B[0], 0, B[2], 1)})])


def operands(v):
    def test(name, comment, body, runs):
        v.test("operands", name, f"{comment} (2.14.2.1)", body, runs)

    odd = (-0.0, -INF, NAN, -1e-30)
    for name, operand, f in (("abs", "|$A|", abs), ("abs_negated", "-|$A|", lambda x: -abs(x)), ("abs_of_negated", "|-$A|", abs),
                             ("abs_negated_of_negated", "-|-$A|", lambda x: -abs(x)), ("abs_plus", "+|+$A|", abs)):
        test(name, "Bars and signs", f"MOV $D, {operand};", [({"A": A}, {"D": each(f, A)}), ({"A": odd}, {"D": [f(x) for x in odd]})])
    test("abs_swizzle", "The swizzle stands inside the bars", "MOV $D, |$A.wzyx|;", [({"A": A}, {"D": (8, 0.125, 2.25, 1.5)})])
    test("abs_scalar", "Scalar operands take bars around their component", "RCP $D, -|$A.y|;", [({"A": (9, -4, 9, 9)}, {"D": [-0.25] * 4})])
    test("abs_parameter", "Parameters and attributes take bars", "ADD $D, |v[1]|, -|c[4].y|;", [({"v[1]": A, "c[4]": (9, -8, 9, 9)}, {"D": [abs(a) - 8 for a in A]})])
    test("sub_is_add", "SUB is ADD with the second sign turned (2.14.3.39)", "SUB $D, $A, |$B|;\nADD o[TEX1], $A, -|$B|;",
         [({"A": A, "B": B}, {"D": [a - abs(b) for a, b in zip(A, B)], "CODE": [a - abs(b) for a, b in zip(A, B)]})])


def addresses(v):
    def test(name, comment, body, runs):
        v.test("addressing", name, comment, body, runs)

    env = parameters(256)
    read = "MOV $D.x, c[A1.x + 20].x;\nMOV $D.y, c[A1.y + 20].x;\nMOV $D.z, c[A1.z + 20].x;\nMOV $D.w, c[A1.w + 20].x;"
    test("arl_vector", "ARL takes a vector and a mask (2.14.3.4)", f"ARL A1, $A;\nARL A1.yz, $B;\n{read}",
         [({"A": (1.5, 9, 9, -2.5), "B": (9, 3.99, -0.5, 9), **env}, {"D": (21, 23, 19, 17)})])
    test("arr", "ARR rounds halves to even (2.14.3.5)", f"ARR A1, $A;\n{read}",
         [({"A": (2.5, 3.5, -2.5, -1.5), **env}, {"D": (22, 24, 18, 18)}), ({"A": (2.4, 2.6, -0.4, -0.6), **env}, {"D": (22, 23, 20, 19)})])
    test("ara", "ARA adds x and z, y and w of the old values (2.14.3.3)", f"ARL A0, $A;\nARA A1, A0;\n{read}",
         [({"A": (1, 2, 3, 5), **env}, {"D": (24, 27, 24, 27)})])
    test("ara_masked", "ARA with mask and condition, onto itself", f"ARL A1, $A;\nMOVC CC, $B;\nARA A1.xyz (GT), A1;\n{read}",
         [({"A": (1, 2, 3, 5), "B": (1, -1, 1, 1), **env}, {"D": (24, 22, 24, 25)})])
    test("clamped", "Addresses are clamped to −512 … 511 (2.14.3.3 to .5)", "ARL A1, $A;\nMOV $D.x, c[A1.x - 256].x;\nMOV $D.y, c[A1.y + 255].w;\nMOV $D.z, c[A1.x - 255].w;",
         [({"A": (9999, -9999, 0, 0), **env}, {"D": (255, 0, 0, 1)})])
    test("arlc", "ARLC, ARRC and ARAC set the condition code by the integers", "ARLC A0, $A;\n$READ",
         [({"A": (0.5, -0.5, 1.5, NAN)}, {"CODE": (0, -1, 1, 0)})])
    test("arrc", "ARRC sets the condition code by the integers", "ARRC A0.xyw, $A;\n$READ", [({"A": (0.4, -0.6, -9, -0.5)}, {"CODE": (0, -1, 0, 0)})])
    test("arac", "ARAC sets the condition code by the sums", "ARL A0, $A;\nARAC A1, A0;\n$READ", [({"A": (1, -4, -1, 3)}, {"CODE": (0, -1, 0, -1)})])
    addressing(v, 256, (-256, 255))


def flow(v):
    def test(name, comment, body, runs):
        v.test("flow", name, f"{comment} (2.14.2.3)", body, runs)

    for rule, holds in RULES.items():
        test(f"bra_{rule.lower()}", f"BRA ({rule}) goes where any component passes", f"MOV R5, $B;\nMOVC CC, $A;\nBRA end ({rule});\nMOV R5, $C;\nend: MOV $D, R5;",
             [({"A": (x, x, x, y), "B": B, "C": C}, {"D": B if {code(x), code(y)} & set(holds) else C})
              for x in (-2, 0, 2, NAN) for y in (-2, 0, 2, NAN)])
    test("the_texts_example", "The example of the text", "MOV R5, $B;\nMOVC CC, $A;\nBRA label1 (LT.xyzw);\nMOV R5, $A;\nlabel1:\nBRA label2 (LT.wyzw);\nADD R5, R5, R5;\nlabel2: MOV $D, R5;",
         [({"A": (-2, 0, 2, NAN), "B": B}, {"D": [2 * b for b in B]})])
    test("loop", "A loop by BRA backward", "MOV R5, c[1].x;\nMOVC R6.x, $A;\nstart: ADD R5, R5, $B;\nADDC R6.x, R6.x, -c[1].y;\nBRA start (GT.x);\nMOV $D, R5;",
         [({"A": (n, 0, 0, 0), "B": (1, 2, 3, -1), "c[1]": (0, 1, 0, 0)}, {"D": [max(1, math.ceil(n)) * x for x in (1, 2, 3, -1)]}) for n in (1, 2, 7, 0, 2.5)])
    test("calls", "Four levels of CAL and RET", "CAL one;\nBRA end;\none: ADD R5, R5, c[1].x;\nCAL two;\nRET;\ntwo: ADD R5, R5, c[1].y;\nCAL three;\nRET;\n"
         "three: ADD R5, R5, c[1].z;\nCAL four;\nRET;\nfour: ADD R5, R5, c[1].w;\nRET;\nend: MOV $D, R5;", [({"c[1]": (1, 20, 300, 4000)}, {"D": [4321] * 4})])
    test("call_overflow", "A fifth level ends the program with the results written so far", "MOV $D, $A;\nCAL one;\nMOV $D, $B;\nBRA end;\none: CAL two;\nRET;\ntwo: CAL three;\nRET;\n"
         "three: CAL four;\nRET;\nfour: MOV o[TEX1], $A;\nCAL five;\nMOV o[TEX1], $B;\nRET;\nfive: MOV o[TEX1], $B;\nRET;\nend: MOV $D, $B;",
         [({"A": A, "B": B}, {"D": A, "CODE": A})])
    test("conditional_call", "CAL and RET with conditions", "MOVC CC, $A;\nMOV R5, $B;\nCAL f (GT.x);\nMOV $D, R5;\nBRA end;\nf: MOV R5, $C;\nRET (LT.y);\nADD R5, R5, R5;\nRET;\nend: MOV o[TEX1], R5;",
         [({"A": (x, y, 0, 0), "B": B, "C": C}, {"D": B if x <= 0 else C if y < 0 else [2 * c for c in C]}) for x in (1, -1) for y in (1, -1)])
    test("ret_at_the_top", "RET with an empty stack ends the program", "MOV $D, $A;\nMOVC CC, $B;\nRET (GT.w);\nMOV $D, $B;", [({"A": A, "B": (1, 1, 1, w)}, {"D": A if w > 0 else (1, 1, 1, w)}) for w in (1, -1)])
    test("main", "Execution begins after the label main", "MOV $D, $B;\nmain: MOV o[TEX1], v[1];", [({"B": B, "v[1]": A}, {"D": (0, 0, 0, 1), "CODE": A})])
    test("endless", "After 65536 instructions a vertex ends with the results written so far", "MOV $D, $A;\nagain: ADD R5, R5, $A;\nBRA again;\nMOV $D, $B;", [({"A": A, "B": B}, {"D": A})])
    test("skinning", "The text's example of paletted skinning with two matrices (Issues)",
         "ARLC A0, v[4];\nDP4 R1.x, c[A0.x+0], v[0];\nDP4 R1.y, c[A0.x+1], v[0];\nDP4 R1.z, c[A0.x+2], v[0];\nDP4 R1.w, c[A0.x+3], v[0];\nMUL R0, R1, v[5].x;\n"
         "BRA end (LT.y);\nDP4 R1.x, c[A0.y+0], v[0];\nDP4 R1.y, c[A0.y+1], v[0];\nDP4 R1.z, c[A0.y+2], v[0];\nDP4 R1.w, c[A0.y+3], v[0];\nMAD R0, R1, v[5].y, R0;\nend: MOV $D, R0;",
         [({"v[0]": (1, 2, 3, 1), "v[4]": (4, y, -1, -1), "v[5]": (0.25, 0.75, 0, 0), **parameters(256), **{f"c[{4 + i}]": [2.0 * (i == j) for j in range(4)] for i in range(4)},
            **{f"c[{8 + i}]": [4.0 * (i == j) for j in range(4)] for i in range(4)}}, {"D": [x * (0.5 + (3 if y > 0 else 0)) for x in (1, 2, 3, 1)]}) for y in (8, -1)])


def clip(v):
    for n in range(6):
        v.test("results", f"clp{n}", f"o[CLP{n}] is the distance to a clip plane, in x (2.14.1.5)", f"MOV o[CLP{n}].x, $A.y;", [({"A": A}, {f"o[CLP{n}]": (A[1],)})])


if __name__ == "__main__":
    for language in (V10, V11, V20, V20C):
        common(language)
        exp_and_log(language)
    for language in (V10, V11):
        vp1(language)
    for language, temporaries in ((V10, 12), (V11, 12), (V20, 16)):
        registers(language, temporaries)
        modifiers(language)
    V11.test("modifiers", "plus", "A plus sign before an operand changes nothing", "ADD $D, +$A, -$B;", [({"A": A, "B": B}, {"D": each(lambda a, b: a - b, A, B)})])
    vp2()
    state_programs()
