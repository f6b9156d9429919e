#!/usr/bin/env python3
"""Writes the program tests of Direct3D shader assembly below d3d/: values from the formulas of the instructions.

Rules: 0 x anything = 0; rsq and log take |x|; sgn, slt and sge are false for NaN; mova rounds; ps_1_x clamps constants to
[-1, 1] and results to [-8, 8].
"""
import math, pathlib, struct

HERE = pathlib.Path(__file__).resolve().parent / "d3d"
INF, NAN = math.inf, math.nan


def f32(x):
    """The nearest float."""
    if math.isnan(x) or math.isinf(x):
        return x
    try:
        return struct.unpack("f", struct.pack("f", x))[0]
    except OverflowError:
        return math.copysign(INF, x)


def mul(x, y):
    return 0.0 if x == 0 or y == 0 else f32(x * y)


def mad(x, y, z):
    return z if x == 0 or y == 0 else f32(x * y + z)


def dot(x, y, n):
    total = mul(x[0], y[0])
    for i in range(1, n):
        total = mad(x[i], y[i], total)
    return total


def number(x):
    if x is None:
        return "*"
    if math.isnan(x):
        return "nan"
    if math.isinf(x):
        return "inf" if x > 0 else "-inf"
    return repr(f32(x)) if f32(x) == x else repr(x)


def vector(values):
    return " ".join(number(x) for x in values)


def write(name, title, kind, program, runs):
    """A test file. A run is (bound, [(name, values)])."""
    path = HERE / f"{name}.test"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = f"# {title}\ntest run\n== program d3d-{kind}\n{program}"
    for bound, lines in runs:
        text += f"== run {bound}\n"
        for key, value in lines:
            text += f"{key} = {value if isinstance(value, str) else vector(value)}\n"
    path.write_text(text)


def each(f):
    return lambda *s: [f(*(v[c] for v in s)) for c in range(4)]


def smear(f):
    return lambda *s: [f(*(v[0] for v in s))] * 4


def cross(x, y):
    part = lambda i, j: mad(x[i], y[j], -mul(x[j], y[i]))
    return [part(1, 2), part(2, 0), part(0, 1), None]


def rsq(x):
    return INF if x == 0 else 0.0 if math.isinf(x) else 1 / math.sqrt(abs(x))


def rcp(x):
    return math.copysign(INF, x) if x == 0 else f32(1 / x)


def log(x):
    return -INF if x == 0 else INF if math.isinf(x) else math.log2(abs(x))


def power(x, y):
    x = abs(x)
    if y == 0:
        return 1.0
    if x == 0:
        return 0.0 if y > 0 else INF
    return x**y


def lit(x):
    w = min(max(x[3], -127.9961), 127.9961)
    return [1.0, max(x[0], 0.0), power(max(x[1], 0.0), w) if x[0] > 0 else 0.0, 1.0]


def normalize(x):
    scale = rsq(dot(x, x, 3))
    return [mul(c, scale) for c in x]


def other(f):
    return lambda x, y: y if math.isnan(x) else x if math.isnan(y) else f(x, y)


def below(x, y):
    return 1.0 if x < y else 0.0


def fraction(x):
    return f32(x - math.floor(x))


A, B, C = [1.5, -2.0, 0.25, 4.0], [0.5, 3.0, -1.0, 0.125], [2.0, -0.5, 8.0, 1.0]
Z = [0.0, -0.0, 0.0, 2.0]
HUGE = [INF, NAN, -INF, INF]
# name, number of sources, formula, bound, operand sets, destination mask, swizzle of sources, versions without it
VECTOR = [
    ("mov", 1, each(lambda x: x), "exact", [[A], [HUGE]]),
    ("add", 2, each(lambda x, y: f32(x + y)), "exact", [[A, B], [Z, B]]),
    ("sub", 2, each(lambda x, y: f32(x - y)), "exact", [[A, B], [Z, B]]),
    ("mul", 2, each(mul), "exact", [[A, B], [Z, HUGE], [HUGE, Z]]),
    ("mad", 3, each(mad), "exact", [[A, B, C], [Z, HUGE, C], [HUGE, Z, C]]),
    ("dp3", 2, lambda x, y: [dot(x, y, 3)] * 4, "exact", [[A, B], [Z, HUGE]]),
    ("dp4", 2, lambda x, y: [dot(x, y, 4)] * 4, "exact", [[A, B], [[0.0] * 4, HUGE]]),
    ("min", 2, each(other(min)), "exact", [[A, B], [B, A], [[NAN, 1.0, NAN, 2.0], [1.0, NAN, NAN, 3.0]]]),
    ("max", 2, each(other(max)), "exact", [[A, B], [B, A], [[NAN, 1.0, NAN, 2.0], [1.0, NAN, NAN, 3.0]]]),
    ("frc", 1, each(fraction), "exact", [[[1.5, -1.75, 3.0, 0.25]]]),
    ("abs", 1, each(abs), "exact", [[A], [[-INF, -0.0, 5.0, -7.5]]]),
    ("lrp", 3, each(lambda x, y, z: mad(x, f32(y - z), z)), "exact", [[[0.5, 0.25, 0.0, 1.0], A, B]]),
    ("crs", 2, cross, "exact", [[A, B]]),
    ("nrm", 1, normalize, "bits 20", [[A], [[0.0, 0.0, 0.0, 5.0]]]),
]
SCALAR = [
    ("rcp", 1, smear(rcp), "exact", [[[4.0]], [[0.0]], [[-0.0]], [[INF]]]),
    ("rsq", 1, smear(rsq), "bits 20", [[[4.0]], [[-4.0]], [[0.0]], [[INF]]]),
    ("exp", 1, smear(lambda x: 2.0**x), "bits 18", [[[3.5]], [[-2.0]]]),
    ("log", 1, smear(log), "bits 18", [[[10.0]], [[-10.0]], [[0.0]]]),
    ("pow", 2, smear(power), "bits 16", [[[2.5], [3.0]], [[-2.5], [3.0]], [[0.0], [0.0]], [[0.0], [2.0]]]),
]
VERTEX = [
    ("slt", 2, each(below), "exact", [[A, B], [HUGE, A], [A, HUGE]]),
    ("sge", 2, each(lambda x, y: 1.0 if x >= y else 0.0), "exact", [[A, B], [HUGE, A], [A, A]]),
    ("dst", 2, lambda x, y: [1.0, mul(x[1], y[1]), x[2], y[3]], "exact", [[A, B]]),
    ("lit", 1, lit, "bits 16", [[[0.5, 0.75, 9.0, 4.0]], [[-0.5, 0.75, 9.0, 4.0]], [[1.0, 0.0, 0.0, 0.0]], [[0.5, 0.5, 0.0, 100.0]], [[0.5, 2.0, 0.0, 200.0]]]),
]
PIXEL = [
    ("cmp", 3, each(lambda x, y, z: y if x >= 0 else z), "exact", [[[0.0, -1.0, NAN, -0.0], A, B]]),
    ("dp2add", 3, lambda x, y, z: [f32(dot(x, y, 2) + z[0])] * 4, "exact", [[A, B, C]]),
]
MASK = {"crs": ".xyz", "frc": ".xy"}


def operands(name, n):
    regs = [f"r{i}" for i in range(n)]
    if name in ("rcp", "rsq", "exp", "log", "pow"):
        regs = [r + ".x" for r in regs]
    if name == "dp2add":
        regs[2] += ".x"
    return ", ".join(regs)


def fill(values):
    return values + [values[-1]] * (4 - len(values))


def vertex(version, rows):
    inputs = ["vertex.position", "vertex.texcoord[0]", "vertex.texcoord[1]"]
    three = version.startswith("vs_3")
    head = f"{version}\ndcl_position v0\ndcl_texcoord v1\ndcl_texcoord1 v2\n"
    if three:
        head += "dcl_position o0\ndcl_texcoord o1\n"
    for name, n, formula, bound, sets in rows:
        if version == "vs_1_1" and name in ("abs", "lrp", "crs", "nrm", "pow"):
            continue
        mask = MASK.get(name, "")
        if name == "frc" and version != "vs_1_1":
            mask = ""
        out = "o1" if three else "oT0"
        body = "".join(f"mov r{i}, v{i}\n" for i in range(3))
        body += f"mov {'o0' if three else 'oPos'}, r0\nmov r5, c0\n{name} r5{mask}, {operands(name, n)}\nmov {out}, r5\n"
        runs = []
        for s in sets:
            s = [fill(v) for v in s]
            result = formula(*s)
            written = {"": 15, ".xyz": 7, ".xy": 3}[mask]
            result = [result[c] if written >> c & 1 else 7.0 for c in range(4)]
            lines = list(zip(inputs, s)) + [("c[0]", [7.0] * 4), ("result.texcoord[0]", result)]
            runs.append((bound, lines))
        write(f"{version}/{name}", f"{name} of {version} by its formula (LIBRARIES 5, TRAPS 3).", "vertex", head + body, runs)


def pixel(version, rows):
    inputs = [f"fragment.texcoord[{i}]" for i in range(3)]
    if version.startswith("ps_3"):
        head = f"{version}\n" + "".join(f"dcl_texcoord{i} v{i}\n" for i in range(3))
        reg = "v"
    else:
        head = f"{version}\n" + "".join(f"dcl t{i}\n" for i in range(3))
        reg = "t"
    for name, n, formula, bound, sets in rows:
        mask = ".xyz" if name == "crs" else ""
        body = "".join(f"mov r{i}, {reg}{i}\n" for i in range(3))
        body += f"mov r5, c0\n{name} r5{mask}, {operands(name, n)}\nmov oC0, r5\n"
        runs = []
        for s in sets:
            s = [fill(v) for v in s]
            result = formula(*s)
            if mask:
                result = result[:3] + [7.0]
            lines = list(zip(inputs, s)) + [("c[0]", [7.0] * 4), ("result.color", result)]
            runs.append((bound, lines))
        write(f"{version}/{name}", f"{name} of {version} by its formula (LIBRARIES 5, TRAPS 3).", "pixel", head + body, runs)


for v in ("vs_1_1", "vs_2_0", "vs_2_x", "vs_3_0"):
    vertex(v, VECTOR + SCALAR + VERTEX)
for v in ("ps_2_0", "ps_2_x", "ps_3_0"):
    pixel(v, VECTOR + SCALAR + PIXEL)

# --- single programs -------------------------------------------------------------------------------------------------
V1 = "vs_1_1\ndcl_position v0\n"
write(
    "vs_1_1/expp", "expp of vs_1_1 gives (2^floor, fraction, 2^x, 1).", "vertex",
    V1 + "mov oPos, v0\nexpp r0, v0.y\nmov oT0, r0\n",
    [("bits 18", [("vertex.position", [0.0, 2.5, 0.0, 1.0]), ("result.texcoord[0]", [4.0, 0.5, 2**2.5, 1.0])]),
     ("bits 18", [("vertex.position", [0.0, -1.25, 0.0, 1.0]), ("result.texcoord[0]", [0.25, 0.75, 2**-1.25, 1.0])])],
)
write(
    "vs_1_1/logp", "logp of vs_1_1 gives (exponent, mantissa, log2 |x|, 1).", "vertex",
    V1 + "mov oPos, v0\nlogp r0, v0.y\nmov oT0, r0\n",
    [("bits 18", [("vertex.position", [0.0, 10.0, 0.0, 1.0]), ("result.texcoord[0]", [3.0, 1.25, math.log2(10), 1.0])]),
     ("bits 18", [("vertex.position", [0.0, -0.375, 0.0, 1.0]), ("result.texcoord[0]", [-2.0, 1.5, math.log2(0.375), 1.0])]),
     ("exact", [("vertex.position", [0.0, 0.0, 0.0, 1.0]), ("result.texcoord[0]", [-INF, 1.0, -INF, 1.0])])],
)
ADDRESS = [("c[3]", [3.0] * 4)]
rows = "".join(f"def c{n}, {n}, {10 * n}, 0, 1\n" for n in range(4))


def address(name, version, load, cases):
    program = f"{version}\n{rows}dcl_position v0\nmov oPos, v0\n{load}mov oT0, c[a0.x + 1]\n"
    runs = []
    for x, n in cases:
        result = [float(n), 10.0 * n, 0.0, 1.0] if 0 <= n < 4 else [0.0] * 4
        given = [("vertex.position", [x, 0.0, 0.0, 1.0])]
        given += [(f"c[{k}]", [0.0] * 4) for k in range(4, 256)]
        runs.append(("exact", given + [("result.texcoord[0]", result)]))
    write(name, "A computed constant: the address is rounded, what is outside reads 0 (TRAPS 3).", "vertex", program, runs)


address("vs_1_1/address", "vs_1_1", "mov a0.x, v0.x\n", [(0.0, 1), (1.9, 2), (-0.5, 0), (-1.5, -1), (1000.0, 1001), (NAN, -1)])
address("vs_2_0/address", "vs_2_0", "mova a0.x, v0.x\n", [(0.0, 1), (1.9, 3), (-0.4, 1), (-1.6, -1), (1e30, 10**6)])
write(
    "vs_2_0/sgn", "sgn gives -1, 0 or 1, and 0 for NaN.", "vertex",
    "vs_2_0\ndcl_position v0\nmov oPos, v0\nsgn r0, v0, r1, r2\nmov oT0, r0\n",
    [("exact", [("vertex.position", [-3.0, 0.0, 5.0, NAN]), ("result.texcoord[0]", [-1.0, 0.0, 1.0, 0.0])])],
)
write(
    "vs_2_0/sincos", "sincos gives (cos, sin).", "vertex",
    "vs_2_0\ndcl_position v0\nmov oPos, v0\nsincos r0.xy, v0.x, c0, c1\nmov oT0.xy, r0\n",
    [("within 2e-6", [("vertex.position", [x, 0.0, 0.0, 1.0]), ("c[0]", [0.0] * 4), ("c[1]", [0.0] * 4),
                      ("result.texcoord[0]", [math.cos(f32(x)), math.sin(f32(x)), 0.0, 1.0])]) for x in (0.5, -2.0, 3.0)],
)
M = [[1.0, 2.0, 3.0, 4.0], [0.0, 1.0, 0.5, -1.0], [2.0, 0.0, 0.0, 3.0], [-1.0, 1.0, 1.0, 1.0]]
for name, rows_n, n, mask in (("m4x4", 4, 4, ""), ("m4x3", 3, 4, ".xyz"), ("m3x4", 4, 3, ""), ("m3x3", 3, 3, ".xyz"), ("m3x2", 2, 3, ".xy")):
    result = [dot(A, M[r], n) if r < rows_n else 7.0 for r in range(4)]
    used = [(f"c[{4 + r}]", M[r]) for r in range(rows_n)]
    write(
        f"vs_1_1/{name}", f"{name} is a vector times consecutive rows.", "vertex",
        V1 + f"mov oPos, v0\nmov r0, c0\n{name} r0{mask}, v0, c4\nmov oT0, r0\n",
        [("exact", [("vertex.position", A), ("c[0]", [7.0] * 4)] + used + [("result.texcoord[0]", result)])],
    )
write(
    "vs_3_0/saturate", "_sat clamps after the operation; predicates and _abs.", "vertex",
    "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\nmov r0, c0\nadd_sat r1, v0, v0\n"
    "setp_gt p0, v0, r0\n(p0) mov r0, r1\n(!p0.x) mov r0.w, -v0_abs.w\nmov o1, r0\n",
    [("exact", [("vertex.position", [0.25, -1.0, 2.0, -3.0]), ("c[0]", [0.0, 0.0, 5.0, 0.0]), ("result.texcoord[0]", [0.5, 0.0, 5.0, 0.0])]),
     ("exact", [("vertex.position", [-0.25, 0.125, 2.0, -3.0]), ("c[0]", [0.0, 0.0, 0.0, 0.0]), ("result.texcoord[0]", [0.0, 0.25, 1.0, -3.0])])],
)

# --- flow -------------------------------------------------------------------------------------------------------------
F3 = "vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1\n"


def flow(name, title, body, cases, head=F3, extra=()):
    runs = [("exact", [("vertex.position", x), *extra, *more, ("result.texcoord[0]", y)]) for x, more, y in cases]
    write(f"flow/{name}", title, "vertex", head + "mov o0, v0\n" + body, runs)


flow("if", "if_gt and else, in lanes that part.", "mov r0, v0\nif_gt v0.x, v0.y\n  add r0, r0, r0\nelse\n  mov r0.z, -r0.z\nendif\nmov o1, r0\n",
     [([2.0, 1.0, 3.0, 4.0], [], [4.0, 2.0, 6.0, 8.0]), ([1.0, 2.0, 3.0, 4.0], [], [1.0, 2.0, -3.0, 4.0])])
flow("bool", "if of a truth value, and of its opposite.", "mov r0, v0\nif b3\n  add r0.x, r0.x, r0.x\nendif\nif !b3\n  mov r0.y, -r0.y\nendif\nmov o1, r0\n",
     [([2.0, 1.0, 3.0, 4.0], [("b[3]", [1.0, 0.0, 0.0, 0.0])], [4.0, 1.0, 3.0, 4.0]), ([2.0, 1.0, 3.0, 4.0], [("b[3]", [0.0] * 4)], [2.0, -1.0, 3.0, 4.0])])
flow("rep", "rep runs as often as its constant says; break_gt leaves it.", "mov r0, v0\nrep i0\n  break_gt r0.x, r0.y\n  add r0.x, r0.x, r0.z\nendrep\nmov o1, r0\n",
     [([0.0, 100.0, 1.0, 0.0], [("i[0]", [5.0, 0.0, 0.0, 0.0])], [5.0, 100.0, 1.0, 0.0]), ([0.0, 2.5, 1.0, 0.0], [("i[0]", [5.0, 0.0, 0.0, 0.0])], [3.0, 2.5, 1.0, 0.0])])
flow("loop", "loop counts aL from its first value by its step; inner loops have their own.",
     "mov r0, v0\nloop aL, i0\n  add r0.x, r0.x, c[aL].x\n  loop aL, i1\n    add r0.y, r0.y, c[aL].x\n  endloop\n  add r0.z, r0.z, c[aL].x\nendloop\nmov o1, r0\n",
     [([0.0, 0.0, 0.0, 0.0], [("i[0]", [2.0, 1.0, 2.0, 0.0]), ("i[1]", [3.0, 0.0, 1.0, 0.0])] + [(f"c[{n}]", [10.0 * n, 0.0, 0.0, 0.0]) for n in range(256)], [40.0, 60.0, 40.0, 0.0])])
flow("call", "call and callnz: subroutines call others.",
     "mov r0, v0\ncall l0\nsetp_gt p0, v0, r0\ncallnz l1, p0.w\nmov o1, r0\nret\nlabel l0\nadd r0.x, r0.x, r0.x\ncall l1\nret\nlabel l1\nadd r0.y, r0.y, v0.w\nret\n",
     [([2.0, 1.0, 3.0, 4.0], [], [4.0, 5.0, 3.0, 4.0])])
flow("outputs", "o[aL] is the output of a computed number, v[aL] the input.",
     "loop aL, i0\n  mov o[aL + 1], v[aL]\nendloop\n",
     [([2.0, 1.0, 3.0, 4.0], [("vertex.texcoord[0]", [5.0, 6.0, 7.0, 8.0]), ("i[0]", [2.0, 0.0, 1.0, 0.0])], [2.0, 1.0, 3.0, 4.0])],
     head="vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1\ndcl_texcoord1 o2\n")
flow("limit", "A shader that goes round too often stops.", "mov r0, v0\n" + "rep i0\n" * 4 + "add r0.x, r0.x, c0.x\n" + "endrep\n" * 4 + "mov o1, r0\n",
     [([2.0, 1.0, 3.0, 4.0], [("i[0]", [255.0, 0.0, 0.0, 0.0]), ("c[0]", [1.0] * 4)], [0.0, 0.0, 0.0, 1.0])])

# --- textures of version 2 and 3 --------------------------------------------------------------------------------------
write(
    "ps_2_0/texld", "texld, texldp and texldb sample; texldp divides by w.", "pixel",
    "ps_2_0\ndcl t0\ndcl_volume s1\ntexld r0, t0, s1\ntexldp r1, t0, s1\ntexldb r2, t0, s1\nmov r0.w, r1.z\nmov oC0, r0\nmov oC1, r1\nmov oC2, r2\n",
    [("exact", [("fragment.texcoord[0]", [0.25, 0.0, 6.0, 2.0]), ("result.color[0]", [3.0, 6.0, 0.0, 0.0]),
                ("result.color[1]", [2.0, 3.0, 0.0, 3.0]), ("result.color[2]", [3.0, 6.0, 2.0, 6.0])])],
)
write(
    "ps_3_0/texldl", "texldl takes its level from w; the sampler has a swizzle.", "pixel",
    "ps_3_0\ndcl_texcoord v0\ndcl_volume s2\ntexldl r0, v0, s2.yxzw\nmov oC0, r0\n",
    [("exact", [("fragment.texcoord[0]", [0.25, 0.0, 6.0, 2.0]), ("result.color", [6.0, 5.0, 2.0, 6.0])])],
)
write(
    "ps_2_0/texkill", "texkill: a component below 0; -0 and NaN are not.", "pixel",
    "ps_2_0\ndcl t0\ntexkill t0\nmov oC0, c0\n",
    [("exact", [("fragment.texcoord[0]", x), ("c[0]", [1.0] * 4), ("killed", "true" if k else "false"), ("result.color", [1.0] * 4 if not k else "* * * *")])
     for x, k in (([1.0, 1.0, 1.0, 1.0], False), ([1.0, 1.0, 1.0, -1.0], True), ([-0.0, NAN, 0.0, 0.0], False), ([-1e-30, 0.0, 0.0, 0.0], True))],
)
write(
    "ps_3_0/texkill", "texkill tests the components that it names.", "pixel",
    "ps_3_0\ndcl_texcoord v0\ntexkill v0.xy\nmov oC0, c0\n",
    [("exact", [("fragment.texcoord[0]", x), ("c[0]", [1.0] * 4), ("killed", "true" if k else "false"), ("result.color", [1.0] * 4 if not k else "* * * *")])
     for x, k in (([1.0, 1.0, -1.0, -1.0], False), ([1.0, -1.0, 1.0, 1.0], True))],
)
write(
    "ps_2_0/depth", "oDepth takes one component.", "pixel", "ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0\nmov oDepth, r0.y\n",
    [("exact", [("fragment.texcoord[0]", A), ("result.color", A), ("result.depth", [None, None, -2.0, None])])],
)
write(
    "ps_3_0/position", "vPos counts pixels from the upper left corner; vFace is below 0 for back faces.", "pixel",
    "ps_3_0\ndcl vPos.xy\ndcl vFace\nmov r0, c0\nmov r0.xy, vPos\ncmp r0.z, vFace, c1.x, c1.y\nmov oC0, r0\n".replace("c1.x, c1.y", "c1.x, -c1.x"),
    [("exact", [("fragment.position", [10.5, 20.5, 0.0, 1.0]), ("framebuffer height", [64.0, 0.0, 0.0, 1.0]), ("fragment.facing", [facing, 0.0, 0.0, 0.0]),
                ("c[0]", [0.0] * 4), ("c[1]", [5.0] * 4), ("result.color", [10.0, 43.0, 5.0 * facing, 0.0])]) for facing in (1.0, -1.0)],
)

# --- pixel shaders before version 2 -----------------------------------------------------------------------------------
COLORS = [("fragment.color", [0.25, 0.5, 0.75, 1.0]), ("fragment.color.secondary", [0.5, 0.25, 1.0, 0.0])]
V0, V1C = COLORS[0][1], COLORS[1][1]


def first(name, title, body, result, version="ps_1_1", extra=(), bound="exact"):
    write(f"{version}/{name}", title, "pixel", f"{version}\n{body}", [(bound, COLORS + list(extra) + [("result.color", result)])])


MODS = {"bias": ("v0_bias", lambda x: x - 0.5), "bx2": ("v0_bx2", lambda x: 2 * (x - 0.5)), "complement": ("1-v0", lambda x: 1 - x),
        "negate": ("-v0", lambda x: -x), "negate_bias": ("-v0_bias", lambda x: 0.5 - x), "negate_bx2": ("-v0_bx2", lambda x: 2 * (0.5 - x)), "alpha": ("v0.a", lambda x: 1.0)}
for name, (text, f) in MODS.items():
    for version in ("ps_1_1", "ps_1_2", "ps_1_3", "ps_1_4"):
        first(f"source_{name}", "A source modifier.", f"mov r0, {text}\n", [f(x) for x in V0], version)
first("source_x2", "_x2 doubles.", "mov r0, v0_x2\n", [2 * x for x in V0], "ps_1_4")
for name, scale, versions in (("x2", 2, 4), ("x4", 4, 4), ("d2", 0.5, 4), ("x8", 8, 1), ("d4", 0.25, 1), ("d8", 0.125, 1), ("x2_sat", None, 4)):
    for version in ("ps_1_4", "ps_1_1", "ps_1_2", "ps_1_3")[:versions]:
        result = [min(max(2 * x, 0), 1) if scale is None else min(scale * x, 8) for x in V0]
        first(f"result_{name}", "A result is scaled, then clamped.", f"mov_{name} r0, v0\n", result, version)
first("constants", "Constants are clamped to [-1, 1].", "def c1, 3, -3, 0.5, 1\nadd r0, c0, c1\n", [0.5, 0.0, 0.5, 2.0], "ps_1_1", [("c[0]", [-0.5, 5.0, 0.0, 2.0])])
first("range", "Results are clamped to [-8, 8].", "add_x4 r0, c0, c0\nadd_x4 r0, r0, r0\n", [8.0, -8.0, 8.0, 0.0], "ps_1_1", [("c[0]", [1.0, -1.0, 0.5, 0.0])])
first("cnd", "cnd chooses by r0.a.", "mov r0, v0\ncnd r0, r0.a, v0, v1\n", V0, "ps_1_1")
first("cnd", "cnd chooses by each component.", "cnd r0, v0, v0, v1\n", [0.5, 0.25, 0.75, 1.0], "ps_1_4")
first("cmp", "cmp chooses by the sign.", "cmp r0, v0_bias, v0, v1\n", [0.5, 0.5, 0.75, 1.0], "ps_1_2")
first("lrp", "lrp weighs.", "lrp r0, v0, v0, v1\n", [x * (x - y) + y for x, y in zip(V0, V1C)], "ps_1_1")
first("pair", "Halves that run together read before either writes.", "mov r0, v0\nmov r0.rgb, r0.a\n+mov r0.a, r0.b\n", [1.0, 1.0, 1.0, 0.75], "ps_1_1")
T = lambda n, v: (f"fragment.texcoord[{n}]", v)
S = [0.25, 0.5, 0.75, 2.0]
texel = lambda unit, s, t, r: [2.0 * unit + (math.floor(4 * s) + math.floor(4 * t)) % 2, r, 0.0, r]
first("tex", "tex samples the stage.", "tex t1\nmov r0, t1\n", texel(1, *S[:3]), "ps_1_1", [T(1, S)])
first("texcoord", "texcoord clamps to [0, 1]; w is 1.", "texcoord t0\nmov r0, t0\n", [0.0, 0.5, 1.0, 1.0], "ps_1_1", [T(0, [-1.0, 0.5, 3.0, 5.0])])
t0 = texel(0, 0.25, 0.25, 0.5)  # (0, 0.5, 0, 0.5)
t1 = texel(0, 0.25, 0.5, 0.5)  # (1, 0.5, 0, 0.5)
at0 = T(0, [0.25, 0.5, 0.5, 1.0])
first("texreg2ar", "texreg2ar samples at (a, r).", "tex t0\ntexreg2ar t1, t0\nmov r0, t1\n", texel(1, t1[3], t1[0], 0.0), "ps_1_1", [at0])
first("texreg2gb", "texreg2gb samples at (g, b).", "tex t0\ntexreg2gb t1, t0\nmov r0, t1\n", texel(1, t1[1], t1[2], 0.0), "ps_1_1", [at0])
first("texreg2rgb", "texreg2rgb samples at (r, g, b).", "tex t0\ntexreg2rgb t1, t0\nmov r0, t1\n", texel(1, *t1[:3]), "ps_1_2", [at0])
R1, R2, R3 = [0.5, 0.25, 1.0, 2.0], [1.0, -0.5, 0.25, 3.0], [0.25, 1.5, 0.0, 4.0]
d = lambda row: dot(t1, row, 3)
at = [at0, T(1, R1), T(2, R2), T(3, R3)]
first("texm3x2tex", "texm3x2tex samples at two products.", "tex t0\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0\nmov r0, t2\n", texel(2, d(R1), d(R2), 0.0), "ps_1_1", at[:3])
first("texm3x3tex", "texm3x3tex samples at three products.", "tex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3tex t3, t0\nmov r0, t3\n", texel(3, d(R1), d(R2), d(R3)), "ps_1_1", at)
first("texm3x3", "texm3x3 gives three products.", "tex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3 t3, t0\nmov r0, t3\n", [d(R1), d(R2), d(R3), 1.0], "ps_1_2", at)
N = [d(R1), d(R2), d(R3)]
reflect = lambda e: [2 * dot(N, e, 3) / dot(N, N, 3) * n - x for n, x in zip(N, e)]
E1 = [0.5, 0.25, 1.0, 0.0]
first("texm3x3spec", "texm3x3spec samples at the reflection of a constant.", "tex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3spec t3, t0, c0\nmov r0, t3\n", texel(3, *reflect(E1)), "ps_1_1", at + [("c[0]", E1)], "within 1e-5")
first("texm3x3vspec", "texm3x3vspec samples at the reflection of the fourth coordinates.", "tex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3vspec t3, t0\nmov r0, t3\n", [x if abs(x) <= 8 else 8 * x / abs(x) for x in texel(3, *reflect([2.0, 3.0, 4.0]))], "ps_1_1", at, "within 1e-5")
first("texdp3", "texdp3 gives a product.", "tex t0\ntexdp3 t1, t0\nmov r0, t1\n", [d(R1)] * 4, "ps_1_2", at[:2])
first("texdp3tex", "texdp3tex samples at a product.", "tex t0\ntexdp3tex t1, t0\nmov r0, t1\n", texel(1, d(R1), 0.0, 0.0), "ps_1_2", at[:2])
B1 = [0.5, 0.25, -0.5, 1.0]
bs, bt = R1[0] + B1[0] * t1[0] + B1[2] * t1[1], R1[1] + B1[1] * t1[0] + B1[3] * t1[1]
first("texbem", "texbem moves coordinates by the bump matrix.", "tex t0\ntexbem t1, t0\nmov r0, t1\n", texel(1, bs, bt, 0.0), "ps_1_1", at[:2] + [("bump[1]", B1)])
lum = min(max(t1[2] * 0.5 + 0.25, 0.0), 1.0)
tb = texel(1, bs, bt, 0.0)
first("texbeml", "texbeml multiplies by the luminance.", "tex t0\ntexbeml t1, t0\nmov r0, t1\n", [x * lum for x in tb[:3]] + [tb[3]], "ps_1_1", at[:2] + [("bump[1]", B1), ("luminance[1]", [0.5, 0.25, 0.0, 0.0])])
write("ps_1_3/texm3x2depth", "texm3x2depth divides two products.", "pixel", "ps_1_3\ntex t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, c0\n",
      [("exact", at[:3] + [("c[0]", [0.5] * 4), ("result.color", [0.5] * 4), ("result.depth", [None, None, f32(d(R1) / d(R2)), None])])])
write("ps_1_1/texkill", "texkill tests the first three coordinates.", "pixel", "ps_1_1\ntexkill t0\nmov r0, c0\n",
      [("exact", [T(0, x), ("c[0]", [1.0] * 4), ("killed", k), ("result.color", [1.0] * 4 if k == "false" else "* * * *")]) for x, k in (([1.0, 0.0, 1.0, -1.0], "false"), ([1.0, 1.0, -0.5, 1.0], "true"))])
first("texcrd", "texcrd copies coordinates as they are.", "texcrd r0.xyz, t0\nmov r0.a, c0\n", [-3.0, 0.5, 5.0, 0.5], "ps_1_4", [T(0, [-3.0, 0.5, 5.0, 1.0]), ("c[0]", [0.5] * 4)])
first("texcrd_dw", "_dw divides by the fourth coordinate.", "mov r0, c0\n".join(["texcrd r1.xy, t0_dw.xyw\n", "mov r0.rg, r1\n"]), [0.5, 0.25, 0.5, 0.5], "ps_1_4", [T(0, [1.0, 0.5, 5.0, 2.0]), ("c[0]", [0.5] * 4)])
first("phase", "The second phase samples at what the first has computed.", "texcrd r0.xyz, t0\nadd r1.rgb, r0, r0\nphase\ntexld r2, r1\nmov r0, r2\n", texel(2, 0.5, 1.0, 1.5), "ps_1_4", [T(0, S)])
first("texld_dz", "_dz divides by the third component.", "texcrd r1.xyz, t0\nphase\ntexld r2, r1_dz\nmov r0, r2\n", texel(2, 0.5, 1.0, 1.0), "ps_1_4", [T(0, [1.0, 2.0, 2.0, 1.0])])
first("bem", "bem moves a vector by the bump matrix.", "mov r2, c2\nbem r1.rg, c1, r2\nphase\nmov r0, c0\nmov r0.rg, r1\n", [0.5 + 0.5 * 0.25 - 0.5 * 0.75, 0.25 + 0.25 * 0.25 + 0.75, 0.5, 0.5], "ps_1_4", [("c[0]", [0.5] * 4), ("c[1]", [0.5, 0.25, 0.0, 0.0]), ("c[2]", [0.25, 0.75, 0.0, 0.0]), ("bump[1]", B1)])
write("ps_1_4/texdepth", "texdepth divides r by g, which is at most 1.", "pixel", "ps_1_4\ntexcrd r5.xyz, t0\nphase\ntexdepth r5\nmov r0, c0\n",
      [("exact", [T(0, x), ("c[0]", [0.5] * 4), ("result.color", [0.5] * 4), ("result.depth", [None, None, y, None])]) for x, y in (([0.25, 0.5, 0.0, 1.0], 0.5), ([0.25, 4.0, 0.0, 1.0], 0.25), ([0.25, 0.0, 0.0, 1.0], 1.0))])
