#!/usr/bin/env python3
"""Draws programs in HLSL and Direct3D's assembly with our driver and compares the pictures with those of Wine's Direct3D on llvmpipe.

    pictures.py --reference FOLDER --library FOLDER [--keep FOLDER] [WORD ...]
    pictures.py --reference FOLDER --compiler FILE [--keep FOLDER] [WORD ...]

FOLDER of --reference has d3d9_ref.sh; that of --library has our libOSMesa.so.8. Draws the programs of wine/cases.py, or those whose names
have one of the words. Ours go through GL_TRI_shading_language. A line for each: what is said of it, the greatest difference at 8 bits and in
floats (relative above 1), the name. With --compiler, which is our `trilobite`, Wine draws both: shaders of Microsoft's compiler, and those
that ours makes of the same texts. Exits with 1 if one differs that wine/explained.tsv does not explain, or explains for nothing.
"""
import functools
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "cg"))

from pictures.compare import explain, options, report  # noqa: E402
from wine.cases import all_cases, old_cases  # noqa: E402
from wine.draw import SIZE, Drawing  # noqa: E402


def main():
    found, words = options(sys.argv[1:], ("library", "compiler"))
    if found is None:
        print(__doc__, file=sys.stderr)
        return 1
    compiler = found.get("compiler")
    drawing = Drawing(found["reference"], found.get("library"), found.get("keep"), compiler)
    draw = drawing.draw_streams if compiler else drawing.draw
    cases = list(all_cases())
    if compiler:
        # Texts in assembly are not compiled.
        cases = [case for case in cases if any(profile != "asm" for profile, _ in case[1:])] + list(old_cases())
    chosen = ((number, case) for number, case in enumerate(cases) if not words or any(word in case[0] for word in words))
    pairs = ((case[0], functools.partial(draw, number, *case[1:])) for number, case in chosen)
    explained = {} if compiler else explain(os.path.join(HERE, "wine", "explained.tsv"))
    return report(pairs, explained, SIZE)


if __name__ == "__main__":
    sys.exit(main())
