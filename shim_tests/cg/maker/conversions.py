"""facts/conversions.tsv: which type converts to which, in seven ways of asking."""
from .common import *

STRUCTS = ("struct S1 { float a; }; struct S2 { float a; float b; }; struct T2 { float x; float y; };\n"
           "struct SV { float4 v; }; struct SI { int a; float b; }; struct SH { half a; half b; }; struct SA { float a[2]; };\n"
           "struct SN { S1 s; float b; }; interface IF { float f(); }; struct IS : IF { float f() { return 1; } };\n")
NAMES = ["S1", "S2", "T2", "SV", "SI", "SH", "SA", "SN", "IF", "IS"]
SAMPLERS = ["sampler", "sampler1D", "sampler2D", "sampler3D", "samplerCUBE", "samplerRECT", "string", "texture", "texture2D"]
WAYS = ["init", "assign", "cast", "construct", "argument", "return", "out argument"]


def pairs():
    """Scalars with scalars, all shapes of float, and shapes of mixed elements."""
    out = []
    sources = SCALARS + ["1", "1.0"]
    out += [(a, b) for a in sources for b in SCALARS]
    shapes = ["float" + s for s in ["", "1", "2", "3", "4"] + ["%dx%d" % (r, c) for r in range(1, 5) for c in range(1, 5)]]
    shapes += ["float[1]", "float[2]", "float[3]", "float[4]", "float[2][2]", "float2[2]", "float4[4]", "float[16]"]
    shapes += NAMES + SAMPLERS[:1]
    out += [(a, b) for a in shapes for b in shapes]
    mixed = [e + s for s in ("2", "3", "4", "2x2", "3x4", "[3]") for e in ("float", "half", "fixed", "int", "bool", "unsigned int")]
    out += [(a, b) for a in mixed for b in mixed]
    mixed = [e + s for s in ("", "1", "3") for e in ("float", "half", "int", "bool", "double", "char")] + ["1", "1.0"]
    out += [(a, b) for a in mixed for b in mixed if b not in ("1", "1.0")]
    out += [(a, b) for a in SAMPLERS + ["float", "int", "float4"] for b in SAMPLERS + ["float", "int", "float4"]]
    return list(dict.fromkeys(out))


def ask(reference, profile, source, target, way):
    literal = source in ("1", "1.0")
    parameters = "" if literal else declare(source, "e")
    e = source if literal else "e"
    declarations = STRUCTS
    array = "[" in target
    if source == "void" or target == "void":
        return "-"
    if way == "init":
        body = "%s = %s;" % (declare(target, "x"), e)
    elif way == "assign":
        body = "%s; x = %s;" % (declare(target, "x"), e)
    elif way == "cast":
        body = "(%s)%s;" % (target, e)
    elif way == "construct":
        if array or target in NAMES or " " in target:
            return "-"
        body = "%s(%s);" % (target, e)
    elif way == "argument":
        declarations += "void f_(%s) { }\n" % declare(target, "x")
        body = "f_(%s);" % e
    elif way == "return":
        if array:
            return "-"
        declarations += "%s f_(%s) { return %s; }\n" % (target, parameters, e)
        body = "f_(%s);" % ("" if literal else e)
    else:
        if literal:
            return "-"
        declarations += "void f_(out %s) { %s; x = y; }\n" % (declare(target, "x"), declare(target, "y"))
        body = "f_(%s);" % e
    return front_verdict(reference, profile, declarations, parameters, body)


def conversions(reference):
    def rows():
        for source, target in pairs():
            first = [ask(reference, "arbfp1", source, target, w) for w in WAYS]
            second = [ask(reference, "gp4fp", source, target, w) for w in WAYS[:3]]
            yield [source, target] + first + ["same" if second == first[:3] else " / ".join(second)]
    write("conversions.tsv", ["from", "to"] + WAYS + ["gp4fp"], rows(),
          """Conversions in profile arbfp1, the source a uniform parameter and the result unused: ok, ok with warnings (W), or the first error (E) with warnings.
          `1` and `1.0` as sources are untyped constants. `gp4fp` is `same` where init, assign and cast say the same there, else the three.
          """ + STRUCTS)
