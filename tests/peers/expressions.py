#!/usr/bin/env python3
"""A peer of Assay: evaluates expressions as Python does. Reads JSON texts, one a line; prints one answer a line.

An answer is `{"value": repr, "truth": bool}`, `{"error": kind}` or `{"refused": true}` when the text is no expression.
The name `d` stands for the text `a1`. `notes` names what happened on the way that the engine answers otherwise by contract: an integer beyond 64 bits (`big`), `nan`, a
complex number, a list or text of more than a million elements (`large`), too much time (`slow`), or an integer
literal beyond 64 bits (`literal`).
"""

import ast
import json
import resource
import signal
import sys
import warnings

KINDS = {
    AttributeError: "attribute",
    IndexError: "lookup",
    KeyError: "lookup",
    MemoryError: "large",
    OverflowError: "overflow",
    TypeError: "type",
    ValueError: "value",
    ZeroDivisionError: "zero-division",
}
LARGE = 1_000_000
EDGE = 2**63


class Slow(Exception):
    """An expression took more than its time."""


class Watched(ast.NodeTransformer):
    """Wraps each expression into a call of `__watch`, which notes its value."""

    def __init__(self, notes):
        self.notes = notes

    def visit(self, node):
        negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and is_edge(node.operand)
        if not negated:
            node = self.generic_visit(node)
        if is_edge(node) or isinstance(getattr(node, "value", None), int) and node.value > EDGE:
            self.notes.add("literal")
        if not isinstance(node, ast.expr) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return node
        if isinstance(node, (ast.Slice, ast.Starred)):
            return node
        call = ast.Call(func=ast.Name(id="__watch", ctx=ast.Load()), args=[node], keywords=[])
        return ast.copy_location(call, node)


def is_edge(node):
    """Whether a node is the literal 2⁶³, which only behind a minus sign is an integer of 64 bits."""
    return isinstance(node, ast.Constant) and node.value == EDGE


def note(value, notes):
    """Adds to `notes` what is worth noting about a value."""
    if isinstance(value, int) and not -EDGE <= value < EDGE:
        notes.add("big")
    elif isinstance(value, float) and value != value:
        notes.add("nan")
    elif isinstance(value, complex):
        notes.add("complex")
    elif isinstance(value, (str, list, tuple)):
        if len(value) > LARGE:
            notes.add("large")
        elif not isinstance(value, str):
            for element in value:
                note(element, notes)
    return value


def plain_sum(elements, start=0):
    """The sum from left to right: since 3.12 Python corrects sums of floats, and versions differ."""
    if isinstance(start, str):
        raise TypeError
    for element in elements:
        start = start + element
    return start


def expire(_signal, _frame):
    raise Slow


def answer(text):
    """What Python says of an expression."""
    notes = set()
    try:
        tree = ast.parse(text.strip(), mode="eval")
        code = compile(ast.fix_missing_locations(Watched(notes).visit(tree)), "expression", "eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return {"refused": True}
    names = {"d": "a1", "true": True, "false": False, "__watch": lambda value: note(value, notes)}
    if sys.version_info >= (3, 12):
        names["sum"] = plain_sum
    signal.setitimer(signal.ITIMER_REAL, 2.0)
    try:
        value = eval(code, names)
        found = {"value": repr(value), "truth": bool(value)}
    except Slow:
        found = {"error": "slow"}
        notes.add("slow")
    except Exception as error:
        found = {"error": next((kind for known, kind in KINDS.items() if isinstance(error, known)), type(error).__name__)}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return {**found, "notes": sorted(notes)}


def main():
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    signal.signal(signal.SIGALRM, expire)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
