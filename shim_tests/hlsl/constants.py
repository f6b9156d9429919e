#!/usr/bin/env python3
"""Makes constants.tsv again: the tables of constants that Microsoft's compiler gives small programs.

usage: FXC_REF=.../fxc_ref.sh shim_tests/hlsl/constants.py [MORE.tsv]
MORE.tsv has further rows of a profile and a text. A row that the compiler refuses has the number of its error. The column of
known exceptions says what ours answers where it does not agree, and `=` elsewhere.
"""
import os, pathlib, re, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
SCRIPT = os.environ.get("FXC_REF", "fxc_ref.sh")


def table(profile, text):
    """The declarations of all constants, then their registers and sizes; or the number of the first error."""
    with tempfile.NamedTemporaryFile("w", suffix=".hlsl") as file:
        file.write(text.replace("\\n", "\n"))
        file.flush()
        done = subprocess.run([SCRIPT, profile, "main", file.name], capture_output=True, text=True, errors="replace")
    error = re.search(r"error X(\d+)", done.stderr)
    if error:
        return error.group(1)
    lines = [line[2:].strip() for line in done.stdout.split("\n") if line.startswith("//")]
    if "Registers:" not in lines:
        return "-"
    at = lines.index("Registers:")
    declared = lines[lines.index("Parameters:") + 1 : at]
    registers = [line for line in lines[at + 1 :] if re.search(r" [cbis]\d+ +\d+$", line)]
    return re.sub(r"\s+", " ", " ".join(declared)).strip() + " | " + ", ".join(re.sub(r"\s+", " ", r) for r in registers)


def main():
    path = HERE / "constants.tsv"
    lines = path.read_text().splitlines() if path.exists() else []
    rows = [line.split("\t", 3)[::2] + line.split("\t", 3)[3:] for line in lines if not line.startswith("#")]
    for more in sys.argv[1:]:
        news = [line.split("\t", 1) for line in pathlib.Path(more).read_text().splitlines()]
        rows += [[profile, "=", text] for profile, text in news]
    with path.open("w") as out:
        out.write("# profile, declarations and registers or the number of an error, known exception or `=`, text\n")
        for number, (profile, known, text) in enumerate(rows):
            out.write(f"{profile}\t{table(profile, text)}\t{known}\t{text}\n")
            print(f"\r{number + 1} of {len(rows)}", end="", file=sys.stderr)


main()
