#!/usr/bin/env python3
"""Makes the tables of this folder again from Microsoft's compiler: conversions.tsv, and the verdicts of verdicts.tsv,
strict.tsv and effects.tsv.

usage: FXC_REF=.../fxc_ref.sh shim_tests/hlsl/make.py
"""
import pathlib
import reference

HERE = pathlib.Path(__file__).resolve().parent
TYPES = ["float"] + [f"float{n}" for n in range(1, 5)] + [f"float{r}x{c}" for r in range(1, 5) for c in range(1, 5)]
FORMS = {
    "implicit": "{b} y = x;",
    "cast": "{b} y = ({b})x;",
    "construct": "{b} y = {b}(x);",
    "add": "x + y0;",
    "argument": "f(x);",
}


def text(form, a, b):
    function = f"void f({b} q) {{}}" if form == "argument" else ""
    body = FORMS[form].format(a=a, b=b)
    return f"{a} xx; {b} y0; {function} float4 main():COLOR{{ {a} x = xx; {body} return 0; }}"


def number(verdict):
    return verdict.split("@")[0]


def main():
    keys = [(form, a, b) for form in FORMS for a in TYPES for b in TYPES]
    found = reference.verdicts([("ps_3_0", "main", text(*key)) for key in keys])
    # Some truncations of vectors to columns pass the check of types, and end in an internal error without a number.
    rows = ["\t".join((*key, number(v).replace("error", "ok"))) for key, v in zip(keys, found)]
    (HERE / "conversions.tsv").write_text("# form, from, to, verdict\n" + "\n".join(rows) + "\n")
    for name in ("verdicts.tsv", "strict.tsv"):
        verdicts(HERE / name)
    effects()


def verdicts(path):
    head, *lines = path.read_text().splitlines()
    cells = [line.split("\t", 3) for line in lines]
    found = reference.verdicts([(c[0], "main", c[3].replace("\\n", "\n")) for c in cells])
    rows = ["\t".join((c[0], number(v), c[2], c[3])) for c, v in zip(cells, found)]
    path.write_text(head + "\n" + "\n".join(rows) + "\n")


def effects():
    path = HERE / "effects.tsv"
    lines = path.read_text().splitlines()
    comments = [line for line in lines if line.startswith("#")]
    head = next(line[6:] for line in comments if line.startswith("#head "))
    cells = [line.split("\t", 2) for line in lines if not line.startswith("#")]

    def whole(text):
        if text.startswith("pass: "):
            text = f"{head} technique T {{ pass P {{ {text[6:]} }} }}"
        return text.replace("\\n", "\n")

    found = reference.verdicts([("fx_2_0", "-", whole(c[2])) for c in cells])
    rows = ["\t".join((number(v), c[1], c[2])) for c, v in zip(cells, found)]
    path.write_text("\n".join(comments + rows) + "\n")


if __name__ == "__main__":
    main()
