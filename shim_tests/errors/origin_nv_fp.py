#!/usr/bin/env python3
"""Writes the error tests of native fragment programs, `!!FP1.0` (NV_fragment_program 3.11.2, 3.11.3).

The wrong part is marked by « and », and the message is written by hand. Position, line and column follow from the mark. «»
after END stands for errors that are found at the end of the text.

usage: shim_tests/errors/origin_nv_fp.py    (stdlib only; rewrites shim_tests/errors/nv-fp/)
"""
import os

HERE = os.path.dirname(os.path.abspath(__file__))
LETTERS = "a swizzle has one letter or four, all of xyzw (in fragment programs also all of rgba)"
MASK = "a write mask names components in order, of xyzw (in fragment programs also of rgba)"
RULE = "a condition is EQ, GE, GT, LE, LT, NE, TR or FL, perhaps with a swizzle"
ATTRIBUTE = "a fragment attribute (WPOS, COL0, COL1, FOGC, TEX0 to TEX7)"
RESULT = "a fragment result (COLR, COLH, DEPR)"
ONE_PARAMETER = "an instruction reads at most one program parameter (or constants of at most four numbers); this is a second one"
FIVE = "the constants of an instruction have at most four different numbers, of either sign; here is the fifth"


def test(name, rule, body, message, end="\nEND\n", header="!!FP1.0\n"):
    text = header + body + end
    before, rest = text.split("«", 1)
    marked, after = rest.split("»", 1)
    program = before + marked + after
    at = len(before.encode())
    number, line_start = before.count("\n") + 1, before.rfind("\n") + 1
    column = at - len(before[:line_start].encode()) + 1
    line = program[line_start:].split("\n", 1)[0]
    log = f"line {number}, column {column}: error: {message}\n{line}\n{' ' * (column - 1)}{'^' * max(1, len(marked))}"
    folder = os.path.join(HERE, "nv-fp")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name + ".test"), "w", encoding="utf-8") as file:
        file.write(f"# {rule}\n== program arb-fragment\n{program}== error {at}\n{log}\n")


def at_end(name, rule, body, message):
    test(name, rule, body, message, end="\nEND\n«»")


GOOD = "MOV o[COLR], 1;\n"
# Headers.
test("header_version", "The header is !!FP1.0.", GOOD, 'the program must begin with "!!ARBfp1.0" or "!!FP1.0"', header="«»!!FP2.0\n")
test("header_combiner", "Combiner programs are gone since revision 69.", GOOD, 'the program must begin with "!!ARBfp1.0" or "!!FP1.0"', header="«»!!FCP1.0\n")
# Names.
for name, word in (("instruction", "MUL"), ("suffixed", "ADDHC_SAT"), ("register", "R31"), ("half_register", "H63"), ("texture", "TEX15"), ("code", "RC"), ("rule", "GT"),
                   ("keyword", "DEFINE"), ("end", "END"), ("array", "f"), ("result", "COLH"), ("target", "CUBE")):
    test(f"name_{name}", "Keywords and registers are no names of constants.", f"DEFINE «{word}» = 1;\n{GOOD}", f'"{word}" is a reserved word and cannot be declared')
    test(f"parameter_{name}", "Keywords and registers are no names of parameters.", f"DECLARE «{word}»;\n{GOOD}", f'"{word}" is a reserved word and cannot be declared')
test("name_digit", "A name begins with a letter.", f"DEFINE «3»x = 1;\n{GOOD}", 'expected a name, found "3"')
test("redefined", "A name is defined once.", f"DEFINE a = 1;\nDEFINE «a» = 2;\n{GOOD}", '"a" is already declared')
test("redeclared", "A name is declared once.", f"DECLARE a;\nDEFINE «a» = 2;\n{GOOD}", '"a" is already declared')
test("undeclared", "A name is declared before it is used.", "MOV o[COLR], «a»;\nDECLARE a;", '"a" is not declared')
test("undeclared_constant", "A constant is defined before it is used.", f"DEFINE a = {{1, «b»}};\n{GOOD}", '"b" is not declared')
test("define_without_value", "A constant has a value.", f"DEFINE a«;»\n{GOOD}", 'expected "=", found ";"')
test("define_of_parameter", "A parameter is no constant.", f"DECLARE a;\nDEFINE b = «a»;\n{GOOD}", 'expected a constant, found "a"')
test("declare_of_parameter", "A parameter is no initial value.", f"DECLARE a;\nDECLARE b = «a»;\n{GOOD}", 'expected a constant, found "a"')
test("vector_of_vector", "Vectors are made of scalars.", f"DEFINE a = {{1, 2}};\nDEFINE b = {{«a»}};\n{GOOD}", 'expected a scalar constant, found "a"')
test("vector_of_five", "A vector has one to four numbers.", "MOV o[COLR], {1, 2, 3, 4«,» 5};", 'expected "}" (a vector has one to four numbers), found ","')
test("vector_of_none", "A vector has one to four numbers.", "MOV o[COLR], {«}»;", 'expected a number, found "}"')
test("signed_name_in_vector", "Names in vectors have no sign.", f"DEFINE a = 1;\nDEFINE b = {{-«a»}};\n{GOOD}", 'expected a number, found "a"')
# Registers.
for name, source, limit, what in (("temporary", "R32", 31, "temporary register"), ("half", "H64", 63, "temporary register")):
    test(f"{name}_range", "R0 to R31 and H0 to H63.", f"MOV o[COLR], «{source}»;", f"{what} {source[1:]} is out of range: the largest is {limit}")
    test(f"{name}_range_written", "R0 to R31 and H0 to H63.", f"MOV «{source}», 1;", f"{what} {source[1:]} is out of range: the largest is {limit}")
test("temporary_zero", "Numbers have no leading zeros.", "MOV o[COLR], «R01»;", '"R01" is not declared')
test("attribute_number", "Attributes have names, no numbers.", "MOV o[COLR], f[«0»];", f'expected {ATTRIBUTE}, found "0"')
test("attribute_unknown", "Table X.1.", "MOV o[COLR], f[«TEX8»];", f'expected {ATTRIBUTE}, found "TEX8"')
test("attribute_without_brackets", "An attribute stands in brackets.", "MOV o[COLR], f«.»x;", 'expected "[", found "."')
test("attribute_written", "Attributes cannot be written.", "MOV «f»[COL0], 1;", 'there is no register "f" that can be written here')
test("parameter_written", "Parameters cannot be written.", "MOV «p»[0], 1;", 'there is no register "p" that can be written here')
test("constant_written", "Constants cannot be written.", "DEFINE a = 1;\nMOV «a», 1;", 'there is no register "a" that can be written here')
test("result_read", "Results cannot be read.", "MOV R0, «o»[COLR];", 'there is no register "o" that can be read here')
test("code_read", "RC cannot be read.", "MOV R0, «RC»;", 'there is no register "RC" that can be read here')
test("result_unknown", "Table X.3.", "MOV o[«TEX0»], 1;", f'expected {RESULT}, found "TEX0"')
test("parameter_range", "Numbered parameters.", "MOV o[COLR], p[«256»];", "program.local 256 is out of range: the largest is 255")
test("parameter_relative", "Parameters are not addressed.", "MOV o[COLR], p[«R0».x];", 'expected an integer, found "R0"')
test("cc", "The condition code is named RC or HC.", "MOV «CC», 1;", 'there is no register "CC" that can be written here')
# What an instruction may read.
test("two_attributes", "One attribute in an instruction.", "ADD o[COLR], f[COL0], «f[COL1]»;", "an instruction reads at most one fragment attribute; this is a second one")
test("two_parameters", "One parameter in an instruction.", "ADD o[COLR], p[0], «p[1]»;", ONE_PARAMETER)
test("parameter_and_named", "One parameter in an instruction.", "DECLARE a;\nADD o[COLR], p[0], -|«a»|;", ONE_PARAMETER)
test("parameter_and_constant", "Constants are merged with constants only.", "MAD o[COLR], p[0], R0, «2»;", ONE_PARAMETER)
test("constant_and_parameter", "Constants are merged with constants only.", "MAD o[COLR], 2, R0, «p[0]»;", ONE_PARAMETER)
test("five_numbers_sign", "An example of the text.", "ADD R0, {1,2,3,4}, «-4»;".replace("«-4»", "-«4»"), FIVE)
test("five_numbers_absolute", "An example of the text.", "ADD R0, {1,2,3,4}, |-«4»|;", FIVE)
test("five_numbers_vector", "An example of the text.", "ADD R0, {1,2,3,4}, -«{-1,-2,-3,-4}»;", FIVE)
test("five_numbers_component", "An example of the text.", "ADD R0, {1,2,3,4}, «{4,5,6,7}».x;", FIVE)
test("five_numbers_named", "Names stand for their numbers.", "DEFINE a = 5;\nADD R0, {1,2,3,4}, «a»;", FIVE)
test("five_numbers_filled", "Components that are filled in count.", "MAD R0, {1,2}, {3}, «4»;", FIVE)
# Suffixes.
test("scalar_without_component", "A scalar operand has one component.", "RCP o[COLR], R0«;»", 'a scalar operand needs one component, as in "R0.x"')
test("scalar_with_four", "A scalar operand has one component.", "RCP o[COLR], R0.«xyzw»;", 'a scalar operand needs one component, as in "R0.x"')
test("scalar_vector", "A vector constant needs a component.", "RCP o[COLR], {1}«;»", 'a scalar operand needs one component, as in "c.x"')
test("scalar_suffix", "A scalar constant has no suffix.", "RCP o[COLR], 2.0«.»x;", 'expected ";", found "."')
test("named_scalar_suffix", "A scalar constant has no suffix.", "DEFINE a = 1;\nMOV o[COLR], a«.»x;", 'expected ";", found "."')
test("swizzle_rgba", "Components are xyzw.", "MOV o[COLR], R0.«rgba»;", LETTERS)
test("swizzle_two", "One letter or four.", "MOV o[COLR], R0.«xy»;", LETTERS)
test("mask_rgba", "Components are xyzw.", "MOV o[COLR].«rgb», 1;", MASK)
test("mask_order", "Masks are in order.", "MOV o[COLR].«yx», 1;", MASK)
test("two_signs", "One sign, and one inside of bars.", "MOV o[COLR], -«-»R0;", 'expected a source operand, found "-"')
test("two_signs_inside", "One sign, and one inside of bars.", "MOV o[COLR], |-«-»R0|;", 'expected a source operand, found "-"')
test("bars_open", "Bars come in pairs.", "MOV o[COLR], |R0«;»", 'expected "|", found ";"')
test("bars_in_bars", "Bars in bars.", "MOV o[COLR], |«|»R0||;", 'expected a source operand, found "|"')
# Conditions.
test("condition_unknown", "Eight rules.", "MOV o[COLR] («UN»), 1;", RULE + ", in parentheses")
test("condition_rgba", "Components are xyzw.", "MOV o[COLR] (EQ.«a»), 1;", LETTERS)
test("condition_open", "Parentheses come in pairs.", "MOV o[COLR] (EQ«,» 1;", 'expected ")", found ","')
test("kil_operand", "KIL tests the condition code.", f"{GOOD}KIL «R0»;", RULE)
test("kil_parentheses", "The condition of KIL has no parentheses.", f"{GOOD}KIL «(»EQ);", RULE)
test("kil_nothing", "KIL has a condition.", f"{GOOD}KIL«;»", RULE)
# Instructions.
for word in ("ABS", "CMP", "DPH", "SCS", "SWZ", "TXB", "TXL", "XPD", "ARL", "DIV", "NRM", "IF", "CAL", "RET", "EXP", "SSG", "COSX", "RCPX", "ADDCH", "ADDHH", "TEXH", "TXPX", "PK2HC", "PK4BH", "UP2HH",
             "KILC", "ADD_SATC", "ADD_SSAT", "add", "TEMP", "BRA", "DST" + "X", "X2DX", "LITX", "DDXX", "ADDC1"):
    test("without_" + word.lower() + ("_lower" if word.islower() else ""), "No instruction of table X.4.", f"{GOOD}«{word}» R0, R0;", f'unknown instruction or declaration "{word}"')
for word in ("KIL", "PK2H", "PK4UB"):
    test("saturate_" + word.lower(), "Table X.4 gives it no _SAT.", f"{GOOD}«{word}_SAT» R0, R0;", f'_SAT is a suffix of instructions of fragment programs, and with OPTION NV_vertex_program3 of vertex programs, that write a vector; "{word}" has none')
for word in ("PK2H", "PK2US", "PK4B", "PK4UB"):
    message = "packed values need 32 bits: a packing instruction does not take a register of 16 bits"
    for name, target in (("half", "«H0»"), ("code", "«HC»"), ("result", "«o[COLH]»"), ("half_with_condition", "«H0».x (GT.x)")):
        test(f"{word.lower()}_{name}", "Packed values go to 32 bits.", f"{word} {target}, R0;", message)
for word in ("UP2H", "UP2US", "UP4B", "UP4UB"):
    test(f"{word.lower()}_half", "Packed values come from 32 bits.", f"{word} R0, «H1.x»;", "packed values need 32 bits: an unpacking instruction does not take a register of 16 bits")
test("up2h_half_in_bars", "Packed values come from 32 bits.", "UP2H R0, -|«H3.w»|;", "packed values need 32 bits: an unpacking instruction does not take a register of 16 bits")
test("too_few", "Operands by the table.", "ADD R0, R1«;»", 'expected ",", found ";"')
test("too_many", "Operands by the table.", "MOV R0, R1«,» R2;", 'expected ";", found ","')
test("label", "There are no labels.", f"«a»:\n{GOOD}", 'labels are understood only from !!VP2.0 on')
test("semicolon", "Statements end with a semicolon.", "MOV o[COLR], 1\n«END»", 'expected ";", found "END"', end="\n")
test("no_end", "A program ends with END.", "MOV o[COLR], 1;\n«»", "expected an instruction, a declaration or END, found the end of the program", end="")
test("after_end", "Nothing follows END.", f"{GOOD}END «x»", "only blanks and comments may follow END", end="\n")
test("character", "Undefined characters.", f"{GOOD}«@»", "the character 0x40 has no meaning in a program")
# Textures.
test("unit_range", "TEX0 to TEX15.", "TEX o[COLR], f[TEX0], «TEX16», 2D;", "texture image unit 16 is out of range: the largest is 15")
test("unit_as_operand", "TXD has three operands.", "TXD o[COLR], f[TEX0], f[TEX0], «TEX0», 2D;", "TXD has 3 operands before its texture image unit; operand 3 is missing")
test("unit_form", "Units are named TEX0 to TEX15.", "TEX o[COLR], f[TEX0], «texture»[0], 2D;", 'expected a texture image unit (TEX0 to TEX15), found "texture"')
test("target_unknown", "Five targets.", "TEX o[COLR], f[TEX0], TEX0, «4D»;", 'expected a texture target (1D, 2D, 3D, CUBE, RECT), found "4D"')
test("target_shadow", "There are no shadow targets.", "TEX o[COLR], f[TEX0], TEX0, «SHADOW2D»;", 'expected a texture target (1D, 2D, 3D, CUBE, RECT), found "SHADOW2D"')
test("target_conflict", "One target for a unit.", "TEX R0, f[TEX0], TEX3, 2D;\nTXP o[COLR], R0, TEX3, «3D»;", "texture image unit 3 is used with two targets")
# The whole program.
test("both_colors", "o[COLR] or o[COLH].", "MOV o[COLR].x, 1;\nMOV «o[COLH]».y, 1;", "a fragment program writes o[COLR] or o[COLH], not both")
test("both_colors_reverse", "o[COLR] or o[COLH].", "MOV o[COLH].x, 1;\nMOV «o[COLR]».y, 1;", "a fragment program writes o[COLR] or o[COLH], not both")
at_end("no_result", "A program writes a result.", "MOV R0, 1;", "a fragment program must write o[COLR], o[COLH] or o[DEPR]")
at_end("empty", "A program writes a result.", "# nothing", "a fragment program must write o[COLR], o[COLH] or o[DEPR]")
registers = "".join(f"MOV R{n}, 1;\n" for n in range(32))
at_end("registers_32", "Registers count 64 at most.", registers + "MOV o[COLH], 1;", "the program uses 65 registers of 16 bits (one of 32 bits is two); the limit is 64")
at_end("registers_read", "A register that is only read counts.", registers[:-len("MOV R31, 1;\n")] + "MOV o[COLR], H9;", "the program uses 65 registers of 16 bits (one of 32 bits is two); the limit is 64")
at_end("instructions", "MAX_PROGRAM_INSTRUCTIONS_ARB.", "MOV o[COLR], 1;\n" * 4097, "the program uses 4097 instructions; the limit is 4096")
