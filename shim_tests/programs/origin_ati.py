#!/usr/bin/env python3
"""Writes the program tests of ATI_text_fragment_shader, and is the origin of their expected values.

usage: shim_tests/programs/origin_ati.py    (stdlib only; rewrites shim_tests/programs/ati-fragment/)

Every expected number is computed here from the tables of ATI_fragment_shader 3.8.11 in f64, or written by hand. Where the
text leaves a case open, the value is the choice of docs/QUIRKS.md, named in the test's first line.

A shader's result is clamped to [0, 1]. Most tests therefore end in x/16 + 1/2, which shows the whole range of a register.
"""
import itertools
import math
import os
import struct

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ati-fragment")
INF, NAN = math.inf, math.nan
SHOW = "    MAD r0, r0, c6, c7;"
CONSTANTS = {
    "c0": "program.env[0]",
    "c1": "program.env[1]",
    "c6": "{ 0.0625, 0.0625, 0.0625, 0.0625 }",
    "c7": "{ 0.5, 0.5, 0.5, 0.5 }",
}
A_NAME, B_NAME, C_NAME = "program.env[0]", "program.env[1]", "fragment.color"


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def clamp(x, low=-8.0, high=8.0):
    """Clamps as the IR does, by max and then min: NaN gives the lower bound."""
    return low if math.isnan(x) else min(max(x, low), high)


def vec(v):
    return list(v) if isinstance(v, (tuple, list)) else [v] * 4


def shown(v):
    """The output for a register that SHOW shows, after the final clamp."""
    return [clamp(clamp(x) / 16 + 0.5, 0.0, 1.0) for x in vec(v)]


def number(x):
    if math.isnan(x):
        return "nan"
    if math.isinf(x):
        return "inf" if x > 0 else "-inf"
    assert f32(x) == x, f"{x!r} is no float"
    is_minus_zero = x == 0 and math.copysign(1, x) < 0
    return str(int(x)) if x == int(x) and abs(x) < 1e7 and not is_minus_zero else repr(x)


def write(feature, name, comment, text, runs, around=""):
    """Writes a test. Each of `runs` is ({input: vector}, result[, bound])."""
    os.makedirs(os.path.join(HERE, feature), exist_ok=True)
    out = [f"# {line}" for line in comment.split("\n")]
    out += ["test run", f"== program ati-fragment{around}", text.strip()]
    for inputs, result, *bound in runs:
        out.append(f"== run {bound[0] if bound else 'exact'}")
        out += [f"{key} = {' '.join(map(number, vec(v)))}" for key, v in inputs.items()]
        result = result if isinstance(result, str) else " ".join(map(number, vec(result)))
        out.append(f"result.color = {result}")
    with open(os.path.join(HERE, feature, name + ".test"), "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


def block(kind, lines):
    return f"{kind};\n" + "".join(f"    {line};\n" for line in lines) + "EndPass;\n"


def program(arithmetic, routing=(), first=None, show=True, constants=CONSTANTS):
    """The text of a shader. Its output pass has the statements `routing` and `arithmetic`, then SHOW. `first` has those of a
    preliminary pass."""
    used = " ".join([*arithmetic, *routing, *(first or []), SHOW if show else ""])
    declared = {c: v for c, v in constants.items() if c in used}
    text = "!!ATIfs1.0\n"
    if declared:
        text += "StartConstants;\n" + "".join(f"    CONSTANT {c} = {v};\n" for c, v in declared.items()) + "EndConstants;\n"
    if first is not None:
        text += block("StartPrelimPass", first)
    body = [*routing, *arithmetic] + ([SHOW.strip(" ;")] if show else [])
    return text + block("StartOutputPass", body)


def dot(n, a, b):
    return sum(a[i] * b[i] for i in range(n))


# Table 3.21: the result of each operation, component by component or one for all.
OPERATIONS = {
    "MOV": (1, lambda a: a),
    "ADD": (2, lambda a, b: a + b),
    "SUB": (2, lambda a, b: a - b),
    "MUL": (2, lambda a, b: a * b),
    "MAD": (3, lambda a, b, c: a * b + c),
    "LERP": (3, lambda a, b, c: a * b + (1 - a) * c),
    "CND": (3, lambda a, b, c: a if c > 0.5 else b),
    "CND0": (3, lambda a, b, c: a if c >= 0 else b),
}
DOTS = {
    "DOT3": (2, lambda a, b: dot(3, a, b)),
    "DOT4": (2, lambda a, b: dot(4, a, b)),
    "DOT2ADD": (3, lambda a, b, c: dot(2, a, b) + c[2]),
}
VECTORS = [
    ((1.5, -2.25, 0.125, -8.0), (-3.0, 0.5, 16.0, -0.75), (0.25, 4.0, -1.0, 3.5)),
    ((0.25, 0.5, 0.75, 1.0), (1.0, 0.0, 0.5, 0.25), (0.0, 0.5, 0.75, 1.0)),
    ((-1.0, 2.0, -0.5, 0.5), (0.5, 0.25, -2.0, 6.0), (0.625, 0.375, -0.25, -0.0)),
    ((0.0, 1.0, 0.0, 1.0), (5.0, 6.0, -7.0, 3.0), (-3.0, -4.0, 2.0, 1.5)),
]


def operands(n, values):
    return dict(zip((A_NAME, B_NAME, C_NAME), values[:n]))


def opcodes():
    for name, (n, f) in {**OPERATIONS, **DOTS}.items():
        arguments = ", ".join(["c0", "c1", "color0"][:n])
        runs = []
        for values in VECTORS:
            if name in DOTS:
                result = [f(*values[:n])] * 4
            else:
                result = [f(*components) for components in zip(*values[:n])]
            runs.append((operands(n, values), shown(result)))
        lower = name.lower()
        what = f"{name} (ATI_fragment_shader table 3.21)"
        write("opcodes", lower, f"{what}, in colour and alpha.", program([f"{name} r0, {arguments}"]), runs)
        if name in DOTS:
            halves = [f"{name} r0.rgb, {arguments}"]
            write("opcodes", lower + "_color", f"{what} in colour leaves alpha alone.", program(halves),
                  [(i, [*r[:3], 0.5]) for i, r in runs])
        else:
            halves = [f"{name} r0.a, {arguments}", f"{name} r0.rgb, {arguments}"]
            write("opcodes", lower + "_halves", f"{what}: an alpha, then a colour operation.", program(halves), runs)
    edge = [((1, 1, 1, 1), (2, 2, 2, 2), (0.5, 0.50000006, NAN, INF), (2, 1, 2, 1)),
            ((1, 1, 1, 1), (2, 2, 2, 2), (-INF, 0.49999997, 0.0, 8.0), (2, 2, 2, 1))]
    write("opcodes", "cnd_edges", "CND: exactly 0.5 and NaN select the second argument (QUIRKS 2.1).",
          program(["CND r0, c0, c1, color0"]), [(operands(3, v), shown(v[3])) for v in
          [(tuple(a), tuple(b), tuple(map(f32, c)), r) for a, b, c, r in edge]])
    edge = [((1,) * 4, (2,) * 4, (0.0, -0.0, NAN, INF), (1, 1, 2, 1)), ((1,) * 4, (2,) * 4, (-INF, -2.0**-126, 2.0**-126, -1), (2, 2, 1, 2))]
    write("opcodes", "cnd0_edges", "CND0: both zeros select the first argument, NaN the second (QUIRKS 2.2).",
          program(["CND0 r0, c0, c1, color0"]), [(operands(3, v), shown(v[3])) for v in edge])
    write("opcodes", "lerp_outside", "LERP with a factor outside [0, 1] is computed as written (QUIRKS 2.17).",
          program(["LERP r0, c0, c1, color0"]),
          [(operands(3, v), shown([a * b + (1 - a) * c for a, b, c in zip(*v)])) for v in
           [((2, -1, 1.5, -0.5), (1, 2, 3, 4), (0.5, 0.25, 2, 1))]])


def modifiers():
    a = (0.75, -1.5, 0.25, 3.0)
    for bits in itertools.product((False, True), repeat=4):
        negate, double, bias, complement = bits

        def apply(x):
            x = 1 - x if complement else x
            x = x - 0.5 if bias else x
            x = 2 * x if double else x
            return -x if negate else x

        names = [n for n, on in zip(("neg", "2x", "bias", "comp"), bits) if on]
        suffix = "".join("." + n for n in names)
        write("modifiers", "source_" + ("_".join(names) or "none"),
              "Source modifiers in the order comp, bias, 2x, neg (ATI_fragment_shader table 3.24, QUIRKS 2.8).",
              program([f"MOV r0, c0{suffix}"]), [({A_NAME: a}, shown([apply(x) for x in a]))])
    for i, letter in enumerate("rgba"):
        write("modifiers", f"replicate_{letter}", "Replication comes before the modifiers (table 3.23, QUIRKS 2.8).",
              program([f"MOV r1, c0.{letter}", f"ADD r0, r1, c0.{letter}.neg.2x.bias.comp"]),
              [({A_NAME: a}, shown(a[i] - 2 * (1 - a[i] - 0.5)))])
    for bits in range(1, 16):
        mask = "".join(l for i, l in enumerate("rgba") if bits >> i & 1)
        b = (1.0, 2.0, -3.0, -4.0)
        write("modifiers", f"mask_{mask}", "A write mask leaves the other components alone (QUIRKS 2.6).",
              program(["MOV r0, c0", f"MOV r0.{mask}, c1"]),
              [({A_NAME: a, B_NAME: b}, shown([b[i] if bits >> i & 1 else a[i] for i in range(4)]))])
    for name, factor in (("2x", 2), ("4x", 4), ("8x", 8), ("half", 0.5), ("quarter", 0.25), ("eighth", 0.125)):
        values = [(0.125, -0.75, 3.0, 0.03125), (16.0, -24.0, 0.0, 1.0)]
        what = "Scales the result (table 3.22)"
        write("modifiers", f"scale_{name}", f"{what}, before the register's range applies.", program([f"MOV r0.{name}, c0"]),
              [({A_NAME: v}, shown([x * factor for x in v])) for v in values])
        write("modifiers", f"scale_{name}_saturate", f"{what}, then saturates (QUIRKS 2.7).", program([f"MOV r0.{name}.sat, c0"]),
              [({A_NAME: v}, shown([clamp(x * factor, 0.0, 1.0) for x in v])) for v in values])
    write("modifiers", "saturate", "Saturation clamps to [0, 1]; NaN gives 0.", program(["MOV r0.sat, c0"]),
          [({A_NAME: (0.25, -3, 7, NAN)}, shown((0.25, 0, 1, 0))), ({A_NAME: (-0.0, INF, -INF, 1)}, shown((0, 1, 0, 1)))])
    write("modifiers", "each_argument", "Every argument has its own component and modifiers.",
          program(["MAD r0, c0.b.neg, c1.2x, color0.a.comp"]),
          [({A_NAME: a, B_NAME: (1, 2, -3, 0.5), C_NAME: (0, 0, 0, 0.25)},
            shown([-0.25 * 2 * b + 0.75 for b in (1, 2, -3, 0.5)]))])
    fixed = {"0": 0, "1": 1, "1.neg": -1, "1.2x": 2, "1.bias": 0.5, "0.comp": 1, "0.neg.2x.bias.comp": -1, "1.a.2x.bias": 1, "1.g.neg": -1}
    for text, value in fixed.items():
        write("modifiers", "fixed_" + text.replace(".", "_"), "0 and 1 take components and modifiers like any argument (QUIRKS 2.39).",
              program([f"ADD r0, {text}, c0"]), [({A_NAME: a}, shown([value + x for x in a]))])


def pairs():
    a, b = (0.5, -1.0, 2.0, -3.0), (4.0, 5.0, -6.0, 7.0)
    ab = {A_NAME: a, B_NAME: b}
    write("pairs", "alpha_reads_before_color", "Halves of a pair run in parallel: alpha reads what red was (QUIRKS 2.13).",
          program(["MOV r0, c0", "MOV r0.rgb, c1", "MOV r0.a, r0.r"]), [(ab, shown([4, 5, -6, 0.5]))])
    write("pairs", "color_reads_before_alpha", "Halves of a pair run in parallel, into two registers.",
          program(["MOV r0, c0", "MOV r1, c1", "ADD r0.rgb, r1, r0", "ADD r1.a, r0.r, r1", "MOV r0.a, r1"]),
          [(ab, shown([4.5, 4, -4, 7.5]))])
    write("pairs", "implicit_pair", "A statement without mask is both halves of one pair: neither sees the other's result.",
          program(["MOV r0, c0", "ADD r0, r0.a, r0.r"]), [(ab, shown(-2.5))])
    write("pairs", "alpha_before_color", "Alpha, then colour, are two pairs: the colour operation sees the new alpha (QUIRKS 2.13).",
          program(["MOV r0, c0", "MOV r0.a, c1", "MOV r0.rgb, r0.a"]), [(ab, shown(7))])
    write("pairs", "alpha_after_alpha", "The second of two alpha operations sees the first's result.",
          program(["MOV r0, c0", "MOV r0.a, c1", "ADD r0.a, r0, r0"]), [(ab, shown([0.5, -1, 2, 8]))])
    write("pairs", "alpha_after_whole_pair", "An alpha operation after a whole pair begins its own.",
          program(["MOV r0, c0", "MOV r0.rgb, c1", "MOV r0.a, 0", "MOV r0.a, r0.b"]), [(ab, shown([4, 5, -6, -6]))])
    steps = ["ADD r0, r0, c0.r"] * 6
    write("pairs", "eight_pairs", "Eight pairs fit into a pass, the last of two statements (restriction 5).",
          program(["MOV r0, c0"] + steps + ["ADD r1.rgb, r0, c1", "ADD r0.a, r0, c1"], show=False) , [
              ({A_NAME: (0.125, 0.0625, 0, -7), B_NAME: (0, 0, 0, 6.75)}, [0.875, 0.8125, 0.75, 0.5])])
    write("pairs", "swap", "A pair swaps red and alpha.", program(["MOV r0, c0", "MOV r0.r, r0.a", "MOV r0.a, r0.r"]),
          [(ab, shown([-3, -1, 2, 0.5]))])
    d3, d4, d2 = dot(3, a, b), dot(4, a, b), dot(2, a, b)
    write("pairs", "dot_alpha_unscaled", "Alpha takes the dot product before the colour's scale, and scales it itself (QUIRKS 2.14).",
          program(["DOT3 r0.rgb.quarter + r0.a.half.sat, c0, c1"]), [(ab, shown([d3 / 4] * 3 + [clamp(d3 / 2, 0.0, 1.0)])),
          ({A_NAME: (1, 1, 1, 1), B_NAME: (0.5, 0.25, 0.25, 9)}, shown([0.25] * 3 + [0.5]))])
    write("pairs", "dot_alpha_elsewhere", "Alpha takes the dot product into a register of its own (QUIRKS 2.14).",
          program(["MOV r0, c0", "DOT4 r1.rg + r0.a.eighth, c0, c1", "ADD r0.r, r0, r1.g.neg"]),
          [(ab, shown([0.5 + 8, -1, 2, d4 / 8])), ({A_NAME: (1, 0, 0, 1), B_NAME: (0.5, 9, 9, 1)}, shown([-0.5, 0, 0, 0.1875]))])
    write("pairs", "dot_alpha_mask", "A dot product goes to the components of the mask.",
          program(["MOV r0, c0", "DOT2ADD r0.ga.half, c0, c1, c1"]), [(ab, shown([0.5, clamp((d2 - 6) / 2), 2, clamp((d2 - 6) / 2)]))])
    write("pairs", "dot_secondary", "A dot product reads no alpha of the secondary colour (restriction 12).",
          program(["DOT3 r0, color1, c0"]), [({**ab, "fragment.color.secondary": (0.5, 0.25, 1, 0)}, shown(0.25 - 0.25 + 2))])
    write("pairs", "dot4_then_color", "After a colour DOT4 a statement that writes colour may come (restriction 11).",
          program(["DOT4 r0.rgb, c0, c1", "MOV r0.ga, c0"]), [(ab, shown([clamp(d4), -1, clamp(d4), -3]))])


def ranges():
    up = {A_NAME: (5, -5, 8, -8), B_NAME: (4, 4, 1, 1)}
    write("range", "arithmetic", "Every register write is clamped to [-8, 8] (QUIRKS 2.9).",
          program(["ADD r0, c0, c1", "ADD r0, r0, c1.neg"]), [(up, shown([8 - 4, -1 - 4, 8 - 1, -7 - 1])),
          ({A_NAME: (INF, -INF, 3, -3), B_NAME: 0}, shown([8, -8, 3, -3]))])
    write("range", "nan", "A register never holds NaN: the clamp makes it -8, saturation 0 (QUIRKS 2.9).",
          program(["MUL r0, c0, c1", "ADD r0, r0, 1"]), [({A_NAME: (INF, -INF, NAN, 2), B_NAME: (0, 0, 1, 3)}, shown([-7, -7, -7, 7]))])
    write("range", "constants", "Arguments are not clamped (QUIRKS 2.9).", program(["MOV r0.eighth, c0"]),
          [({A_NAME: (40, -40, 64, 100)}, shown([5, -5, 8, 8]))])
    write("range", "pass_tex_coord", "PassTexCoord writes a register and is clamped (QUIRKS 2.9).", program([], ["PassTexCoord r0, t0.stq"]),
          [({"fragment.texcoord[0]": (20, -20, 3, -9)}, shown([8, -8, -8, 1]))])
    write("range", "sampled", "A texel in a register is clamped, the coordinates of SampleMap are not (QUIRKS 2.9).",
          program(["MOV r0, r5"], ["SampleMap r5, t0.str"]),
          [({"fragment.texcoord[0]": (100.25, 0, -20, 1)}, shown([8, -8, 0, 0])), ({"fragment.texcoord[0]": (0, 0, 20, 1)}, shown([8, 8, 0, 0]))])
    write("range", "sampled_coordinates", "The coordinates of SampleMap are not clamped (QUIRKS 2.9).", program([], ["SampleMap r0, t0.str"]),
          [({"fragment.texcoord[0]": (100.25, 0, -20, 1)}, shown([1, -8, 0, 0])), ({"fragment.texcoord[0]": (-100, 16.25, 2, 1)}, shown([1, 2, 0, 0]))])


def texel(unit, s, t, r):
    """The texel of the runner's checkerboard."""
    return [2 * unit + (math.floor(4 * s) + math.floor(4 * t)) % 2, r, 0, 0]


def divide(x, y):
    if y != 0:
        return x / y
    return NAN if x == 0 or math.isnan(x) else math.copysign(INF, x) * math.copysign(1, y)


def swizzled(kind, v):
    s, t, r, q = v
    third = r if kind.startswith("str") else q
    return (s, t, third) if len(kind) == 3 else (divide(s, third), divide(t, third), divide(1, third))


def swizzles():
    values = [(3, -6, 2, 0.5), (0.5, 0.25, -4, -0.25), (1, -2, 0, 0), (0, -1, -0.0, 4)]
    for kind in ("str", "stq", "str_dr", "stq_dq"):
        title = f"{kind} (ATI_fragment_shader table 3.20)"
        write("routing", f"pass_{kind}", f"{title} of PassTexCoord; the fourth component is 1 (QUIRKS 2.5).",
              program([], [f"PassTexCoord r0, t3.{kind}"]),
              [({"fragment.texcoord[3]": v}, shown([*swizzled(kind, v), 1])) for v in values])
        runs = []
        for v in [(0.75, 0.5, 2, 0.5), (0.125, 1.0, 0.25, 2), (-0.25, 0.5, 1, -1)]:
            runs.append(({"fragment.texcoord[7]": v}, shown(texel(2, *swizzled(kind, v)))))
        write("routing", f"sample_{kind}", f"{title} of SampleMap: only _dr and _dq divide (QUIRKS 2.5).",
              program(["MOV r0, r2"], [f"SampleMap r2, t7.{kind}"]), runs)
    write("routing", "without_comma", "The grammar has no comma between destination and source.",
          program(["MOV r0 r2"], ["PassTexCoord r2 t1.str"]), [({"fragment.texcoord[1]": (1, 2, 3, 4)}, shown([1, 2, 3, 1]))])
    write("routing", "mixed_projection", "One set may be divided in one place and not in another (restriction 8).",
          program(["ADD r0, r1, r2"], ["PassTexCoord r1, t1.stq", "PassTexCoord r2, t1.stq_dq"]),
          [({"fragment.texcoord[1]": (1, 2, 3, 4)}, shown([1.25, 2.5, 4.25, 2]))])
    for unit in range(6):
        write("routing", f"unit_{unit}", "SampleMap samples the unit of its register (QUIRKS 2.25).",
              program([f"MOV r0.half, r{unit}"], [f"SampleMap r{unit}, t{(unit + 3) % 8}.str"]),
              [({f"fragment.texcoord[{(unit + 3) % 8}]": (0.25, 0, 0.5, 1)}, shown([clamp(2 * unit + 1) / 2, 0.25, 0, 0]))])
    write("routing", "no_texture", "A unit without an enabled target gives (0, 0, 0, 1) (QUIRKS 2.25).",
          program(["ADD r0, r0, r1"], ["SampleMap r0, t0.str", "SampleMap r1, t0.str"]),
          [({"fragment.texcoord[0]": (0.25, 0, 0.5, 1)}, shown([3, 0.5, 0, 1]))], " no-texture-0")


def passes():
    a, b = (0.5, -1.0, 2.0, -3.0), (4.0, 5.0, -6.0, 7.0)
    ab = {A_NAME: a, B_NAME: b}
    first = ["MOV r1, c0", "MOV r2, c1"]
    write("passes", "unrouted", "A register that the second pass does not route keeps all its components (QUIRKS 2.22).",
          program(["MOV r0, r1"], ["PassTexCoord r3, t0.str"], first), [(ab, shown(a))])
    write("passes", "routed_str", "PassTexCoord of a register under str copies its alpha, too (QUIRKS 2.22).",
          program(["MOV r0, r3"], ["PassTexCoord r3, r1.str"], first), [(ab, shown(a))])
    write("passes", "routed_str_dr", "PassTexCoord of a register under str_dr divides by its blue; alpha is 1 (QUIRKS 2.22).",
          program(["MOV r0, r1"], ["PassTexCoord r1, r1.str_dr"], first), [(ab, shown([0.25, -0.5, 0.5, 1]))])
    write("passes", "swap", "All routing of the second pass reads what the first left (QUIRKS 2.22).",
          program(["MOV r0.rgb, r1", "MOV r0.a, r2"], ["PassTexCoord r1, r2.str", "PassTexCoord r2, r1.str"], first),
          [(ab, shown([4, 5, -6, -3]))])
    write("passes", "no_routing", "The second pass may route nothing.", program(["ADD r0, r1, r2"], [], first),
          [(ab, shown([4.5, 4, -4, 4]))])
    write("passes", "result_of_first", "A last pass that leaves register 0 alone shows the first pass's (QUIRKS 2.10).",
          program([], [], ["MOV r0, c0"], show=False), [({A_NAME: (0.25, 0.5, 0.75, 1)}, [0.25, 0.5, 0.75, 1])])
    write("passes", "result_unset", "Registers that nothing wrote are 0 (QUIRKS 2.10, 2.12).", program([], [], show=False), [({}, 0)])
    write("passes", "unset_register", "Registers that nothing wrote are 0 (QUIRKS 2.12).", program(["ADD r0, r4, c0"]), [(ab, shown(a))])
    write("passes", "dependent", "Register values are coordinates in the second pass.",
          program(["ADD r0, r3, r4"], ["SampleMap r3, r1.str", "SampleMap r4, r2.str_dr"], ["MOV r1, c0", "MOV r2, c1"]),
          [({A_NAME: (0.25, 0, -1, 0), B_NAME: (0.5, 1, 2, 0)}, shown(
              [clamp(x) + clamp(y) for x, y in zip(texel(3, 0.25, 0, -1), texel(4, 0.25, 0.5, 0.5))]))])
    write("passes", "dependent_range", "Coordinates from a register were clamped when it was written.",
          program([], ["SampleMap r0, r1.str"], ["MOV r1, c0"]), [({A_NAME: (100.25, 0.25, 30, 0)}, shown(texel(0, 8, 0.25, 8)))])
    write("passes", "coordinates_in_both", "A coordinate set serves both passes.",
          program(["ADD r0, r0, r1"], ["PassTexCoord r0, t2.str"], ["PassTexCoord r1, t2.str", "ADD r1, r1, r1"]),
          [({"fragment.texcoord[2]": (1, -2, 0.5, 9)}, shown([3, -6, 1.5, 3]))])


def results():
    write("results", "clamped", "The result is clamped to [0, 1] (QUIRKS 2.10).", program(["MOV r0, c0"], show=False),
          [({A_NAME: (2, -1, 0.5, 8)}, (1, 0, 0.5, 1)), ({A_NAME: (NAN, -0.0, 1, -5)}, (0, 0, 1, 0))])
    secondary = "fragment.color.secondary"
    write("results", "color_sum", "The secondary colour is added to the clamped result, not to alpha (QUIRKS 2.29).",
          program(["MOV r0, c0"], show=False), [({A_NAME: (2, -1, 0.5, 0.25), secondary: (0.5, 0.25, 0.125, 1)}, (1, 0.25, 0.625, 0.25))],
          " color-sum")
    fog = {"fragment.fogcoord": (4, 0, 0, 1), "state.fog.params": (0, 2, 10, 0.125), "state.fog.color": (0.25, 1, 0.5, 0.125)}
    write("results", "fog_linear", "Fog blends red, green and blue of the clamped result (QUIRKS 2.29).", program(["MOV r0, c0"], show=False),
          [({A_NAME: (2, 0.5, -1, 0.75), **fog}, (0.8125, 0.625, 0.125, 0.75))], " fog-linear")
    fog["state.fog.params"] = (0.5, 0, 1, 1)
    for mode, f in (("exp", math.exp(-2)), ("exp2", math.exp(-4))):
        result = [f * c + (1 - f) * g for c, g in zip((1, 0.5, 0), (0.25, 1, 0.5))]
        write("results", f"fog_{mode}", "Fog blends red, green and blue of the clamped result (QUIRKS 2.29).",
              program(["MOV r0, c0"], show=False), [({A_NAME: (2, 0.5, -1, 0.75), **fog}, " ".join(map(repr, result)) + " 0.75", "bits 20")],
              f" fog-{mode}")
    fog["state.fog.params"] = (0, 2, 10, 0.125)
    write("results", "sum_then_fog", "Colour sum comes before fog (QUIRKS 2.29).", program(["MOV r0, c0"], show=False),
          [({A_NAME: (0.5, 0, 0, 1), secondary: (0.75, 0.5, 0, 1), **fog}, (0.8125, 0.625, 0.125, 1))], " color-sum fog-linear")
    colors = {C_NAME: (0.125, 0.25, 0.5, 0.75), secondary: (0.0625, 0.375, 0.625, 0)}
    write("results", "colors", "color0 has four components, color1 three.", program(["MOV r0, color0", "ADD r0.rgb, r0, color1"], show=False),
          [(colors, (0.1875, 0.625, 1, 0.75))])
    write("results", "secondary_replicated", "A component of color1 may go to alpha.", program(["MOV r0, color1.g"], show=False), [(colors, 0.375)])


def constants():
    def one(name, comment, value, inputs, result):
        text = program(["MOV r0, c5"], constants={**CONSTANTS, "c5": value})
        write("constants", name, comment, text, [(inputs, shown(result))])

    one("env", "program.env.", "program.env[7]", {"program.env[7]": (1, 2, -3, -4)}, (1, 2, -3, -4))
    one("local", "program.local.", "program.local[3]", {"program.local[3]": (1, 2, -3, -4)}, (1, 2, -3, -4))
    fill = "A short literal is filled up from (0, 0, 0, 1), as in ARB_vertex_program."
    one("literal_1", fill, "{ 0.5 }", {}, (0.5, 0, 0, 1))
    one("literal_2", fill, "{ 0.5, 0.25 }", {}, (0.5, 0.25, 0, 1))
    one("literal_3", fill, "{ 0.5, 0.25, 1.0 }", {}, (0.5, 0.25, 1, 1))
    one("literal_4", "A literal.", "{ 0.5, .25, 1, 1.25e-1 }", {}, (0.5, 0.25, 1, 0.125))
    one("literal_range", "Values outside [0, 1] are used as given (QUIRKS 2.9).", "{ -0.5, 2.5, -7.0, 80.0e-1 }", {}, (-0.5, 2.5, -7, 8))
    one("literal_infinite", "Infinities reach the arithmetic.", "{ inf, -inf, 1.0e30, -1.0e-30 }", {}, (8, -8, 8, 0))
    text = program(["ADD r0, c3, c4", "MAD r0, r0, c3, c3.r"], constants={**CONSTANTS, "c3": "program.local[0]", "c4": "program.env[0]"})
    write("constants", "same_in_both", "program.env and program.local are different arrays; one operation may read a constant twice.", text,
          [({"program.local[0]": (0.5, 1, 2, -1), "program.env[0]": (1, 2, -1.5, 3)}, shown([1.25, 3.5, 1.5, -1.5]))])
    write("constants", "zero_sign", "0 and -0 are two constants: their reciprocals have different signs.",
          program(["MOV r0, r2"], ["PassTexCoord r1, r1.str_dr", "PassTexCoord r2, r2.str_dr"], ["MOV r1, c4", "MOV r2, c5"],
                  constants={**CONSTANTS, "c4": "{ 1.0, 1.0, 0.0, 1.0 }", "c5": "{ 1.0, 1.0, -0.0, 1.0 }"}),
          [({}, shown([-8, -8, -8, 1]))])


def cross(op, *vectors):
    return [clamp(op(*c)) for c in zip(*map(vec, vectors))]


def add(x, y):
    return cross(lambda a, b: a + b, x, y)


def mul(x, y):
    return cross(lambda a, b: a * b, x, y)


def sample(unit, c):
    return [clamp(x) for x in texel(unit, *c[:3])]


MODULATE = """!!ATIfs1.0

StartOutputPass;
    SampleMap r0, t0.stq_dq; #sample the texture

    MUL r0, r0, color0;      #perform the modulation
EndPass;
"""
DECLARED = """!!ATIfs1.0

StartConstants;
    CONSTANT c0 = program.env[0];
    CONSTANT c1 = program.local[3];
    CONSTANT c2 = { 1.0, 0.0, 0.5, 0.75 };
EndConstants;

StartOutputPass;
    MUL r2, c1, c0;  # multiply global param by local param
    ADD r0, c2, r0;  # add constant param and put result in r0
EndPass;
"""
BUMPED_CUBE = """!!ATIfs1.0

StartPrelimPass;
    PassTexCoord r0, t0.str;    # 1st row of 3x3 basis matrix
    PassTexCoord r1, t1.str;    # 2nd row of 3x3 basis matrix
    PassTexCoord r2, t2.str;    # 3rd row of 3x3 basis matrix
    PassTexCoord r3, t3.str;    # Eye vector
    SampleMap    r4, t5.str;    # Sample normal map

    # Three dot products transform from tangent space to cube map space
    DOT3 r0.r, r0, r4;
    DOT3 r0.g, r1, r4;
    DOT3 r0.b, r2, r4;

    DOT3 r2.2x, r0,     r3;      # 2 * (N dot Eye)
    MUL  r2,    r0,     r2;      # 2 * N * (N dot Eye)
    DOT3 r1,    r0,     r0;      # N dot N
    MAD  r1,    r3.neg, r1, r2;  # 2 * N * (N dot Eye) - Eye * (N dot N)
EndPass;

StartOutputPass;
    SampleMap r0, r0.str;        # Sample diffuse cubic env map
    SampleMap r1, r1.str;        # Sample specular cubic env map
    SampleMap r2, t5.str;        # Sample the base map (gloss in a)

    MUL r0, r0, r2;              # diffuse * base
    MAD r0, r0, r2.a, r1;        # (diffuse * base) + (spec * gloss)
EndPass;
"""
CHROME = """!!ATIfs1.0

StartPrelimPass;
    # get the outputs from the vertex shader
    PassTexCoord r1, t1.str;    # N
    PassTexCoord r2, t2.str;    # light to vtx vector in light space
    PassTexCoord r3, t3.str;    # H
    SampleMap    r4, t4.str;    # L  (sample cubemap normalizer)

    DOT3 r4, r1, r4.2x.bias;    # reg4 = N.L
    DOT3 r1, r1, r3;            # reg1 = N.H
    DOT3 r1.g, r3, r3;          # reg1(green) = H.H  aka |H|^2)
    DOT3 r2, r2, r2;            # reg2 = |light to vertex|^2
EndPass;

StartOutputPass;
    SampleMap    r0, t5.str;   # sample env map using eye vector
    SampleMap    r2, r2.str;   # sample atten map
    SampleMap    r3, r1.str;   # sample spec NHHH map = (N.H)^256
    PassTexCoord r4, r4.str;   # pass N.L through

    # this ensures a pixel is only lit if facing the light
    # (since the spec exp makes negative N.H positive
    # we must do this)
    MUL r3, r3, r4;             # reg3 = ((N.H)^256 *  N.L)

    MUL r3, r0, r3;             # reg3 = spec * env map
    MUL r4, r0, r4;             # reg4 = diff * env map
    ADD r0, r3, r4;             # reg0 = ((spec * env map) + diff * env map)
    MUL r0.sat, r0, r2.r;       # apply point light attenuation
EndPass;
"""
RUSTY = """!!ATIfs1.0

StartPrelimPass;
    # get the outputs from the vertex shader
    SampleMap r1, t0.str;    # N from bump map
    PassTexCoord r2, t2.str; # light to vertex vector in light space
    PassTexCoord r3, t3.str; # H
    SampleMap r4, t4.str;    # L (sample cubemap normalizer)
    SampleMap r5, t0.str;    # specular map (provides our k term for computing N.H^k)


    DOT3 r4, r1.2x.bias, r4.2x.bias; # reg4 = N.L
    DOT3 r1, r1.2x.bias, r3;         # reg1 = N.H
    MUL  r1, r1, r1;                 # reg1 = N.H * N.H = (N.H)^2
    DOT3 r1.b, r3, r3;               # reg1(blue) = H.H = |H|^2
    MUL  r1.g.half, r1.b, r5;        # reg1(green) = |H|^2 * 0.5 * k
    DOT3 r2, r2, r2;                 # reg2 = |light to vertex|^2
EndPass;

StartOutputPass;
    SampleMap r0, t0.str;    # base map
    SampleMap r2, r2.str;    # attenuation

    # note the swizzle (str_DR) because we devide by R we get the following:
    # <(N.H)^2, |H|^2 * 0.5 * k> / |H|^2 = <(N.H)^2/|H>H|^2, 0.5 * k>
    SampleMap r3, r1.str_dr; # (N.H)^k
    PassTexCoord r4, r4.str; # N.L

    # reg3 = (N.H)^k * (N.L)
    MUL r3, r3, r4;

    MUL r3, r0, r3;       # reg3 = specular * basemap
    MUL r4, r0, r4;       # reg4 = diffuse * basemap
    ADD r0, r3, r4;       # reg0 = specular + diffuse
    MUL r0.sat, r0, r2.r; # apply attenuation
EndPass;
"""
SETS = [f"fragment.texcoord[{n}]" for n in range(8)]


def signed(v):
    """The modifiers 2x and bias."""
    return [2 * (x - 0.5) for x in v]


def visible(v):
    return [clamp(x, 0.0, 1.0) for x in v]


def bumped_cube(t0, t1, t2, t3, t5):
    n4 = sample(4, t5)
    r0 = [clamp(dot(3, row, n4)) for row in (t0, t1, t2)] + [1]
    twice = clamp(2 * dot(3, r0, t3))
    r2 = mul(r0, twice)
    nn = clamp(dot(3, r0, r0))
    r1 = add([-x * nn for x in (*t3[:3], 1)], r2)
    base = sample(2, t5)
    diffuse = mul(sample(0, r0), base)
    return visible(add([x * base[3] for x in diffuse], sample(1, r1)))


def lit(base, l_texture, n, h, l2, nhhh):
    """The colour that both shaders of the demo compute from N.L, the specular texel and the attenuation."""
    specular = mul(base, mul(nhhh, [l_texture] * 4))
    diffuse = mul(base, [l_texture] * 4)
    return visible([x * l2[0] for x in add(specular, diffuse)])


def chrome(t1, t2, t3, t4, t5):
    nl = clamp(dot(3, t1, signed(sample(4, t4))))
    nh, hh, ll = (clamp(dot(3, *v)) for v in ((t1, t3), (t3, t3), (t2, t2)))
    return lit(sample(0, t5), nl, t1, t3, sample(2, [ll] * 3), sample(3, [nh, hh, nh]))


def rusty(t0, t2, t3, t4):
    n = signed(sample(1, t0))
    nl = clamp(dot(3, n, signed(sample(4, t4))))
    nh = clamp(dot(3, n, t3))
    nh2, hh, ll = clamp(nh * nh), clamp(dot(3, t3, t3)), clamp(dot(3, t2, t2))
    green = clamp(hh * sample(5, t0)[1] / 2)
    c = [divide(nh2, hh), divide(green, hh), divide(1, hh)]
    return lit(sample(0, t0), nl, n, t3, sample(2, [ll] * 3), sample(3, c))


def examples():
    origin = "of ATI_text_fragment_shader (Sample Usage)."
    runs = []
    for v, color in (((0.5, 1, 0, 2), (0.5, 1, 1, 1)), ((1, 1, 5, 4), (0.75, 0.5, 1, 1))):
        runs.append(({SETS[0]: v, C_NAME: color}, visible(mul(sample(0, swizzled("stq_dq", v)), color))))
    write("examples", "modulate", f"Modulation {origin}", MODULATE, runs)
    # The product is not read again, and r0 was not written: 0.
    write("examples", "constants", f"Constant declarations {origin}", DECLARED,
          [({"program.env[0]": (0.5, 0.5, 0.5, 0.5), "program.local[3]": (1, 0, 1, 0)}, (1, 0, 0.5, 0.75))])
    names = [SETS[n] for n in (0, 1, 2, 3, 5)]
    runs = []
    for values in (((0.0625, 0, 0), (0, 0.5, 0), (0.125, 0, 0.25), (0.5, 0.25, -0.5), (0.25, 0.5, 0.5)),
                   ((0, 0.125, 0.5), (0.03125, 0, 0.5), (0, 0.25, 0), (0, 0.125, 2), (0, 0.5, 1))):
        values = [(*v, 1) for v in values]
        runs.append((dict(zip(names, values)), bumped_cube(*values)))
    write("examples", "bumped_cube", f"Bumped cubic environment mapping {origin}", BUMPED_CUBE, runs)
    names = [SETS[n] for n in (1, 2, 3, 4, 5)]
    runs = []
    for values in (((0, 0.5, 0), (0.25, 0.25, 0), (0, 0.125, 0.5), (0, 0, 0.625), (0.25, 0, 0.5)),
                   ((0.03125, 0.25, -0.0625), (0.5, 0, 0), (0, -0.5, 0.25), (0.25, 0, 0.75), (0.25, 0.5, 1))):
        values = [(*v, 1) for v in values]
        runs.append((dict(zip(names, values)), chrome(*values)))
    write("examples", "chrome", f"Chrome {origin}", CHROME, runs)
    names = [SETS[n] for n in (0, 2, 3, 4)]
    runs = []
    for values in (((0.25, 0, 4.5), (0.5, 0, 0), (0, 0.5, 0.5), (0, 0, -4.25 + 1 / 1024)),
                   ((0, 0.75, 4.5), (0.25, 0.5, 0.25), (0.0625, 0.5, 0.25), (0.5, 0, -4.25 + 1 / 2048))):
        values = [(*v, 1) for v in values]
        runs.append((dict(zip(names, values)), " ".join(map(repr, rusty(*values))), "bits 20"))
    write("examples", "rusty", f"Rusty {origin}", RUSTY, runs)


if __name__ == "__main__":
    for part in (opcodes, modifiers, pairs, ranges, swizzles, passes, results, constants, examples):
        part()
