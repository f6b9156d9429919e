#!/usr/bin/env python3
"""Compares the driver with NVIDIA's compiler on random Cg programs.

    generate.py --reference PATH/cgc_ref.py --ours PATH/cg_answers verdicts|values FIRST COUNT

`verdicts` compares verdict, number and line of the first error, on each program and on two forms of it with a mistake. `values` compares the
results of a function with the reference's arbfp1 text, which EXEC_REF draws. The seeds are FIRST to FIRST + COUNT - 1. `cg_answers` is made
by `cargo build -p shim_tests --bin cg_answers`. Exits with 1 after a wrong command line.
"""
import sys

from generator import compare
from generator.ours import Ours
from reference import supervise

WORK = {"verdicts": compare.verdicts, "values": compare.values}


def main():
    args = sys.argv[1:]
    if len(args) != 7 or args[0] != "--reference" or args[2] != "--ours" or args[4] not in WORK:
        print(__doc__, file=sys.stderr)
        return 1
    seeds = range(int(args[5]), int(args[5]) + int(args[6]))
    return supervise(args[1], lambda reference: WORK[args[4]](reference, Ours(args[3]), seeds))


if __name__ == "__main__":
    sys.exit(main())
