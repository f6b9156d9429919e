#!/usr/bin/env python3
"""Writes the program tests of OPTION NV_vertex_program2 without control flow, and is the origin of their expected values.

usage: shim_tests/programs/origin_nv.py    (stdlib only; rewrites shim_tests/programs/nv-vertex2/)

Every expected number is computed here from the pseudo-code of NV_vertex_program2_option (and of ARB_vertex_program
for the old instructions), or written by hand. Where the texts leave a case open, the value is the choice of
docs/QUIRKS.md, named in the test's first line.

A condition code is read back as one number per component: LT −1, EQ 0, GT 1, UN 2.
"""
import math
import struct

from origin import A, B, C, INF, NAN, SPECIAL, Language, common, each, exp_and_log, f32

HEADER = "!!ARBvp1.0\nOPTION NV_vertex_program2;"
INPUTS = ["vertex.attrib[1]", "vertex.attrib[2]", "vertex.attrib[3]"]
D, CODE = "result.texcoord[0]", "result.texcoord[1]"
READ = "MOV code, 2;\nMOV code (LT), -1;\nMOV code (EQ), 0;\nMOV code (GT), 1;"
SPEC = "NV_vertex_program2_option 2.14"
NV = Language("arb-vertex", HEADER, INPUTS, D, "nv-vertex2")
LT_EQ_GT_UN = (-2, 0, 2, NAN)
RULES = {"EQ": (0,), "NE": (-1, 1, 2), "LT": (-1,), "GE": (0, 1), "LE": (-1, 0), "GT": (1,), "TR": (-1, 0, 1, 2), "FL": ()}


def code(x):
    """The condition code of a value."""
    if x is None:
        return None
    if isinstance(x, str):
        x = struct.unpack("f", struct.pack("I", int(x, 16)))[0]
    return 2 if math.isnan(x) else (x > 0) - (x < 0)


def codes(v):
    return [code(x) for x in (v if isinstance(v, (tuple, list)) else (v,) * 4)]


def write(feature, name, comment, body, runs, language=None):
    """Writes a test. Each of `runs` is ({letter or binding: input}, {letter or binding: result}[, bound]). $A … $D are registers."""
    names = {**dict(zip("ABC", INPUTS)), "D": D, "CODE": CODE}

    def full(values):
        return {names.get(key, key): value for key, value in values.items()}

    for letter in "ABCD":
        body = body.replace(f"${letter}", names[letter])
    if "$READ" in body:
        body = f"OUTPUT code = {CODE};\n" + body.replace("$READ", READ)
    (language or NV).write(feature, name, comment, body, [
        (run[2] if len(run) > 2 else "exact", full(run[0]), full(run[1])) for run in runs])


class WithCode(Language):
    """The C form of an instruction: its result, and the condition code that it leaves."""

    def opcode(self, name, comment, instruction, cases, bound="exact"):
        assert instruction.startswith(name + " ")
        runs = []
        for case in cases:
            case = list(case)
            own = case.pop() if isinstance(case[-1], str) else bound
            expected = case.pop()
            runs.append((dict(zip("ABC", case)), {"D": expected, "CODE": codes(expected)}, own))
        what = comment.split(": ", 1)[1].rsplit(" (", 1)[0]
        write("condition_code", name.lower(), f"{name}C: {what}; the condition code of the result ({SPEC}.4.3).",
              f"{name}C {instruction[len(name) + 1:]}\n$READ", runs)

    def write(self, *_):
        """The other features of `common` have no C form."""


NV_CODE = WithCode("arb-vertex", HEADER, INPUTS, D, "nv-vertex2")


def new_opcodes():
    def op(name, section, what, instruction, cases, bound="exact"):
        comment = f"{name}: {what} ({SPEC}.5.{section})."
        NV.opcode(name, comment, instruction, cases, bound)
        NV_CODE.opcode(name, comment, instruction, cases, bound)

    inside = [f32(x) for x in (0.1, 0.5, 1.0, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 6.28)]
    outside = [f32(x) for x in (-0.5, -3.0, 10.0, -10.0, 100.0, 1000.0)]
    op("COS", 32, "cosine, 2^-22 near in [0, 2π); NaN for ±∞ (QUIRKS 1.24)", "COS $D, $A.y;", [
        ((9, x, 9, 9), y) for x, y in ((0.0, 1), (-0.0, 1), (INF, NAN), (-INF, NAN), (NAN, NAN))
    ] + [((9, x, 9, 9), math.cos(x), "within 2.384e-7") for x in inside]
      + [((9, x, 9, 9), math.cos(x), "within 1e-6") for x in outside])
    op("SIN", 38, "sine, 2^-22 near in [0, 2π); keeps the sign of zero (QUIRKS 1.24)", "SIN $D, $A.z;", [
        ((9, 9, x, 9), y) for x, y in ((0.0, 0), (-0.0, -0.0), (INF, NAN), (-INF, NAN), (NAN, NAN))
    ] + [((9, 9, x, 9), math.sin(x), "within 2.384e-7") for x in inside]
      + [((9, 9, x, 9), math.sin(x), "within 1e-6") for x in outside])
    big, small = 2.0**64, 2.0**-64
    op("RCC", 33, "1 ÷ x clamped to ±[2^-64, 2^64] (QUIRKS 1.21)", "RCC $D, $A.w;", [
        ((9, 9, 9, x), y) for x, y in (
            (1, 1), (-4, -0.25), (0.0, big), (-0.0, -big), (INF, small), (-INF, -small), (NAN, NAN), (2.0**70, small),
            (-(2.0**70), -small), (2.0**-70, big), (-(2.0**-70), -big), (big, small), (-big, -small), (small, big),
            (2.0**63, 2.0**-63), (-(2.0**-63), -(2.0**63)), ("0x00000001", big), ("0x80000001", -big),
            ("0x7f7fffff", small), ("0xff7fffff", -small))
    ] + [((9, 9, 9, x), 1 / x, "ulp 1") for x in (3.0, f32(-0.7), f32(1e15), f32(1e-15))])
    ordered = ((1, 2, 3, -INF), (2, 2, 2, INF))
    same = ((-0.0, 0.0, INF, -INF), (0.0, -0.0, INF, -INF))
    nans = ((NAN, 1, NAN, INF), (1, NAN, NAN, NAN))
    near = ((1, 1, "0x00000001", "0x80000001"), (f32(1 + 2.0**-23), f32(1 - 2.0**-24), 0.0, 0.0))
    for name, section, what, results in (
            ("SEQ", 35, "1 where a = b, else 0; NaN equals nothing", ((0, 1, 0, 0), (1, 1, 1, 1), (0, 0, 0, 0), (0, 0, 0, 0))),
            ("SGT", 37, "1 where a > b, else 0; NaN compares false", ((0, 0, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 1, 1, 0))),
            ("SLE", 39, "1 where a ≤ b, else 0; NaN compares false", ((1, 1, 0, 1), (1, 1, 1, 1), (0, 0, 0, 0), (1, 0, 0, 1))),
            ("SNE", 40, "1 where a ≠ b, else 0; true for NaN, false for −0 and 0 (QUIRKS 1.23)",
             ((1, 0, 1, 1), (0, 0, 0, 0), (1, 1, 1, 1), (1, 1, 1, 1)))):
        op(name, section, f"{what} (QUIRKS 0.22)", f"{name} $D, $A, $B;", [
            (*pair, result) for pair, result in zip((ordered, same, nans, near), results)])
    op("SFL", 36, "0 whatever the two operands (QUIRKS 1.22)", "SFL $D, $A, $B;", [(A, B, 0), (*nans, 0)])
    op("STR", 42, "1 whatever the two operands (QUIRKS 1.22)", "STR $D, $A, $B;", [(A, B, 1), (*nans, 1)])
    op("SSG", 41, "1, 0 or −1 by the sign; NaN for NaN (QUIRKS 1.22)", "SSG $D, $A;", [
        (A, (1, -1, 1, -1)), (SPECIAL, (0, 0, 1, -1)), ((NAN, "0x00000001", "0x80000001", 3e38), (NAN, 1, -1, 1))])


def conditions():
    section = f"{SPEC}.4.3"
    for rule, holds in RULES.items():
        runs = []
        for turn in range(4):
            value = LT_EQ_GT_UN[turn:] + LT_EQ_GT_UN[:turn]
            runs.append(({"A": value, "B": B}, {"D": [b if c in holds else 7 for c, b in zip(codes(value), B)]}))
        write("conditions", f"rule_{rule.lower()}", f"({rule}) on each condition code; UN passes NE and TR only ({section}, QUIRKS 1.13).",
              f"MOV $D, 7;\nMOVC CC, $A;\nMOV $D ({rule}), $B;", runs)
        runs = [({"A": (x, 9, 9, 9), "B": B}, {"D": B if code(x) in holds else (7,) * 4}) for x in LT_EQ_GT_UN]
        write("conditions", f"rule_{rule.lower()}_one_letter", f"({rule}.x) tests x for all components ({section}, QUIRKS 1.13).",
              f"MOV $D, 7;\nMOVC CC, $A;\nMOV $D ({rule}.x), $B;", runs)
    for letter in "xyzw":
        at = "xyzw".index(letter)
        runs = [({"A": [x if i == at else -x for i in range(4)], "B": B}, {"D": B if x > 0 else (7,) * 4}) for x in (3, -3)]
        write("conditions", f"letter_{letter}", f"(GT.{letter}) tests one component ({section}).",
              f"MOV $D, 7;\nMOVC CC, $A;\nMOV $D (GT.{letter}), $B;", runs)
    for swizzle in ("wzyx", "yxwz", "zzxy", "xyzw", "wwwx"):
        runs = []
        for turn in range(4):
            value = LT_EQ_GT_UN[turn:] + LT_EQ_GT_UN[:turn]
            tested = [code(value["xyzw".index(s)]) for s in swizzle]
            runs.append(({"A": value, "B": B}, {"D": [b if c in RULES["LE"] else 7 for c, b in zip(tested, B)]}))
        write("conditions", f"swizzle_{swizzle}", f"The condition code is swizzled before it is tested ({section}).",
              f"MOV $D, 7;\nMOVC CC, $A;\nMOV $D (LE.{swizzle}), $B;", runs)
    write("conditions", "initially_equal", f"The condition code begins as EQ in all components ({SPEC}.3.X, QUIRKS 1.13).",
          "MOV $D, $A;\nMOV $D (NE), 7;\nMOV result.texcoord[1] (EQ), $A;",
          [({"A": A}, {"D": A, "CODE": A})])
    write("conditions", "and_write_mask", f"A component is written if the mask and the condition enable it ({section}).",
          "MOV $D, 7;\nMOVC CC, $A;\nMOV $D.yzw (GT), $B;",
          [({"A": (1, 1, -1, 1), "B": B}, {"D": (7, B[1], 7, B[3])}), ({"A": (NAN, 0, 1, -0.0), "B": B}, {"D": (7, 7, B[2], 7)})])
    write("conditions", "tests_the_old_code", f"The mask tests the condition code from before the instruction ({section}, QUIRKS 1.13).",
          "MOV $D, 7;\nMOVC CC, $A;\nMOVC $D (LT), $B;\n$READ",
          [({"A": (-1, -1, 1, 0), "B": (1, -1, -1, -1)}, {"D": (1, -1, 7, 7), "CODE": (1, -1, 1, 0)}),
           ({"A": (NAN, -1, -INF, -0.0), "B": (1, 0, NAN, -1)}, {"D": (7, 0, NAN, 7), "CODE": (2, 0, 2, 0)})])
    write("conditions", "disabled_keep_the_code", f"Components outside the write mask keep their condition code ({section}).",
          "MOVC CC, $A;\nMOVC CC.xz, $B;\n$READ",
          [({"A": LT_EQ_GT_UN, "B": (0, -1, NAN, 1)}, {"CODE": (0, 0, 2, 2)}),
           ({"A": (1, NAN, -1, 0), "B": (-1, -1, -1, -1)}, {"CODE": (-1, 2, -1, 0)})])
    write("conditions", "cc_destination", f"CC as a destination changes the condition code alone, also under mask and condition (QUIRKS 1.7).",
          "TEMP t;\nMOV t, $B;\nMOVC CC, $A;\nADDC CC.yzw (NE.x), $A, $B;\nMOV $D, t;\n$READ",
          [({"A": (-1, 1, 1, 1), "B": (5, -2, -1, 3)}, {"D": (5, -2, -1, 3), "CODE": (-1, -1, 0, 1)}),
           ({"A": (0, 1, -1, NAN), "B": (5, -2, -1, 3)}, {"D": (5, -2, -1, 3), "CODE": (0, 1, -1, 2)})])
    write("conditions", "cc_destination_without_c", "Without the suffix C a write to CC changes nothing (QUIRKS 1.7).",
          "MOVC CC, $A;\nMOV CC, $B;\nMUL CC.x, $B, $B;\n$READ", [({"A": LT_EQ_GT_UN, "B": (0, -1, NAN, 1)}, {"CODE": (-1, 0, 1, 2)})])
    every = ("ABS ADD DP3 DP4 DPH DST FLR FRC LIT MAX MIN MOV MUL SEQ SFL SGE SGT SLE SLT SNE SSG STR SUB".split())
    one = {"ABS", "FLR", "FRC", "LIT", "MOV", "SSG"}
    lines = [f"{op} t, $B" + ("" if op in one else ", $C") + ";" for op in every]
    lines += [f"{op} t, $B.x;" for op in ("COS", "EX2", "EXP", "LG2", "LOG", "RCC", "RCP", "RSQ", "SIN")]
    lines += ["POW t, $B.x, $C.y;", "XPD t.xyz, $B, $C;", "MAD t, $B, $C, $B;", "SWZ t, $B, 0, -1, x, y;", "ARL a, $B;", "ARR a, $B;", "ARA a, a;"]
    write("conditions", "unchanged_without_c", f"Without the suffix C no instruction changes the condition code ({section}).",
          "TEMP t;\nADDRESS a;\nMOVC CC, $A;\n" + "\n".join(lines) + "\n$READ",
          [({"A": LT_EQ_GT_UN, "B": (-1, 0, NAN, 3), "C": (-3, 1, -1, -2)}, {"CODE": (-1, 0, 1, 2)}),
           ({"A": (NAN, 1, 0, -1), "B": B, "C": C}, {"CODE": (2, 1, 0, -1)})])
    write("conditions", "denormals", "Denormals are not 0: their condition code is LT or GT; −0 gives EQ (QUIRKS 1.13).", "MOVC $D, $A;\n$READ",
          [({"A": v}, {"D": v, "CODE": c}) for v, c in (
              (("0x00000001", "0x80000001", "0x007fffff", "0x807fffff"), (1, -1, 1, -1)), ((-0.0, 0.0, INF, -INF), (0, 0, 1, -1)))])
    write("conditions", "result_keeps_default", "A result whose only write is disabled keeps (0, 0, 0, 1) (QUIRKS 1.28).",
          "MOVC CC, $A;\nMOV $D (GT), $B;\nMOV result.color (LT), $B;",
          [({"A": (1, -1, 1, -1), "B": B}, {"D": (B[0], 0, B[2], 1), "result.color": (0, B[1], 0, B[3])}),
           ({"A": 0, "B": B}, {"D": (0, 0, 0, 1), "result.color": (0, 0, 0, 1)})])
    write("conditions", "destination_is_source", f"Sources are read before the masked write ({section}).",
          "TEMP t;\nMOV t, $B;\nMOVC CC, $A;\nMOVC t (GE.wzyx), -t.yxwz;\nMOV $D, t;\n$READ",
          [({"A": (1, -1, 0, NAN), "B": (1, 2, 3, 4)}, {"D": (1, -1, 3, -3), "CODE": (1, -1, 0, -1)})])
    for name, body, old, new in (
            ("scalar", "RCPC t.yw, $B.x;", A, (None, 1, None, 1)), ("dot_product", "DP3C t.xz (LT.y), $B, $C;", A, (-1, None, -1, None))):
        inputs = {"A": A, "B": (0.5, 0, 0, 0), "C": (-3, 9, 9, 9)}
        expected = [o if n is None else n for n, o in zip(new, codes(old))]
        write("conditions", f"replicated_{name}", f"A replicated result sets the enabled components' condition codes ({section}).",
              f"TEMP t;\nMOVC t, $A;\n{body}\n$READ", [(inputs, {"CODE": expected})])
    write("conditions", "cross_product_w", "XPD does not write w, with C neither (QUIRKS 0.19).", "MOV $D, $C;\nXPDC $D, $A, $B;",
          [({"A": (1, 0, 0, 5), "B": (0, 1, 0, 5), "C": C}, {"D": (0, 0, 1, C[3])})])


def operands():
    section = f"{SPEC}.4.1, QUIRKS 1.9"

    def test(name, comment, body, runs):
        write("operands", name, f"{comment} ({section}).", body, runs)

    odd = (-0.0, -INF, NAN, "0x80000001")
    for name, comment, operand, f in (
            ("abs", "|x| is the absolute value; −0 gives 0, NaN stays", "|$A|", abs), ("abs_negated", "−|x|", "-|$A|", lambda x: -abs(x)),
            ("abs_of_negated", "The sign inside the bars is lost", "|-$A|", abs),
            ("abs_negated_of_negated", "−|−x| is −|x|", "-|-$A|", lambda x: -abs(x)), ("abs_plus", "Plus signs change nothing", "+|+$A|", abs)):
        negative = f(-1.0) < 0
        special = (-0.0, -INF, NAN, "0x80000001") if negative else (0.0, INF, NAN, "0x00000001")
        test(name, comment, f"MOV $D, {operand};", [({"A": A}, {"D": each(f, A)}), ({"A": odd}, {"D": special})])
    test("abs_swizzle", "The swizzle stands inside the bars", "MOV $D, |$A.wzyx|;", [({"A": A}, {"D": (8, 0.125, 2.25, 1.5)})])
    test("abs_swizzle_negated", "Swizzle, absolute value, negation in this order", "MOV $D, -|-$A.yyxw|;", [({"A": A}, {"D": (-2.25, -2.25, -1.5, -8)})])
    test("abs_one_letter", "One letter stands for four inside the bars", "ADD $D, |$A.y|, $B;", [({"A": A, "B": B}, {"D": [2.25 + b for b in B]})])
    test("abs_scalar", "Scalar operands take bars around their component", "RCP $D, |$A.y|;", [({"A": (9, -4, 9, 9)}, {"D": 0.25})])
    test("abs_scalar_negated", "Scalar operands take both signs and bars", "MOV $D, 0;\nRCP $D.x, -|$A.y|;\nRCP $D.y, -|-$A.z|;\nRCP $D.z, |-$A.z|;",
         [({"A": (9, -4, 2, 9)}, {"D": (-0.25, -0.5, 0.5, 0)})])
    test("abs_two_scalars", "Both operands of POW take bars", "POW $D, |$A.x|, |$B.y|;", [({"A": (-2, 9, 9, 9), "B": (9, -10, 9, 9)}, {"D": 1024})])
    test("abs_each_operand", "Bars and signs on each of three operands", "MAD $D, |$A|, -$B, -|$C|;",
         [({"A": (-2, 3, -4, 5), "B": (1, -2, 3, -4), "C": (-1, 1, -1, 1)}, {"D": (-3, 5, -13, 19)})])
    test("abs_of_constants", "Constants and parameters take bars", "PARAM p = {-1, 2, -3, 4};\nADD $D, |p.wzyx|, -|program.env[0].y|;\nSUB $D.w, |-2.5|, |{-1, -2}.y|;",
         [({"program.env[0]": (9, -8, 9, 9)}, {"D": (-4, -5, -6, 0.5)})])
    test("abs_of_temporary", "A temporary's absolute value leaves the temporary alone", "TEMP t;\nMOV t, $A;\nMAX t.xy, |t|, |t.wwww|;\nMOV $D, t;",
         [({"A": A}, {"D": (8, 8, A[2], A[3])})])
    test("abs_relative", "A relatively addressed operand takes bars", "PARAM p[2] = { {1, 1, 1, 1}, {-5, 6, -7, 8} };\nADDRESS a;\nARL a.x, $A;\nMOV $D, -|p[a.x].yxwz|;",
         [({"A": (1, 9, 9, 9)}, {"D": (-6, -5, -8, -7)}), ({"A": (0, 9, 9, 9)}, {"D": (-1, -1, -1, -1)})])
    test("abs_address_load", "ARL and ARR take bars", "PARAM p[4] = { {10}, {11}, {12}, {13} };\nADDRESS a, b;\nARL a, |$A|;\nARR b.y, -|$A.x|;\nMOV $D.x, p[a.x];\n"
         "MOV $D.y, p[b.y + 3].x;", [({"A": (-2.75, 0, 0, 0)}, {"D": (12, 10, 0, 1)}), ({"A": (1.25, 0, 0, 0)}, {"D": (11, 12, 0, 1)})])
    test("abs_dot_product", "Bars before a dot product", "DP4 $D, |$A|, $B;", [({"A": (-1, 2, -3, 4), "B": (1, 1, -1, -1)}, {"D": -4})])
    test("blanks", "Blanks may stand between all tokens", "MOV $D . xy\t( # a comment\n EQ . x ) ,\n- | - $A . yxwz |\n;",
         [({"A": A}, {"D": (-2.25, -1.5, 0, 1)})])
    test("bare_scalar_constant", "A bare constant is a scalar operand, with and without component (QUIRKS 0.8)",
         "RCP $D, 2.0;\nRCP $D.y, 4.0.x;\nPOW $D.z, 2.0, -3.0;\nRCC $D.w, -|-8.0|;", [({}, {"D": (0.5, 0.25, 0.125, -0.125)})])
    test("scalar_as_vector", "A bare constant as a vector operand fills all components (QUIRKS 1.32)", "MOV $D, 3.0;\nSUB $D.yw, -1, 0.5;",
         [({}, {"D": (3, -1.5, 3, -1.5)})])


if __name__ == "__main__":
    import origin_nv_address
    import origin_nv_flow

    common(NV_CODE)
    exp_and_log(NV_CODE)
    new_opcodes()
    conditions()
    operands()
    origin_nv_address.address()
    origin_nv_address.results()
    origin_nv_address.option()
    origin_nv_flow.branches()
    origin_nv_flow.calls()
    origin_nv_flow.limits()
    origin_nv_flow.examples()
