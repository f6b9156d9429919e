"""What the tables share: profiles, types, probes of an expression's type, and the writer of TSV files."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from reference import Reference  # noqa: E402

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FACTS = os.path.join(HERE, "facts")

VERTEX = "arbvp1 vp20 vp30 vp40 gp4vp gp5vp glslv hlslv vs_1_1 vs_2_0 vs_2_x vs_3_0 vs_4_0 vs_5_0".split()
FRAGMENT = ("arbfp1 fp20 fp30 fp40 gp4fp gp5fp glslf hlslf ps_1_1 ps_1_2 ps_1_3 ps_2_0 ps_2_x ps_3_0 ps_4_0 ps_5_0").split()
PROFILES = VERTEX + FRAGMENT + ["generic"]
SCALARS = ["float", "half", "fixed", "int", "bool", "char", "short", "long", "double",
           "unsigned int", "unsigned char", "unsigned short", "unsigned long", "cfloat"]

# Two overloads that take structures only: a call with anything else fails, and its message names the argument's type.
PROBE = ("struct Z1_ { float a; float b; }; struct Z2_ { float a; int b; };\n"
         "float4 zz_(Z1_ z) { return 0; } float4 zz_(Z2_ z) { return 0; }\n")
NAMED = re.compile(r'function "zz_\((.*)\)"')


def is_vertex(profile):
    return profile in VERTEX


def head(profile, parameters=""):
    """The opening of an entry point whose varying input is `c_`."""
    p = ", " + parameters if parameters else ""
    if is_vertex(profile):
        return "float4 main(float4 c_ : POSITION%s) : POSITION" % p
    return "float4 main(float4 c_ : COLOR%s) : COLOR" % p


def plain_main(profile):
    return head(profile) + " { return c_; }\n"


def suffixed(type_name, shape):
    """`unsigned int` and `3x2` make `unsigned int3x2`; `[2]` is left to the declarator."""
    return type_name if shape.startswith("[") else type_name + shape


def declare(type_name, name):
    """A declarator: `float[2][3]` and `a` make `float a[2][3]`."""
    m = re.match(r"([^\[]*)((?:\[\d*\])*)$", type_name)
    return "%s %s%s" % (m[1], name, m[2])


def notes(answer):
    """The distinct numbers of the warnings, as ` W7011 W7022`."""
    return "".join(" W%04d" % n for n in dict.fromkeys(n for n, _ in answer.warnings))


def uniforms(parameters):
    """Makes each parameter of a list a uniform one."""
    return ", ".join("uniform " + p for p in parameters.split(", ")) if parameters else ""


def type_of(reference, profile, expression, declarations="", parameters="", statements=""):
    """The type of an expression in the entry point, its operands uniform: (type or error, warnings)."""
    source = (PROBE + declarations + "\n" + head(profile, uniforms(parameters))
              + "\n{ %s zz_(%s); return c_; }\n" % (statements, expression))
    answer = reference.compile(profile, source)
    if answer.broken:
        return answer.broken, ""
    named = [NAMED.search(m) for _, _, kind, n, m in answer.diagnostics if n == 1115]
    named = [m[1] for m in named if m]
    wrong = [n for n, _ in answer.errors if n != 1115]
    if len(answer.errors) > len(named) + len(wrong):
        wrong = [1115] + wrong
    if named and not wrong:
        return named[0], notes(answer)
    return ("E%04d" % wrong[0] if wrong else "?"), notes(answer)


def front_verdict(reference, profile, declarations, parameters, body):
    """The verdict on an entry point with this body, its operands uniform and nothing reaching its output."""
    answer = reference.compile(profile, declarations + "\n" + head(profile, uniforms(parameters)) + "\n{ %s return c_; }\n" % body)
    return answer.verdict() + notes(answer)


def consume(type_name, name):
    """An expression of type float4 that reads `name`, a variable of the type."""
    m = re.match(r"([a-z ]+?)(\d)?(?:x(\d))?((?:\[\d+\])*)$", type_name)
    if not m:
        return None
    for _ in range(m[4].count("[")):
        name += "[0]"
    columns = m[3] or m[2]
    if m[3]:
        name += "[0]"
    return "(float4)(%s.%s)" % (name, {None: "xxxx", "1": "xxxx", "2": "xyyy", "3": "xyzz", "4": "xyzw"}[columns])


def used_verdict(reference, profile, expression, result_type, parameters="", declarations="", statements=""):
    """The verdict on a program whose output depends on the expression."""
    if result_type == "void":
        body = "%s %s; return c_;" % (statements, expression)
    else:
        value = consume(result_type, "r_")
        if value is None:
            return "-"
        body = "%s %s = %s; return %s;" % (statements, declare(result_type, "r_"), expression, value)
    answer = reference.compile(profile, declarations + head(profile, parameters) + "\n{ %s }\n" % body)
    return answer.verdict()


def write(name, columns, rows, about):
    """Writes facts/NAME with a comment, a line of column names and the rows."""
    os.makedirs(FACTS, exist_ok=True)
    with open(os.path.join(FACTS, name), "w") as f:
        for line in about.strip().splitlines():
            f.write("# %s\n" % line.strip())
        f.write("\t".join(columns) + "\n")
        n = 0
        for row in rows:
            f.write("\t".join(str(x) for x in row) + "\n")
            n += 1
    print("%s: %d rows" % (name, n), file=sys.stderr, flush=True)
