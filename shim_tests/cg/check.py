#!/usr/bin/env python3
"""Runs everything again against NVIDIA's compiler and reports the rows that changed.

    check.py --reference PATH/cgc_ref.py [TABLE ...]

Without names: expected.tsv and every table of facts/ but the slow ones (operators, library). `values` needs exec_ref and OSMesa
(see the reference's README). The committed files are put back afterwards; the exit status is 1 when a row changed.
"""
import os
import shutil
import subprocess
import sys
import tempfile

import make
from maker.common import HERE

FILES = {
    "specifiers": ["facts/specifiers.tsv", "facts/specifier_rank.tsv"],
    "semantics": ["facts/semantics.tsv", "facts/semantic_registers.tsv"],
    "expected": ["expected.tsv"],
    "values": ["values.tsv"],
}
SLOW = ("operators", "library", "values", "semantic_types")


def rows(path):
    return open(path).read().splitlines() if os.path.exists(path) else []


def compare(name, old, new):
    """Prints the rows that only one side has; gives how many there are."""
    before, after = rows(old), rows(new)
    known, made = set(before), set(after)
    gone = [r for r in before if r not in made]
    come = [r for r in after if r not in known]
    print("%s: %d rows, %d no longer so, %d new" % (name, len(after), len(gone), len(come)))
    for sign, list_ in (("-", gone), ("+", come)):
        for r in list_[:20]:
            print("  %s %s" % (sign, r[:200]))
    return len(gone) + len(come)


def main():
    args = sys.argv[1:]
    if len(args) < 2 or args[0] != "--reference":
        print(__doc__, file=sys.stderr)
        return 2
    names = args[2:] or [n for n in make.TABLES if n not in SLOW]
    changed = 0
    for name in names:
        files = FILES.get(name, ["facts/%s.tsv" % name])
        with tempfile.TemporaryDirectory() as kept:
            for f in files:
                if os.path.exists(os.path.join(HERE, f)):
                    shutil.copy(os.path.join(HERE, f), os.path.join(kept, os.path.basename(f)))
            made = subprocess.run([sys.executable, os.path.join(HERE, "make.py"), "--reference", args[1], name],
                                  stderr=subprocess.PIPE, text=True)
            if made.returncode:
                print("%s: could not be made\n%s" % (name, made.stderr))
                changed += 1
            for f in files:
                old = os.path.join(kept, os.path.basename(f))
                changed += compare(f, old, os.path.join(HERE, f))
                if os.path.exists(old):
                    shutil.copy(old, os.path.join(HERE, f))
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
