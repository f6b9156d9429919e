"""Random programs: structures with methods, functions with overloads, and a function of statements."""
from random import Random

from .expressions import Scope, expression, kind_of, shaped
from .tree import Node

KINDS = ["float", "float", "float", "half", "fixed", "int", "bool"]
OTHER_KINDS = KINDS + ["double", "short", "char", "unsigned int"]
EXACT_KINDS = ["float", "float", "float", "half", "bool", "int"]


def program(seed, is_vertex=False, is_exact=False):
    """A program with an entry `main`; or with a function `feature(float4 a, float4 b, float4 d)`, where values are wanted."""
    random = Random(seed)
    kinds = EXACT_KINDS if is_exact else random.choice([KINDS, KINDS, OTHER_KINDS])
    scope = Scope(random, kinds, is_exact)
    parts = []
    for i in range(random.randrange(3)):
        parts.append(structure(scope, "S%d" % i))
    for i in range(random.randrange(3)):
        parts.append(global_variable(scope, "g%d" % i, is_exact))
    for i in range(random.randrange(4)):
        parts.append(function(scope, "f%d" % random.randrange(3)))
    parts.append(entry(scope, is_vertex, is_exact))
    return Node(None, *parts)


def any_type(scope):
    if scope.structs and scope.random.random() < 0.15:
        return scope.random.choice(sorted(scope.structs))
    name = shaped(scope.random, scope.kinds)
    return name + "[%d]" % scope.random.randint(2, 4) if scope.random.random() < 0.1 else name


def declared(type_name, name):
    base, bracket, size = type_name.partition("[")
    return "%s %s%s%s" % (base, name, bracket, size)


def structure(scope, name):
    random = scope.random
    members = [("m%d" % i, shaped(random, scope.kinds)) for i in range(random.randint(1, 3))]
    parts = ["struct %s {\n" % name] + ["  %s;\n" % declared(t, m) for m, t in members]
    if random.random() < 0.4:
        inner = Scope(random, scope.kinds, scope.is_exact)
        inner.structs = dict(scope.structs)
        result = shaped(random, scope.kinds)
        inner.variables = [(m, t, False) for m, t in members] + [("p", "float", False)]
        parts.append(Node(None, "  %s method(float p) { return " % result, expression(inner, result, 2), "; }\n"))
    scope.structs[name] = members
    return Node(None, *parts, "};\n")


def global_variable(scope, name, is_exact):
    type_name = shaped(scope.random, scope.kinds)
    way = scope.random.choice(["static ", "static const ", "const "] if is_exact else ["static ", "static const ", "uniform ", "const ", ""])
    inner = Scope(scope.random, scope.kinds, scope.is_exact)
    value = [" = ", expression(inner, type_name, 1)] if "static" in way or way == "const " else []
    scope.variables.append((name, type_name, way == "static "))
    return Node(None, way + declared(type_name, name), *value, ";\n")


def function(scope, name):
    random = scope.random
    result = shaped(random, scope.kinds)
    parameters = [(random.choice(["", "", "in ", "const "]), any_type(scope)) for _ in range(random.randint(0, 3))]
    types = [t for _, t in parameters]
    taken = any(f == name and len(types) == len(other) for f, _, other in scope.functions)
    if taken and random.random() < 0.7:
        name += "_%d" % len(scope.functions)
    text = ", ".join(way + declared(t, "p%d" % i) for i, (way, t) in enumerate(parameters))
    inner = child(scope)
    inner.variables += [("p%d" % i, t, "const" not in way) for i, (way, t) in enumerate(parameters)]
    body = statements(inner, random.randrange(4), 1)
    end = Node(None, "  return ", expression(inner, result), ";\n")
    scope.functions.append((name, result, types))
    return Node(None, "%s %s(%s) {\n" % (result, name, text), *body, end, "}\n")


def child(scope):
    inner = Scope(scope.random, scope.kinds, scope.is_exact)
    inner.variables, inner.functions, inner.structs = list(scope.variables), list(scope.functions), scope.structs
    return inner


def entry(scope, is_vertex, is_exact):
    inner = child(scope)
    inner.variables += [(v, "float4", True) for v in "abd"]
    if is_exact:
        head = "float4 feature(float4 a, float4 b, float4 d) {\n"
    elif is_vertex:
        head = "float4 main(float4 a : POSITION, float4 b : NORMAL, uniform float4 d) : POSITION {\n"
    else:
        head = "float4 main(float4 a : COLOR0, float4 b : TEXCOORD0, uniform float4 d) : COLOR {\n"
    body = statements(inner, scope.random.randint(2, 8), 2)
    return Node(None, head, *body, Node(None, "  return ", expression(inner, "float4"), ";\n"), "}\n")


def statements(scope, count, depth):
    return [statement(scope, depth) for _ in range(count)]


def statement(scope, depth):
    random = scope.random
    way = random.random()
    if way < 0.4:
        return declaration(scope)
    if way < 0.75 or depth == 0:
        return assignment(scope)
    if way < 0.9:
        inner = child(scope)
        parts = ["  if (", expression(scope, "bool", 2), ") {\n", *statements(inner, random.randint(1, 2), depth - 1), "  }\n"]
        if random.random() < 0.4:
            parts += [Node(None, "  else {\n", *statements(child(scope), 1, depth - 1), "  }\n")]
        return Node(None, *parts)
    return loop(scope, depth)


def declaration(scope):
    type_name = any_type(scope)
    name = "v%d" % len(scope.variables)
    value = expression(scope, type_name)
    scope.variables.append((name, type_name, True))
    return Node(None, "  %s = " % declared(type_name, name), value, ";\n")


def assignment(scope):
    random = scope.random
    written = [(name, t) for name, t, is_written in scope.places() if is_written and kind_of(t)[0]]
    if not written:
        return declaration(scope)
    name, type_name = random.choice(written)
    kind, n, m = kind_of(type_name)
    if n and not m and random.random() < 0.4:
        count = random.randint(1, int(n))
        letters = random.sample("xyzw"[:int(n)], count)
        name, type_name = "%s.%s" % (name, "".join(letters)), kind + (str(count) if count > 1 else "")
    operators = [" = ", " = ", " = "] + ([] if kind == "bool" else [" += ", " *= ", " -= "])
    return Node(None, "  ", name, random.choice(operators), expression(scope, type_name), ";\n")


def loop(scope, depth):
    random = scope.random
    inner = child(scope)
    name = "i%d" % len(scope.variables)
    inner.variables.append((name, "int", False))
    body = statements(inner, random.randint(1, 2), depth - 1)
    if random.random() < 0.3:
        body.append(Node(None, "  if (", expression(inner, "bool", 1), ") ", random.choice(["break", "continue"]), ";\n"))
    return Node(None, "  for (int %s = 0; %s < %d; %s++) {\n" % (name, name, random.randint(1, 4), name), *body, "  }\n")
