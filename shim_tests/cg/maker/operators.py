"""facts/operators.tsv, facts/conditional.tsv: operators on pairs of types."""
from .common import *

BINARY = "+ - * / % << >> & | ^ && || < > <= >= == != ,".split()
ASSIGN = "= += -= *= /= %= <<= >>= &= |= ^=".split()
UNARY = ["-a", "+a", "!a", "~a", "++a", "--a", "a++", "a--", "a.x", "a.xy", "a.xyzw", "a[0]", "a._m00", "a.length"]
CHECKED = "arbvp1 arbfp1 fp30 gp4fp glslf vs_2_0".split()
SELDOM = ("char", "short", "long", "double")
STRUCT = "struct S2 { float a; float b; };\n"


def pairs():
    scalars = SCALARS[:10] + ["1", "1.0"]
    out = [(a, b) for a in scalars for b in scalars]
    shapes = ["float" + s for s in ["", "1", "2", "3", "4", "1x1", "1x4", "4x1", "2x2", "2x3", "3x2", "3x3", "4x4", "[2]", "[2][2]"]]
    shapes += ["S2", "sampler2D"]
    out += [(a, b) for a in shapes for b in shapes]
    mixed = [e + s for e in ("float", "half", "fixed", "int", "bool", "unsigned int") for s in ("", "3")] + ["1", "1.0"]
    out += [(a, b) for a in mixed for b in mixed]
    mixed = [e + s for e in ("float", "half", "int", "bool") for s in ("2x2", "2")]
    out += [(a, b) for a in mixed for b in mixed]
    return list(dict.fromkeys(out))


def everyday(types):
    """Scalars, and shapes of float: the pairs whose verdicts are asked as well as their types."""
    return all(t in SCALARS + ["1", "1.0"] for t in types) or all(
        t in ("S2", "sampler2D", "1", "1.0") or t.startswith("float") for t in types) or len(types) != 2


def row(reference, form, types):
    """The type of `form` over variables a, b and its verdict where the output depends on it."""
    names = dict(zip("abd", types))
    used = {n: t for n, t in names.items() if t not in ("1", "1.0")}
    text = form
    for n, t in names.items():
        if t in ("1", "1.0"):
            text = re.sub(r"\b%s\b" % n, t, text)
    parameters = ", ".join(declare(t, n) for n, t in used.items())
    found, warned = type_of(reference, "gp4fp", "(%s)" % text, STRUCT, parameters)
    other, other_warned = type_of(reference, "arbfp1", "(%s)" % text, STRUCT, parameters)
    cells = [found + warned, "same" if (found, warned) == (other, other_warned) else other + other_warned]
    if found.startswith("E") or found.startswith("struct") or found == "?":
        return cells + ["-"] * len(CHECKED)
    if any(t in SELDOM for t in types) or not everyday(types):
        return cells + ["-"] * len(CHECKED)
    uniform = ", ".join("uniform " + declare(t, n) for n, t in used.items())
    return cells + [used_verdict(reference, p, text, found, uniform, STRUCT) for p in CHECKED]


def operators(reference):
    def rows():
        for a, b in pairs():
            for op in BINARY + (ASSIGN if a not in ("1", "1.0") else []):
                yield [op, a, b] + row(reference, "a %s b" % op, (a, b))
        for a in dict.fromkeys(x for x, _ in pairs()):
            for form in UNARY:
                yield [form, a, ""] + row(reference, form, (a,))
    write("operators.tsv", ["operator", "a", "b", "type in gp4fp", "type in arbfp1"] + CHECKED, rows(),
          """The type of `a OP b` and of unary forms over uniform parameters (E: the first error, W: warnings), then the verdict of
          a program whose output depends on it, the operands being uniform parameters (not asked, -, for pairs of mixed vectors and rare scalars).""")


def conditional(reference):
    conditions = ["bool", "bool1", "bool2", "bool3", "bool4", "float", "int", "half3", "float2", "fixed", "bool2x2", "S2", "1", "1.0"]
    values = [("float", "float"), ("float", "half"), ("half", "float"), ("int", "float"), ("int", "half"), ("bool", "float"), ("1", "1"),
              ("1.0", "1"), ("1.0", "half"), ("fixed", "1.0"), ("float", "float2"), ("float2", "float"), ("float2", "float2"),
              ("float3", "float3"), ("float3", "half3"), ("float3", "float"), ("float3", "float2"), ("float4", "float4"),
              ("float4", "float3"), ("float2x2", "float2x2"), ("float4x4", "float4x4"), ("float2x2", "float"), ("float[2]", "float[2]"),
              ("S2", "S2"), ("sampler2D", "sampler2D"), ("int3", "float3"), ("bool3", "bool3"), ("float1", "float")]

    def rows():
        for c in conditions:
            for a, b in values:
                yield [c, a, b] + row(reference, "a ? b : d", (c, a, b))
    write("conditional.tsv", ["condition", "second", "third", "type in gp4fp", "type in arbfp1"] + CHECKED, rows(),
          """The type and verdict of `a ? b : d`, as in operators.tsv.""")
