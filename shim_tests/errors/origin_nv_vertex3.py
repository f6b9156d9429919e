#!/usr/bin/env python3
"""Writes the error tests of OPTION NV_vertex_program3, as origin_nv_fragment.py does those of fragment programs.

usage: shim_tests/errors/origin_nv_vertex3.py    (stdlib only; rewrites shim_tests/errors/nv-vertex3/)
"""
import origin_nv_fragment as fragment

BASE, TWO, THREE = ("!!ARBvp1.0\n" + option for option in ("", "OPTION NV_vertex_program2;\n", "OPTION NV_vertex_program3;\n"))
T = "TEMP r;\nADDRESS a;\n"


def test(name, rule, header, body, message):
    fragment.test(name, rule, header, body, message, "arb-vertex", "nv-vertex3")


if __name__ == "__main__":
    for name, word, operands in (("tex", "TEX", "r, r, texture[0], 2D"), ("txb", "TXB", "r, r, texture[0], 2D"), ("txl", "TXL", "r, r, texture[0], 2D"),
                                 ("txp", "TXP", "r, r, texture[0], 2D"), ("pusha", "PUSHA", "a"), ("popa", "POPA", "a"), ("second_code", "MOVC1", "r, r"),
                                 ("code_0", "MOVC0", "r, r")):
        test("without_" + name, "Only with OPTION NV_vertex_program3.", TWO, f"{T}«{word}» {operands};", "this instruction is understood only with OPTION NV_vertex_program3;")
    test("without_saturate", "Only with OPTION NV_vertex_program3.", TWO, T + "«MOV_SAT» r, r;", '_SAT is a suffix of instructions of fragment programs, and with OPTION NV_vertex_program3 of vertex programs, that write a vector; "MOV" has none')
    test("without_rule", "Only with OPTION NV_vertex_program3.", TWO, T + "MOV r («EQ1»), r;", "a condition is EQ, GE, GT, LE, LT, NE, TR or FL, perhaps with a swizzle, in parentheses")
    test("without_attrib", "Only with OPTION NV_vertex_program3.", TWO, T + "MOV r, vertex.attrib[«a».x];", "attributes and results are addressed only with OPTION NV_vertex_program3;")
    test("without_result", "Only with OPTION NV_vertex_program3.", TWO, T + "MOV result.texcoord[«a».x], r;", "attributes and results are addressed only with OPTION NV_vertex_program3;")
    for name, word in (("arl", "ARL"), ("ara", "ARA"), ("bra", "BRA"), ("pusha", "PUSHA")):
        test("saturate_" + name, "It takes no _SAT (table X.5).", THREE, f"{T}«{word}_SAT» a, a;", f'_SAT is a suffix of instructions of fragment programs, and with OPTION NV_vertex_program3 of vertex programs, that write a vector; "{word}" has none')
    for name, word in (("code_of_pusha", "PUSHAC"), ("code_of_popa", "POPAC1"), ("code_2", "MOVC2"), ("precision", "MOVH"), ("signed_clamp", "MOV_SSAT"), ("txd", "TXD"), ("code_0_of_bra", "BRAC0")):
        test("suffix_" + name, "Only the suffixes of table X.5.", THREE, f"{T}«{word}» r, r;", f'unknown instruction or declaration "{word}"')
    for name, rule in (("2", "EQ2"), ("digit", "1"), ("number_first", "1EQ")):
        mark = "«1»" if name == "number_first" else f"«{rule}»"
        rest = "EQ" if name == "number_first" else ""
        test("rule_" + name, "The rules of ccMaskRule.", THREE, f"{T}MOV r ({mark}{rest}), r;", "a condition is EQ, GE, GT, LE, LT, NE, TR or FL, perhaps with a swizzle, in parentheses")
    test("popa_mask", "POPA writes all components (2.14.5.43).", THREE, T + "POPA a.«x»;", "POPA writes all of an address register")
    test("popa_temporary", "POPA writes an address register.", THREE, T + "POPA «r»;", '"r" is not an address register')
    test("pusha_temporary", "PUSHA reads an address register.", THREE, T + "PUSHA «r»;", '"r" is not an address register')
    test("pusha_swizzle", "The operand of PUSHA has no swizzle (2.14.5.44).", THREE, T + "PUSHA a«.»x;", 'expected ";", found "."')
    test("pusha_condition", "PUSHA takes no condition.", THREE, T + "PUSHA a «(»GT);", 'expected ";", found "("')
    test("index_of_color", "Colours are no array.", THREE, T + "MOV r, vertex.color«[»a.x];", 'expected ";", found "["')
    test("index_of_clip", "Clip distances are not addressed.", THREE, T + "MOV result.clip[«a».x], r;", 'expected an integer, found "a"')
    test("index_range", "An offset lies in -256 … 255.", THREE, T + "MOV r, vertex.attrib[a.x + «256»];", "the offset of a relative address must lie in -256..255")
    test("index_of_temporary", "The index is an address register.", THREE, T + "MOV r, vertex.attrib[«r».x];", '"r" is not an address register')
    test("texture_unit", "There are 16 image units.", THREE, T + "TEX r, r, texture[«16»], 2D;", "texture image unit 16 is out of range: the largest is 15")
    test("texture_conflict", "A unit has one target.", THREE, T + "TEX r, r, texture[1], 2D;\nTEX r, r, texture[1], «3D»;", "texture image unit 1 is used with two targets")
    test("texture_shadow", "There are no SHADOW targets (grammar rule texTargetType).", THREE, T + "TEX r, r, texture[1], «SHADOW2D»;", 'expected a texture target (1D, 2D, 3D, CUBE, RECT), found "SHADOW2D"')
    test("rgba", "Vertex programs have no rgba.", THREE, T + "MOV r (EQ1.«r»), r;", "a swizzle has one letter or four, all of xyzw (in fragment programs also all of rgba)")
    for word in ("TEX", "TXB", "TXL", "TXP", "PUSHA", "POPA"):
        test("reserved_" + word.lower(), "The names of instructions are reserved.", THREE, f"TEMP «{word}»;", f'"{word}" is a reserved word and cannot be declared')
