"""values.tsv: expressions, inputs and results, from the reference's arbfp1 text drawn by Mesa's OSMesa.

A body becomes `float4 feature(float4 a, float4 b, float4 d) { BODY }`. The inputs are texels of three float textures, one row
of inputs to a pixel, so that a program is drawn once for all of its rows.
"""
import struct
import subprocess
import tempfile

from .common import *
from .value_bodies import BODIES

SIZE = 4  # an image of 4 by 4 pixels: sixteen rows of inputs
A = [(0.25, 0.5, 0.75, 1.0), (-0.5, 0.0, 2.0, -3.25), (0.1, -0.9, 0.001, 7.5), (100.0, -100.0, 12345.0, -0.125), (3.0, -2.0, 5.0, -7.0)]
B = [(2.0, 0.5, -1.0, 3.0), (1.0, -4.0, 0.5, -2.0), (0.3, 4.0, -0.25, 10.0), (3.0, 7.0, 0.01, 1.0), (2.0, 3.0, -3.0, 4.0)]
D = [(0.5, 0.25, 0.75, 1.0), (0.0, 2.0, -1.0, 0.5), (0.9, -0.3, 1.5, 8.0), (50.0, -1.0, 20000.0, 2.0), (1.0, 1.0, 2.0, 2.0)]
PROGRAM = """float4 feature(float4 a, float4 b, float4 d) { %s }
float4 main(float2 t_ : TEXCOORD0, uniform sampler2D a_ : TEXUNIT0, uniform sampler2D b_ : TEXUNIT1, uniform sampler2D d_ : TEXUNIT2) : COLOR
{ return feature(tex2D(a_, t_), tex2D(b_, t_), tex2D(d_, t_)); }
"""


def draw(text, folder, exec_ref, inputs=(A, B, D)):
    """The pixels of the program, bottom row first, as tuples of four floats. A folder keeps the inputs of its first program."""
    with open(os.path.join(folder, "p.fp"), "w") as f:
        f.write(text)
    if not os.path.exists(os.path.join(folder, "in0")):
        for unit, rows in enumerate(inputs):
            padded = (rows + [rows[0]] * (SIZE * SIZE))[:SIZE * SIZE]
            with open(os.path.join(folder, "in%d" % unit), "wb") as f:
                f.write(b"".join(struct.pack("<4f", *r) for r in padded))
    lines = ["size %d %d" % (SIZE, SIZE), "fp %s/p.fp" % folder]
    lines += ["tex %d 2d %d %d raw:%s/in%d nearest clamp" % (u, SIZE, SIZE, folder, u) for u in range(3)]
    with open(os.path.join(folder, "job"), "w") as f:
        f.write("\n".join(lines) + "\n")
    p = subprocess.run([exec_ref, folder + "/job", folder + "/out"], capture_output=True, text=True, errors="replace", timeout=60,
                       env={**os.environ, "LP_NUM_THREADS": "1"})
    if p.returncode:
        return None
    data = open(folder + "/out", "rb").read()
    return list(struct.iter_unpack("<4f", data))


def number(x):
    """Nine digits hold a float; a value that is not a number is left unchecked."""
    return "-" if x != x else "inf" if x == float("inf") else "-inf" if x == float("-inf") else "%.9g" % x


def values(reference):
    exec_ref = os.environ.get("EXEC_REF") or os.path.expanduser("~/.cache/trilobite-ref/exec_ref")
    folder = tempfile.mkdtemp()
    rows = []
    for name, body, tolerance in BODIES:
        answer = reference.compile("arbfp1", PROGRAM % body, text=True)
        pixels = draw(answer.text, folder, exec_ref) if answer.accepted else None
        if pixels is None:
            print("%s: %s" % (name, answer.verdict()), file=sys.stderr)
            continue
        constant = not re.search(r"\b[abd]\b", body)
        for i in range(1 if constant else len(A)):
            rows.append([name, body, tolerance] + [" ".join("%.9g" % x for x in v[i]) for v in (A, B, D)]
                        + [" ".join(number(x) for x in pixels[i])])
    with open(os.path.join(HERE, "values.tsv"), "w") as f:
        f.write("# `float4 feature(float4 a, float4 b, float4 d) { BODY }` and its result for inputs a, b, d, from arbfp1.\n"
                "# A result passes within tolerance * max(1, abs(expected)); `-` is a component that is not a number and not checked.\n")
        f.write("\t".join(["name", "body", "tolerance", "a", "b", "d", "result"]) + "\n")
        for row in rows:
            f.write("\t".join(str(x) for x in row) + "\n")
    print("values.tsv: %d rows" % len(rows), file=sys.stderr, flush=True)
