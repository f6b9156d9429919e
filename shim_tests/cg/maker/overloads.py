"""facts/overloads.tsv and overloads_two.tsv: which of several functions a call takes."""
from itertools import combinations

from .common import *

RESULTS = "".join("struct R%d_ { float m%d; };\n" % (i, i) for i in range(12))
CHOSEN = re.compile(r"struct R(\d+)_$")


def choose(reference, profile, candidates, arguments):
    """The candidate's index, or the error; `candidates` are lists of parameter types, `arguments` types or constants."""
    declarations = RESULTS
    for i, types in enumerate(candidates):
        declarations += "R%d_ f(%s) { R%d_ r; r.m%d = 0; return r; }\n" % (
            i, ", ".join(declare(t, "p%d" % j) for j, t in enumerate(types)), i, i)
    parameters, call = [], []
    for j, a in enumerate(arguments):
        if a[0].isdigit() or a in ("true",):
            call.append(a)
        else:
            parameters.append(declare(a, "a%d" % j))
            call.append("a%d" % j)
    found, warned = type_of(reference, profile, "f(%s)" % ", ".join(call), declarations, ", ".join(parameters))
    m = CHOSEN.match(found)
    return (int(m[1]) if m else found), warned


def show(reference, profile, candidates, arguments):
    found, warned = choose(reference, profile, candidates, arguments)
    return (", ".join(candidates[found]) if isinstance(found, int) else found) + warned


CONSTANTS = ["1", "1.0", "1.0f", "1.0h", "1.0x", "1u", "1i", "1s", "1l", "1t", "true"]


def sets():
    """(candidates, arguments) for calls with one argument."""
    scalars = ["float", "half", "fixed", "int", "bool", "double", "short", "unsigned int"]
    for pair in combinations(scalars, 2):
        for a in SCALARS[:-1] + CONSTANTS + ["float1", "float3", "half1", "int2"]:
            yield list(pair), a
    for a in SCALARS[:-1] + CONSTANTS:
        for own in (scalars, [s for s in scalars if s != a], ["float", "half", "int"], ["float", "half", "fixed"], ["int", "bool"]):
            yield own, a
    for n in ("1", "3"):
        vectors = [e + n for e in ("float", "half", "fixed", "int", "bool")]
        for pair in combinations(vectors, 2):
            for a in vectors + ["float4", "float", "half", "unsigned int" + n, "double" + n, "1", "1.0"]:
                yield list(pair), a
    shapes = ["float", "float1", "float2", "float3", "float4", "float2x2", "float4x4", "float[2]", "float[4]"]
    for pair in combinations(shapes, 2):
        for a in shapes + ["half", "half1", "half2", "half4", "int", "int3", "half2x2", "float2x3", "float3x3", "1", "1.0", "half[2]"]:
            yield list(pair), a
    samplers = ["sampler", "sampler1D", "sampler2D", "samplerRECT"]
    for pair in combinations(samplers, 2):
        for a in samplers:
            yield list(pair), a
    for one in scalars + shapes + samplers:
        for a in ["float", "int", "half3", "float4", "float3x3", "float[2]", "float[3]", "sampler", "sampler2D", "1", "1.0"]:
            yield [one], a


def overloads(reference):
    def rows():
        done = set()
        for candidates, a in sets():
            key = (tuple(candidates), a)
            if key in done:
                continue
            done.add(key)
            cells = [show(reference, p, [[c] for c in candidates], [a]) for p in ("arbfp1", "gp4fp", "arbvp1")]
            yield [" | ".join(candidates), a, cells[0]] + ["same" if c == cells[0] else c for c in cells[1:]]
    write("overloads.tsv", ["candidates", "argument", "chosen in arbfp1", "gp4fp", "arbvp1"], rows(),
          """Functions with one parameter of the types left, called with a variable of a type or with a constant: the type of the
          function that the call takes, or the error (1115: none fits, 1101 or others: several fit), with warnings.""")


def overloads_two(reference):
    signatures = [(a, b) for a in ("float", "half", "int") for b in ("float", "half", "int")]
    arguments = [(a, b) for a in ("float", "half", "int", "fixed", "bool", "1", "1.0") for b in ("float", "half", "int", "fixed", "bool", "1", "1.0")]
    vectors = [(a, b) for a in ("float3", "half3", "float") for b in ("float3", "half3", "float")]
    vector_arguments = [(a, b) for a in ("float3", "half3", "float", "half", "fixed3", "1") for b in ("float3", "half3", "float", "half", "int3", "1.0")]

    def rows():
        for signs, calls in ((signatures, arguments), (vectors, vector_arguments)):
            for one, two in combinations(signs, 2):
                for a in calls:
                    yield ["%s | %s" % (", ".join(one), ", ".join(two)), ", ".join(a), show(reference, "arbfp1", [one, two], a)]
    write("overloads_two.tsv", ["candidates", "arguments", "chosen in arbfp1"], rows(),
          """The same with two parameters.""")
