"""Makes a program slightly wrong: one random change of one of its tokens."""
import re

TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|\.\d\w*|[-+*/<>=!&|]=?|\S")
WORDS = ["float", "float2", "float3", "int", "half4", "bool", "float2x2", "a", "b", "unknown", "f0", "S0", "const", "uniform", "return", "static"]
SIGNS = list("+-*/<>=!.,;(){}[]?:%&") + ["==", "+=", "&&", "++", "0", "1.0", "3", "7"]


def mistaken(text, random):
    """The text with a token left out, twice, exchanged with the next, or replaced."""
    tokens = list(TOKEN.finditer(text))
    at = random.randrange(len(tokens) - 1)
    first, second = tokens[at], tokens[at + 1]
    way = random.randrange(5)
    if way == 0:
        return text[:first.start()] + text[first.end():]
    if way == 1:
        return text[:first.end()] + " " + text[first.start():]
    if way == 2:
        between = text[first.end():second.start()]
        return text[:first.start()] + second[0] + between + first[0] + text[second.end():]
    is_word = first[0][0].isalpha()
    if way == 3 and is_word:
        names = sorted({t[0] for t in tokens if t[0][0].isalpha()})
        return text[:first.start()] + random.choice(names) + text[first.end():]
    return text[:first.start()] + random.choice(WORDS if is_word else SIGNS) + text[first.end():]
