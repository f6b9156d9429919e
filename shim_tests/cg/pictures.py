#!/usr/bin/env python3
"""Draws real Cg shaders with our driver and compares the pictures with those of NVIDIA's compiler on Mesa.

    pictures.py --reference FOLDER --library FOLDER [--keep FOLDER] [FILE ...]

FOLDER of --reference has exec_cg.py, corpus/ and expected.tsv; that of --library has our libOSMesa.so.8. Draws the files of the corpus that are
accepted as arbvp1 and arbfp1, or only those that are named, relative to corpus/. A pair is drawn three times: the reference's ARB text on Mesa
and on our driver, and our Cg through GL_TRI_shading_language. A line for each pair: what is said of it, the greatest difference at 8 bits and in
floats (relative above 1) to Mesa, the same to our driver with the reference's text, the name. Exits with 1 if a pair differs that
pictures/explained.tsv does not explain, or explains for nothing. --keep keeps jobs and pictures in a folder.
"""
import functools
import os
import sys

from pictures.compare import differences, explain, options, report, shown
from pictures.draw import SIZE, Drawing

HERE = os.path.dirname(os.path.abspath(__file__))


def drawn(drawing, name):
    """The reference's picture and ours, and how the reference's text differs from ours on our driver."""
    theirs, text, ours = drawing.draw(name)
    return theirs, ours, shown(differences(text, ours))


def main():
    found, names = options(sys.argv[1:])
    if found is None:
        print(__doc__, file=sys.stderr)
        return 1
    explained = explain(os.path.join(HERE, "pictures", "explained.tsv"))
    drawing = Drawing(found["reference"], found["library"], found.get("keep"))
    pairs = ((name, functools.partial(drawn, drawing, name)) for name in names or drawing.pairs())
    return report(pairs, explained, SIZE)


if __name__ == "__main__":
    sys.exit(main())
