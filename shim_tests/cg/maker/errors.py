"""facts/errors.tsv: every number that the corpus provokes, with its phase, its smallest program and what it means."""
from .common import *
from . import corpus

MEANING = {
    0: "the grammar does not allow this token here; also the text of #error (as an error) and of #warning (as a warning)",
    101: "a string is not closed before the end of its line",
    104: "no such preprocessor directive",
    105: "a directive is malformed: a missing or bad name, parameter list or expression",
    106: "the text ends inside of a macro's arguments",
    107: "a macro is called with more arguments than it has parameters",
    108: "a macro is called with fewer arguments than it has parameters",
    123: "a floating constant is larger than a float can hold",
    124: "an exponent has no digits",
    125: "an integer constant does not fit 32 bits",
    127: "0x has no digits after it",
    128: "a digit 8 or 9 in an octal constant",
    129: "an integer constant has a suffix of a wrong letter",
    130: "a character constant is malformed or not closed, in skipped text too",
    1001: "a member of a structure has an initializer",
    1002: "the name already names something else in this scope, a structure for instance",
    1003: "a variable, parameter or member is of type void",
    1004: "in or out on a local variable",
    1005: "inline on something that is no function",
    1008: "the name is not declared; reported for reached functions only",
    1009: "the structure has no member of that name",
    1010: "a member is taken of something that is neither a structure nor a vector",
    1011: "an index on something that is no array, vector or matrix",
    1012: "a parameter without a name in a function that has a body",
    1013: "a function of the same parameters and profile already has a body",
    1014: "a body follows a declarator that is no function",
    1015: "return with a value in a void function",
    1016: "the returned value does not convert to the function's type, or is missing; follows syntax errors inside of a body as well",
    1018: "the condition of ?: is no boolean and does not become one",
    1019: "the condition of if, while, do or for is not scalar or does not become a boolean",
    1020: "the operator does not take operands of these types",
    1021: "the operator or the index takes integers only",
    1022: "++ and -- take numbers only",
    1031: "a swizzle names a component that the operand does not have",
    1033: "the explicit conversion does not exist",
    1034: "the left side of an assignment cannot be written",
    1035: "the assigned value does not convert to the type of the left side",
    1036: "a const variable is written",
    1038: "the name is declared twice in one scope",
    1039: "const together with out",
    1040: "uniform and varying contradict each other",
    1043: "an array's size is less than 1",
    1047: "a structure of this name is already defined",
    1048: "a swizzle has a letter of no set",
    1049: "a swizzle has more than four components",
    1056: "the initialization as a whole failed; follows 1060",
    1057: "a list has too few values",
    1058: "a list has too many values",
    1059: "the initializer of a uniform is no constant",
    1060: "the initializer does not convert to the variable's type",
    1062: "the storage class is given twice",
    1063: "two storage classes contradict each other",
    1067: "a constructor has too few values",
    1068: "a constructor has too many values; also a constant index past the end of an array",
    1070: "++ or -- on something that cannot be written",
    1071: "a profile name before something that is no function",
    1075: "a default value does not convert to the parameter's type",
    1077: "the operator -> is not supported",
    1101: "several functions fit the call equally well",
    1102: "an argument does not convert to its parameter's type (one function of that name)",
    1103: "too few arguments (one function of that name)",
    1104: "too many arguments (one function of that name)",
    1105: "a call of something that is no function",
    1106: "two functions differ by the qualifiers of parameters only",
    1107: "two functions differ by the type of the result only",
    1108: "a function with a result has an empty body; follows syntax errors inside of a body as well",
    1110: "a function with a result has no return statement",
    1111: "the argument of an out parameter cannot be written",
    1112: "the argument of an out parameter is const",
    1113: "the argument of an out parameter is of another type",
    1114: "a varying parameter of the entry point has a default value",
    1115: "no function of that name takes these arguments (several functions of that name)",
    1118: "break outside of a loop",
    1119: "continue outside of a loop",
    1204: "the second and third operands of ?: do not convert to each other",
    1302: "a structure inherits from something that is no interface",
    1303: "a structure lacks a function of its interface",
    1304: "an interface has a data member",
    1305: "an interface defines a function's body",
    1306: "the structure of an interface object is not known where it is used",
    1307: "an array's size is no constant",
    1308: "an unsized array is indexed and nothing gave it a size",
    1309: "an array's size is no integer",
    1311: "the qualifier unsigned does not apply to the type",
    3001: "there is no function of the entry point's name; line 0",
    3002: "a function without a body is called",
    3004: "the function exists for other profiles only",
    4003: "a structure inherits from more than one interface",
    4004: "templates are not supported",
    5005: "a function calls itself, directly or through others",
    5011: "a while loop cannot be unrolled, and the profile has no loops",
    5012: "a do loop cannot be unrolled, and the profile has no loops",
    5013: "a for loop cannot be unrolled, and the profile has no loops",
    5014: "the profile has no statement of that kind",
    5019: "another function of the entry point's name exists",
    5021: "one object of type sampler is used as two kinds of sampler; line 0",
    5024: "a call was left that cannot be inlined, and the profile has no calls",
    5025: "the left side of an assignment is too complex",
    5029: "the entry point has a result without a semantic",
    5041: "no register is left for a parameter",
    5043: "an index is no constant, and the profile cannot index that by a variable",
    5053: "the profile has no break or continue",
    5056: "uniform or varying on a local variable",
    5058: "no buffer is left for a uniform block",
    5060: "out on something that is not varying",
    5102: "the semantic's index is too large",
    5108: "the profile has no such semantic in this direction",
    5109: "a semantic of registers for uniforms stands on a varying, or the other way round",
    5110: "a uniform parameter of the entry point is out",
    5118: "the semantic does not go with the type",
    5119: "the semantic exists, and the profile cannot read it",
    5121: "two outputs have one semantic",
    5122: "a semantic that the profile does not know stands on a function that is no entry point",
    5123: "register() names no such register",
    5130: "one interpolant is read with two kinds of interpolation",
    5201: "the library itself does not define the function for the profile",
    5204: "values in a matrix constructor overlap the end of a row",
    5208: "a sampler is chosen at run time",
    5210: "an assignment of types that no rule connects was left after inlining",
    5215: "an integer varying is interpolated",
    5222: "the reference is told to refuse uniform blocks by the runtime library",
    5508: "the profile has no integers and thus no such operator",
    6001: "the result has a smaller vector than the GL variable that it stands for",
    6002: "the program has too many instructions",
    6004: "the profile's assembly lacks that swizzle",
    6013: "the profile indexes interpolants only by a loop's variable",
    6014: "a required output is not written; line 0",
    6015: "an output is written in part only",
    6016: "the profile indexes uniforms only by a variable",
    6026: "the colour's first three components have to be written",
    6503: "a component is read that was never written (a warning); a type that window positions cannot have (an error)",
    6506: "two outputs become one of the other language",
    6507: "an output semantic of the program's own is not supported",
    6510: "an input semantic of the program's own is not supported",
    6511: "an object of type sampler is never used as one kind of sampler",
    7001: "a qualifier is repeated (a warning); a component that window positions lack (an error)",
    7006: "a variable is read and never written",
    7007: "a semantic on a declaration without a body is ignored",
    7011: "an implicit conversion drops components",
    7017: "the old form of a connector",
    7019: "the type has more components than the semantic",
    7021: "a uniform has a semantic of varyings",
    7022: "a name before a function is no profile; the function is left out",
    7050: "a variable may be read before it is written",
    7101: "a macro is defined again as something else",
    7102: "#endif, #else or #elif without #if",
    7103: "the argument of #pragma pack_matrix is unknown",
    8001: "outputs of different types become float",
    9999: "the reference gave up",
}
OTHER = "float4 other_(float4 c_ : TEXCOORD0) : %s { return c_; }\n"


def phase(reference, text, profile, entry, number):
    """parse, resolve or later: is the error there when nothing calls the text, and beside an undefined name?"""
    if re.search(r"\b(break|continue) ", text) is None and "#" in text and number < 200:
        return "parse"
    output = "POSITION" if entry == "vertex" else "COLOR"
    lone = reference.compile(profile, text + OTHER % output, "other_")
    if number in [n for n, _ in lone.errors]:
        return "parse"
    changed = re.sub(r"(\b%s\([^{]*\)[^{;]*\{)" % entry, r"\1 undefined_; ", text)
    beside = reference.compile(profile, changed, entry)
    if changed != text and 1008 in [n for n, _ in beside.errors]:
        return "resolve" if number in [n for n, _ in beside.errors] else "later"
    return "?"


def errors(reference):
    found = {}
    texts = {path: text for path, _, text in corpus.programs()}
    with open(os.path.join(HERE, "expected.tsv")) as f:
        for line in f:
            cells = line.rstrip("\n").split("\t")
            if line.startswith("#") or len(cells) != len(corpus.COLUMNS) or cells[0] == "file":
                continue
            path, profile, entry = cells[:3]
            for kind, listed in (("error", cells[6]), ("warning", cells[7])):
                for pair in listed.split(" ") if listed != "-" else []:
                    number, at = pair.split("@")
                    first = listed.startswith(number)
                    size = (not first, len(texts.get(path, "x" * 9999)))
                    entry_of = found.setdefault((kind, int(number)), {})
                    entry_of.setdefault("profiles", set()).add(profile)
                    if "size" not in entry_of or size < entry_of["size"]:
                        entry_of.update(size=size, path=path, profile=profile, entry=entry, line=at)

    def rows():
        for (kind, number), e in sorted(found.items(), key=lambda x: (x[0][1], x[0][0])):
            where = phase(reference, texts[e["path"]], e["profile"], e["entry"], number) if kind == "error" else "-"
            yield ["%04d" % number, kind, where, len(e["profiles"]), e["path"], e["profile"], e["entry"], e["line"], MEANING.get(number, "")]
    write("errors.tsv", ["number", "kind", "phase", "profiles", "program", "profile", "entry", "line", "meaning"], rows(),
          """Each number of the corpus: in how many profiles it occurred, and a small program that provokes it.
          phase: parse, when the error is there although nothing calls its function; resolve, when it comes with an undefined name's 1008
          in one listing; later, when an undefined name hides it; ? where the test says nothing.""")
