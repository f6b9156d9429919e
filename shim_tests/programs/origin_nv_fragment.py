#!/usr/bin/env python3
"""Writes the program tests of OPTION NV_fragment_program and OPTION NV_fragment_program2, and is the origin of their expected values.

usage: shim_tests/programs/origin_nv_fragment.py    (stdlib only; rewrites shim_tests/programs/nv-fragment*/)

Every expected number is computed here from the pseudo-code of NV_fragment_program_option, NV_fragment_program2 and, for the
formats of numbers, of NV_fragment_program 3.11.4.1 and .2, or written by hand. 16-bit floats come from Python's struct.

A condition code is read back as one number per component: LT −1, EQ 0, GT 1, UN 2.
"""
import math
import struct
from fractions import Fraction

from origin import A, B, C, INF, NAN, SPECIAL, Language, common, divide, each, f32, fma

INPUTS = ["fragment.texcoord[0]", "fragment.texcoord[1]", "fragment.texcoord[2]"]
D, CODE = "result.color", "result.color[1]"
READ = "MOV code, 2;\nMOV code (LT), -1;\nMOV code (EQ), 0;\nMOV code (GT), 1;"
HEADERS = {n: f"!!ARBfp1.0\nOPTION NV_fragment_program{n};" for n in ("", "2")}
BUFFERS = "OPTION ARB_draw_buffers;"
SPEC = "NV_fragment_program_option 3.11"
SPEC2 = "NV_fragment_program2 3.11"
# Table X.5 of the option, without what NV_fragment_program2 adds.
ALL = "ABS ADD DP3 DP4 DPH FLR FRC LRP MAD MAX MIN MOV MUL SEQ SFL SGE SGT SLE SLT SNE STR SUB".split()
FLOAT = "COS DDX DDY DST EX2 LG2 LIT POW RCP RFL RSQ SIN X2D".split()
LATER = "XPD SWZ SCS DIV DP2 DP2A NRM".split()
LT_EQ_GT_UN = (-2, 0, 2, NAN)
RULES = {"EQ": (0,), "NE": (-1, 1, 2), "LT": (-1,), "GE": (0, 1), "LE": (-1, 0), "GT": (1,), "TR": (-1, 0, 1, 2), "FL": ()}


def number(x):
    return struct.unpack("f", struct.pack("I", int(x, 16)))[0] if isinstance(x, str) else x


def half(x):
    """The nearest 16-bit float."""
    if x is None:
        return None
    x = number(x)
    if math.isnan(x) or math.isinf(x):
        return x
    try:
        return struct.unpack("e", struct.pack("e", f32(x)))[0]
    except OverflowError:
        return math.copysign(INF, x)


def fixed(x):
    """The nearest multiple of 1/1024 in −2 … 2047/1024."""
    if x is None:
        return None
    x = number(x)
    if math.isnan(x):
        return 0.0
    if math.isinf(x):
        return -2.0 if x < 0 else 2047 / 1024
    return float(min(max(round(Fraction(x) * 1024), -2048), 2047)) / 1024 + 0.0


def code(x):
    if x is None:
        return None
    x = number(x)
    return 2 if math.isnan(x) else (x > 0) - (x < 0)


def four(v):
    return list(v) if isinstance(v, (tuple, list)) else [v] * 4


def codes(v):
    return [code(x) for x in four(v)]


def write(feature, name, comment, body, runs, option=""):
    """Writes a test. Each of `runs` is ({letter or binding: input}, {letter or binding: result}[, bound]). $A … $D are registers."""
    names = {**dict(zip("ABC", INPUTS)), "D": D, "CODE": CODE}

    def full(values):
        return {names.get(key, key): value for key, value in values.items()}

    for letter in "ABCD":
        body = body.replace(f"${letter}", names[letter])
    header = HEADERS[option]
    if CODE in body or "$READ" in body:
        header += "\n" + BUFFERS
    if "$READ" in body:
        body = f"OUTPUT code = {CODE};\n" + body.replace("$READ", READ)
    language = Language("arb-fragment", header, INPUTS, D, "nv-fragment" + option)
    language.write(feature, name, comment, body, [
        (run[2] if len(run) > 2 else "exact", full(run[0]), full(run[1])) for run in runs])


class WithSuffix(Language):
    """Every instruction again with a suffix."""

    def __init__(self, suffix, feature, value, what, names):
        super().__init__("arb-fragment", "", INPUTS, D)
        self.suffix, self.feature, self.value, self.what, self.names = suffix, feature, value, what, names

    def opcode(self, name, comment, instruction, cases, bound="exact"):
        if name not in self.names:
            return
        runs = []
        for case in cases:
            case = list(case)
            own = case.pop() if isinstance(case[-1], str) and not case[-1].startswith("0x") else bound
            expected = case.pop()
            result = {}
            if self.suffix == "C":
                result = {"D": expected, "CODE": codes(expected)}
            elif own == "exact":
                values = [self.value(x) for x in four(expected)]
                if (name, self.suffix) == ("FRC", "H"):
                    # Fractions stay below 1 (ARB_fragment_program 3.11.5.11).
                    values = [x if math.isnan(x) else min(x, 1 - 2.0**-11) for x in values]
                result = {"D": values}
            elif self.suffix == "H":
                result, own = {"D": [self.value(x) for x in four(expected)]}, "bits 10"
            if result:
                runs.append((dict(zip("ABC", case)), result, own))
        option = "2" if name in LATER else ""
        what = comment.split(": ", 1)[1].rsplit(" (", 1)[0]
        body = f"{name}{self.suffix} {instruction[len(name) + 1:]}"
        if runs:
            write(self.feature, name.lower(), f"{name}{self.suffix}: {what}; {self.what}.",
                  body + ("\n$READ" if self.suffix == "C" else ""), runs, option)

    def write(self, *_):
        """The other features of `common` are not repeated."""


SUFFIXES = [
    WithSuffix("H", "half", half, f"the result as a 16-bit float ({SPEC}.4.X)", ALL + FLOAT + LATER),
    WithSuffix("X", "fixed", fixed, f"the result in fixed point ({SPEC}.4.X)", ALL + ["DP2", "DP2A"]),
    WithSuffix("R", "single", lambda x: x, f"R is what there is without a suffix ({SPEC}.4.X)", ALL + FLOAT + LATER),
    WithSuffix("C", "condition_code", None, f"the condition code of the result ({SPEC}.4.3)", ALL + FLOAT + LATER),
]


def op(name, section, what, instruction, cases, bound="exact", option=""):
    spec = SPEC2 if option else SPEC
    comment = f"{name}: {what} ({spec}.5.{section})."
    language = Language("arb-fragment", HEADERS[option], INPUTS, D, "nv-fragment" + option)
    language.opcode(name, comment, instruction, cases, bound)
    for suffix in SUFFIXES:
        suffix.opcode(name, comment, instruction, cases, bound)


def bits(x):
    return f"0x{x:08x}"


def half_bits(x):
    return 0x7e00 if math.isnan(x) else struct.unpack("H", struct.pack("e", half(x)))[0]


def dot(n, x, y):
    """The sum of the products of n components, in the usual order. The products of these inputs are exact."""
    total = f32(x[0] * y[0])
    for i in range(1, n):
        total = fma(x[i], y[i], total)
    return total


def rounded(x):
    """Rounds to the nearest integer, ties to even."""
    return int(round(Fraction(x)))


def pack(v, low, scale, offset, width):
    out = 0
    for i, x in enumerate(v[:32 // width]):
        x = low if math.isnan(x) else min(max(x, low), 1.0)
        out |= rounded(f32(f32(f32(x) * scale) + offset)) << width * i
    return out


def opcodes():
    ordered = ((1, 2, 3, -INF), (2, 2, 2, INF))
    same = ((-0.0, 0.0, INF, -INF), (0.0, -0.0, INF, -INF))
    nans = ((NAN, 1, NAN, INF), (1, NAN, NAN, NAN))
    for name, section, what, results in (
            ("SEQ", 37, "1 where a = b, else 0; NaN equals nothing", ((0, 1, 0, 0), (1, 1, 1, 1), (0, 0, 0, 0))),
            ("SGT", 39, "1 where a > b, else 0; NaN compares false", ((0, 0, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0))),
            ("SLE", 40, "1 where a ≤ b, else 0; NaN compares false", ((1, 1, 0, 1), (1, 1, 1, 1), (0, 0, 0, 0))),
            ("SNE", 41, "1 where a ≠ b, else 0; true for NaN", ((1, 0, 1, 1), (0, 0, 0, 0), (1, 1, 1, 1)))):
        op(name, section, what, f"{name} $D, $A, $B;", [(*pair, r) for pair, r in zip((ordered, same, nans), results)])
    op("SFL", 38, "0 whatever the two operands", "SFL $D, $A, $B;", [(A, B, 0), (*nans, 0)])
    op("STR", 42, "1 whatever the two operands", "STR $D, $A, $B;", [(A, B, 1), (*nans, 1)])

    def rfl(axis, direction):
        along = divide(f32(2 * dot(3, axis, direction)), dot(3, axis, axis))
        along = f32(along)
        return [fma(along, a, -d) for a, d in zip(axis[:3], direction[:3])] + [None]

    op("RFL", 36, "the direction reflected about the axis", "RFL $D.xyz, $A, $B;", [
        ((0, 0, 2, 9), (1, 2, 3, 9), (-1, -2, 3, None)), ((1, 1, 0, 9), (4, 0, 2, 9), (0, 4, -2, None)),
        ((0.5, 0.5, 0.5, NAN), (3, -6, 9, NAN), rfl((0.5, 0.5, 0.5), (3, -6, 9))), ((0, 0, 0, 1), (1, 2, 3, 1), (NAN, NAN, NAN, None))])

    def x2d(p, v, m):
        s = fma(v[1], m[1], fma(v[0], m[0], p[0]))
        t = fma(v[1], m[3], fma(v[0], m[2], p[1]))
        return (s, t, s, t)

    op("X2D", 47, "a point plus a 2 × 2 matrix times a vector, twice", "X2D $D, $A, $B, $C;", [
        ((1, 2, 9, 9), (3, 4, 9, 9), (5, 6, 7, 8), (1 + 15 + 24, 2 + 21 + 32) * 2), (A, B, C, x2d(A, B, C)),
        ((NAN, 1, 0, 0), (1, 0, NAN, NAN), (1, 1, 2, 2), (NAN, 3, NAN, 3))])
    op("DDX", 30, "0 where all fragments of the quad agree", "DDX $D, $A;", [(A, (0, 0, 0, 0))])
    op("DDY", 31, "0 where all fragments of the quad agree", "DDY $D, $A;", [(A, (0, 0, 0, 0))])
    inside = [f32(x) for x in (0.1, 0.5, 1.0, 2.0, 2.5, 3.0)]
    for name, f in (("COS", math.cos), ("SIN", math.sin)):
        for suffix in SUFFIXES:
            suffix.opcode(name, f"{name}: the function (ARB_fragment_program 3.11.5).", f"{name} $D, $A.y;",
                          [((9, 0.0, 9, 9), f(0))] + [((9, x, 9, 9), f(x), "within 1e-3" if suffix.suffix == "H" else "within 1e-6") for x in inside])
    for suffix in SUFFIXES:
        suffix.opcode("LRP", "LRP: a blend (ARB_fragment_program 3.11.5).", "LRP $D, $A, $B, $C;",
                      [((0, 1, 0.5, 0.25), (8, -6, 4, 16), (1, 7, 2, -8), (1, -6, 3, -2)), ((1, 1, 0, 0), (INF, NAN, 3, 3), (1, 1, 1, -0.0), (INF, NAN, 1, 0.0))])
        suffix.opcode("SCS", "SCS: cosine and sine (ARB_fragment_program 3.11.5).", "SCS $D.xy, $A.x;", [((0.0, 9, 9, 9), (1, 0, None, None))])
    several = ((0.0, -0.0, 1.0, -1.5), (0.333, 65504, 65519, 65520), (1e-8, 2.0**-25, 3 * 2.0**-25, 6e-5), (INF, -INF, NAN, -1e30),
               (1 / 255, 0.5, 0.9999, 2.0), (-1.0, -1.1, 0.5 / 65535, 1.5 / 65535), (2049, 2051, -2049, 1 + 2.0**-11))
    several = [[f32(x) for x in v] for v in several]
    for name, section, up, width, value in (
            ("PK2H", 32, "UP2H", 16, lambda v: half_bits(v[0]) | half_bits(v[1]) << 16),
            ("PK2US", 33, "UP2US", 16, lambda v: pack(v, 0.0, 65535.0, 0.0, 16)),
            ("PK4B", 34, "UP4B", 8, lambda v: pack(v, f32(-128 / 127), 127.0, 128.0, 8)),
            ("PK4UB", 35, "UP4UB", 8, lambda v: pack(v, 0.0, 255.0, 0.0, 8))):
        n = 32 // width

        def unpack(packed):
            parts = [packed >> width * i & (1 << width) - 1 for i in range(n)]
            if name == "PK2H":
                parts = [struct.unpack("e", struct.pack("H", p))[0] for p in parts]
            elif name == "PK4B":
                parts = [f32((p - 128) / 127) for p in parts]
            else:
                parts = [f32(p / ((1 << width) - 1)) for p in parts]
            return parts * (4 // n)

        def is_number(packed):
            return (packed >> 23 & 0xff) != 0xff

        write("opcodes", name.lower(), f"{name}: {n} components in the bits of each component of the result ({SPEC}.5.{section}).",
              f"{name} $D, $A;", [({"A": v}, {"D": [bits(value(v))] * 4}) for v in several if is_number(value(v))])
        back = f"{SPEC}.5.{section + 11}"
        write("opcodes", up.lower(), f"{up}: what {name} packed, also where the bits are those of a NaN ({back}).",
              f"LONG TEMP t;\n{name} t.y, $A;\n{up} $D, t.y;", [({"A": v}, {"D": unpack(value(v))}) for v in several])
        write("opcodes", up.lower() + "_suffixes", f"{up} takes C and _SAT ({SPEC}.4, table X.5).",
              f"TEMP t;\n{name} t, $A;\n{up}C $D, t.x;\n$READ\n{up}_SAT $D, t.x;",
              [({"A": v}, {"D": [min(max(0.0 if math.isnan(x) else x, 0.0), 1.0) + 0.0 for x in unpack(value(v))], "CODE": codes(unpack(value(v)))}) for v in several])
    write("opcodes", "up2h_every_kind", f"UP2H of zeros, denormals, numbers, infinities and NaN ({SPEC}.5.43).", "UP2H $D, $A.x;",
          [({"A": (bits(v), 0, 0, 0)}, {"D": [struct.unpack("e", struct.pack("H", p))[0] for p in (v & 0xffff, v >> 16)] * 2})
           for v in (0x80000000, 0x00010001, 0x03ff8001, 0x04008400, 0x3c00bc00, 0x7bfffbff, 0x7c007bff, 0xfc003555, 0x7e013c00)])


def opcodes2():
    op("DIV", 48, "components divided by a scalar", "DIV $D, $A, $B.w;", [
        ((1, -2, 3, 0), (9, 9, 9, 4), (0.25, -0.5, 0.75, 0)), ((1, -1, 0, INF), (9, 9, 9, 0.0), (INF, -INF, NAN, INF)),
        ((1, 2, 10, 7), (9, 9, 9, 3), [f32(x / 3) for x in (1, 2, 10, 7)])], option="2")
    op("DP2", 49, "x·x' + y·y'", "DP2 $D, $A, $B;", [
        ((1, 2, NAN, INF), (5, -6, 0, 0), 5 - 12), (A, B, dot(2, A, B)), ((INF, 1, 0, 0), (0, 1, 0, 0), NAN)], option="2")
    op("DP2A", 50, "x·x' + y·y' + x''", "DP2A $D, $A, $B, $C;", [
        ((1, 2, NAN, INF), (5, -6, 0, 0), (100, NAN, NAN, NAN), 93), (A, B, C, f32(dot(2, A, B) + C[0]))], option="2")
    op("NRM", 51, "x, y, z scaled to length 1; w is not written", "NRM $D.xyz, $A;", [
        ((0, 0, -4, 9), (0, 0, -1, None)), ((2, 0, 0, NAN), (1, 0, 0, None)), ((0, 0, 0, 1), (NAN, NAN, NAN, None)),
        ((3, 0, 4, 9), (0.6, 0, 0.8, None), "bits 20"), ((1, 2, 2, 9), (1 / 3, 2 / 3, 2 / 3, None), "bits 20")], option="2")
    for name in ("CMP", "SCS", "SWZ", "XPD"):
        body = {"CMP": "CMPC $D, $A, $B, $C;", "SCS": "SCSC $D.xy, $A.x;", "SWZ": "SWZC $D, $A, -x, 0, w, 1;", "XPD": "XPDC $D.xyz, $A, $B;"}[name]
        values = {"CMP": (B[0] if A[0] < 0 else C[0], *[b if a < 0 else c for a, b, c in zip(A[1:], B[1:], C[1:])]),
                  "SCS": (1, 0, None, None), "SWZ": (-A[0], 0, A[3], 1),
                  "XPD": (A[1] * B[2] - A[2] * B[1], A[2] * B[0] - A[0] * B[2], A[0] * B[1] - A[1] * B[0], None)}[name]
        inputs = {"A": 0.0, "B": B} if name == "SCS" else {"A": A, "B": B, "C": C}
        write("condition_code", name.lower(), f"{name} has a C form in this option ({SPEC2}.4, table X.5).", body + "\n$READ",
              [(inputs, {"D": values, "CODE": [0 if v is None else code(v) for v in values]})], "2")
    write("opcodes", "ssat", f"_SSAT clamps to −1 … 1 ({SPEC2}.4.3); a NaN gives 0.", "MULC_SSAT $D, $A, 2;\n$READ",
          [({"A": (0.25, -0.25, 7, -7)}, {"D": (0.5, -0.5, 1, -1), "CODE": (1, -1, 1, -1)}), ({"A": (INF, -INF, NAN, -0.0)}, {"D": (1, -1, 0, -0.0), "CODE": (1, -1, 0, 0)})], "2")
    write("opcodes", "ssat_precision", f"Suffixes stand in the order of precision, C and clamp ({SPEC}.4).", "ADDXC_SSAT $D, $A, $B;\n$READ",
          [({"A": (1, -1, 0.1, 1), "B": (0.75, -1.5, 0, 5)}, {"D": (1, -1, fixed(0.1), 1), "CODE": (1, -1, 1, 1)})], "2")


def suffixes():
    values = [(0.1, -0.1, 1 / 3, -2 / 3), (65519, 65520, -65520, 1e30), (1 + 2.0**-11, 1 + 3 * 2.0**-11, 2.0**-24, 2.0**-25),
              (3 * 2.0**-25, -(2.0**-14), 6.0975e-5, 1e-8), (INF, -INF, NAN, -0.0), (5, -5, 2, 1.9995), (1 / 2048, 3 / 2048, -1 / 2048, -3 / 2048)]
    values = [[f32(x) for x in v] for v in values]
    for suffix, f, name in (("H", half, "half"), ("X", fixed, "fixed"), ("R", lambda x: x, "single")):
        write("precision", name, f"Every kind of number in a {name} operation ({SPEC}.4.X, NV_fragment_program 3.11.4.1 and .2).",
              f"MOV{suffix} $D, $A;", [({"A": v}, {"D": [f(x) for x in v]}) for v in values])
        clamped = [[min(max(0.0 if math.isnan(y) else y, 0.0), 1.0) + 0.0 for y in map(f, v)] for v in values]
        write("precision", name + "_saturate", f"The result is rounded, then clamped ({SPEC}.4.3).",
              f"MOV{suffix}_SAT $D, $A;", [({"A": v}, {"D": c}) for v, c in zip(values, clamped)])
        write("precision", name + "_code", f"The condition code is that of what is written ({SPEC}.4.3).",
              f"MOV{suffix}C $D, $A;\n$READ", [({"A": v}, {"D": [f(x) for x in v], "CODE": codes([f(x) for x in v])}) for v in values])
    short = [({"A": v}, {"D": [half(x) for x in v], "CODE": codes([half(x) for x in v])}) for v in values]
    write("precision", "short_temporary", f"A SHORT temporary holds 16-bit floats; the condition code is that of what it holds ({SPEC}.3.3).",
          "SHORT TEMP s;\nMOVC s, $A;\n$READ\nMOV $D, s;", short)
    write("precision", "short_result", f"A SHORT result holds 16-bit floats ({SPEC}.3.4).",
          "SHORT OUTPUT o = result.color;\nMOVC o, $A;\n$READ", short)
    write("precision", "short_with_single", f"The suffix R does not widen the variable ({SPEC}.4.X).",
          "SHORT TEMP s;\nMOVRC s, $A;\n$READ\nMOV $D, s;", short)
    write("precision", "long_variables", f"LONG variables hold 32-bit floats ({SPEC}.3.3, 3.11.3.4).",
          "LONG TEMP l, m;\nLONG OUTPUT o = result.color;\nMOV l, $A;\nMOV m, l;\nMOV o, m;", [({"A": v}, {"D": v}) for v in values])
    write("precision", "sizes_by_name", f"Each TEMP statement has its own size ({SPEC}.3.3).",
          "TEMP a;\nSHORT TEMP b, c;\nLONG TEMP d;\nMOV a.x, $A;\nMOV b.x, $A;\nMOV c.x, $A;\nMOV d.x, $A;\nMOV $D.x, a.x;\nMOV $D.y, b.x;\nMOV $D.z, c.x;\nMOV $D.w, d.x;",
          [({"A": (f32(0.1), 0, 0, 0)}, {"D": (f32(0.1), half(0.1), half(0.1), f32(0.1))})])
    write("precision", "masked", f"Only what is written is rounded ({SPEC}.4.3).", "MOV $D, $A;\nMOVX $D.yw, $A;",
          [({"A": v}, {"D": (v[0], fixed(v[1]), v[2], fixed(v[3]))}) for v in values])


def conditions():
    section = f"{SPEC}.4.3"
    for rule, holds in RULES.items():
        runs = []
        for turn in range(4):
            value = LT_EQ_GT_UN[turn:] + LT_EQ_GT_UN[:turn]
            runs.append(({"A": value, "B": B}, {"D": [b if c in holds else 7 for c, b in zip(codes(value), B)]}))
        write("conditions", f"rule_{rule.lower()}", f"({rule}) on each condition code; UN passes NE and TR only ({section}).",
              f"MOV $D, 7;\nMOVC CC, $A;\nMOV $D ({rule}), $B;", runs)
        any_of = [({"A": (x, y, x, x)}, {"killed": "true"} if code(x) in holds or code(y) in holds else {"D": 3})
                  for x in LT_EQ_GT_UN for y in LT_EQ_GT_UN]
        write("kil", f"rule_{rule.lower()}", f"KIL {rule} discards if any of the four components passes ({SPEC}.6.4).",
              f"MOV $D, 3;\nMOVC CC, $A;\nKIL {rule};", any_of)
    for swizzle in ("wzyx", "zzxy", "wwwx", "abgr"):
        letters = "rgba" if "a" in swizzle else "xyzw"
        runs = []
        for turn in range(4):
            value = LT_EQ_GT_UN[turn:] + LT_EQ_GT_UN[:turn]
            tested = [code(value[letters.index(s)]) for s in swizzle]
            runs.append(({"A": value, "B": B}, {"D": [b if c in RULES["LE"] else 7 for c, b in zip(tested, B)]}))
        write("conditions", f"swizzle_{swizzle}", f"The condition code is swizzled before it is tested ({section}).",
              f"MOV $D, 7;\nMOVC CC, $A;\nMOV $D (LE.{swizzle}), $B;", runs)
    write("kil", "swizzle", f"The condition of KIL is swizzled ({SPEC}.6.4).", "MOV $D, 3;\nMOVC CC, $A;\nKIL GT.yyxx;",
          [({"A": v}, {"killed": "true"} if v[0] > 0 or v[1] > 0 else {"D": 3}) for v in ((0, 0, 1, 1), (1, 0, 0, 0), (0, 1, 0, 0), (-1, NAN, 1, 1))])
    write("kil", "operand", f"KIL with a vector discards if a component is negative ({SPEC}.6.4).", "MOV $D, 3;\nKIL -|$A|;",
          [({"A": v}, {"killed": "true"} if any(abs(x) > 0 for x in v) else {"D": 3}) for v in ((0, 0, 0, 0), (-0.0, 0, 0, 0), (0, 0, 0, 1), (-1, 0, 0, 0))])
    write("kil", "variable_named_as_a_rule", "The names of rules are not reserved: a variable hides one.", "TEMP GT;\nMOV GT, $A;\nMOV $D, 3;\nKIL GT.x;",
          [({"A": (-1, 0, 0, 0)}, {"killed": "true"}), ({"A": (1, -1, 0, 0)}, {"D": 3})])
    write("conditions", "initially_equal", f"The condition code begins as EQ in all components ({SPEC}.3.X).",
          "MOV $D, $A;\nMOV $D (NE), 7;\nMOV result.color[1] (EQ), $A;", [({"A": A}, {"D": A, "CODE": A})])
    write("conditions", "tests_the_old_code", f"The mask tests the condition code from before the instruction ({section}).",
          "MOV $D, 7;\nMOVC CC, $A;\nMOVC $D (LT), $B;\n$READ",
          [({"A": (-1, -1, 1, 0), "B": (1, -1, -1, -1)}, {"D": (1, -1, 7, 7), "CODE": (1, -1, 1, 0)})])
    write("conditions", "of_the_text", f"The example of the text: three instructions and their codes ({section}).",
          "TEMP r;\nMOVC r, $A;\nMOVC r.xyz, $A.yzwx;\nMOVC r (NE), $A.zywx;\nMOV $D, r;\n$READ",
          [({"A": (-2, 0, 2, NAN)}, {"D": (0, 0, NAN, -2), "CODE": (0, 0, 2, -1)})])
    write("operands", "absolute", f"Bars take the absolute value of each component, before the sign ({SPEC}.4.1).",
          "SUB $D, -|$A|, |$B|.wzyx;".replace("|$B|.wzyx", "|$B.wzyx|"), [({"A": A, "B": B}, {"D": [-abs(a) - abs(b) for a, b in zip(A, B[::-1])]})])
    write("operands", "absolute_scalar", f"Bars around a scalar ({SPEC}.4.1).", "RCP $D, -|$A.y|;", [({"A": (9, y, 9, 9)}, {"D": -1 / abs(y)}) for y in (4, -4)])
    write("operands", "scalar_constant", f"A scalar constant needs no component here ({SPEC}.2, issue 3).", "RCP $D, 4;\nPOW $D.x, 2.0, 3.0;", [({}, {"D": (8, 0.25, 0.25, 0.25)})])
    write("operands", "names", f"Words that are not reserved may be names ({SPEC}.2).",
          "TEMP SHORT, LONG, EQ, A0, CAL, IF, NRM, DDZ;\nMOV SHORT, $A;\nMOV LONG, SHORT;\nMOV EQ, LONG;\nMOV A0, EQ;\nMOV CAL, A0;\nMOV IF, CAL;\nMOV NRM, IF;\nMOV $D, NRM;", [({"A": A}, {"D": A})])


def textures():
    coord = (0.25, 0.5, 0.75, 3)
    write("textures", "txd", f"TXD takes its level of detail from the derivatives, in texels ({SPEC}.6.5).",
          "TXD $D, $A, $B, $C, texture[1], 2D;",
          [({"A": coord, "B": dx, "C": dy, "texture[1]": (64, 32, 0, bias)}, {"D": (3, 0.75, lod + bias, None)}, "within 1e-5") for dx, dy, lod, bias in (
              ((1 / 64, 0, 9, 9), (0, 1 / 32, 9, 9), 0, 0), ((1 / 16, 0, 9, 9), (0, 0, 9, 9), 2, 0), ((0, 0, 9, 9), (0, 1 / 4, 9, 9), 3, 0.5),
              ((3 / 64, 4 / 32, 9, 9), (0, 0, 9, 9), math.log2(5), -1))])
    write("textures", "txd_1d", f"One coordinate has derivatives in 1D ({SPEC}.6.5).", "TXD $D, $A, $B, $C, texture[0], 1D;",
          [({"A": coord, "B": (1 / 2, 9, 9, 9), "C": (0, 9, 9, 9), "texture[0]": (8, 0, 0, 0)}, {"D": (1, 0.75, 2, None)}, "within 1e-5")])
    write("textures", "txd_3d", f"Three coordinates have derivatives in 3D ({SPEC}.6.5).", "TXD $D, $A, $B, $C, texture[0], 3D;",
          [({"A": coord, "B": (0, 0, 0, 0), "C": (2 / 8, 3 / 4, 6 / 2, 9), "texture[0]": (8, 4, 2, 0)}, {"D": (1, 0.75, math.log2(7), None)}, "within 1e-5")])
    # On a face of a cube map s = (sc ÷ |ma| + 1) ÷ 2: texels per unit are half of the size.
    write("textures", "txd_cube", f"The derivatives of a direction are projected to its face ({SPEC}.6.5, GL 1.5 section 3.8.6).", "TXD $D, $A, $B, $C, texture[0], CUBE;",
          [({"A": (2, 0, 1, 9), "B": dx, "C": dy, "texture[0]": (16, 16, 16, 0)}, {"D": (None, None, lod, None)}, "within 1e-5") for dx, dy, lod in (
              ((0, 0.5, 0, 0), (0, 0, 0, 0), 2), ((0, 0, 0, 0), (0, 0, 1, 0), 3), ((2, 0, 0, 0), (0, 0, 0, 0), 3))])
    write("textures", "txd_suffixes", f"TXD takes C, _SAT, masks and conditions ({SPEC}.4, table X.5).",
          "MOV $D, 5;\nTXDC_SAT $D.xz, $A, $B, $C, texture[1], 2D;\n$READ",
          [({"A": coord, "B": (1, 0, 0, 0), "C": 0, "texture[1]": (8, 8, 0, 0)}, {"D": (1, 5, 1, 5), "CODE": (1, 0, 1, 0)}, "within 1e-5")])
    for name, body in (("tex", "TEXC $D, $A, texture[2], 2D;"), ("txp", "TXPC $D, $A, texture[2], 2D;"), ("txb", "TXBC $D, $A, texture[2], 2D;")):
        write("textures", name + "_code", f"The C form of a texture instruction ({SPEC}.4, table X.5).", f"{body}\n$READ",
              [({"A": (0.25, 0.25, -3, 1)}, {"D": (4, -3, 1 if name == "txb" else 0, None), "CODE": (1, -1, 1 if name == "txb" else 0, None)})])
    write("textures", "txl", f"TXL takes its level of detail from w; the bias of texture and unit is added ({SPEC2}.6.6, GL 1.5 section 3.8.8).",
          "TXL $D, $A, texture[1], 2D;", [({"A": (0.25, 0.5, 0.75, w), "texture[1]": (64, 32, 0, bias)}, {"D": (3, 0.75, w + bias, None)}) for w, bias in ((3, 0), (-1.5, 0), (2, 0.25), (0, -2))], "2")
    write("textures", "txl_suffixes", f"TXL takes C and _SAT ({SPEC2}.4, table X.5).", "TXLC_SAT $D, $A, texture[1], 2D;\n$READ",
          [({"A": (0.25, 0.5, -1, 2)}, {"D": (1, 0, 1, None), "CODE": (1, 0, 1, None)})], "2")


def facing_and_index():
    write("attributes", "facing", f"fragment.facing is (1, 0, 0, 1) or (−1, 0, 0, 1) ({SPEC2}.3.1).", "ATTRIB f = fragment.facing;\nADD $D, f, fragment.facing;",
          [({"fragment.facing": (x, 0, 0, 1)}, {"D": (2 * x, 0, 0, 2)}) for x in (1, -1)], "2")
    sets = {f"fragment.texcoord[{n}]": (n + 1, 10 * n, -n, 0.5) for n in range(8)}
    write("loops", "index", f"LOOP counts, and A0.x names texture coordinates ({SPEC2}.3.1, 3.11.X.8).",
          "TEMP r;\nMOV r, 0;\nLOOP {3, 1, 2};\nADD r, r, fragment.texcoord[A0.x];\nENDLOOP;\nMOV $D, r;",
          [(sets, {"D": (2 + 4 + 6, 10 + 30 + 50, -9, 1.5)})], "2")
    write("loops", "index_offset", f"A0.x + n, also through ATTRIB and ALIAS ({SPEC2}.2, rule arrayMemRel).",
          "TEMP r;\nALIAS index = A0;\nATTRIB t = fragment.texcoord[index.x + 3];\nMOV r, 0;\nLOOP {2, 0, 1};\nMAD r, r, 100, -|t|;\nADD r.w, r, fragment.texcoord[A0.x+9];\nENDLOOP;\nMOV $D, r;",
          [(sets, {"D": (-405, -3040, -304, -50.5)})], "2")
    write("loops", "index_not_below_0", f"A0.x is at least 0 ({SPEC2}.3.3.Y); beyond the last set there is nothing.",
          "TEMP r;\nMOV r, 0;\nLOOP {4, -2, 1};\nMAD r, r, 10, fragment.texcoord[A0.x];\nENDLOOP;\nMOV $D.xyz, r;\nMOV r, 0;\nLOOP {3, 7, 1};\nMAD r, r, 10, fragment.texcoord[A0.x];\nENDLOOP;\nMOV $D.w, r.x;",
          [(sets, {"D": (1112, 10, -1, 800)})], "2")
    write("loops", "nested_index", f"Each LOOP has its own index, and the innermost is used; REP has none ({SPEC2}.3.Y).",
          "TEMP r;\nMOV r, 0;\nLOOP {2, 0, 4};\nLOOP {2, 1, 1};\nREP {2};\nMAD r.x, r, 10, fragment.texcoord[A0.x];\nENDREP;\nENDLOOP;\nMAD r.y, r, 100, fragment.texcoord[A0.x].x;\nENDLOOP;\nMOV $D, r;",
          [(sets, {"D": (22332233, 105, 0, 0)})], "2")


def flow():
    def test(feature, name, comment, body, runs):
        write(feature, name, f"{comment} ({SPEC2}.4.X, 3.11.X).", body, runs, "2")

    kinds = [tuple(LT_EQ_GT_UN[(i + turn) % 4] if i < n else 0 for i in range(4)) for n in (1, 4) for turn in range(4)]

    def holds(rule, v):
        return any(code(x) in RULES[rule] for x in v)

    for rule in RULES:
        test("if", f"rule_{rule.lower()}", f"IF {rule} takes its first part if any of the four components passes",
             f"MOV $D, 0;\nMOVC CC, $A;\nIF {rule};\nMOV $D.x, 1;\nELSE;\nMOV $D.x, 2;\nENDIF;\nADD $D.y, $B, 1;".replace("ADD $D.y, $B, 1", "MOV $D.y, 3"),
             [({"A": v}, {"D": (1 if holds(rule, v) else 2, 3, 0, 0)}) for v in kinds])
        test("if", f"without_else_{rule.lower()}", f"IF {rule} without ELSE", f"MOV $D, 0;\nMOVC CC, $A;\nIF {rule}.wzyx;\nMOV $D.x, 1;\nENDIF;\nMOV $D.y, 3;",
             [({"A": v}, {"D": (1 if holds(rule, v) else 0, 3, 0, 0)}) for v in kinds])
        test("loops", f"brk_{rule.lower()}", f"BRK ({rule}) leaves the loop if any of the four components passes",
             f"TEMP r;\nMOV r, 0;\nMOVC CC, $A;\nREP {{5}};\nADD r.x, r, 1;\nBRK ({rule});\nADD r.y, r, 1;\nENDREP;\nMOV $D, r;", [({"A": v}, {"D": (1, 0, 0, 0) if holds(rule, v) else (5, 5, 0, 0)}) for v in kinds])
        test("calls", f"cal_{rule.lower()}", f"CAL ({rule}) and RET ({rule})",
             f"MOV $D, 0;\nMOVC CC, $A;\nCAL f ({rule});\nMOV $D.x, 1;\nRET;\nf:\nMOV $D.y, 1;\nRET ({rule}.x);\nMOV $D.z, 1;\nRET;",
             [({"A": v}, {"D": (1, holds(rule, v), holds(rule, v) and not holds(rule, v[:1]), 0)}) for v in kinds])
    x = lambda v: {"A": (v, 0, 0, 0)}
    test("if", "nested", "IF blocks in both parts of an IF block",
         "MOVC CC, $A;\nIF GT.x;\nIF GT.y;\nMOV $D, 1;\nELSE;\nMOV $D, 2;\nENDIF;\nELSE;\nIF GT.y;\nMOV $D, 3;\nELSE;\nIF GT.z;\nMOV $D, 4;\nENDIF;\nENDIF;\nENDIF;",
         [({"A": v}, {"D": r}) for v, r in (((1, 1, 0, 0), 1), ((1, -1, 0, 0), 2), ((-1, 1, 0, 0), 3), ((-1, -1, 1, 0), 4), ((-1, -1, -1, 0), 0))])
    test("if", "forty_eight_deep", "48 IF blocks in each other (MAX_PROGRAM_IF_DEPTH_NV)", "MOVC CC, $A;\nMOV $D, 1;\n" + "IF GT.x;\n" * 48 + "MOV $D, 2;\n" + "ENDIF;\n" * 48,
         [(x(1), {"D": 2}), (x(0), {"D": 1})])
    test("if", "too_deep_in_a_subroutine", "IF blocks around a call count: the 49th ends the program with the results written so far",
         "MOVC CC, $A;\nMOV $D, 1;\n" + "IF TR;\n" * 24 + "CAL f;\nMOV $D.y, 2;\n" + "ENDIF;\n" * 24 + "RET;\nf:\nMOV $D.x, 3;\n" + "IF TR;\n" * 24 + "IF GT.x;\nMOV $D.z, 4;\nENDIF;\n".replace("IF GT.x", "IF TR") * 1 + "ENDIF;\n" * 24 + "RET;",
         [(x(1), {"D": (3, 1, 1, 1)})])
    test("if", "deep_enough_in_a_subroutine", "48 IF blocks, 24 of them around a call",
         "MOV $D, 1;\n" + "IF TR;\n" * 24 + "CAL f;\nMOV $D.y, 2;\n" + "ENDIF;\n" * 24 + "RET;\nf:\nMOV $D.x, 3;\n" + "IF TR;\n" * 24 + "MOV $D.z, 4;\n" + "ENDIF;\n" * 24 + "RET;",
         [({}, {"D": (3, 2, 4, 1)})])
    counts = [(n, max(0, math.floor(n)) if n == n else 0) for n in (0.0, -1.0, 1.0, 2.0, 7.9, -0.5, 255.0)]
    for n, expected in counts:
        test("loops", f"count_{str(n).replace('.', '_').replace('-', 'minus_')}", "REP runs as often as the parameter says, rounded down",
             f"TEMP r;\nMOV r, $A;\nREP program.local[1];\nADD r.x, r, 1;\nENDREP;\nMOV $D, r;", [({"A": 0.0, "program.local[1]": (n, 9, 9, 9)}, {"D": (expected, 0, 0, 0)})])
    test("loops", "count_limited", "No loop runs more than 255 times (MAX_PROGRAM_LOOP_COUNT_NV)", "TEMP r;\nMOV r, 0;\nLOOP {1000};\nADD r.x, r, 1;\nENDLOOP;\nMOV $D, r;", [({}, {"D": (255, 0, 0, 0)})])
    test("loops", "operand", "The operand takes swizzle, sign and bars", "TEMP r;\nMOV r, 0;\nREP -|{9, 9, 4, 9}.z|;\nADD r.x, r, 1;\nENDREP;\nREP |{9, -4}.y|;\nADD r.y, r, 1;\nENDREP;\nMOV $D, r;", [({}, {"D": (0, 4, 0, 0)})])
    test("loops", "nested", "Loops in loops, four deep", "TEMP r;\nMOV r, 0;\nREP {2};\nLOOP {3};\nREP {2};\nLOOP {2};\nADD r.x, r, 1;\nENDLOOP;\nADD r.y, r, 1;\nENDREP;\nADD r.z, r, 1;\nENDLOOP;\nADD r.w, r, 1;\nENDREP;\nMOV $D, r;", [({}, {"D": (24, 12, 6, 2)})])
    test("loops", "break_of_the_inner", "BRK leaves the innermost loop, from inside of IF blocks",
         "TEMP r;\nMOV r, 0;\nREP {3};\nREP {10};\nADD r.x, r, 1;\nSGE r.z, r.x, $A.x;\nMOVC CC.z, r;\nIF NE.z;\nIF TR;\nBRK;\nENDIF;\nENDIF;\nENDREP;\nADD r.y, r, 1;\nENDREP;\nMOV $D, r;",
         [(x(n), {"D": (total, 3, 1 if total >= n else 0, 0)}) for n, total in ((5, 7), (1, 3), (100, 30), (12, 13), (25, 25))])
    test("loops", "break_before_the_end", "BRK at the end and at the beginning of a loop", "TEMP r;\nMOV r, 0;\nREP {3};\nADD r.x, r, 1;\nBRK;\nENDREP;\nLOOP {3};\nBRK (TR);\nADD r.y, r, 1;\nENDLOOP;\nLOOP {3};\nADD r.z, r, 1;\nBRK (FL);\nENDLOOP;\nMOV $D, r;", [({}, {"D": (1, 0, 3, 0)})])
    test("loops", "empty", "Blocks without instructions", "MOV $D, 1;\nREP {3};\nENDREP;\nLOOP {3};\nENDLOOP;\nIF TR;\nENDIF;\nIF FL;\nELSE;\nENDIF;", [({}, {"D": 1})])
    test("loops", "state_parameter", "A state binding is a program parameter", "TEMP r;\nMOV r, 0;\nREP state.fog.params;\nADD r.x, r, 1;\nENDREP;\nMOV $D, r;", [({"state.fog.params": (6, 0, 0, 0)}, {"D": (6, 0, 0, 0)})])
    test("loops", "data_dependent_exit", "Each fragment leaves the loop in another turn",
         "TEMP r;\nMOV r, $A;\nREP {20};\nMUL r.y, r.x, 0.5;\nFRCC r.z, r.y;\nIF EQ.z;\nMOV r.x, r.y;\nELSE;\nMAD r.x, r.x, 3, 1;\nENDIF;\nADD r.w, r, 1;\nSUBC CC.x, r, 1;\nBRK (EQ.x);\nENDREP;\nMOV $D.x, r.x;\nMOV $D.yzw, r.w;",
         [({"A": (n, 0, 0, 0)}, {"D": collatz(n)}) for n in (1, 2, 3, 5, 6, 7, 8, 9, 11, 16)])
    test("calls", "in_loops", "A subroutine with a loop, called inside of loops: each has its own count and index",
         "TEMP r;\nMOV r, 0;\nLOOP {2, 0, 1};\nCAL f;\nADD r.x, r, fragment.texcoord[A0.x];\nREP {2};\nCAL f;\nENDREP;\nENDLOOP;\nMOV $D, r;\nRET;\nf:\nLOOP {3, 2, 1};\nADD r.y, r, fragment.texcoord[A0.x].x;\nENDLOOP;\nADD r.z, r, 1;\nRET;",
         [({f"fragment.texcoord[{n}]": (n + 1, 0, 0, 0) for n in range(8)}, {"D": (3, 6 * 12, 6, 0)})])
    test("calls", "return_from_a_loop", "RET inside of a loop leaves the loop and the subroutine",
         "TEMP r;\nMOV r, 0;\nREP {3};\nCAL f;\nADD r.x, r, 1;\nENDREP;\nMOV $D, r;\nRET;\nf:\nREP {5};\nADD r.y, r, 1;\nSUBC CC.x, r.y, $A.x;\nRET (GE.x);\nENDREP;\nADD r.z, r, 1;\nRET;",
         [(x(n), {"D": (3, y, z, 0)}) for n, y, z in ((1, 3, 0), (3, 5, 0), (7, 8, 1), (100, 15, 3))])
    test("calls", "conditional_in_a_loop", "A call that some fragments make, in a loop",
         "TEMP r;\nMOV r, 0;\nMOVC CC, $A;\nREP {3};\nCAL f (GT.x);\nREP {2};\nADD r.x, r, 1;\nENDREP;\nENDREP;\nMOV $D, r;\nRET;\nf:\nREP {4};\nADD r.y, r, 1;\nENDREP;\nRET;",
         [(x(1), {"D": (6, 12, 0, 0)}), (x(-1), {"D": (6, 0, 0, 0)})])
    test("calls", "loops_too_deep", "Loops around a call count: the fifth ends the program with the results written so far (MAX_PROGRAM_LOOP_DEPTH_NV)",
         "MOV $D, 0;\nREP {1};\nREP {1};\nREP {1};\nCAL f;\nMOV $D.x, 1;\nENDREP;\nENDREP;\nENDREP;\nRET;\nf:\nMOV $D.y, 1;\nREP {1};\nMOV $D.z, 1;\nMOVC CC, $A;\nIF GT.x;\nREP {1};\nMOV $D.w, 1;\nENDREP;\nENDIF;\nENDREP;\nRET;",
         [(x(1), {"D": (0, 1, 1, 0)}), (x(-1), {"D": (1, 1, 1, 0)})])
    recursion = "TEMP r, n;\nMOV n.x, $A;\nMOV r, 0;\nMOV $D, 0;\nCAL f;\nADD r.z, r, 1;\nMOV $D, r;\nRET;\nf:\nADD r.x, r, 1;\nMOV $D.x, r;\nSUBC n.x, n, 1;\nCAL f (GT.x);\nADD r.y, r, 1;\nMOV $D.y, r;\nRET;"
    test("calls", "recursion", "A subroutine calls itself", recursion, [(x(n), {"D": (n, n, 1, 0)}) for n in (1, 2, 3, 4)])
    test("calls", "overflow", "A fifth nested call ends the program with the results written so far (MAX_PROGRAM_CALL_DEPTH_NV)", recursion, [(x(n), {"D": (4, 0, 0, 0)}) for n in (5, 9)])
    test("calls", "start_at_main", "Execution begins after the label main", "f:\nMOV $D.x, $A;\nRET;\nmain:\nMOV $D, 2;\nCAL f;\nMOV $D.y, 3;", [({"A": A}, {"D": (A[0], 3, 2, 2)})])
    test("calls", "end_of_the_program", "RET with an empty stack ends the program", "MOV $D, 1;\nMOVC CC, $A;\nRET (GT.x);\nMOV $D, 2;", [(x(1), {"D": 1}), (x(0), {"D": 2})])
    test("limits", "endless", "After 65536 instructions a fragment ends with the results written so far",
         "TEMP r;\nMOV r, 0;\nMOV $D, 5;\nREP {255};\nREP {255};\nREP {255};\nADD r.x, r, 1;\nENDREP;\nENDREP;\nENDREP;\nMOV $D, 6;", [({}, {"D": 5})])
    test("kil", "in_blocks", "KIL in a block discards the fragments that are there", "MOV $D, 1;\nMOVC CC, $A;\nIF GT.x;\nKIL LT.y;\nMOV $D, 2;\nELSE;\nREP {2};\nKIL -$B.x;\nENDREP;\nENDIF;",
         [({"A": (1, -1, 0, 0)}, {"killed": "true"}), ({"A": (1, 1, 0, 0)}, {"D": 2}), ({"A": (-1, -1, 0, 0), "B": 0.0}, {"D": 1}), ({"A": (-1, 1, 0, 0), "B": 1}, {"killed": "true"})])
    test("results", "depth", "Depth that a block writes", "MOV $D, 1;\nMOV result.depth.z, 0.25;\nMOVC CC, $A;\nIF GT.x;\nMOV result.depth.z, 0.75;\nENDIF;",
         [(x(1), {"result.depth": (None, None, 0.75, None)}), (x(-1), {"result.depth": (None, None, 0.25, None)})])
    color, fog_color = (2, 0.5, -1, 3), (0.25, 1, 0.5, 0.125)
    f = (10 - 4) * 0.125
    fogged = [f * min(max(c, 0), 1) + (1 - f) * k for c, k in zip(color[:3], fog_color)] + [1]
    write("results", "fog", f"The fog option acts however the program ends ({SPEC2}.4.X, QUIRKS 0.38).",
          "OPTION ARB_fog_linear;\nMOV $D, $A;\nMOVC CC, $B;\nRET (GT.x);\nMOV $D, 1;\nIF EQ.x;\nMOV $D, 0;\nENDIF;",
          [({"A": color, "B": (b, 0, 0, 0), "fragment.fogcoord": (4, 0, 0, 1), "state.fog.params": (0, 2, 10, 0.125), "state.fog.color": fog_color}, {"D": v}, "bits 20")
           for b, v in ((1, fogged), (0, [(1 - f) * k for k in fog_color[:3]] + [0]), (-1, [f + (1 - f) * k for k in fog_color[:3]] + [1]))], "2")
    write("textures", "in_blocks", f"Texture instructions in both parts of an IF block ({SPEC2}.4.X).",
          "MOV $D, 0;\nMOVC CC, $A;\nIF GT.x;\nTXL $D, $B, texture[1], 2D;\nELSE;\nTXD $D, $B, 0, 0.5, texture[2], 2D;\nENDIF;",
          [({**x(1), "B": (0, 0, 3, 2), "texture[1]": (8, 8, 0, 0), "texture[2]": (8, 8, 0, 0)}, {"D": (2, 3, 2, None)}),
           ({**x(-1), "B": (0, 0, 3, 2), "texture[1]": (8, 8, 0, 0), "texture[2]": (8, 8, 0, 0)}, {"D": (4, 3, 2.5, None)}, "within 1e-5")], "2")


def collatz(n):
    """x after at most 20 rounds, and the number of rounds."""
    turns = 0
    for _ in range(20):
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        turns += 1
        if n == 1:
            break
    return (n, turns, turns, turns)


if __name__ == "__main__":
    for language in SUFFIXES:
        common(language)
    opcodes()
    opcodes2()
    suffixes()
    conditions()
    textures()
    facing_and_index()
    flow()
