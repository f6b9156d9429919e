#!/usr/bin/env python3
"""Writes the runs of shim_tests/programs/muda/author: the results that g++ gives for the same text.

usage: shim_tests/programs/origin_muda.py    (stdlib and g++; rewrites the sections `run` of each file)

A text of MUDA becomes C++ by a few replacements: `/.` is `/`, numbers are floats, parameters that are written are references,
arrays are pointers, swizzles are calls. The classes of origin_muda.h do the rest. `if` and `while` over vectors have no C++
of their own; such a function is written here once more, component by component. Inputs are random numbers of a fixed seed.
"""
import pathlib
import random
import re
import struct
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE / "muda" / "author"

# Of each file: the function, the bound of its results, the number of runs, and the ranges of its inputs (the first is the default).
FILES = {
    "add": ("add_func", "exact", 2, {}),
    "and": ("and_func", "exact", 2, {}),
    "arith1": ("arith1", "exact", 2, {}),
    "arith2": ("arith2", "exact", 2, {}),
    "black_scholes": ("BlackScholesMUDA", "within 2e-5", 4, {"": (0.5, 2.0), "S": (5, 30), "X": (1, 100), "T": (0.25, 10), "R": (0.02, 0.02), "V": (0.3, 0.3)}),
    "cross4": ("cross4", "exact", 2, {}),
    "cos": ("cosmu", "exact", 4, {"": (-100, 100)}),
    "divapprox": ("divapprox", "exact", 2, {}),
    "extract": ("ext_func", "exact", 1, {}),
    "if1": ("if_func", "exact", 1, {}),
    "isect": ("isect", "exact", 6, {"": (-1, 1), "roz": (-3, -2), "rdz": (1, 2), "rox": (-0.1, 0.1), "roy": (-0.1, 0.1), "rdx": (0, 0.1), "rdy": (0, 0.1), "v0x": (-1, -0.2), "v0y": (-1, -0.2), "v0z": (0, 1), "e1x": (1, 3), "e1y": (-0.3, 0.3), "e2x": (-0.3, 0.3), "e2y": (1, 3), "prevT": (0, 10)}),
    "log2": ("log2mu", "exact", 4, {"": (0.001, 1000)}),
    "log2_special": ("log2mu", "exact", 1, {"x": [0.0, float("inf"), float("-inf"), 1.0]}),
    "log_fast": ("fastlogmu", "exact", 2, {"": (0.1, 10)}),
    "loop01": ("loop01_func", "exact", 1, {"n": (-3, -1)}),
    "max": ("max_func", "exact", 2, {}),
    "morton": ("get_motion_code", "exact", 2, {"": (0, 1023)}),
    "npoint": ("getNPoint", "exact", 2, {}),
    "snoise": ("snoise2", "exact", 4, {"": (-8, 8)}),
    "sqrt": ("sqrtmu", "ulp 2", 4, {"": (0, 1e6)}),
    "sqrt_special": ("sqrtmu", "exact", 1, {"x": [0.0, float("inf"), float("-inf"), 4.0]}),
    "structures": ("structarg_func", "exact", 1, {}),
    "sub": ("sub_func", "exact", 2, {}),
    "swizzle0": ("func", "exact", 1, {}),
    "trunc": ("trunc_func", "exact", 2, {}),
    "usecase00": ("setupRay4", "exact", 2, {"nOver4": (3, 5)}),
}

# Functions with vectors as conditions, component by component.
BY_HAND = {
    "if1": """vec if_func(vec a, vec b, vec c, vec d) {
        vec e;
        for (int i = 0; i < 4; i++) e[i] = a[i] * a[i] * a[i] > b[i] ? c[i] : d[i];
        return e;
    }""",
    "usecase00": """struct ray4 { vec rox, roy, roz, rdx, rdy, rdz; };
    void setupRay4(ray4 &ray, float *rox, float *roy, float *roz, float *rdx, float *rdy, float *rdz, float nOver4) {
        for (int c = 0; c < 4; c++)
            for (float i = 0; i < nOver4; i = i + 1) ray.rox[c] = c == 0 ? rox[int(i)] : rox[c];
    }""",
}

NUMBER = re.compile(r"(?<![\w.])(\d+\.\d*|\.\d+)(e-?\d+)?[fF]?(?![\w])")


def parts(text):
    """The text's test before its runs: comment lines, and the program."""
    head, rest = text.split("== program muda\n", 1)
    return head, rest.split("\n== ", 1)[0] + "\n"


def parameters(program, function):
    """Direction, type, name and size of each parameter; then the function's type."""
    found = re.search(r"(\w+)\s+%s\s*\(([^)]*)\)\s*\{" % function, program)
    listed = []
    for one in found.group(2).split(","):
        words = re.sub(r"//.*", "", one).split()
        if not words:
            continue
        way = words.pop(0) if words[0] in ("out", "in", "inout") else "in"
        is_array = words[0] == "array"
        words = words[is_array:]
        name, _, size = words[1].partition("[")
        listed.append((way, words[0], name, int(size.rstrip("]")) if size else size_of(program, name) if is_array else 0))
    return listed, found.group(1)


def size_of(program, name):
    """The size of an array without one: what constant indices ask for, 16 for others."""
    indices = re.findall(r"\b%s\[([^\]]*)\]" % name, program)
    return max([1] + [int(i) + 1 if i.isdigit() else 16 for i in indices])


def without_comments(program):
    return re.sub(r"/\*.*?\*/", "", re.sub(r"//.*", "", program), flags=re.S)


def to_cpp(program):
    program = program.replace("/.", "/")
    program = re.sub(r"\b(static|inline|always_inline|force_inline)\b", "", program)
    program = NUMBER.sub(lambda m: m.group(1) + (m.group(2) or "") + "f", program)
    program = re.sub(r"\b(inout|out)\s+(?!array)(\w+)\s+", r"\2 &", program)
    program = re.sub(r"\b(out\s+)?array\s+(\w+)\s+(\w+)(\[\d*\])?", r"\2 *\3", program)
    program = re.sub(r"\bin\s+(\w+)\s+(\w+)", r"\1 \2", program)
    return re.sub(r"(\w+)\.([xyzw]{2,4})\b", r'swizzle(\1, "\2")', program)


def members(program, ty):
    found = re.search(r"struct\s+%s\s*\{(.*?)\}" % ty, program, flags=re.S)
    if not found:
        return [("", ty)]
    declared = [line.split(None, 1) for line in found.group(1).split(";") if line.strip()]
    return [("." + name.strip(), member) for member, names in declared for name in names.split(",")]


def single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def value(rng, ty, ranges, name):
    span = ranges.get(name, ranges.get("", (-4.0, 4.0)))
    n = 4 if ty.endswith("vec") else 1
    if isinstance(span, list):
        return span
    if ty in ("int", "ivec"):
        return [rng.randint(*map(int, span)) for _ in range(n)]
    return [single(rng.uniform(*span)) for _ in range(n)]


def literal(ty, numbers):
    if ty in ("int", "ivec"):
        texts = [str(x) for x in numbers]
    else:
        special = {float("inf"): "INFINITY", float("-inf"): "-INFINITY"}
        texts = [special.get(x) or float.hex(x) + "f" for x in numbers]
    return f"{ty}({', '.join(texts)})" if len(texts) > 1 else texts[0]


def number(bits, ty, bound):
    """A result as the tests read it: bits, or a number where the bound is no exact one."""
    x = struct.unpack("f", struct.pack("I", bits))[0]
    if ty in ("int", "ivec"):
        return str(bits - (1 << 32) if bits >> 31 else bits)
    if x != x:
        return "0xffffffff" if bits == 0xFFFFFFFF else "nan"
    return f"0x{bits:08x}" if bound == "exact" else f"{x:.9g}"


def one_run(rng, listed, result, program, function, ranges, bound, body):
    """The lines of a run."""
    lines, code, shown = [], [], []
    for way, ty, name, size in listed:
        for member, inner in members(program, ty):
            if way == "out":
                n = size or 1
                shown.append((f"{name}{member}", inner, n))
                continue
            numbers = [value(rng, inner, ranges, name) for _ in range(size or 1)]
            each = [x for one in numbers for x in one]
            lines.append(f"{name}{member} = " + " ".join(repr(x) for x in each))
            texts = [literal(inner, one) for one in numbers]
            code.append((f"{name}{member}", texts, size))
            if way == "inout":
                shown.append((f"{name}{member}", inner, 1))
    declared = "".join(f"{ty} {name}{f'[{size}]' if size else ''}{{}};\n" for _, ty, name, size in listed)
    set_up = ""
    for name, texts, size in code:
        set_up += "".join(f"{name}{f'[{i}]' if size else ''} = {text};\n" for i, text in enumerate(texts))
    call = f"{function}({', '.join(name for _, _, name, _ in listed)});\n"
    if result != "void":
        call = f"{result} value = {call}"
        shown.append(("return", result, 1))
    show = "".join(
        f'show("{name}", {"value" if name == "return" else name + (f"[{i}]" if n > 1 else "")});\n'
        for name, _, n in shown
        for i in range(n)
    )
    text = f'#include "{HERE}/origin_muda.h"\n{body}\nint main() {{\n{declared}{set_up}{call}{show}}}\n'
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "a.cpp").write_text(text)
        options = ["-std=c++17", "-O1", "-fpermissive", "-w", "-ffp-contract=off", "-ftrivial-auto-var-init=zero"]
        subprocess.run(["g++", *options, "-o", path / "a", path / "a.cpp"], check=True)
        output = subprocess.run([path / "a"], check=True, capture_output=True, text=True).stdout.splitlines()
    at = 0
    for name, ty, n in shown:
        words = [w for line in output[at : at + n] for w in line.split()[1:]]
        at += n
        lines.append(f"result.{name} = " + " ".join(number(int(w, 16), ty, bound) for w in words))
    return lines


def rewrite(path, function, bound, n, ranges):
    head, program = parts(path.read_text())
    plain = without_comments(program)
    listed, result = parameters(plain, function)
    body = BY_HAND.get(path.stem) or to_cpp(plain)
    rng = random.Random(path.stem)
    text = f"{head}== program muda\n{program}"
    for i in range(n):
        lines = one_run(rng, listed, result, plain, function, ranges, bound, body)
        text += f"== run {bound}\n" + (f"function = {function}\n" if i == 0 else "") + "".join(line + "\n" for line in lines)
    path.write_text(text)


for stem, (function, bound, n, ranges) in FILES.items():
    rewrite(FOLDER / f"{stem}.test", function, bound, n, ranges)
