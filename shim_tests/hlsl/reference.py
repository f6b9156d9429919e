#!/usr/bin/env python3
"""Asks Microsoft's compiler, as a black box, for the verdicts on many texts.

usage as a module: verdicts([(profile, entry, text), ...]) -> [verdict, ...]
A verdict is `ok`, or the number and the line of the first error, as in `3004@2`, or `error` of one without a number; the
compiler's own text is not kept.
FXC_REF names the script that runs it.
"""
import os, pathlib, re, subprocess, sys, tempfile

SCRIPT = os.environ.get("FXC_REF", "fxc_ref.sh")
MESSAGE = re.compile(r"\((\d+),(\d+)(?:-\d+)?\): (error|warning) X(\d+)")


def answers(rows):
    """For each row (verdict, [(line, column, severity, number), ...])."""
    with tempfile.TemporaryDirectory(prefix="fxc") as folder:
        folder = pathlib.Path(folder)
        lines = []
        for i, (profile, entry, text) in enumerate(rows):
            (folder / f"{i}.hlsl").write_text(text)
            lines.append(f"{profile}\t{entry}\t{folder}/{i}.hlsl\t")
        (folder / "list.tsv").write_text("\n".join(lines) + "\n")
        done = subprocess.run([SCRIPT, "-", "-", "-", "-batch", f"{folder}/list.tsv"], capture_output=True, text=True, errors="replace")
        out = [line for line in done.stdout.split("\n") if "\t" in line]
    if len(out) != len(rows):
        sys.exit(f"the reference answered {len(out)} of {len(rows)} texts: {done.stdout[-300:]} {done.stderr[-300:]}")
    result = []
    for line in out:
        found = [(int(l), int(c), s, int(n)) for l, c, s, n in MESSAGE.findall(line)]
        errors = [m for m in found if m[2] == "error"]
        bare = re.search(r"error X(\d+)", line)
        if errors:
            verdict = f"{errors[0][3]}@{errors[0][0]}"
        elif bare:
            verdict = f"{bare.group(1)}@0"
        elif line.split("\t")[3] == "error":
            verdict = "error"
        else:
            verdict = "ok"
        result.append((verdict, found))
    return result


def verdicts(rows):
    return [verdict for verdict, _ in answers(rows)]
