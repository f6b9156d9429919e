"""A program as a tree of texts, and its shrinking.

A node's text is that of its parts. Its type is that of the expression, or None for declarations and statements, which can be left out.
"""


class Node:
    def __init__(self, type_name, *parts):
        self.type = type_name
        self.parts = list(parts)

    def text(self):
        return "".join(p if isinstance(p, str) else p.text() for p in self.parts)

    def below(self):
        """This node and all below it, outer ones first."""
        yield self
        for part in self.parts:
            if isinstance(part, Node):
                yield from part.below()


def simplest(type_name):
    """The simplest expression of a number's, vector's or matrix's type; None for structures and arrays."""
    if type_name is None or "[" in type_name or type_name[0].isupper():
        return None
    return "((%s)1)" % type_name


def shrink(program, is_failure, budget=200):
    """Leaves out and simplifies parts of a program as long as `is_failure(text)` holds, in at most `budget` trials."""
    is_smaller = True
    while is_smaller and budget > 0:
        is_smaller = False
        for node in list(program.below()):
            for parts in candidates(node):
                if budget <= 0:
                    break
                budget -= 1
                before, node.parts = node.parts, parts
                if is_failure(program.text()):
                    is_smaller = True
                    break
                node.parts = before


def candidates(node):
    """Smaller forms of a node: nothing; one of the expressions in it that has its type; the simplest expression of its type."""
    if node.type is None:
        if node.parts:
            yield []
        return
    for inner in node.below():
        if inner is not node and inner.type == node.type:
            yield inner.parts
    simple = simplest(node.type)
    if simple and len(node.text()) > len(simple):
        yield [simple]
