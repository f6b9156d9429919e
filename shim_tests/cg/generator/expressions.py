"""Random expressions of a wanted type, from the variables, functions and structures that are known at a place."""
import re

from .tree import Node

SHAPED = re.compile(r"(unsigned int|[a-z]+?)([1-4])?(?:x([1-4]))?$")
# Functions of one kind of vectors: name and number of arguments. Their arguments have the type of the result.
COMPONENTWISE = [("abs", 1), ("min", 2), ("max", 2), ("clamp", 3), ("frac", 1), ("floor", 1), ("saturate", 1), ("lerp", 3), ("sign", 1),
                 ("step", 2), ("ceil", 1), ("smoothstep", 3), ("round", 1)]
CURVES = [("sin", 1), ("cos", 1), ("exp2", 1), ("sqrt", 1), ("pow", 2), ("fmod", 2), ("normalize", 1)]
REAL = ("float", "half", "fixed")


class Scope:
    """What an expression may name. `variables` are (name, type, is written); `structs` map a name to its members."""

    def __init__(self, random, kinds, is_exact):
        self.random = random
        self.kinds = kinds
        self.is_exact = is_exact  # only functions and types whose values can be compared
        self.variables = []
        self.functions = []  # (name, result, parameter types), all of them `in`
        self.structs = {}

    def places(self):
        """Expressions that name a variable or a part of one: (text, type, is written)."""
        for name, type_name, is_written in self.variables:
            yield name, type_name, is_written
            if "[" in type_name:
                element, size = re.match(r"(.*)\[(\d)\]$", type_name).groups()
                yield "%s[%d]" % (name, self.random.randrange(int(size))), element, is_written
            for member, member_type in self.structs.get(type_name, ()):
                yield "%s.%s" % (name, member), member_type, is_written


def kind_of(type_name):
    """Kind, columns and rows: `half3x2` is half, 3, 2; a scalar has neither."""
    found = SHAPED.match(type_name)
    return found.groups() if found else (None, None, None)


def shaped(random, kinds):
    """A scalar, vector or matrix type."""
    kind = random.choice(kinds)
    shape = random.choice(["", "", "2", "3", "4", "4", "3", "2x2", "3x3", "2x3", "4x4", "1"])
    if "x" in shape and kind not in REAL:
        shape = ""
    return kind + shape


def literal(random, kind):
    if kind == "bool":
        return random.choice(["true", "false"])
    if kind in REAL or kind == "double":
        suffix = {"float": ["", "f", ""], "half": ["h", ""], "fixed": ["x", ""], "double": [""]}[kind]
        return random.choice(["0.5", "1.5", "0.25", "1.0", ".75", "2.0", "0.125"]) + random.choice(suffix)
    return str(random.randrange(1, 5))


def expression(scope, wanted, depth=3):
    """A node whose type is `wanted`, or converts to it now and then."""
    random = scope.random
    kind, n, m = kind_of(wanted)
    if kind is None:
        return named(scope, wanted, depth)
    if depth > 0 and random.random() < 0.75:
        way = random.choice(WAYS)(scope, wanted, kind, n, m, depth - 1)
        if way:
            return Node(wanted, "(", way, ")") if random.random() < 0.1 else way
    return leaf(scope, wanted, kind, n, m)


def leaf(scope, wanted, kind, n, m):
    random = scope.random
    fitting = [name for name, type_name, _ in scope.places() if type_name == wanted]
    if fitting and random.random() < 0.8:
        return Node(wanted, random.choice(fitting))
    columns = int(n or 1) * int(m or 1)
    near = [(name, *kind_of(t)) for name, t, _ in scope.places()]
    near = [(name, int(k)) for name, own, k, rows in near if own == kind and k and not rows]
    if near and not m and random.random() < 0.7:
        name, size = random.choice(near)
        letters = random.choice(["xyzw", "xyzw", "rgba", "stpq"])[:size]
        return Node(wanted, "%s.%s" % (name, "".join(random.choice(letters) for _ in range(columns))))
    if n is None:
        return Node(wanted, literal(random, kind))
    if random.random() < 0.3:
        return Node(wanted, "(%s)%s" % (wanted, literal(random, kind)))
    return Node(wanted, "%s(%s)" % (wanted, ", ".join(literal(random, kind) for _ in range(columns))))


def named(scope, wanted, depth):
    """A variable or call of a structure's or array's type."""
    fitting = [name for name, type_name, _ in scope.places() if type_name == wanted]
    members = scope.structs.get(wanted)
    if members and depth > 0 and (not fitting or scope.random.random() < 0.3):
        parts = []
        for _, member_type in members:
            parts += [", ", expression(scope, member_type, depth - 1)]
        return Node(wanted, wanted + "(", *parts[1:], ")")
    if fitting:
        return Node(wanted, scope.random.choice(fitting))
    if "[" in wanted:
        element, size = re.match(r"(.*)\[(\d)\]$", wanted).groups()
        parts = []
        for _ in range(int(size)):
            parts += [", ", expression(scope, element, 0)]
        return Node(wanted, "{", *parts[1:], "}")
    return Node(wanted, "(%s)0" % wanted)


def binary(scope, wanted, kind, n, m, depth):
    if kind == "bool":
        return None
    operator = scope.random.choice(["+", "-", "*", "*", "+"] + ([] if scope.is_exact else ["/"]))
    left, right = wanted, wanted
    if n and scope.random.random() < 0.25:
        left, right = scope.random.choice([(kind, wanted), (wanted, kind)])
    return Node(wanted, "(", expression(scope, left, depth), " %s " % operator, expression(scope, right, depth), ")")


def comparison(scope, wanted, kind, n, m, depth):
    if kind != "bool" or m:
        return None
    random = scope.random
    if random.random() < 0.3:
        return Node(wanted, "(", expression(scope, wanted, depth), random.choice([" && ", " || "]), expression(scope, wanted, depth), ")")
    operand = random.choice([k for k in scope.kinds if k != "bool"]) + (n or "")
    operator = random.choice([" < ", " <= ", " > ", " >= "] + ([] if scope.is_exact else [" == ", " != "]))
    return Node(wanted, "(", expression(scope, operand, depth), operator, expression(scope, operand, depth), ")")


def unary(scope, wanted, kind, n, m, depth):
    return Node(wanted, "!" if kind == "bool" else "-", Node(wanted, "(", expression(scope, wanted, depth), ")"))


def conditional(scope, wanted, kind, n, m, depth):
    size = n if n and not m and scope.random.random() < 0.4 else ""
    condition = expression(scope, "bool" + size, depth)
    return Node(wanted, "(", condition, " ? ", expression(scope, wanted, depth), " : ", expression(scope, wanted, depth), ")")


def cast(scope, wanted, kind, n, m, depth):
    other = scope.random.choice(scope.kinds)
    if m and other not in REAL:
        return None
    source = other + (n or "") + ("x" + m if m else "")
    if scope.is_exact and kind == "int" and source != wanted:
        return None
    inner = expression(scope, source, depth)
    # Conversions of one shape need no cast.
    return inner if scope.random.random() < 0.3 and not scope.is_exact else Node(wanted, "(%s)" % wanted, Node(source, "(", inner, ")"))


def constructor(scope, wanted, kind, n, m, depth):
    if n is None or m:
        return None
    left, parts = int(n), []
    while left:
        size = scope.random.randint(1, left)
        parts += [", ", expression(scope, kind + (str(size) if size > 1 else ""), depth)]
        left -= size
    return Node(wanted, wanted + "(", *parts[1:], ")")


def call(scope, wanted, kind, n, m, depth):
    random = scope.random
    own = [f for f in scope.functions if f[1] == wanted]
    if own and random.random() < 0.6:
        name, _, types = random.choice(own)
        parts = []
        for type_name in types:
            parts += [", ", expression(scope, type_name, depth)]
        return Node(wanted, name + "(", *parts[1:], ")")
    if kind not in REAL or m:
        return None
    if n is None and random.random() < 0.4:
        operand = kind + random.choice("234")
        return Node(wanted, "dot(", expression(scope, operand, depth), ", ", expression(scope, operand, depth), ")")
    name, count = random.choice(COMPONENTWISE if scope.is_exact or random.random() < 0.7 else CURVES)
    parts = []
    for _ in range(count):
        parts += [", ", expression(scope, wanted, depth)]
    return Node(wanted, name + "(", *parts[1:], ")")


def product(scope, wanted, kind, n, m, depth):
    """mul, transpose, and rows of matrices."""
    if kind not in ("float", "half") or n is None:
        return None
    random = scope.random
    other = random.choice("234")
    if m:
        if random.random() < 0.4:
            return Node(wanted, "transpose(", expression(scope, "%s%sx%s" % (kind, m, n), depth), ")")
        left, right = "%s%sx%s" % (kind, n, other), "%s%sx%s" % (kind, other, m)
    elif random.random() < 0.3:
        return Node(wanted, expression(scope, "%s%sx%s" % (kind, other, n), 0), "[%d]" % random.randrange(int(other)))
    else:
        left, right = "%s%sx%s" % (kind, n, other), kind + other
        if random.random() < 0.5:
            left, right = kind + other, "%s%sx%s" % (kind, other, n)
    return Node(wanted, "mul(", expression(scope, left, depth), ", ", expression(scope, right, depth), ")")


WAYS = [binary, binary, comparison, comparison, unary, conditional, cast, constructor, call, call, product]
