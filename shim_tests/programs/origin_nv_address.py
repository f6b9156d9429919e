"""The second part of origin_nv.py: tests of address registers, of results, and of the option itself."""
import math

from origin import A, B, INF, NAN, Language, each
from origin_nv import D, INPUTS, SPEC, codes, write

ROWS = [[10 * row + c for c in range(4)] for row in range(1, 5)]
ARRAY = "PARAM p[4] = { {10, 11, 12, 13}, {20, 21, 22, 23}, {30, 31, 32, 33}, {40, 41, 42, 43} };\nADDRESS a, b;\n"
LINE = "PARAM p[16] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };\nADDRESS a, b;\n"
SECTION = f"{SPEC}.3.5"


def clamp(x):
    """Clamps to the range of an address register (QUIRKS 1.4)."""
    return 0 if math.isnan(x) else int(max(-512, min(511, x)))


def floor(x):
    return clamp(x if math.isinf(x) or math.isnan(x) else math.floor(x))


def nearest(x):
    return clamp(x if math.isinf(x) or math.isnan(x) else round(x))  # Python rounds half to even.


def ara(v):
    return [clamp(v[0] + v[2]), clamp(v[1] + v[3])] * 2


def row(index):
    return ROWS[index] if 0 <= index < 4 else [0] * 4


def line(index):
    return index if 0 <= index < 16 else 0


EACH = "".join(f"MOV $D.{c}, p[a.{c} + 8];\n" for c in "xyzw")


def each_component(name, comment, load, runs):
    """The four components of `a`, each between −8 and 7."""
    write("addressing", name, comment, LINE + load + "\n" + EACH.strip(), [
        (inputs, {"D": [line(x + 8) for x in components]}) for inputs, components in runs])


def address():
    for at, letter in enumerate("xyzw"):
        runs = [({"A": [i if c == at else 9 for c in range(4)]}, {"D": row(i)}) for i in (0, 3, 2, 1, -1, 4)]
        write("addressing", f"through_{letter}", f"Relative addressing through .{letter} ({SECTION}, QUIRKS 1.29).",
              ARRAY + f"ARL a, $A;\nMOV $D, p[a.{letter}];", runs)
    limits = "ARL a, $A;\nMOV $D, p[a.x - 256];\nMOV $D.w, p[a.y + 255].x;"
    write("addressing", "offset_limits", "Offsets reach from −256 to 255 (QUIRKS 1.29).", ARRAY + limits,
          [({"A": (x, y, 9, 9)}, {"D": (*row(x - 256)[:3], row(y + 255)[0])})
           for x, y in ((256, -255), (259, -252), (255, -256), (260, -251), (511, 511), (-512, -512), (0, 0))])
    write("addressing", "offset_zero", "Offsets of 0, of both signs.", ARRAY + "ARL a, $A;\nADD $D, p[a.z + 0], p[a.z - 0];",
          [({"A": (9, 9, 2, 9)}, {"D": [2 * x for x in ROWS[2]]})])
    write("addressing", "out_of_range", "An index outside the array reads (0, 0, 0, 0); NaN is index 0 (QUIRKS 0.32, 1.4).",
          ARRAY + "ARL a, $A;\nMOV $D, p[a.w];", [({"A": (0, 0, 0, x)}, {"D": row(floor(x))}) for x in (
              -0.5, 3.999, 4, -1, 511, 600, -600, 1e30, -1e30, INF, -INF, NAN, 4294967296.0, 4294967295.0, -4294967295.0, -2147483648.0)])
    write("addressing", "sign_and_swizzle", "A relative operand takes sign and swizzle.", ARRAY + "ARL a, $A;\nMOV $D, -p[a.y - 1].wwxy;",
          [({"A": (9, i + 1, 9, 9)}, {"D": [-row(i)[c] for c in (3, 3, 0, 1)]}) for i in (3, 0)])
    write("addressing", "two_registers", "Address registers are apart, each of four components.",
          ARRAY + "ARL a, $A;\nARL b, $A.wzyx;\nMOV $D.x, p[a.x];\nMOV $D.y, p[b.x];\nMOV $D.z, p[a.z];\nMOV $D.w, p[b.y];",
          [({"A": (0, 9, 1, 3)}, {"D": (10, 41, 22, 23)}), ({"A": (2, 9, 3, 1)}, {"D": (30, 21, 42, 43)})])
    numbers = ",\n    ".join(", ".join(str(16 * r + c) for c in range(16)) for r in range(16))
    write("addressing", "long_array", "Every element of the longest array.",
          f"PARAM p[256] = {{\n    {numbers} }};\nADDRESS a;\nARL a, $A;\nMOV $D.x, p[a.x];\nMOV $D.y, p[a.y + 255];\nMOV $D.z, p[a.z - 256];\nMOV $D.w, p[a.w - 128];",
          [({"A": (i, i - 255, i + 256 if i < 256 else 0, i + 128)}, {"D": i}) for i in (0, 1, 63, 64, 127, 128, 200, 254, 255)])

    floors = ((1.99, -0.5, 0.0, -7.0), (-0.0, 6.999, -1.0, -1e-40), ("0x00000001", "0x80000001", 3, -3.5))
    values = ((1, -1, 0, -7), (0, 6, -1, -1), (0, -1, 3, -4))
    each_component("arl", f"ARL rounds each component down ({SPEC}.5.3, QUIRKS 1.2).", "ARL a, $A;", [
        ({"A": v}, x) for v, x in zip(floors, values)])
    ties = ((0.5, 1.5, 2.5, 3.5), (-0.5, -1.5, -2.5, -3.5), (1.7, -1.7, 3.7, 1.0), (0.49999997, 1.4999999, -6.5000005, 6.5), (-0.0, -7.5, 4.5, 5.5))
    each_component("arr", f"ARR rounds each component to the nearest integer, halves to even ({SPEC}.5.29, QUIRKS 1.5).", "ARR a, $A;", [
        ({"A": v}, [nearest(x) for x in v]) for v in ties])
    each_component("ara", f"ARA adds x and z, y and w, all from the old values ({SPEC}.5.28, QUIRKS 1.6).", "ARL a, $A;\nARA a, a;", [
        ({"A": v}, ara([floor(x) for x in v])) for v in ((1, 2, 3, 4), (-3, 5, -1, -6), (0, -2, 5, 2))])
    each_component("ara_twice", "ARA of its own result doubles each component.", "ARL a, $A;\nARA a, a;\nARA a, a;", [
        ({"A": v}, ara(ara(v))) for v in ((1, -1, 2, -1), (-2, 0, 1, 3))])
    each_component("ara_other_register", "ARA from one register into another.", "ARL b, $A;\nARA a, b;", [
        ({"A": v}, ara(v)) for v in ((1, 2, 3, 4), (-3, 5, -1, -6))])
    each_component("ara_mask", f"ARA under a write mask: the others keep their value ({SPEC}.4.3, QUIRKS 1.36).", "ARL a, $A;\nARA a.yz, a;", [
        ({"A": v}, (v[0], ara(v)[1], ara(v)[2], v[3])) for v in ((1, 2, 3, 4), (-3, 5, -1, -6))])
    each_component("ara_condition", f"ARA under a condition ({SPEC}.4.3, QUIRKS 1.36).", "MOVC CC, $B;\nARL a, $A;\nARA a (GT), a;", [
        ({"A": v, "B": c}, [s if c > 0 else old for c, s, old in zip(c, ara(v), v)])
        for v, c in (((1, 2, 3, 4), (1, 0, -1, 1)), ((-3, 5, -1, -6), (0, 1, 1, -1)))])
    for op, f in (("ARL", floor), ("ARR", nearest)):
        name, v, w = op.lower(), (1.75, -2.5, 3.5, -4.25), (-1.5, 2.5, -3.75, 6.5)
        each_component(f"{name}_mask", f"{op} under a write mask: the others keep their value ({SPEC}.4.3, QUIRKS 1.36).",
                       f"ARL a, $A;\n{op} a.xw, $B;", [({"A": v, "B": w}, (f(w[0]), floor(v[1]), floor(v[2]), f(w[3])))])
        each_component(f"{name}_condition", f"{op} under a condition; the first write leaves two components 0 ({SPEC}.4.3, QUIRKS 1.28, 1.36).",
                       f"MOVC CC, $C;\n{op} a (LT), $A;\n{op} a.yz (NE.z), $B;",
                       [({"A": v, "B": w, "C": c}, (f(v[0]) if c[0] < 0 else 0, f(w[1]) if c[2] != 0 else (f(v[1]) if c[1] < 0 else 0),
                                                    f(w[2]) if c[2] != 0 else 0, f(v[3]) if c[3] < 0 else 0))
                        for c in ((-1, 1, 0, -1), (0, -1, 1, NAN), (1, -1, 0, 1))])
        each_component(f"{name}_one_letter", f"{op} of one component fills all.", f"{op} a, -$A.y;", [
            ({"A": v}, [f(-v[1])] * 4)])
        # Sums of two clamped values show the clamp.
        pairs = ((600, -510), (-600, 511), (511, -512), (512, -508.5), (-513, 512), (INF, -511), (-INF, 511.5), (1e30, -1e30), (NAN, 5))
        each_component(f"{name}_clamp", f"{op} clamps to [−512, 511] (QUIRKS 1.4).", f"{op} a, $A;\nARA a, a;", [
            ({"A": (x, x, y, y)}, [f(x) + f(y)] * 4) for x, y in pairs if -8 <= f(x) + f(y) < 8])
    each_component("ara_clamp", "ARA clamps to [−512, 511] (QUIRKS 1.4).", "ARL a, $A;\nARA a.xy, a;\nARL a.zw, $B;\nARA a, a;", [
        ({"A": v, "B": w}, ara([ara(v)[0], ara(v)[1], w[2], w[3]])) for v, w in (
            ((400, -400, 400, -400), (9, 9, -510, 511)), ((511, -512, 1, -1), (9, 9, -511, 505)), ((500, -500, 11, -12), (9, 9, -504, 512 - 1)))])
    each_component("scalar_load", "ARL of one component into .x stays legal; the others stay 0 (QUIRKS 1.2, 1.28).", "ARL a.x, $A.w;", [
        ({"A": (9, 9, 9, x)}, (floor(x), 0, 0, 0)) for x in (5.5, -7.5)])
    write("addressing", "initially_zero", "Address registers begin as 0 (QUIRKS 1.28).", ARRAY + "MOV $D, p[a.x];\nMOV $D.w, p[b.w + 2];",
          [({}, {"D": (10, 11, 12, 33)})])
    for op, value, vectors in (
            ("ARL", lambda v: [floor(x) for x in v], ((-0.5, 0.5, 600, -600), (-0.0, NAN, INF, -INF), ("0x00000001", "0x80000001", 1, 0))),
            ("ARR", lambda v: [nearest(x) for x in v], ((-0.5, 0.5, 1.5, -1.5), (-0.0, NAN, INF, -INF), (0.75, -0.75, 600, -600)))):
        runs = [({"A": v}, {"CODE": codes(value([1e-40 if x == "0x00000001" else -1e-40 if x == "0x80000001" else x for x in v]))}) for v in vectors]
        write("condition_code", op.lower(), f"{op}C: the condition code of the integers (QUIRKS 1.6).", f"ADDRESS a;\n{op}C a, $A;\n$READ", runs)
    write("condition_code", "ara", "ARAC: the condition code of the clamped sums (QUIRKS 1.6).", "ADDRESS a;\nARL a, $A;\nARAC a, a;\n$READ",
          [({"A": v}, {"CODE": codes(ara([floor(x) for x in v]))}) for v in ((1, 2, -1, -3), (5, -5, 600, 5), (511, -512, -600, 511.5), (300, -300, 300, -300))])
    for op in ("ARL", "ARR"):
        write("condition_code", f"{op.lower()}_masked", f"{op}C under mask and condition ({SPEC}.4.3).",
              f"ADDRESS a;\nMOVC CC, $A;\n{op}C a.xyz (LE.w), $B;\n$READ",
              [({"A": (1, 1, 1, -1), "B": (-5, 0, 5, -5)}, {"CODE": (-1, 0, 1, -1)}), ({"A": (1, 1, 1, 1), "B": (-5, 0, 5, -5)}, {"CODE": 1})])


def results():
    clips = [f"result.clip[{n}]" for n in range(6)]
    nothing = {clip: "0" for clip in clips}
    for n, clip in enumerate(clips):
        write("results", f"clip_{n}", f"{clip}.x is a clip distance; those not written are 0 ({SPEC}.3.4, QUIRKS 1.26).", f"MOV {clip}.x, $A.z;",
              [({"A": A}, {**nothing, clip: str(A[2])})])
    write("results", "clip_whole", "A write to the whole register writes x (QUIRKS 1.26).", "\n".join(f"MOV {clip}, -{n + 1}.5;" for n, clip in enumerate(clips)),
          [({}, {clip: f"-{n + 1}.5" for n, clip in enumerate(clips)})])
    write("results", "clip_other_components", "Writes to y, z and w are dropped; no other plane sees them (QUIRKS 1.26).",
          "MOV result.clip[0].yzw, $A;\nMOV result.clip[1], $A;\nMOV result.clip[3].yw, $A;\nMOV result.clip[5].zw, $A;\nMUL result.clip[4].y, $A, $A;",
          [({"A": A}, {**nothing, "result.clip[1]": str(A[0])})])
    write("results", "clip_unwritten", f"Clip distances begin as 0 ({SPEC}.3.4).", "MOV result.position, $A;", [({"A": A}, {**nothing, "result.position": A})])
    write("results", "clip_output", "OUTPUT names a clip distance.", "OUTPUT c = result.clip[5];\nDP4 c.x, $A, $B;\nMOV c.y, 9;",
          [({"A": (1, 2, 3, 4), "B": (5, 6, 7, 8)}, {**nothing, "result.clip[5]": "70"})])
    write("results", "clip_condition", "A clip distance under a condition.", "MOVC CC, $A;\nMOV result.clip[2].x (GT.y), $B;\nMOV result.clip[3] (LT), $B.w;",
          [({"A": (1, 1, 9, 9), "B": B}, {**nothing, "result.clip[2]": str(B[0])}), ({"A": (-1, 0, 9, 9), "B": B}, {**nothing, "result.clip[3]": str(B[3])})])
    write("results", "clip_scalar_constant", "A scalar constant as the whole distance (QUIRKS 1.32).", "MOV result.clip[0], 0.0;\nMOV result.clip[1], 2.0;",
          [({}, {**nothing, "result.clip[1]": "2"})])
    write("results", "clip_special", "Infinite and NaN distances.", "MOV result.clip[0], $A.x;\nMOV result.clip[1], $A.y;\nMOV result.clip[2], $A.z;\nMOV result.clip[3], $A.w;",
          [({"A": (INF, -INF, NAN, -0.0)}, {"result.clip[0]": "inf", "result.clip[1]": "-inf", "result.clip[2]": "nan", "result.clip[3]": "-0"})])
    write("results", "unwritten", "Results that are not written read (0, 0, 0, 1) (QUIRKS 1.28).", "MOV result.fogcoord.x, $A;",
          [({"A": A}, {"result.fogcoord": (A[0], 0, 0, 1), "result.color.back": (0, 0, 0, 1), "result.position": (0, 0, 0, 1), "D": (0, 0, 0, 1)})])
    write("results", "temporaries_begin_as_zero", "Temporaries begin as (0, 0, 0, 0) (QUIRKS 1.28).", "TEMP t, u;\nMOV u.x, $A;\nADD $D, t, u;",
          [({"A": A}, {"D": (A[0], 0, 0, 0)})])


def option():
    base = Language("arb-vertex", "!!ARBvp1.0", INPUTS, D, "nv-vertex2")
    mvp = {f"state.matrix.mvp.row[{r}]": m for r, m in enumerate(((2, 0, 0, 1), (0, 3, 0, -1), (0.5, 0, 4, 0), (0, 0, -1, 0)))}
    p = (1, 2, 3, 1)
    position = [sum(each(lambda x, y: x * y, m, p)) for m in mvp.values()]
    orders = ("OPTION NV_vertex_program2;\nOPTION ARB_position_invariant;", "OPTION ARB_position_invariant;\nOPTION NV_vertex_program2;")
    for name, options in zip(("position_invariant", "position_invariant_first"), orders):
        write("option", name, "With ARB_position_invariant: the position is the fixed-function one, clip distances are accepted (QUIRKS 0.30, 1.27).",
              f"{options}\nMOVC CC, $A;\nMOV $D (GT), $A;\nMOV result.clip[0], $B;",
              [({**mvp, "vertex.position": p, "A": A, "B": B}, {"result.position": position, "D": (A[0], 0, A[2], 1)})], base)
    write("option", "position_invariant_branches", "With ARB_position_invariant every end of the program gives the position.",
          f"{orders[0]}\nMOVC CC, $A;\nBRA over (LT.x);\nMOV $D, 7;\nRET (GT.x);\nMOV $D, 8;\nover:",
          [({**mvp, "vertex.position": p, "A": (x, 0, 0, 0)}, {"result.position": position, "D": y}) for x, y in ((-1, (0, 0, 0, 1)), (1, 7), (0, 8))], base)
    write("option", "twice", "The option may be named twice (QUIRKS 0.31).", "OPTION NV_vertex_program2;\nSSG $D, $A;", [({"A": A}, {"D": (1, -1, 1, -1)})])
    words = "ARA, ARR, BRA, CAL, COS, RCC, RET, SEQ, SFL, SGT, SIN, SLE, SNE, SSG, STR"
    write("option", "words_without_option", "Without the option its instructions' names are free (QUIRKS 1.30).",
          f"TEMP {words};\nMOV BRA, $A;\nADD RET, BRA, $A;\nMOV $D, RET;", [({"A": A}, {"D": [2 * x for x in A]})], base)
    write("option", "names_with_suffix", "Names with the suffix C are no reserved words (QUIRKS 1.8).",
          "TEMP ADDC, MOVC, BRAC, ARAC;\nADDC ADDC, $A, $A;\nMOVC MOVC, ADDC;\nMOV BRAC, MOVC;\nMOV ARAC, BRAC;\nMOV $D, ARAC;\n$READ",
          [({"A": A}, {"D": [2 * x for x in A], "CODE": codes(A)})])
    write("option", "names_of_rules", "The rules' names are no reserved words.", "TEMP EQ, LT, xyzw;\nMOV xyzw, 7;\nMOVC EQ, $A;\nMOV LT, EQ;\nMOV LT (LT), xyzw;\nMOV $D, LT;",
          [({"A": A}, {"D": (A[0], 7, A[2], 7)})])
    write("option", "names_of_fragment_programs", "Words of fragment programs stay free (QUIRKS 0.58).", "TEMP TEX, KIL, CMP, LRP, SCS, fragment, texture;\nMOV LRP, $A;\nMOV $D, LRP;",
          [({"A": A}, {"D": A})])
