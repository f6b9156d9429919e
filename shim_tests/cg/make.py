#!/usr/bin/env python3
"""Makes the tables of facts about NVIDIA's Cg 3.1 compiler.

    make.py --reference PATH/cgc_ref.py TABLE ...

TABLE is one of the names below, or `all`. Each table is facts/TABLE.tsv; some commands write two files.
"""
import sys
import time

from reference import supervise
from maker import common, constants, conversions, corpus, errors, library, loops, operators, overloads, profiles, semantics, values

TABLES = {
    "profiles": profiles.profiles,
    "macros": profiles.macros,
    "specifiers": profiles.specifiers,
    "conversions": conversions.conversions,
    "operators": operators.operators,
    "conditional": operators.conditional,
    "overloads": overloads.overloads,
    "overloads_two": overloads.overloads_two,
    "library_names": library.library_names,
    "library": library.library,
    "library_known": library.library_known,
    "registers": semantics.registers,
    "semantics": semantics.semantics,
    "semantic_types": semantics.semantic_types,
    "expected": corpus.expected,
    "errors": errors.errors,
    "loops": loops.loops,
    "constants": constants.constants,
    "values": values.values,
}


def main():
    args = sys.argv[1:]
    if len(args) < 3 or args[0] != "--reference":
        print(__doc__ + "    " + " ".join(TABLES), file=sys.stderr)
        return 2
    names = list(TABLES) if args[2:] == ["all"] else args[2:]

    def work(reference):
        for i, name in enumerate(names):
            if reference.journal[100 + i]:
                continue
            start = time.time()
            before = reference.count
            TABLES[name](reference)
            print("%s: %d compiles, %.0f s" % (name, reference.count - before, time.time() - start), file=sys.stderr, flush=True)
            reference.journal[100 + i] = 1  # a crash in a later table need not make this one again

    return 1 if supervise(args[1], work) else 0


if __name__ == "__main__":
    sys.exit(main())
