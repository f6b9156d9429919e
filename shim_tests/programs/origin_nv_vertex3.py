#!/usr/bin/env python3
"""Writes the program tests of OPTION NV_vertex_program3, and is the origin of their expected values.

usage: shim_tests/programs/origin_nv_vertex3.py    (stdlib only; rewrites shim_tests/programs/nv-vertex3/)

Expected numbers are computed here from the pseudo-code of NV_vertex_program3, or written by hand. Condition codes are read back
as in origin_nv.py.
"""
import math

import origin_nv
from origin import A, B, C, INF, NAN, Language
from origin_nv import LT_EQ_GT_UN, RULES, code, codes

HEADER = "!!ARBvp1.0\nOPTION NV_vertex_program3;"
SPEC = "NV_vertex_program3 2.14"
LANGUAGE = Language("arb-vertex", HEADER, origin_nv.INPUTS, origin_nv.D, "nv-vertex3")


def write(feature, name, comment, body, runs, language=LANGUAGE):
    origin_nv.write(feature, name, comment, body, runs, language)


def both(v):
    return {"D": v}


def second_code():
    read = [f"MOV code{r}, 2;\nMOV code{r} (LT{r}), -1;\nMOV code{r} (EQ{r}), 0;\nMOV code{r} (GT{r}), 1;" for r in (0, 1)]
    head = "OUTPUT code0 = result.texcoord[1];\nOUTPUT code1 = result.texcoord[2];\n"
    one, two = "result.texcoord[1]", "result.texcoord[2]"
    write("condition_codes", "two_registers", f"C0 and C set CC0, C1 sets CC1 ({SPEC}.3.X, 2.14.4).",
          head + "MOVC0 $D, $A;\nMOVC1 CC, $B;\n" + "\n".join(read),
          [({"A": LT_EQ_GT_UN, "B": (1, NAN, -1, 0)}, {"D": LT_EQ_GT_UN, one: (-1, 0, 1, 2), two: (1, 2, -1, 0)}),
           ({"A": (0, 0, 5, 0), "B": LT_EQ_GT_UN}, {one: (0, 0, 1, 0), two: (-1, 0, 1, 2)})])
    write("condition_codes", "initially_equal", f"Both begin as EQ ({SPEC}.3.X).", head + "MOV $D, 7;\n" + "\n".join(read), [({}, {one: 0, two: 0})])
    write("condition_codes", "c_is_c0", f"The suffix C is C0, and rules without a number test CC0 ({SPEC}.4, 2.14.2).",
          "MOV $D, 7;\nMOVC CC, $A;\nMOVC1 CC, $B;\nMOV $D (GT), $C;",
          [({"A": (1, -1, 0, NAN), "B": (-1, 1, 1, 1), "C": C}, {"D": (C[0], 7, 7, 7)})])
    for rule, holds in RULES.items():
        for register in (0, 1):
            source = "AB"[register]
            runs = []
            for turn in range(4):
                value = LT_EQ_GT_UN[turn:] + LT_EQ_GT_UN[:turn]
                other = LT_EQ_GT_UN[turn - 1:] + LT_EQ_GT_UN[:turn - 1]
                inputs = {source: value, "BA"[register]: other, "C": C}
                runs.append((inputs, {"D": [c if k in holds else 7 for k, c in zip(codes(value), C)]}))
            write("condition_codes", f"rule_{rule.lower()}{register}", f"({rule}{register}) tests CC{register} ({SPEC}.2, rule ccMaskRule).",
                  f"MOV $D, 7;\nMOVC0 CC, $A;\nMOVC1 CC, $B;\nMOV $D ({rule}{register}), $C;", runs)
    write("condition_codes", "update_under_the_other", f"An instruction may test one register and update the other ({SPEC}.4.3).",
          head + "MOV $D, 7;\nMOVC0 CC, $A;\nMOVC1 $D (GT0.xyxy), $B;\n" + read[1],
          [({"A": (1, -1, 0, 0), "B": (-3, -3, 2, 0)}, {"D": (-3, 7, 2, 7), two: (-1, 0, 1, 0)})])
    write("condition_codes", "branches", f"Branches test either register ({SPEC}.2).",
          "MOV $D, 0;\nMOVC0 CC, $A;\nMOVC1 CC, $B;\nBRA a (GT1.x);\nMOV $D.x, 1;\na:\nCAL f (LT0.y);\nMOV $D.y, 2;\nRET (TR1);\nMOV $D, 9;\nf:\nMOV $D.z, 3;\nRET (FL1);\nRET;",
          [({"A": (0, a, 0, 0), "B": (b, 0, 0, 0)}, {"D": (0 if b > 0 else 1, 2, 3 if a < 0 else 0, 0)}) for a in (1, -1) for b in (1, -1)])
    write("condition_codes", "of_addresses", f"Address instructions update CC1, too ({SPEC}.4, table X.5).",
          head + "ADDRESS a;\nARLC1 a, $A;\nARRC0 CC, $A;\nMOV $D, 1;\n" + "\n".join(read),
          [({"A": (0.5, -0.5, 1.5, 0)}, {one: (0, 0, 1, 0), two: (0, -1, 1, 0)})])


def saturate():
    def clamp(x):
        return 0.0 if math.isnan(x) else min(max(x, 0.0), 1.0) + 0.0

    cases = [("ABS", "$A", [abs(a) for a in A]), ("ADD", "$A, $B", [a + b for a, b in zip(A, B)]), ("COS", "$C.x", None), ("DP3", "$A, $B", None),
             ("FLR", "$A", None), ("FRC", "$A", None), ("MAX", "$A, $B", [max(a, b) for a, b in zip(A, B)]), ("MIN", "$A, $B", [min(a, b) for a, b in zip(A, B)]),
             ("MOV", "$A", A), ("MUL", "$A, $B", [a * b for a, b in zip(A, B)]), ("SUB", "$A, $B", [a - b for a, b in zip(A, B)]), ("RCC", "$A.x", [1 / 1.5] * 4),
             ("RCP", "$A.z", [8] * 4), ("SGE", "$A, $B", [float(a >= b) for a, b in zip(A, B)]), ("SSG", "$A", [math.copysign(1, a) for a in A]),
             ("STR", "$A, $B", [1] * 4), ("SWZ", "$A, -y, x, 1, -1", [2.25, 1.5, 1, -1]), ("MAD", "$A, $B, $C", [a * b + c for a, b, c in zip(A, B, C)])]
    for name, operands, value in cases:
        if value is None:
            continue
        write("saturate", name.lower(), f"{name}_SAT clamps to 0 … 1 ({SPEC}.4.3).", f"{name}_SAT $D, {operands};",
              [({"A": A, "B": B, "C": C}, {"D": [clamp(x) for x in value]}, "ulp 1")])
    write("saturate", "code", f"Suffixes stand in the order of code and clamp; the code is that of what is written ({SPEC}.4, 2.14.4.3).",
          "MOVC_SAT $D, $A;\n$READ", [({"A": (-1, 0.5, 2, NAN)}, {"D": (0, 0.5, 1, 0), "CODE": (0, 1, 1, 0)})])


def textures():
    coord = (0.25, 0.5, 0.75, 3)
    size = (64, 32, 0, 0.5)
    at = {"A": coord, "texture[1]": size}
    for name, section, expected in (("TEX", 45, (3, 0.75, 0.5, None)), ("TXB", 46, (3, 0.75, 3.5, None)), ("TXL", 47, (3, 0.75, 3.5, None)),
                                    ("TXP", 48, (2, 0.25, 0.5, None))):
        write("textures", name.lower(), f"{name}: the level of detail is that of the instruction plus the bias ({SPEC}.5.{section}).",
              f"{name} $D, $A, texture[1], 2D;", [(at, {"D": expected})])
        write("textures", name.lower() + "_suffixes", f"{name} takes C, C1, _SAT, masks and conditions ({SPEC}.4, table X.5).",
              f"MOV $D, 5;\n{name}C0_SAT $D.xy, $A, texture[1], 2D;\n$READ",
              [(at, {"D": (1, min(1, expected[1]), 5, 5), "CODE": (1, 1, 0, 0)})])
    write("textures", "unit_and_target", f"Any image unit, each target ({SPEC}.2, rule texTarget).",
          "TEX $D.x, $A, texture, 1D;\nTEX $D.y, $A, texture[15], RECT;\nTEX $D.z, $A, texture[7], CUBE;\nTEX $D.w, $A, texture[8], 3D;",
          [({"A": (0, 0, 0, 1)}, {"D": (0, 0, 0, None)})])
    write("textures", "shadow", f"With OPTION ARB_fragment_program_shadow SHADOW targets compare with r ({SPEC}, dependencies).",
          "OPTION ARB_fragment_program_shadow;\nTEMP t;\nTEX t, $A, texture[1], SHADOW2D;\nMOV $D, t.w;", [({"A": coord}, {"D": 0.75})])
    write("textures", "in_branches", f"Texture instructions after branches ({SPEC}.2).",
          "MOVC CC, $B;\nBRA a (GT.x);\nTXL $D, $A, texture[1], 2D;\nRET;\na:\nTEX $D, $A, texture[2], 2D;",
          [({**at, "B": (1, 0, 0, 0)}, {"D": (5, 0.75, 0, None)}), ({**at, "B": (-1, 0, 0, 0)}, {"D": (3, 0.75, 3.5, None)})])


def addressing():
    sets = {f"vertex.texcoord[{n}]": (n, 10 * n, -n, 0.5) for n in range(8)}
    generics = {f"vertex.attrib[{n}]": (n, 100 * n, -n, 0.25) for n in range(16)}
    for at, offset in ((0, 0), (3, 4), (-2, 3), (7, 0), (2.9, -1)):
        n = math.floor(at) + offset
        sign = "+" if offset >= 0 else "-"
        write("addressing", f"texcoord_{str(at).replace('.', '_').replace('-', 'm')}_{n}", f"vertex.texcoord[A + n] ({SPEC}.3.1).",
              f"ADDRESS a;\nARL a.y, vertex.attrib[1].x;\nMOV $D, vertex.texcoord[a.y {sign} {abs(offset)}];", [({**sets, "vertex.attrib[1]": (at, 0, 0, 0)}, {"D": sets[f"vertex.texcoord[{n}]"]})])
    for n in range(16):
        write("addressing", f"attrib_{n}", f"vertex.attrib[A + n] ({SPEC}.3.1).", "ADDRESS a;\nARL a.w, vertex.position;\nADD $D, vertex.attrib[a.w+8], -|vertex.attrib[a.w + 8].x|;",
              [({**generics, "vertex.position": (0, 0, 0, n - 8)}, {"D": (0, 99 * n, -2 * n, 0.25 - n)})])
    write("addressing", "declared", f"ATTRIB, OUTPUT and ALIAS of addressed arrays ({SPEC}.2).",
          "ADDRESS a;\nATTRIB t = vertex.texcoord[a.x];\nALIAS u = t;\nOUTPUT o = result.texcoord[a.x + 1];\nARL a.x, vertex.attrib[1];\nMOV o, u;\nARL a.x, 2;\nMOV o.xy, t;",
          [({**sets, "vertex.attrib[1]": (4, 0, 0, 0)}, {"result.texcoord[5]": (4, 40, -4, 0.5), "result.texcoord[3]": (2, 20, 0, 1), "result.texcoord[4]": (0, 0, 0, 1)})])
    for n in range(8):
        results = {f"result.texcoord[{i}]": (7, 7, 7, 7) if i != n else (B[0], 7, B[2], 7) for i in range(8)}
        head = "".join(f"MOV result.texcoord[{i}], 7;\n" for i in range(8))
        write("addressing", f"result_{n}", f"result.texcoord[A + n] under mask and condition ({SPEC}.3.4).",
              f"ADDRESS a;\n{head}ARL a, vertex.attrib[1];\nMOVC CC, vertex.attrib[1];\nMOVC result.texcoord[a.z - 5].xyz (GT.xyxy), vertex.attrib[2];",
              [({"vertex.attrib[1]": (1, -1, n + 5, 0), "vertex.attrib[2]": B}, results)])
    write("addressing", "outside", f"An access outside of the array reads 0 and writes nothing ({SPEC}.3.1 and .3.4 leave it open).",
          "ADDRESS a;\nARL a, vertex.attrib[1];\nMOV $D, vertex.texcoord[a.x];\nMOV result.texcoord[1], 3;\nMOV result.texcoord[a.y], 9;",
          [({**sets, "vertex.attrib[1]": (x, y, 0, 0)}, {"D": 0, "result.texcoord[1]": 3}) for x, y in ((8, 8), (-1, -1), (511, -512))])


def stack():
    write("stack", "push_and_pop", f"POPA gives what PUSHA pushed, in turn ({SPEC}.5.43, 2.14.5.44).",
          "ADDRESS a, b, c;\nPARAM p[5] = { 10, 20, 30, 40, 50 };\nARL a, $A;\nPUSHA a;\nARL a, $B;\nPUSHA a;\nPOPA b;\nPOPA c;\nMOV $D.x, p[b.x];\nMOV $D.y, p[b.w];\nMOV $D.z, p[c.y];\nMOV $D.w, p[c.z];",
          [({"A": (9, 1, 2, 9), "B": (3, 9, 9, 4)}, {"D": (40, 50, 20, 30)})])
    write("stack", "four", f"Four addresses fit ({SPEC}.5.44).",
          "ADDRESS a;\nPARAM p[5] = { 0, 1, 2, 3, 4 };\nMOV $D, 9;\nARL a.x, 1;\nPUSHA a;\nARL a.x, 2;\nPUSHA a;\nARL a.x, 3;\nPUSHA a;\nARL a.x, 4;\nPUSHA a;\nARL a.x, 0;\nPOPA a;\nMOV $D.x, p[a.x];\nPOPA a;\nMOV $D.y, p[a.x];\nPOPA a;\nMOV $D.z, p[a.x];\nPOPA a (TR);\nMOV $D.w, p[a.x];",
          [({}, {"D": (4, 3, 2, 1)})])
    ends = f"abnormally, here with the results written so far ({SPEC}.5.34, .43, .44)"
    write("stack", "overflow", f"The fifth PUSHA ends the program {ends}.", "ADDRESS a;\nMOV $D, 1;\n" + "PUSHA a;\n" * 4 + "MOV $D.y, 2;\nPUSHA a;\nMOV $D, 3;", [({}, {"D": (1, 2, 1, 1)})])
    write("stack", "underflow", f"POPA of an empty stack ends the program {ends}.", "ADDRESS a;\nMOV $D, 1;\nPUSHA a;\nPOPA a;\nMOV $D.y, 2;\nPOPA a;\nMOV $D, 3;", [({}, {"D": (1, 2, 1, 1)})])
    write("stack", "pop_of_a_call", f"POPA of a return address ends the program {ends}.", "ADDRESS a;\nMOV $D, 1;\nCAL f;\nMOV $D, 3;\nRET;\nf:\nMOV $D.y, 2;\nPOPA a;\nMOV $D, 3;\nRET;", [({}, {"D": (1, 2, 1, 1)})])
    write("stack", "return_to_an_address", f"RET to an address ends the program {ends}.", "ADDRESS a;\nMOV $D, 1;\nCAL f;\nMOV $D, 3;\nRET;\nf:\nPUSHA a;\nMOV $D.y, 2;\nRET;\nMOV $D, 3;", [({}, {"D": (1, 2, 1, 1)})])
    write("stack", "saved_by_a_subroutine", f"A subroutine keeps its caller's address register ({SPEC}.5.44).",
          "ADDRESS a;\nPARAM p[5] = { 10, 20, 30, 40, 50 };\nARL a, $A;\nCAL f;\nADD $D.x, p[a.x], 0;\nCAL f;\nADD $D.y, p[a.y], 0;\nRET;\nf:\nPUSHA a;\nARL a, $B;\nMOV $D.z, p[a.x];\nMOV $D.w, p[a.y];\nPOPA a;\nRET;",
          [({"A": (1, 2, 0, 0), "B": (3, 4, 0, 0)}, {"D": (20, 30, 40, 50)})])
    write("stack", "shared_limit", f"Calls and addresses share four entries ({SPEC}.5.44).",
          "ADDRESS a;\nMOV $D, 1;\nMOVC CC, $A;\nPUSHA a;\nPUSHA a;\nCAL f;\nMOV $D.w, 2;\nRET;\nf:\nMOV $D.x, 2;\nPUSHA a;\nMOV $D.y, 2;\nCAL g (GT.x);\nPOPA a;\nRET;\ng:\nMOV $D.z, 2;\nRET;",
          [({"A": (1, 0, 0, 0)}, {"D": (2, 2, 1, 1)}), ({"A": (-1, 0, 0, 0)}, {"D": (2, 2, 1, 2)})])
    write("stack", "conditional_calls", f"Only lanes that call and return use the stack ({SPEC}.5.34).",
          "ADDRESS a;\nPARAM p[3] = { 5, 6, 7 };\nMOV $D, 0;\nMOVC CC, $A;\nARL a.x, $B;\nPUSHA a;\nCAL f (GT.x);\nADD $D.x, $B, 1;\nARL a.x, 0;\nPOPA a;\nMOV $D.y, p[a.x];\nRET;\nf:\nRET (GT.y);\nMOV $D.z, 1;\nRET;",
          [({"A": v, "B": (b, 0, 0, 0)}, {"D": (b + 1, 5 + b, int(v[0] > 0 and not v[1] > 0), 0)}) for v, b in (((1, 1, 0, 0), 2), ((1, -1, 0, 0), 1), ((-1, 1, 0, 0), 2), ((-1, -1, 0, 0), 0))])


if __name__ == "__main__":
    second_code()
    saturate()
    textures()
    addressing()
    stack()
