#!/usr/bin/env python3
"""Writes the program tests of native fragment programs, `!!FP1.0`, and is the origin of their expected values.

usage: shim_tests/programs/origin_nv_fp.py    (stdlib only; rewrites shim_tests/programs/nv-fp/)

Every expected number is computed here from the pseudo-code of NV_fragment_program 3.11.4 and 3.11.5, with exact fractions
rounded once, or written by hand. Operands are converted to the precision of the instruction, the result is rounded to it,
clamped, and converted to the register; 16-bit floats come from Python's struct. Operands come in registers: an instruction
that reads a texture coordinate is carried out in 32 bits.

A condition code is read back as one number per component: LT −1, EQ 0, GT 1, UN 2.
"""
import math
import os
import struct
from fractions import Fraction

from origin import HERE, INF, NAN, divide, show
from origin_nv_fragment import code, fixed, half, half_bits, pack

SPEC = "NV_fragment_program 3.11"
INPUTS = {"A": "fragment.texcoord[0]", "B": "fragment.texcoord[1]", "C": "fragment.texcoord[2]", "F": "fragment.color"}
READ = "MOV o[COLR], 2;\nMOV o[COLR] (LT), -1;\nMOV o[COLR] (EQ), 0;\nMOV o[COLR] (GT), 1;"


def single(x):
    """The nearest 32-bit float of a fraction or float."""
    if x is None or isinstance(x, str) or isinstance(x, float) and (math.isnan(x) or math.isinf(x) or x == 0):
        return x
    exact = Fraction(x)
    try:
        near = struct.unpack("f", struct.pack("f", float(exact)))[0]
    except OverflowError:
        return math.copysign(INF, exact)
    if math.isinf(near):
        return near
    bits = struct.unpack("I", struct.pack("f", near))[0]
    around = [struct.unpack("f", struct.pack("I", bits + d))[0] for d in (-1, 0, 1) if 0 <= bits + d < 1 << 32]
    around = [y for y in around if not math.isnan(y) and not math.isinf(y)]
    return min(around, key=lambda y: (abs(Fraction(y) - exact), struct.unpack("I", struct.pack("f", y))[0] & 1))


def fma(a, b, c):
    if any(math.isnan(x) or math.isinf(x) for x in (a, b, c)):
        return a * b + c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    return a * b + c if exact == 0 else single(exact)


def mul(a, b):
    if any(math.isnan(x) or math.isinf(x) or x == 0 for x in (a, b)):
        return a * b
    return single(Fraction(a) * Fraction(b))


def add(a, b):
    if any(math.isnan(x) or math.isinf(x) for x in (a, b)):
        return a + b
    exact = Fraction(a) + Fraction(b)
    return a + b if exact == 0 else single(exact)


def div(a, b):
    if any(math.isnan(x) or math.isinf(x) or x == 0 for x in (a, b)):
        return NAN if any(map(math.isnan, (a, b))) else divide(a, b) if not math.isinf(b) else (NAN if math.isinf(a) else a / b)
    return single(Fraction(a) / Fraction(b))


def dot(n, a, b):
    total = mul(a[0], b[0])
    for i in range(1, n):
        total = fma(a[i], b[i], total)
    return total


def floor(x):
    return x if math.isnan(x) or math.isinf(x) or x == 0 else math.copysign(float(math.floor(x)), x)


def fraction(x):
    return NAN if math.isnan(x) or math.isinf(x) else min(single(Fraction(x) - math.floor(x)) + 0.0, 1 - 2.0**-24)


def extreme(a, b, greater):
    if math.isnan(a) or math.isnan(b):
        return NAN
    if a == b == 0:
        signs = [math.copysign(1, x) for x in (a, b)]
        return 0.0 * (max(signs) if greater else min(signs))
    return max(a, b) if greater else min(a, b)


def exp2(x):
    if math.isnan(x):
        return NAN
    return INF if x >= 128 else 0.0 if x < -126 else 2.0**x


def log2(x):
    if math.isnan(x) or x < 0:
        return NAN
    return -INF if x == 0 else INF if math.isinf(x) else math.log2(x)


def power(a, b):
    log = log2(a)
    return exp2(b * log if not (math.isinf(log) and b == 0) else NAN)


def rsqrt(x):
    if math.isnan(x) or x < 0:
        return NAN
    return math.copysign(INF, x) if x == 0 else 0.0 if math.isinf(x) else 1 / math.sqrt(x)


def lit(v):
    x, y = (0.0 if c < 0 else c for c in v[:2])
    return [1.0, x, power(y, v[3]) if x > 0 else 0.0, 1.0]


def reflect(axis, direction):
    along = div(mul(2.0, dot(3, axis, direction)), dot(3, axis, axis))
    return [fma(along, a, -d) for a, d in zip(axis[:3], direction[:3])] + [None]


def transform(p, v, m):
    s = fma(v[1], m[1], fma(v[0], m[0], p[0]))
    t = fma(v[1], m[3], fma(v[0], m[2], p[1]))
    return [s, t, s, t]


def each(f):
    return lambda *v: [f(*c) for c in zip(*v)]


def all4(f):
    return lambda *v: [f(*v)] * 4


def truth(f):
    return each(lambda a, b: 1.0 if f(a, b) else 0.0)


def trig(f):
    return all4(lambda v: NAN if math.isnan(v[0]) or math.isinf(v[0]) else f(v[0]))


# name: (section, operands, scalar, fixed point, result, bound)
OPCODES = {
    "ADD": (1, 2, 0, 1, each(add), "exact"),
    "COS": (2, 1, 1, 0, trig(math.cos), "within 1e-6"),
    "DP3": (5, 2, 0, 1, all4(lambda a, b: dot(3, a, b)), "exact"),
    "DP4": (6, 2, 0, 1, all4(lambda a, b: dot(4, a, b)), "exact"),
    "DST": (7, 2, 0, 0, lambda a, b: [1.0, mul(a[1], b[1]), a[2], b[3]], "exact"),
    "EX2": (8, 1, 1, 0, all4(lambda a: exp2(a[0])), "bits 20"),
    "FLR": (9, 1, 0, 1, each(floor), "exact"),
    "FRC": (10, 1, 0, 1, each(fraction), "exact"),
    "LG2": (12, 1, 1, 0, all4(lambda a: log2(a[0])), "within 1e-6"),
    "LIT": (13, 1, 0, 0, lit, "bits 17"),
    "LRP": (14, 3, 0, 1, each(lambda a, b, c: fma(a, b, mul(add(1.0, -a), c))), "exact"),
    "MAD": (15, 3, 0, 1, each(fma), "exact"),
    "MAX": (16, 2, 0, 1, each(lambda a, b: extreme(a, b, True)), "exact"),
    "MIN": (17, 2, 0, 1, each(lambda a, b: extreme(a, b, False)), "exact"),
    "MOV": (18, 1, 0, 1, each(lambda a: a), "exact"),
    "MUL": (19, 2, 0, 1, each(mul), "exact"),
    "POW": (24, 2, 1, 0, all4(lambda a, b: power(a[0], b[0])), "bits 17"),
    "RCP": (25, 1, 1, 0, all4(lambda a: div(1.0, a[0])), "ulp 1"),
    "RFL": (26, 2, 0, 0, reflect, "exact"),
    "RSQ": (27, 1, 1, 0, all4(lambda a: rsqrt(a[0])), "ulp 2"),
    "SEQ": (28, 2, 0, 1, truth(lambda a, b: a == b), "exact"),
    "SFL": (29, 2, 0, 1, truth(lambda a, b: False), "exact"),
    "SGE": (30, 2, 0, 1, truth(lambda a, b: a >= b), "exact"),
    "SGT": (31, 2, 0, 1, truth(lambda a, b: a > b), "exact"),
    "SIN": (32, 1, 1, 0, trig(math.sin), "within 1e-6"),
    "SLE": (33, 2, 0, 1, truth(lambda a, b: a <= b), "exact"),
    "SLT": (34, 2, 0, 1, truth(lambda a, b: a < b), "exact"),
    "SNE": (35, 2, 0, 1, truth(lambda a, b: a != b), "exact"),
    "STR": (36, 2, 0, 1, truth(lambda a, b: True), "exact"),
    "SUB": (37, 2, 0, 1, each(lambda a, b: add(a, -b)), "exact"),
    "X2D": (45, 3, 0, 0, transform, "exact"),
}
CONVERT = {"R": single, "H": half, "X": fixed}
# Vectors for A, B, C: plain ones, special ones, and ones that 16 bits and fixed point cannot hold.
CASES = [
    ((1.5, -2.25, 0.125, -8.0), (-3.0, 0.5, 16.0, -0.75), (0.25, 1024.0, -1.0, 3.5)),
    ((0.75, 1.25, 1.0, 0.5), (1.5, -0.5, 0.25, 1.75), (-0.5, 0.125, 1.0, -1.5)),
    ((0.0, -0.0, 0.0, -0.0), (-0.0, 0.0, 2.0, -2.0), (1.0, -1.0, 0.5, 0.0)),
    ((INF, -INF, INF, 1.0), (INF, INF, -INF, -INF), (1.0, 2.0, 3.0, 4.0)),
    ((NAN, 1.0, NAN, INF), (1.0, NAN, NAN, 0.0), (2.0, 3.0, 4.0, 5.0)),
    ((-0.0, INF, -INF, 5.0), (1.0, 0.0, 1.0, 3.0), (0.0, -0.0, 1.0, NAN)),
    ((0.1, 1 / 3, -0.7, 1.999), (0.3, 0.9, -1.1, 0.001), (1 / 7, -0.2, 0.6, 1e-3)),
    ((1 + 2.0**-11, 2049.0, -1e-8, 65519.0), (1 + 2.0**-23, 0.5, 1.0, 2.0), (3.0, -2049.0, 2.0**-25, -65520.0)),
    ((70000.0, -70000.0, 3e38, -1e-6), (70000.0, 1.0, 3e38, 1e-6), (0.0, -1.0, -INF, 1.0)),
]
SCALARS = [(x, y) for x, y in (
    (0.0, 0.0), (-0.0, 1.0), (0.0, -1.0), (-0.0, -0.0), (1.0, INF), (1.0, -INF), (1.0, 7.5), (INF, 0.0), (INF, 2.0), (-INF, 2.0), (-2.0, 2.0),
    (NAN, 1.0), (1.0, NAN), (0.5, INF), (2.0, INF), (0.5, -INF), (2.0, -INF), (3.0, 2.0), (0.7, 0.5), (4.0, -0.5), (1.5, 1.0), (2.0, 10.0), (0.1, -1.25))]


def saturate(x):
    return x if x is None else 0.0 if math.isnan(x) else min(max(x, 0.0), 1.0) + 0.0


def write(feature, name, comment, body, runs):
    """Writes a test. Each of `runs` is (bound, {letter or binding: input}, {result: vector} or "killed")."""
    folder = os.path.join(HERE, "nv-fp", feature)
    os.makedirs(folder, exist_ok=True)
    out = [f"# {comment}", "test run", "== program arb-fragment", "!!FP1.0", body.strip(), "END"]
    for bound, inputs, results in runs:
        out.append(f"== run {bound}")
        for key, value in inputs.items():
            out.append(f"{INPUTS.get(key, key)} = {' '.join(map(show, value))}")
        if results == "killed":
            out.append("killed = true")
            continue
        for key, value in results.items():
            value = list(value) if isinstance(value, (tuple, list)) else [value] * 4
            out.append(f"{key} = {' '.join(map(show, value))}")
    with open(os.path.join(folder, name + ".test"), "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


def vectors(name):
    _, n, scalar, *_ = OPCODES[name]
    if scalar:
        return [tuple((single(x), 9.0, 9.0, 9.0) for x in pair[:n]) for pair in SCALARS]
    return [tuple(tuple(map(single, v)) for v in case[:n]) for case in CASES]


def result(name, precision, inputs):
    """The result of the instruction, rounded to its precision."""
    convert = CONVERT[precision]
    operands = [[convert(x) for x in v] for v in inputs]
    value = OPCODES[name][4](*operands)
    if name == "FRC" and precision == "H":
        value = [x if math.isnan(x) else min(x, 1 - 2.0**-11) for x in value]
    return [None if x is None else convert(x) for x in value]


def is_safe(name, values):
    """Approximated results near the borders of 16 bits may round either way."""
    return OPCODES[name][5] == "exact" or all(x is None or math.isnan(x) or math.isinf(x) or x == 0 or abs(x) > 1e-3 for x in values)


def opcodes():
    for name, (section, n, scalar, is_fixed, _, bound) in OPCODES.items():
        inputs = vectors(name)
        loads = "".join(f"MOV R{i}, f[TEX{i}];\n" for i in range(n))
        suffix = ".x" if scalar else ""
        sources = ", ".join(f"R{i}{suffix}" for i in range(n))
        mask = ".xyz" if name == "RFL" else ""
        spec = f"({SPEC}.5.{section}, 3.11.4.2)"

        def runs(precision, change, key="result.color", own=None):
            out = []
            for v in inputs:
                values = result(name, precision, v)
                if precision == "H" and not is_safe(name, values):
                    continue
                chosen = own or ("bits 9" if precision == "H" and bound != "exact" else bound)
                out.append((chosen, dict(zip("ABC", v)), {key: [change(x) for x in values]}))
            return out

        same = lambda x: x
        variants = [("", "R", "o[COLR]", "single"), ("R", "R", "o[COLR]", "suffix_r"), ("H", "H", "o[COLR]", "suffix_h"), ("", "H", "o[COLH]", "half")]
        if is_fixed:
            variants.append(("X", "X", "o[COLR]", "suffix_x"))
        for letter, precision, target, feature in variants:
            write(feature, name.lower(), f"{name}{letter} to {target}: operands and results in the precision {precision} {spec}.",
                  f"{loads}{name}{letter} {target}{mask}, {sources};", runs(precision, same))
        # A wider operation into a register of 16 bits, and a narrower one.
        write("converted", name.lower(), f"{name}R into an H register: computed in 32 bits, then converted {spec}.",
              f"{loads}{name}R H7{mask}, {sources};\nMOV o[COLR]{mask}, H7;",
              [(b, i, {k: [half(x) for x in v] for k, v in r.items()}) for b, i, r in runs("R", same, own=None if bound == "exact" else "bits 9") if is_safe(name, [half(x) for v in r.values() for x in v])])
        write("interpolated", name.lower(), f"{name}H with a texture coordinate: in 32 bits whatever the suffix {spec}.",
              f"{loads.replace('MOV R0, f[TEX0];' + chr(10), '')}{name}H o[COLR]{mask}, {sources.replace('R0', 'f[TEX0]', 1)};", runs("R", same))
        write("saturated", name.lower(), f"{name}_SAT clamps to 0 … 1; a NaN gives 0 (QUIRKS 0.28) {spec}.",
              f"{loads}{name}_SAT o[COLR]{mask}, {sources};", runs("R", saturate))
        exact = [(i, r["result.color"]) for _, i, r in runs("R", same)]
        write("condition_code", name.lower(), f"{name}C: the condition code is the sign of the result ({SPEC}.4.4).",
              f"{loads}{name}C RC{mask}, {sources};\n{READ}",
              [("exact", i, {"result.color": [0 if x is None else code(x) for x in v]}) for i, v in exact])


def packing():
    several = [tuple(map(single, v)) for v in (
        (0.0, -0.0, 1.0, -1.5), (0.333, 65504.0, 65519.0, 65520.0), (1e-8, 2.0**-25, 3 * 2.0**-25, 6e-5), (INF, -INF, NAN, -1e30),
        (1 / 255, 0.5, 0.9999, 2.0), (-1.0, -1.1, 0.5 / 65535, 1.5 / 65535), (2049.0, 2051.0, -2049.0, 1 + 2.0**-11))]
    for section, name, up, width, value in (
            (20, "PK2H", "UP2H", 16, lambda v: half_bits(v[0]) | half_bits(v[1]) << 16),
            (21, "PK2US", "UP2US", 16, lambda v: pack(v, 0.0, 65535.0, 0.0, 16)),
            (22, "PK4B", "UP4B", 8, lambda v: pack(v, single(-128 / 127), 127.0, 128.0, 8)),
            (23, "PK4UB", "UP4UB", 8, lambda v: pack(v, 0.0, 255.0, 0.0, 8))):
        n = 32 // width

        def unpack(packed):
            parts = [packed >> width * i & (1 << width) - 1 for i in range(n)]
            if name == "PK2H":
                parts = [struct.unpack("e", struct.pack("H", p))[0] for p in parts]
            elif name == "PK4B":
                parts = [single(Fraction(p - 128, 127)) if p != 128 else 0.0 for p in parts]
            else:
                parts = [single(Fraction(p, (1 << width) - 1)) if p else 0.0 for p in parts]
            return parts * (4 // n)

        write("packing", name.lower(), f"{name}: {n} components in the bits of each component of the result ({SPEC}.5.{section}).", f"{name} o[COLR], f[TEX0];",
              [("exact", {"A": v}, {"result.color": [f"0x{value(v):08x}"] * 4}) for v in several if (value(v) >> 23 & 0xff) != 0xff])
        write("packing", up.lower(), f"{up}: what {name} packed and MOV moved ({SPEC}.5.{section + 21}).", f"{name} R3.y, f[TEX0];\nMOV R4, R3;\n{up} o[COLR], R4.y;",
              [("exact", {"A": v}, {"result.color": unpack(value(v))}) for v in several])
        write("packing", up.lower() + "_half", f"{up}C_SAT into 16 bits: its operand keeps its bits ({SPEC}.5.{section + 21}).",
              f"{name} R3, f[TEX0];\n{up}C_SAT H0, R3.x;\nMOV o[COLR], H0;",
              [("exact", {"A": v}, {"result.color": [half(saturate(x)) for x in unpack(value(v))]}) for v in several])
        write("packing", up.lower() + "_parameter", f"{up} of a program parameter ({SPEC}.5.{section + 21}).", f"{up} o[COLR], p[255].z;",
              [("exact", {"program.local[255]": (0.0, 0.0, f"0x{value(v):08x}", 0.0)}, {"result.color": unpack(value(v))}) for v in several[:2]])


def registers():
    a, f = (1.5, -2.25, 0.125, -8.0), (0.25, 0.5, 0.75, 1.0)
    names = [("WPOS", "fragment.position"), ("COL0", "fragment.color"), ("COL1", "fragment.color.secondary")] + [(f"TEX{n}", f"fragment.texcoord[{n}]") for n in range(8)]
    for name, binding in names:
        write("attributes", name.lower(), f"f[{name}] ({SPEC}.1.1).", f"MOV o[COLR], f[{name}];", [("exact", {binding: a}, {"result.color": a})])
    write("attributes", "fogc", f"f[FOGC] is (z, 0, 0, 0) ({SPEC}.1.1).", "MOV o[COLR], f[FOGC];", [("exact", {"fragment.fogcoord": (3.5, 0, 0, 1)}, {"result.color": (3.5, 0, 0, 0)})])
    write("attributes", "color_in_half", f"Colours do not widen an instruction ({SPEC}.4.2).", "MOVH o[COLR], f[COL0];", [("exact", {"F": (single(0.1), 0, 0, 0)}, {"result.color": (half(0.1), 0, 0, 0)})])
    write("registers", "zero", f"Temporaries begin as 0, the condition code as EQ ({SPEC}.1.2, 3.11.1.4).", "MOV o[COLR], R31;\nADD o[COLR].yw (EQ), H60, 1;\nMOV o[COLR].z (NE), 1;",
          [("exact", {}, {"result.color": (0, 1, 0, 1)})])
    write("registers", "apart", f"R and H registers do not overlap ({SPEC}, revision 61).", "MOV R0, f[TEX0];\nMOV H0, 1;\nMOV H1, 2;\nMOV o[COLR], R0;", [("exact", {"A": a}, {"result.color": a})])
    write("registers", "half_holds", f"An H register holds 16-bit floats ({SPEC}.1.2).", "MOV H63, f[TEX0];\nMOV o[COLR], H63;",
          [("exact", {"A": v}, {"result.color": [half(x) for x in v]}) for v in (tuple(map(single, (0.1, 65520.0, 1e-8, -1 / 3))), (NAN, INF, -0.0, -65519.0))])
    write("registers", "rc_and_hc", f"RC and HC set the condition code alone; HC by the value in 16 bits ({SPEC}.1.2, 3.11.4.4).",
          "MOV R0, f[TEX0];\nMOVC RC.xy, R0;\nMOVRC HC.zw, R0;\nMOV RC, -1;\n" + READ, [("exact", {"A": (1e-10, -1e-10, 1e-10, -1e-10)}, {"result.color": (1, -1, 0, 0)})])
    write("results", "colh", f"o[COLH] is a colour of 16 bits ({SPEC}.1.3).", "MOV o[COLH], f[TEX0];", [("exact", {"A": tuple(map(single, (0.1, 0.2, 0.3, 1.0)))}, {"result.color": [half(x) for x in (0.1, 0.2, 0.3, 1.0)]})])
    write("results", "unwritten", "A colour that nothing writes is 0; what a condition leaves stays (QUIRKS 0.36).", "MOV o[COLR].y, 1;\nMOV o[COLR].z (LT), 1;", [("exact", {}, {"result.color": (0, 1, 0, 0)})])
    limits = {"state.depth.limits": (0.25, 0.75, 0, 0)}
    write("results", "depth", f"The z of o[DEPR] is the depth ({SPEC}.1.3).", "MOV o[DEPR], f[TEX0];\nMOV o[COLR], 1;",
          [("exact", {"A": (9, 9, z, 9), "depth limits": (0.25, 0.75, 0, 0)}, {"result.depth": (None, None, z, None)}) for z in (0.25, 0.5, 0.75)])
    write("results", "depth_outside", f"A depth outside of the depth range loses its fragment ({SPEC}.6).", "MOV o[DEPR].z, f[TEX0];\nMOV o[COLR], 1;",
          [("exact", {"A": (9, 9, z, 9), "depth limits": (0.25, 0.75, 0, 0)}, "killed") for z in (0.0, 0.125, 1.0, INF, -INF)])
    del limits, f


def parameters():
    write("parameters", "numbered", f"p[0] to p[255] are the numbered parameters ({SPEC}.2).", "MOV R0, p[0];\nADD o[COLR], R0, p[255];",
          [("exact", {"program.local[0]": (1, 2, 3, 4), "program.local[255]": (10, 20, 30, 40)}, {"result.color": (11, 22, 33, 44)})])
    write("parameters", "declared", f"Declared parameters, by their numbers here ({SPEC}.2).", "DECLARE one;\nDECLARE two = {1, 2, 3};\nMOV R0, two.wzyx;\nSUB o[COLR], R0, -|one|;",
          [("exact", {"named[0]": (1, -2, 3, -4), "named[1]": (10, 20, 30, 40)}, {"result.color": (41, 32, 23, 14)})])
    write("parameters", "defined", f"Named constants: scalars, vectors, of each other ({SPEC}.2).",
          "DEFINE half = 0.5;\nDEFINE v = { 1, half, -2 };\nDEFINE w = v;\nDEFINE minus = -0.5;\nMOV R0, w;\nMAD o[COLR], R0, half, minus;", [("exact", {}, {"result.color": (0, -0.25, -1.5, 0)})])
    for n, (text, value) in enumerate((("{2}", (2, 0, 0, 1)), ("{2, -3}", (2, -3, 0, 1)), ("{2, -3, .5}", (2, -3, 0.5, 1)), ("{2, -3, .5, 1E+1}", (2, -3, 0.5, 10)), ("+2", (2,) * 4), ("-2.5e-1", (-0.25,) * 4)), 1):
        write("parameters", f"constant_{n}", f"Missing components of a vector constant are 0, 0, 1 ({SPEC}.2).", f"MOV o[COLR], {text};", [("exact", {}, {"result.color": value})])
    write("parameters", "merged", f"Constants of at most four different numbers together ({SPEC}.2).", "MAD R0, {1, 2, 3, 4}.wzyx, 2, {4, 3, 2, 1};\nADD o[COLR], {1, 2, 3, 4}, 4;\nADD o[COLR].x, R0, 0;",
          [("exact", {}, {"result.color": (12, 6, 7, 8)})])
    write("parameters", "same_twice", f"One parameter or attribute may be read more than once ({SPEC}.2).", "MUL R0, p[3].x, p[3];\nMAD o[COLR], f[TEX0], f[TEX0].wzyx, R0;",
          [("exact", {"program.local[3]": (2, 3, 4, 5), "A": (1, 2, 3, 4)}, {"result.color": (8, 12, 14, 14)})])
    write("parameters", "names", f"Words that look like registers with numbers too great, $ and _ ({SPEC}.2).", "DEFINE R37 = 1;\nDEFINE TEX24 = 2;\nDEFINE $a_1 = 4;\nDEFINE H64 = 8;\nDEFINE x = 16;\nMOV R1, R37;\nADD R1, R1, TEX24;\nADD R1, R1, $a_1;\nADD R1, R1, H64;\nADD o[COLR], R1, x;",
          [("exact", {}, {"result.color": (31,) * 4})])


def operands():
    a, b = (1.5, -2.25, 0.125, -8.0), (-3.0, 0.5, 16.0, -0.75)
    load = "MOV R0, f[TEX0];\nMOV R1, f[TEX1];\n"
    write("operands", "signs", f"Signs outside and inside of bars ({SPEC}.4.3).", load + "ADD o[COLR], -|-R0|, +|+R1.wzyx|;", [("exact", {"A": a, "B": b}, {"result.color": [-abs(x) + abs(y) for x, y in zip(a, b[::-1])]})])
    write("operands", "scalars", f"Scalar operands: constants and one component ({SPEC}.4.3).", load + "DEFINE four = 4;\nRCP R2.x, -four;\nRCP R2.y, |-R1.x|;\nRCP R2.z, {1, 2}.y;\nPOW R2.w, 2, 3;\nMOV o[COLR], R2;",
          [("bits 20", {"A": a, "B": b}, {"result.color": (-0.25, 1 / 3, 0.5, 8)})])
    write("operands", "absolute_constants", f"Bars around constants ({SPEC}.4.3).", "DEFINE minus = -4;\nMOV R0, |-2|;\nMOV R0.y, -|minus|;\nMOV R0.zw, |{0, 0, -3, -7}|;\nMOV o[COLR], R0;", [("exact", {}, {"result.color": (2, -4, 3, 7)})])
    write("operands", "masks", f"Every mask, conditions, and the code of before ({SPEC}.4.4).", load + "MOVC R0, R0;\nMOV o[COLR], R1;\nMOV o[COLR].xz (GT.xyzw), 7;\nMOV o[COLR].yw (LT.yyyy), 5;\nMOVC R0.x (GT), -1;\nMOV o[COLR].w (LT.x), R0.x;",
          [("exact", {"A": a, "B": b}, {"result.color": (7, 5, 7, -1)})])
    write("operands", "of_the_text", f"The example of the text ({SPEC}.4.4).", "MOV R1, f[TEX0];\nMOVC R0, R1;\nMOVC R0.xyz, R1.yzwx;\nMOVC R0 (NE), R1.zywx;\nMOV o[COLR], R0;", [("exact", {"A": (-2, 0, 2, NAN)}, {"result.color": (0, 0, NAN, -2)})])
    for rule, holds in {"EQ": (0,), "NE": (-1, 1, 2), "LT": (-1,), "GE": (0, 1), "LE": (-1, 0), "GT": (1,), "TR": (-1, 0, 1, 2), "FL": ()}.items():
        values = (-2, 0, 2, NAN)
        write("kil", f"rule_{rule.lower()}", f"KIL {rule} discards if any component passes ({SPEC}.5.11).", f"MOV o[COLR], 3;\nMOVC RC, f[TEX0];\nKIL {rule};",
              [("exact", {"A": (x, y, x, x)}, "killed" if code(x) in holds or code(y) in holds else {"result.color": 3}) for x in values for y in values])
        write("kil", f"swizzle_{rule.lower()}", f"KIL {rule}.wwxx looks at two components ({SPEC}.5.11).", f"MOV o[COLR], 3;\nMOVC RC, f[TEX0];\nKIL {rule}.wwxx;",
              [("exact", {"A": (x, 0, 2, y)}, "killed" if code(x) in holds or code(y) in holds else {"result.color": 3}) for x in values for y in values[:2]])
    write("operands", "derivatives", f"DDX and DDY are 0 where all fragments agree ({SPEC}.5.3, .4).", "DDX R0, f[TEX0];\nDDYHC R1.yw, f[TEX0];\nADD o[COLR], R0, R1;", [("exact", {"A": a}, {"result.color": (0, 0, 0, 0)})])


def textures():
    # Unit n gives (2 n + parity of ⌊4s⌋ + ⌊4t⌋, r, level or bias, reference).
    coord = (0.25, 0.5, 0.75, 3.0)
    for n, target in enumerate(("1D", "2D", "3D", "CUBE", "RECT")):
        write("textures", "tex_" + target.lower(), f"TEX of TEX{3 * n}, {target} ({SPEC}.5.38).", f"TEX o[COLR], f[TEX0], TEX{3 * n}, {target};", [("exact", {"A": coord}, {"result.color": (6 * n + 1, 0.75, 0, None)})])
    write("textures", "txp", f"TXP divides by w ({SPEC}.5.40).", "TXP o[COLR], f[TEX0], TEX1, 2D;", [("exact", {"A": (0.5, 0, 3, 2)}, {"result.color": (3, 1.5, 0, None)})])
    write("textures", "txp_cube", f"TXP of a cube map does not ({SPEC}.5.40).", "TXP o[COLR], f[TEX0], TEX1, CUBE;", [("exact", {"A": (0.5, 0, 3, -2)}, {"result.color": (2, 3, 0, None)})])
    write("textures", "txd", f"TXD takes its level of detail from the derivatives ({SPEC}.5.39).", "MOV R1, f[TEX1];\nMOV R2, f[TEX2];\nTXDC_SAT o[COLR].yz, f[TEX0], R1, R2, TEX1, 2D;\nMOV o[COLR].x (GT.z), 5;",
          [("within 1e-5", {"A": coord, "B": (1 / 16, 0, 9, 9), "C": (0, 0, 9, 9), "texture[1]": (64, 32, 0, 0)}, {"result.color": (5, 0.75, 1, 0)})])
    write("textures", "half", f"A texel in 16 bits; the coordinates keep their 32 ({SPEC}.4.2).", "MOV R0, f[TEX0];\nTEXC H1, R0, TEX15, 2D;\nMOV o[COLR], H1;", [("exact", {"A": (0.25 - 2.0**-20, 0.0, single(0.1), 0)}, {"result.color": (30, half(0.1), 0, None)})])


if __name__ == "__main__":
    opcodes()
    packing()
    registers()
    parameters()
    operands()
    textures()
