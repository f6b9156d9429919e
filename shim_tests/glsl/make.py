#!/usr/bin/env python3
"""Writes values.txt, and compares the verdicts of the texts with those of the system's GL (llvmpipe).

    make.py            writes values.txt
    make.py verdicts   lists the texts of accepted.txt and refused.txt on which the system's GL says something else
"""

import math
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
ONE = "abs sign floor ceil fract exp2 sin cos tan radians degrees normalize".split()
POSITIVE = "sqrt inversesqrt log log2 exp asin acos atan".split()
TWO = "mod min max step pow atan reflect".split()
RELATIONS = "lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual".split()


def expressions():
    """Versions and expressions."""
    for name in ONE + POSITIVE:
        x = "c" if name in POSITIVE else "a"
        yield f"vec4({name}({x}.x), {name}({x}.yz), {name}({x}.w))"
        yield f"{name}({x})"
        yield f"vec4({name}({x}.xyz), 1.0)"
    for name in TWO:
        x, y = ("c", "b") if name == "pow" else ("b", "a") if name != "step" else ("a", "b")
        yield f"{name}({x}, {y})"
        yield f"vec4({name}({x}.xy, {y}.zw), {name}({x}.x, {y}.y), 0.0)"
    for name in "mod min max".split():
        yield f"{name}(a, 1.25)"
    yield from ["step(0.5, c)", "clamp(a, 0.0, 1.0)", "clamp(a, c, b)", "mix(a, b, c)", "mix(a, b, 0.25)", "smoothstep(0.0, 1.0, c)"]
    yield from ["smoothstep(vec4(0.0), b + 4.0, c)", "vec4(length(a), distance(a, b), dot(a, b), dot(a.xy, b.xy))"]
    yield from ["vec4(cross(a.xyz, b.xyz), 0.0)", "faceforward(a, b, c)", "refract(normalize(a), normalize(b), 0.5)"]
    yield from ["refract(normalize(a), normalize(b), 2.0)", "vec4(refract(0.5, 1.0, 0.9), reflect(a.x, b.x), faceforward(a.x, b.x, c.x), length(-2.0))"]
    for name in RELATIONS:
        yield f"vec4({name}(a, b))"
        yield f"vec4({name}(ivec3(a), ivec3(1, -1, 3)), 1.0)"
    yield from ["vec4(equal(bvec4(a), bvec4(c.x, 0.0, 1.0, 0.0)))", "vec4(not(bvec4(true, false, true, false)))"]
    yield from ["vec4(any(bvec2(false)), all(bvec3(true)), any(lessThan(a, b)), all(lessThan(a, b)))"]
    yield from ["mat4(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, a, b) * c", "c * mat4(a, b, c, a)", "mat4(a, b, c, a)[2]"]
    yield from ["(mat4(a, b, c, a) * mat4(b, c, a, b))[1]", "vec4(mat3(a.xyz, b.xyz, c.xyz) * c.xyz, 1.0)", "vec4(mat2(a) * mat2(b))"]
    yield from ["matrixCompMult(mat4(a, b, c, a), mat4(c, c, b, b))[1]", "mat4(2.5)[1]", "(mat4(a, b, c, a) + mat4(1.0))[2]"]
    yield from ["(mat4(a, b, c, a) / 2.0)[1]", "(2.0 - mat4(a, b, c, a))[3]", "(-mat4(a, b, c, a))[0]", "vec4(mat4(a, b, c, a) == mat4(a, b, c, a))"]
    yield from ["vec4(a == b, a != b, a.x == 0.5, ivec2(1, 2) == ivec2(a.zw))", "a.wzyx + b.xxyy * c.rgba - a.stpq"]
    yield from ["vec4(twice(a.x), twice(a.yz), twice(a.w))", "changed()", "sum_of(float[3](a.x, b.x, c.x))", "counted(4)", "looped()"]
    yield from ["member(0)", "member(int(a.z))", "member(1)", "vec4(a[int(a.z)], b[1], c[0], a[int(b.x)])"]
    yield from ["vec4(7 / 2, -7 / 2, int(-2.75), int(true))", "vec4(bool(2.0), bool(0), float(3), float(-2))"]
    yield from ["a.x > 0.0 && b.x > 2.0 || c.x < 1.0 ? a : b", "(a.x > 0.0 ^^ true) ? a : b", "vec4(!(a.x > 0.0), 1.0, 2.0, 3.0)"]
    yield from ["vec4(ivec4(a) * 3 - ivec4(1, 2, 3, 4))", "vec4(1e3, .5, 1.5e-2, 0x1F)", "vec4(010, 3., 2.5, 0.0)", "(a, b)"]
    yield from ["vec4(gl_MaxDrawBuffers >= 1, gl_MaxLights >= 8, gl_FrontFacing, gl_FragCoord.x > 0.0)", "vec4(a.xy, b)", "vec4(b.x)"]
    yield from ["mod(vec4(-5.5, 5.5, -4.0, 3.0), vec4(2.0, -2.0, 4.0, 3.0))", "vec4(vec2(b), vec3(a).yz)"]


NEWER = """transpose(mat4(a, b, c, a))[1]; vec4(transpose(mat2x3(a.xyz, b.xyz))[2], 0, 1); outerProduct(a, b)[2]
vec4(outerProduct(a.xy, b.xyz)[2], 0, 0); vec4(mat3x2(a.xy, b.xy, c.xy) * a.xyz, mat3x2(a, b)[1])
vec4(mat2x3(1, 2, 3, 4, 5, 6) * a.xy, 1); vec4(a.xyz * mat2x3(1, 2, 3, 4, 5, 6), 0, 1); mat4(mat2(a))[1]; mat4(mat3x2(1, 2, 3, 4, 5, 6))[2]
vec4(mat2(mat4(a, b, c, a))); (mat2x4(a, b) * mat3x2(1, 2, 3, 4, 5, 6))[2]; a * 2; 1 + a / 4; vec4(1, 2, 3, 4)
matrixCompMult(mat2x4(a, b), mat2x4(b, c))[1]; sum_of(float[](1, 2, 3)); vec4(float[2](1, 2) == float[2](1, 2), float[3](3, 2, 1)[1], float[](1, 2, 3).length(), 0)
ivec4(1, 2, 3, 4) + a; vec4(min(a.x, 1), max(2, a.y), clamp(a.z, 0, 1), pow(2, 3))"""


# What the specification says where llvmpipe says something else: the rest of a matrix is that of the identity.
EXCEPTIONS = {"mat4(mat3x2(1, 2, 3, 4, 5, 6))[2]": "5 6 1 0"}


def tolerance(expression):
    """llvmpipe approximates these functions."""
    return "3e-4" if "asin" in expression or "acos" in expression else "1e-5"


def asked(records):
    """What the system's GL says of texts, each with its stage."""
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/reference"
        subprocess.run(["gcc", "-O1", "-o", program, HERE / "reference.c", "-lGL", "-lX11"], check=True)
        parts = [f"{stage} {len(text.encode())}\n{text}" for stage, text in records]
        command = ["xvfb-run", "-a", program]
        run = subprocess.run(command, input="".join(parts), capture_output=True, text=True, check=True)
        return run.stdout.splitlines()


def values():
    frame = (HERE / "frame.frag").read_text()
    newer = [e.strip() for e in re.split(r"[;\n]", NEWER) if e.strip()]
    rows = [("120", e) for e in [*expressions(), *newer]]
    texts = [("f", f"#version {v}\n" + frame.replace("EXPRESSION", e)) for v, e in rows]
    lines = ["# version, expression, tolerance, what llvmpipe's compiler gives (make.py)"]
    for (version, expression), answer in zip(rows, asked(texts)):
        kind, _, rest = answer.partition(" ")
        if kind != "color":
            print(f"{expression}: {answer}")
        elif all(math.isfinite(float(x)) for x in rest.split()):
            rest = EXCEPTIONS.get(expression, rest)
            lines.append(f"{version}\t{expression}\t{tolerance(expression)}\t{rest}")
    (HERE / "values.txt").write_text("\n".join(lines) + "\n")


def verdicts():
    for name in ["accepted.txt", "refused.txt"]:
        records = []
        for part in (HERE / name).read_text().split("--- ")[1:]:
            head, _, text = part.partition("\n")
            records.append(("v" if head.startswith("vert") else "f", text))
        for (stage, text), answer in zip(records, asked(records)):
            if answer.startswith("refused") != (name == "refused.txt"):
                print(f"{name}: {answer}\n{text}")


verdicts() if "verdicts" in sys.argv else values()
