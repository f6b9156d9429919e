#!/usr/bin/env python3
"""Writes the error tests of NVIDIA's own languages for vertices, as origin_nv_fragment.py does those of fragment programs.

usage: shim_tests/errors/origin_nv_native.py    (stdlib only; rewrites shim_tests/errors/nv-native/)
"""
import os

import origin_nv_fragment as fragment

VP10, VP11, VP20, VSP = "!!VP1.0\n", "!!VP1.1\n", "!!VP2.0\n", "!!VSP1.0\n"
INVARIANT = "OPTION NV_position_invariant;\n"
P = "MOV o[HPOS], v[0];\n"
FOLDER = "nv-native"


def test(name, rule, header, body, message):
    language = "nv-state" if header.startswith(VSP) else "nv-vertex"
    fragment.test(name, rule, header, body, message, language, FOLDER)


def at_end(name, rule, header, body, message):
    """Marks an error that is found at the end of the text."""
    program = f"{header}{body}\nEND\n"
    language = "nv-state" if header.startswith(VSP) else "nv-vertex"
    log = f"line {program.count(chr(10)) + 1}, column 1: error: {message}\n\n^"
    with open(os.path.join(fragment.HERE, FOLDER, name + ".test"), "w", encoding="utf-8") as file:
        file.write(f"# {rule}\n== program {language}\n{program}== error {len(program.encode())}\n{log}\n")


def headers():
    def whole(name, text, message, language="nv-vertex"):
        line = text.split("\n", 1)[0]
        with open(os.path.join(fragment.HERE, FOLDER, name + ".test"), "w", encoding="utf-8") as file:
            file.write(f"# The header decides the language.\n== program {language}\n{text}== error 0\nline 1, column 1: error: {message}\n{line}\n^\n")

    for header in ("!!NVvp4.0", "!!NVfp4.0", "!!NVgp4.0"):
        whole("header_" + header[2:].replace(".", "").lower(), f"{header}\nEND\n", f'programs that begin with "{header}" are not understood here (NV_gpu_program4)')
    whole("header_state_as_vertex", "!!VSP1.0\nMOV c[0], v[0];\nEND\n", 'programs that begin with "!!VSP1.0" belong to another target')
    whole("header_vertex_as_state", "!!VP1.0\nMOV o[HPOS], v[0];\nEND\n", 'programs that begin with "!!VP1.0" belong to another target', "nv-state")
    whole("header_fragment_as_vertex", "!!FP1.0\nEND\n", 'programs that begin with "!!FP1.0" belong to another target')
    whole("header_unknown", "!!VP3.0\nEND\n", 'the program must begin with "!!ARBvp1.0" or "!!VP1.0" or "!!VP1.1" or "!!VP2.0"')
    whole("header_unknown_state", "!!VSP2.0\nEND\n", 'the program must begin with "!!VSP1.0"', "nv-state")


def instructions():
    later = "this instruction is understood only from !!VP1.1 on"
    for word, operands in (("ABS", "R0, R1"), ("DPH", "R0, R1, R2"), ("RCC", "R0, R1.x"), ("SUB", "R0, R1, R2")):
        test(f"vp10_{word.lower()}", "Only since NV_vertex_program1_1.", VP10, f"{P}«{word}» {operands};", later)
        test(f"vsp10_{word.lower()}", "State programs have the instructions of !!VP1.0.", VSP, f"MOV c[0], v[0];\n«{word}» {operands};",
             f'unknown instruction or declaration "{word}"')
    later = "this instruction is understood only from !!VP2.0 on"
    for word in "ARA ARR BRA CAL COS EX2 FLR FRC LG2 RET SEQ SFL SGT SIN SLE SNE SSG STR ADDC MOVC ARLC DP3C RCPC MADC".split():
        test(f"vp11_{word.lower()}", "Only since NV_vertex_program2.", VP11, f"{P}«{word}» R0, R1, R2;", later)
    for word in ("COS", "SEQ", "MOVC"):
        test(f"vp10_{word.lower()}", "Only since NV_vertex_program2.", VP10, f"{P}«{word}» R0, R1, R2;", later)
    for word in "POW XPD SWZ TEX KIL LRP CMP SCS PARAM TEMP ADDRESS ATTRIB OUTPUT ALIAS MOVR MOVH BRAC CALC RETC ADDC0 mov Mov".split():
        test(f"vp20_unknown_{word if word.islower() else word.lower() if word.isupper() or word[-1] == '0' else 'capital_' + word.lower()}",
             "There is no such instruction.", VP20, f"{P}«{word}» R0, R1, R2;", f'unknown instruction or declaration "{word}"')
    test("saturate", "There is no saturation.", VP20, f"{P}«MOV_SAT» R0, R1;",
         '_SAT is a suffix of instructions of fragment programs, and with OPTION NV_vertex_program3 of vertex programs, that write a vector; "MOV" has none')
    for n, (header, limit) in enumerate(((VP10, 128), (VP11, 128), (VP20, 256))):
        at_end(f"too_many_instructions_{n}", "There is a limit (2.14.1.8).", header, P + "MOV R0, R1;\n" * (limit - 1) + "MOV R0, R1;",
               f"the program uses {limit + 1} instructions; the limit is {limit}")
    for n, (header, limit) in enumerate(((VP11, 124), (VP20, 252))):
        at_end(f"too_many_instructions_invariant_{n}", "The limit of position-invariant programs is 4 less (2.14.6.1).", header + INVARIANT,
               "MOV R0, R1;\n" * limit + "MOV R0, R1;", f"the program uses {limit + 1} instructions; the limit is {limit}")
    at_end("too_many_instructions_state", "There is a limit (2.14.4).", VSP, "MOV c[0], v[0];\n" + "MOV R0, R1;\n" * 127 + "MOV R0, R1;",
           "the program uses 129 instructions; the limit is 128")
    test("missing_semicolon", "An instruction ends with a semicolon.", VP10, "MOV o[HPOS], v[0]\n«MOV» R0, R1;", 'expected ";", found "MOV"')
    test("missing_comma", "Operands are separated by commas.", VP10, f"{P}ADD R0, R1 «R2»;", 'expected ",", found "R2"')
    test("too_many_operands", "Each instruction has its number of operands.", VP10, f"{P}ADD R0, R1, R2«,» R3;", 'expected ";", found ","')
    test("too_few_operands", "Each instruction has its number of operands.", VP10, f"{P}MAD R0, R1, R2«;»", 'expected ",", found ";"')
    test("character", "A character of no token (2.14.1.8).", VP10, f"{P}MOV R0, «@»;", "the character 0x40 has no meaning in a program")
    test("after_end", "Nothing follows END.", VP10, f"{P}END\n«MOV» R0, R1;", "only blanks and comments may follow END")
    test("no_end", "A program ends with END.", VP10, f"{P}MOV R0, R1;\n«END1»", 'unknown instruction or declaration "END1"')


def results():
    message = "a vertex program must write o[HPOS]"
    for n, header in enumerate((VP10, VP11, VP20)):
        at_end(f"no_position_{n}", "A vertex program writes HPOS (2.14.1.8).", header, "MOV o[COL0], v[0];", message)
    at_end("no_position_cc", "CC is no result.", VP20, "MOVC CC, v[0];\nMOV o[CLP0], v[0];", message)
    at_end("no_parameter", "A state program writes a program parameter (2.14.4).", VSP, "MOV R0, v[0];", "a vertex state program must write a program parameter")
    for n, header in enumerate((VP11, VP20)):
        test(f"invariant_position_{n}", "A position-invariant program does not write HPOS (2.14.6.1).", header + INVARIANT, "MOV o[«HPOS»], v[0];",
             "o[HPOS] is written by OPTION NV_position_invariant; the program may not name it")
    test("invariant_relative", "Position-invariant !!VP1.1 programs have no relative addressing (2.14.6.1).", VP11 + INVARIANT, "ARL A0.x, v[0].x;\nMOV R0, c[«A0».x + 3];",
         "a position-invariant program of !!VP1.1 cannot address program parameters relatively")
    for n, name in enumerate(("POS", "hpos", "OPOS", "TEX8", "CLP6", "NRML")):
        test(f"unknown_result_{n}", "The results of table X.1.", VP20, f"{P}MOV o[«{name}»], R0;", f'expected a vertex result (HPOS, COL0, …), found "{name}"')
    test("result_number", "Results have no numbers.", VP10, f"{P}MOV o[«0»], R0;", 'expected a vertex result (HPOS, COL0, …), found "0"')
    for header, n in ((VP10, 0), (VP11, 1)):
        test(f"clip_distance_{n}", "Clip distances came with NV_vertex_program2.", header, f"{P}MOV o[«CLP0»], R0;", "clip distances are understood only from !!VP2.0 on")
    test("read_result", "Results are write-only.", VP10, f"{P}MOV R0, «o»[HPOS];", 'there is no register "o" that can be read here')
    test("read_address", "Address registers are not operands.", VP20, f"{P}MOV R0, «A0»;", 'there is no register "A0" that can be read here')
    test("read_cc", "CC is write-only.", VP20, f"{P}MOV R0, «CC»;", 'there is no register "CC" that can be read here')
    test("read_name", "There are no names.", VP10, f"{P}MOV R0, «foo»;", 'there is no register "foo" that can be read here')
    test("read_number", "There are no constants.", VP20, f"{P}MOV R0, «1.0»;", 'expected a source register, found "1.0"')
    test("write_attribute", "Attributes are read-only.", VP10, f"{P}MOV «v»[1], R0;", 'there is no register "v" that can be written here')
    test("write_parameter", "Program parameters are read-only in vertex programs.", VP10, f"{P}MOV «c»[1], R0;", 'there is no register "c" that can be written here')
    test("write_address", "MOV writes no address register.", VP20, f"{P}MOV «A0», R0;", 'there is no register "A0" that can be written here')
    test("write_cc", "VP1 has no condition code.", VP11, f"{P}MOV «CC», R0;", 'there is no register "CC" that can be written here')
    test("arl_cc", "ARL writes an address register.", VP20, f"{P}ARL «CC», R0;", "the language has the address registers A0 and A1 only")
    test("state_result", "State programs have no results (2.14.4).", VSP, "MOV c[0], v[0];\nMOV «o»[HPOS], v[0];", 'there is no register "o" that can be written here')
    test("state_attribute", "State programs read v[0] only (2.14.4).", VSP, "MOV c[0], v[«1»];", "vertex attribute 1 is out of range: the largest is 0")
    test("state_attribute_name", "State programs read v[0] by its number (2.14.4).", VSP, "MOV c[0], v[«OPOS»];", 'expected an integer, found "OPOS"')
    test("state_relative_write", "Writes are not relative (2.14.4).", VSP, "ARL A0.x, v[0].x;\nMOV c[«A0».x], v[0];", "a vertex state program writes program parameters by their numbers, not relatively")
    test("state_parameter", "There are 96 parameters.", VSP, "MOV c[«96»], v[0];", "program parameter 96 is out of range: the largest is 95")
    test("state_option", "State programs have no options.", VSP, "«OPTION» NV_position_invariant;", "options are understood only from !!VP1.1 on")


def registers():
    for header, last, n in ((VP10, 11, 0), (VP11, 11, 1), (VP20, 15, 2)):
        test(f"temporary_{n}", "The temporaries are numbered.", header, f"{P}MOV R0, «R{last + 1}»;", f"temporary register {last + 1} is out of range: the largest is {last}")
        test(f"temporary_written_{n}", "The temporaries are numbered.", header, f"{P}MOV «R{last + 1}», R0;", f"temporary register {last + 1} is out of range: the largest is {last}")
    test("temporary_zeros", "A register's name has no leading zeros.", VP10, f"{P}MOV R0, «R01»;", 'there is no register "R01" that can be read here')
    test("temporary_huge", "A number of any length.", VP10, f"{P}MOV R0, «R99999999999999999999»;", 'there is no register "R99999999999999999999" that can be read here')
    for header, last, n in ((VP10, 95, 0), (VP20, 255, 1)):
        test(f"parameter_{n}", "The parameters are numbered.", header, f"{P}MOV R0, c[«{last + 1}»];", f"program parameter {last + 1} is out of range: the largest is {last}")
    test("attribute", "There are 16 attributes.", VP10, f"{P}MOV R0, v[«16»];", "vertex attribute 16 is out of range: the largest is 15")
    for n, name in enumerate(("POS", "HPOS", "BFC0", "TEX8", "PSIZ")):
        test(f"attribute_name_{n}", "The mnemonics of table X.3.", VP10, f"{P}MOV R0, v[«{name}»];", f'expected a vertex attribute (0 to 15, OPOS, NRML, …), found "{name}"')
    test("attribute_relative", "Attributes are not addressed.", VP20, f"{P}MOV R0, v[«A0».x];", 'expected a vertex attribute (0 to 15, OPOS, NRML, …), found "A0"')
    second = "an instruction reads at most one vertex attribute; this is a second one"
    test("second_attribute", "One vertex attribute per instruction.", VP10, f"{P}ADD R0, v[1], «v»[2];", second)
    test("second_attribute_named", "By number or by name.", VP20, f"{P}MAD R0, v[OPOS], R1, «v»[NRML];", second)
    second = "an instruction reads at most one program parameter; this is a second one"
    test("second_parameter", "One program parameter per instruction.", VP10, f"{P}ADD R0, c[1], «c»[2];", second)
    test("second_parameter_relative", "Relative ones differ from absolute ones.", VP10, f"{P}ADD R0, c[1], «c»[A0.x];", second)
    test("second_parameter_offset", "Relative ones are the same if their offsets are.", VP20, f"{P}ADD R0, c[A0.x + 1], «c»[A0.x + 2];", second)
    test("second_parameter_component", "And their components.", VP20, f"{P}ADD R0, c[A0.x], «c»[A0.y];", second)
    test("second_parameter_register", "And their registers.", VP20, f"{P}ADD R0, c[A0.x], «c»[A1.x];", second)
    test("second_parameter_sfl", "SFL ignores its operands, which still count.", VP20, f"{P}SFL R0, c[3], «c»[4];", second)
    test("second_parameter_state", "Also one that the program has written.", VSP, "MOV c[0], v[0];\nADD c[1], c[0], «c»[2];", second)
    for header, (low, high), n in ((VP10, (-64, 63), 0), (VP20, (-256, 255), 1)):
        message = f"the offset of a relative address must lie in {low}..{high}"
        test(f"offset_high_{n}", "The reach of an offset.", header, f"{P}MOV R0, c[A0.x + «{high + 1}»];", message)
        test(f"offset_low_{n}", "The reach of an offset.", header, f"{P}MOV R0, c[A0.x - «{1 - low}»];", message)
    test("address_1", "VP1 has A0 only.", VP11, f"{P}ARL «A1».x, R0.x;", "the language has the address register A0 only")
    test("address_2", "VP2 has A0 and A1.", VP20, f"{P}ARL «A2», R0;", "the language has the address registers A0 and A1 only")
    test("address_component", "VP1 has A0.x only.", VP10, f"{P}ARL A0.«y», R0.x;", 'an address register is written and used through ".x" only')
    test("address_mask", "VP1 has A0.x only.", VP10, f"{P}ARL A0«,» R0.x;", 'an address register is written and used through ".x" only')
    test("address_index", "VP1 has A0.x only.", VP10, f"{P}MOV R0, c[A0.«w»];", 'an address register is written and used through ".x" only')
    test("address_index_swizzle", "One component.", VP20, f"{P}MOV R0, c[A0.«xy»];", 'an address register is used through one component, as in "A0.y"')
    test("arl_vector", "ARL of VP1 takes a scalar.", VP10, f"{P}ARL A0.x, R0«;»", 'a scalar operand needs one component, as in "R0.x"')
    test("ara_temporary", "ARA takes an address register.", VP20, f"{P}ARA A0, «R0»;", "the language has the address registers A0 and A1 only")
    test("scalar_suffix", "Scalar operands have one component.", VP10, f"{P}RCP R0, R1«;»", 'a scalar operand needs one component, as in "R0.x"')
    test("scalar_swizzle", "Scalar operands have one component.", VP10, f"{P}RSQ R0, R1.«xyzw»;", 'a scalar operand needs one component, as in "R0.x"')
    swizzle = "a swizzle has one letter or four, all of xyzw (in fragment programs also all of rgba)"
    for n, word in enumerate(("xy", "xyz", "xyzwx", "r", "rgba", "X")):
        test(f"swizzle_{n}", "One letter or four.", VP10, f"{P}MOV R0, R1.«{word}»;", swizzle)
    mask = "a write mask names components in order, of xyzw (in fragment programs also of rgba)"
    for n, word in enumerate(("yx", "xx", "r", "xyzwx")):
        test(f"mask_{n}", "Masks are in order.", VP10, f"{P}MOV R0.«{word}», R1;", mask)


def operators():
    test("plus", "The sign + came with NV_vertex_program1_1.", VP10, f"{P}MOV R0, «+»R1;", 'the sign "+" is understood only from !!VP1.1 on')
    test("plus_state", "State programs have no sign +.", VSP, "MOV c[0], «+»v[0];", 'the sign "+" is understood only from !!VP1.1 on')
    for header, n in ((VP10, 0), (VP11, 1)):
        test(f"absolute_{n}", "Absolute values came with NV_vertex_program2.", header, f"{P}MOV R0, «|»R1|;", "absolute values are understood only from !!VP2.0 on")
        test(f"condition_{n}", "Conditions came with NV_vertex_program2.", header, f"{P}MOV R0 «(»GT), R1;", "conditions are understood only from !!VP2.0 on")
        test(f"label_{n}", "Labels came with NV_vertex_program2.", header, f"{P}«here»: MOV R0, R1;", "labels are understood only from !!VP2.0 on")
    test("absolute_open", "Bars come in pairs.", VP20, f"{P}MOV R0, |R1«;»", 'expected "|", found ";"')
    test("absolute_swizzle", "The swizzle stands inside.", VP20, f"{P}MOV R0, |R1|«.»x;", 'expected ";", found "."')
    rule = "a condition is EQ, GE, GT, LE, LT, NE, TR or FL, perhaps with a swizzle, in parentheses"
    for n, word in enumerate(("gt", "GT0", "XX", "1")):
        test(f"rule_{n}", "The rules of ccMaskRule.", VP20, f"{P}MOV R0 («{word}»), R1;", rule)
    test("rule_empty", "A condition has a rule.", VP20, f"{P}MOV R0 («)», R1;", rule)
    test("option_unknown", "The option of 2.14.6.", VP11, "OPTION «ARB_position_invariant»;", 'unknown program option "ARB_position_invariant"')
    test("option_vp10", "Options came with NV_vertex_program1_1.", VP10, "«OPTION» NV_position_invariant;", "options are understood only from !!VP1.1 on")
    test("option_late", "Options come first.", VP20, f"{P}«OPTION» NV_position_invariant;", "OPTION must stand before all other statements")
    test("label_twice", "A label is defined once.", VP20, f"{P}a: MOV R0, R1;\n«a»: MOV R0, R1;", 'the label "a" is defined twice')
    test("label_dollar", "Labels are identifiers.", VP20, f"{P}«a$b»: MOV R0, R1;", "the name of a label has letters, digits and underscores only")
    test("label_dollar_used", "Labels are identifiers.", VP20, f"{P}BRA «a$b»;", "the name of a label has letters, digits and underscores only")
    test("label_end", "END ends the program.", VP20, f"{P}«END»: MOV R0, R1;", '"END" is a reserved word and cannot be a label')
    at_end("label_undefined", "A label is defined somewhere (2.14.2.3).", VP20, f"{P}BRA nowhere;", 'the program jumps to the label "nowhere", which it does not define')
    test("bra_no_label", "BRA has a label.", VP20, f"{P}BRA «(»GT);", 'expected a label, found "("')
    test("ret_label", "RET has none.", VP20, f"{P}RET «a»;", 'expected ";", found "a"')


if __name__ == "__main__":
    os.makedirs(os.path.join(fragment.HERE, FOLDER), exist_ok=True)
    headers()
    instructions()
    results()
    registers()
    operators()
