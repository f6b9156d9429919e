#!/usr/bin/env python3
"""Draws programs in HLSL and Direct3D's assembly with our driver and compares the pictures with those of Wine's Direct3D on llvmpipe.

    pictures.py --reference FOLDER --library FOLDER [--keep FOLDER] [WORD ...]

FOLDER of --reference has d3d9_ref.sh; that of --library has our libOSMesa.so.8. Draws the programs of wine/cases.py, or those whose names
have one of the words. Ours go through GL_TRI_shading_language. A line for each: what is said of it, the greatest difference at 8 bits and in
floats (relative above 1), the name. Exits with 1 if one differs that wine/explained.tsv does not explain, or explains for nothing.
"""
import functools
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "cg"))

from pictures.compare import explain, options, report  # noqa: E402
from wine.cases import all_cases  # noqa: E402
from wine.draw import SIZE, Drawing  # noqa: E402


def main():
    found, words = options(sys.argv[1:])
    if found is None:
        print(__doc__, file=sys.stderr)
        return 1
    drawing = Drawing(found["reference"], found["library"], found.get("keep"))
    cases = ((number, case) for number, case in enumerate(all_cases()) if not words or any(word in case[0] for word in words))
    pairs = ((name, functools.partial(drawing.draw, number, vertex, pixel)) for number, (name, vertex, pixel) in cases)
    return report(pairs, explain(os.path.join(HERE, "wine", "explained.tsv")), SIZE)


if __name__ == "__main__":
    sys.exit(main())
