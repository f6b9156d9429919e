#!/usr/bin/env python3
"""Writes the error tests of OPTION NV_fragment_program and OPTION NV_fragment_program2.

The wrong part is marked by « and », and the message is written by hand. Position, line and column follow from the mark.

usage: shim_tests/errors/origin_nv_fragment.py    (stdlib only; rewrites shim_tests/errors/nv-fragment/)
"""
import os

HERE = os.path.dirname(os.path.abspath(__file__))
BASE, ONE, TWO = ("!!ARBfp1.0\n" + option for option in ("", "OPTION NV_fragment_program;\n", "OPTION NV_fragment_program2;\n"))


def test(name, rule, header, body, message, language="arb-fragment", folder="nv-fragment"):
    text = header + body + "\nEND\n"
    before, rest = text.split("«", 1)
    marked, after = rest.split("»", 1)
    program = before + marked + after
    at = len(before.encode())
    line_start = before.rfind("\n") + 1
    number = before.count("\n") + 1
    column = len(before) - line_start + 1
    line = program[line_start:].split("\n", 1)[0]
    log = f"line {number}, column {column}: error: {message}\n{line}\n{' ' * (column - 1)}{'^' * max(1, len(marked))}"
    folder = os.path.join(HERE, folder)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name + ".test"), "w", encoding="utf-8") as file:
        file.write(f"# {rule}\n== program {language}\n{program}== error {at}\n{log}\n")


def needs(name, body, what="this instruction is understood", option="NV_fragment_program", header=BASE):
    test("without_" + name, f"Only with OPTION {option}.", header, body, f"{what} only with OPTION {option};")


T = "TEMP r, s;\n"
for opcode, operands in (("DDX", "r, r"), ("DDY", "r, r"), ("PK2H", "r, r"), ("PK2US", "r, r"), ("PK4B", "r, r"), ("PK4UB", "r, r"),
                         ("UP2H", "r, r.x"), ("UP2US", "r, r.x"), ("UP4B", "r, r.x"), ("UP4UB", "r, r.x"), ("RFL", "r.xyz, r, r"), ("SEQ", "r, r, r"),
                         ("SFL", "r, r, r"), ("SGT", "r, r, r"), ("SLE", "r, r, r"), ("SNE", "r, r, r"), ("STR", "r, r, r"), ("X2D", "r, r, r, r"),
                         ("TXD", "r, r, r, r, texture[0], 2D"), ("ADDR", "r, r, r"), ("ADDH", "r, r, r"), ("ADDX", "r, r, r"), ("ADDC", "r, r, r"),
                         ("ADDXC_SAT", "r, r, r")):
    needs(opcode.lower(), f"{T}«{opcode}» {operands};")
for opcode, operands in (("NRM", "r.xyz, r"), ("DIV", "r, r, r.x"), ("DP2", "r, r, r"), ("DP2A", "r, r, r, r"), ("TXL", "r, r, texture[0], 2D"), ("CAL", "f"),
                         ("RET", ""), ("BRK", ""), ("IF", "TR"), ("ELSE", ""), ("ENDIF", ""), ("LOOP", "{1}"), ("ENDLOOP", ""), ("REP", "{1}"), ("ENDREP", ""),
                         ("CMPC", "r, r, r, r"), ("SCSH", "r.xy, r.x"), ("SWZC", "r, r, x, y, z, w"), ("XPDR", "r.xyz, r, r"), ("ADD_SSAT", "r, r, r")):
    needs(opcode.lower(), f"{T}«{opcode}»{' ' + operands if operands else ''};", option="NV_fragment_program2", header=ONE)
needs("absolute", T + "MOV r, «|»r|;", "absolute values are understood")
needs("condition", T + "MOV r «(»GT), r;", "conditions are understood")
needs("short", "«SHORT» TEMP r;", "variables have sizes")
needs("long", "«LONG» OUTPUT o = result.color;", "variables have sizes")
needs("label", "«f»:", "labels are understood", "NV_fragment_program2", ONE)
needs("facing", "ATTRIB f = fragment.«facing»;", "the facing is an attribute", "NV_fragment_program2", ONE)
needs("index", T + "MOV r, fragment.texcoord[«A0».x];", "attributes and results are addressed", "NV_fragment_program2", ONE)
test("without_scalar_constant", "ARB_fragment_program's scalar constants need a component.", BASE, T + "RCP r, 2«;»", 'a scalar operand needs one component, as in "c.x"')
for name, word in (("precision_of_cmp", "CMPH"), ("fixed_cos", "COSX"), ("fixed_rcp", "RCPX"), ("code_of_kil", "KILC"), ("precision_of_tex", "TEXH"),
                   ("code_of_pack", "PK2HC"), ("precision_of_pack", "PK4BH"), ("precision_of_unpack", "UP2HH"), ("code_before_precision", "ADDCH"),
                   ("lower_case", "addh"), ("precision_twice", "ADDHH"), ("second_code", "ADDC1"), ("fixed_nrm", "NRMX"), ("branch", "BRA"), ("set_sign", "SSG"),
                   ("clamp_before_code", "ADD_SATC"), ("address_load", "ARL"), ("signed_clamp_of_if", "IFC")):
    test("suffix_" + name, "Only the suffixes of table X.5, in their order.", TWO, f"{T}«{word}» r, r;", f'unknown instruction or declaration "{word}"')
for name, word in (("kil", "KIL"), ("pk2h", "PK2H"), ("pk4ub", "PK4UB"), ("rep", "REP"), ("if", "IF")):
    test("clamp_of_" + name, "Table X.5 gives it no _SAT.", TWO, f"{T}«{word}_SAT» r, r;", f'_SAT is a suffix of instructions of fragment programs, and with OPTION NV_vertex_program3 of vertex programs, that write a vector; "{word}" has none')
for name, body, found in (("of_number", "MOV r («2»), r;", None), ("unknown", "MOV r («GTX»), r;", None), ("with_register", "MOV r («GT0»), r;", None),
                          ("lower_case", "MOV r («gt»), r;", None), ("empty", "MOV r («)», r;", None)):
    test("condition_" + name, "The rules of ccMaskRule.", ONE, T + body, "a condition is EQ, GE, GT, LE, LT, NE, TR or FL, perhaps with a swizzle, in parentheses")
test("condition_swizzle", "A condition's swizzle has one letter or four.", ONE, T + "MOV r (GT.«xy»), r;", "a swizzle has one letter or four, all of xyzw (in fragment programs also all of rgba)")
test("condition_not_closed", "A mask has its parenthesis.", ONE, T + "MOV r (GT.x«,» r;", 'expected ")", found ","')
test("if_parentheses", "The condition of IF has no parentheses.", TWO, "IF «(»GT);\nENDIF;", "a condition is EQ, GE, GT, LE, LT, NE, TR or FL, perhaps with a swizzle")
test("if_without_condition", "IF needs a condition.", TWO, "IF«;»\nENDIF;", "a condition is EQ, GE, GT, LE, LT, NE, TR or FL, perhaps with a swizzle")
test("brk_without_parentheses", "The condition of BRK stands in parentheses.", TWO, "REP {1};\nBRK «GT»;\nENDREP;", 'expected ";", found "GT"')
test("kil_parentheses", "The condition of KIL has no parentheses.", ONE, "KIL «(»GT);", 'expected a source operand, found "("')
test("short_of_param", "Sizes are of TEMP and OUTPUT.", ONE, "SHORT «PARAM» p = 1;", 'expected TEMP or OUTPUT, found "PARAM"')
test("short_attrib", "Sizes are of TEMP and OUTPUT.", ONE, "LONG «ATTRIB» a = fragment.color;", 'expected TEMP or OUTPUT, found "ATTRIB"')
for opcode in ("PK2H", "PK2US", "PK4B", "PK4UB"):
    test(f"short_{opcode.lower()}", "Packed values do not go to SHORT variables (3.11.5.32 to .35).", ONE, f"SHORT TEMP h;\n{opcode} «h», fragment.color;",
         "packed values need 32 bits: a packing instruction does not take a SHORT variable")
    up = opcode.replace("PK", "UP")
    test(f"short_{up.lower()}", "Packed values do not come from SHORT variables (3.11.5.43 to .46).", ONE, f"TEMP r;\nSHORT TEMP h;\n{up} r, «h.x»;",
         "packed values need 32 bits: an unpacking instruction does not take a SHORT variable")
test("short_result_pk2h", "Packed values do not go to SHORT results.", ONE, "SHORT OUTPUT o = result.color;\nPK2H «o», fragment.color;",
     "packed values need 32 bits: a packing instruction does not take a SHORT variable")
test("sizes_of_one_result", "Variables of one result have one size (3.11.3.4).", ONE, "SHORT OUTPUT a = result.color;\nLONG OUTPUT b = result.color;\nMOV a, 1;\nMOV «b», 1;",
     "variables of different sizes are written that are bound to the same result")
for name, word in (("suffix", "ADDH"), ("clamp", "MUL_SAT"), ("texture", "texture"), ("ddx", "DDX"), ("all", "DP3XC_SAT")):
    test("reserved_" + name, "The names of instructions with all suffixes are reserved.", ONE, f"TEMP «{word}»;", f'"{word}" is a reserved word and cannot be declared')
test("reserved_loop", "The names of the option's instructions are reserved.", TWO, "TEMP «ENDLOOP»;", '"ENDLOOP" is a reserved word and cannot be declared')
test("redeclared_index", "A0 is declared already (3.11.3.Y).", TWO, "TEMP «A0»;", '"A0" is already declared')
test("address", "Address registers cannot be declared (3.11.3.Y).", TWO, "«ADDRESS» a;", 'unknown instruction or declaration "ADDRESS"')
test("index_as_destination", "The loop index is not written.", TWO, "LOOP {1};\nMOV «A0», 1;\nENDLOOP;", '"A0" is not a temporary or result')
test("index_as_source", "The loop index is not read as a number.", TWO, T + "LOOP {1};\nMOV r, «A0»;\nENDLOOP;", '"A0" is not a readable register')
test("index_outside", "A0.x is there in LOOP blocks (3.11.3.Y).", TWO, T + "MOV r, fragment.texcoord[«A0».x];", "A0.x is there inside LOOP blocks only")
test("index_behind", "A0.x is there in LOOP blocks.", TWO, T + "LOOP {1};\nENDLOOP;\nMOV r, fragment.texcoord[«A0».x];", "A0.x is there inside LOOP blocks only")
test("index_in_rep", "REP has no index.", TWO, T + "REP {1};\nMOV r, fragment.texcoord[«A0».x];\nENDREP;", "A0.x is there inside LOOP blocks only")
test("index_in_subroutine", "The scope of A0 is that of the text (NV_fragment_program2, issue 4).", TWO, T + "LOOP {1};\nCAL f;\nENDLOOP;\nRET;\nf:\nMOV r, fragment.texcoord[«A0».x];\nRET;", "A0.x is there inside LOOP blocks only")
test("index_through_attrib", "An ATTRIB does not widen the scope of A0.", TWO, T + "ATTRIB t = fragment.texcoord[A0.x];\nMOV r, «t»;", "A0.x is there inside LOOP blocks only")
test("index_component", "Only A0.x (rule addrComponent).", TWO, T + "LOOP {1};\nMOV r, fragment.texcoord[A0.«y»];\nENDLOOP;", 'an address register is written and used through ".x" only')
test("index_without_component", "Only A0.x (rule scalarAddrSuffix).", TWO, T + "LOOP {1};\nMOV r, fragment.texcoord[A0«]»;\nENDLOOP;", 'an address register is written and used through ".x" only')
test("index_offset", "The offset lies in 0 … 9 (rule addrRegPosOffset).", TWO, T + "LOOP {1};\nMOV r, fragment.texcoord[A0.x + «10»];\nENDLOOP;", "the offset of the loop index must lie in 0..9")
test("index_negative", "The offset is not negative.", TWO, T + "LOOP {1};\nMOV r, fragment.texcoord[A0.x - «1»];\nENDLOOP;", "the offset of the loop index must lie in 0..9")
test("index_of_params", "Parameter arrays are not addressed.", TWO, T + "PARAM p[] = { 1, 2 };\nLOOP {1};\nMOV r, p[«A0».x];\nENDLOOP;", 'expected an integer, found "A0"')
test("index_of_temporary", "The index is an address register.", TWO, T + "LOOP {1};\nMOV r, fragment.texcoord[«r».x];\nENDLOOP;", '"r" is not an address register')
for name, body, message in (
        ("else_alone", "«ELSE»;", "ELSE stands without an open IF"), ("endif_alone", "«ENDIF»;", "ENDIF stands without an open IF"),
        ("endloop_alone", "«ENDLOOP»;", "ENDLOOP stands without an open LOOP"), ("endrep_alone", "«ENDREP»;", "ENDREP stands without an open REP"),
        ("else_twice", "IF TR;\nELSE;\n«ELSE»;\nENDIF;", "ELSE stands where the innermost open block is ELSE, which ENDIF ends"),
        ("endloop_of_rep", "REP {1};\n«ENDLOOP»;", "ENDLOOP stands where the innermost open block is REP, which ENDREP ends"),
        ("endrep_of_loop", "LOOP {1};\n«ENDREP»;", "ENDREP stands where the innermost open block is LOOP, which ENDLOOP ends"),
        ("endif_in_loop", "IF TR;\nLOOP {1};\n«ENDIF»;\nENDLOOP;", "ENDIF stands where the innermost open block is LOOP, which ENDLOOP ends"),
        ("else_in_loop", "IF TR;\nREP {1};\n«ELSE»;\nENDREP;\nENDIF;", "ELSE stands where the innermost open block is REP, which ENDREP ends"),
        ("endloop_in_if", "LOOP {1};\nIF TR;\n«ENDLOOP»;\nENDIF;", "ENDLOOP stands where the innermost open block is IF, which ENDIF ends"),
        ("endrep_in_else", "REP {1};\nIF TR;\nELSE;\n«ENDREP»;", "ENDREP stands where the innermost open block is ELSE, which ENDIF ends"),
        ("brk_alone", "«BRK»;", "BRK stands in a LOOP or a REP block only"), ("brk_in_if", "IF TR;\n«BRK» (GT);\nENDIF;", "BRK stands in a LOOP or a REP block only"),
        ("brk_in_subroutine", "REP {1};\nCAL f;\nENDREP;\nRET;\nf:\n«BRK»;\nRET;", "BRK stands in a LOOP or a REP block only"),
        ("label_in_if", "IF TR;\n«f»:\nENDIF;", "a label may not stand inside a block of IF, LOOP or REP"),
        ("label_in_loop", "LOOP {1};\n«f»:\nENDLOOP;", "a label may not stand inside a block of IF, LOOP or REP"),
        ("loops_too_deep", "REP {1};\nLOOP {1};\n" * 2 + "«REP» {1};\n", "blocks of LOOP and REP may be nested 4 deep"),
        ("ifs_too_deep", "IF TR;\n" * 48 + "«IF» TR;", "blocks of IF may be nested 48 deep"),
        ("loop_of_attribute", "LOOP «fragment.color»;\nENDLOOP;", "the operand of LOOP and REP is a program parameter"),
        ("rep_of_component", "REP «fragment.color.x»;\nENDREP;", "the operand of LOOP and REP is a program parameter"),
        ("rep_of_temporary", T + "REP «r»;\nENDREP;", "the operand of LOOP and REP is a program parameter"),
        ("loop_without_operand", "LOOP«;»", 'expected a source operand, found ";"'),
        ("endif_with_operand", "IF TR;\nENDIF «TR»;", 'expected ";", found "TR"'), ("cal_without_label", "CAL«;»", 'expected a label, found ";"')):
    test("block_" + name, "Blocks are nested and ended by their own instruction (NV_fragment_program2 3.11.4.X).", TWO, body, message)
for name, body, open_, end in (("if", "IF TR;", "IF", "ENDIF"), ("else", "IF TR;\nELSE;", "ELSE", "ENDIF"), ("loop", "LOOP {1};", "LOOP", "ENDLOOP"), ("rep", "REP {1};\nIF TR;\nENDIF;", "REP", "ENDREP")):
    text = TWO + body
    test("block_open_" + name, "A block ends before the program does.", TWO, body + "\n«END»", f"the program ends inside a block of {open_}, which {end} ends")
test("label_twice", "A label is defined once.", TWO, "f:\n«f»:", 'the label "f" is defined twice')
test("label_reserved", "The name of the image units is no label.", TWO, "«texture»:", '"texture" is a reserved word and cannot be a label')
test("scalar_of_div", "DIV divides by a scalar.", TWO, T + "DIV r, r, r«;»", 'a scalar operand needs one component, as in "r.x"')
test("txd_two_operands", "TXD has three operands.", ONE, T + "TXD r, r, r, «texture»[0], 2D;", "TXD has 3 operands before its texture image unit; operand 3 is missing")
test("facing_index", "There is one facing.", TWO, T + "MOV r, fragment.facing«[»0];", 'expected ";", found "["')
