#!/usr/bin/env python3
"""Makes streams.tsv again: what Microsoft's assembler says of our listings, and the instruction slots of both compilers.

usage: FXC_REF=.../fxc_ref.sh TRILOBITE=target/debug/trilobite streams.py [SHADER_TEST ...]

Rows are: profile, our slots, Microsoft's (`-` where it refuses the text, as all of ps_1_x), the verdict on our listing, a hash of the listing
(FNV-1a), the text. With files of shader tests their shaders are measured in place of the table's, and nothing is written. Prints the median
of the ratios of slots, the share within 15 %, and the worst ten.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE / "streams.tsv"
REFERENCE = os.environ.get("FXC_REF", "fxc_ref.sh")
COMPILER = os.environ.get("TRILOBITE", "trilobite")
SLOTS = re.compile(r"approximately (\d+) instruction slot")


def run(command):
    return subprocess.run(command, capture_output=True, text=True, errors="replace").stdout


def slots(listing):
    found = SLOTS.search(listing)
    return int(found[1]) if found else None


def fnv(text):
    h = 0x811C9DC5
    for byte in text.encode():
        h = (h ^ byte) * 0x01000193 & 0xFFFFFFFF
    return h


def measure(row):
    """(our slots, theirs, verdict, hash) of a profile and a text."""
    profile, text = row
    with tempfile.TemporaryDirectory(prefix="streams") as folder:
        folder = pathlib.Path(folder)
        source, listing = folder / "a.hlsl", folder / "a.asm"
        source.write_text(text)
        whole = run([COMPILER, "fxc", "/nologo", "/LD", "/T", profile, str(source)])
        ours = "".join(line + "\n" for line in whole.split("\n") if line and not line.startswith("//"))
        theirs = run(["sh", REFERENCE, profile, "main", str(source)])
        if slots(whole) is None:
            return None, slots(theirs), "refused", 0
        listing.write_text(ours)
        verdict = run(["sh", REFERENCE, profile, "main", str(listing), "-asm"])
        return slots(whole), slots(theirs), "ok" if slots(verdict) is not None else "error", fnv(ours)


def of_table():
    lines = TABLE.read_text().splitlines()
    head = [line for line in lines if line.startswith("#")]
    cells = [line.split("\t", 5) for line in lines if not line.startswith("#")]
    return head, [(c[0], c[5].replace("\\n", "\n")) for c in cells]


def of_tests(paths):
    """The shaders of files in the format of vkd3d's tests, for each profile of their stage."""
    for path in paths:
        parts = re.split(r"^\[([^\]]*)\]\s*$", pathlib.Path(path).read_text(errors="replace"), flags=re.M)
        for name, body in zip(parts[1::2], parts[2::2]):
            kind = re.match(r"(pixel|vertex) shader", name)
            if kind and "fail" not in name:
                for profile in ("ps_2_0", "ps_2_b", "ps_3_0") if kind[1] == "pixel" else ("vs_1_1", "vs_2_0", "vs_3_0"):
                    yield profile, body


def report(rows, found):
    ratios = sorted(((ours / max(theirs, 1), ours, theirs, row) for row, (ours, theirs, *_) in zip(rows, found) if ours and theirs),
                    key=lambda r: r[0])
    if not ratios:
        return
    within = sum(r[0] <= 1.15 for r in ratios) / len(ratios)
    print(f"{len(ratios)} compared: median {ratios[len(ratios) // 2][0]:.2f}, within 15 %: {within:.0%}")
    print(f"slots of all: {sum(r[1] for r in ratios)}, Microsoft's {sum(r[2] for r in ratios)}")
    for _, ours, theirs, (profile, text) in sorted(ratios, key=lambda r: r[2] - r[1])[:10]:
        print(f"{profile}: {ours}, not {theirs}: {' '.join(text.split())[-110:]}")


def main():
    paths = sys.argv[1:]
    head, rows = ([], list(of_tests(paths))) if paths else of_table()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(measure, rows))
    report(rows, found)
    for (profile, text), (_, _, verdict, _) in zip(rows, found):
        if verdict == "error":
            print(f"the assembler refuses the listing in {profile} of: {' '.join(text.split())[-110:]}")
    if paths:
        return
    shown = lambda n: "-" if n is None else str(n)
    lines = ["\t".join((profile, shown(ours), shown(theirs), verdict, f"{hash:08x}", text.replace("\n", "\\n")))
             for (profile, text), (ours, theirs, verdict, hash) in zip(rows, found)]
    TABLE.write_text("\n".join(head + lines) + "\n")


if __name__ == "__main__":
    main()
