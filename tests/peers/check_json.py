#!/usr/bin/env python3
"""A peer of Assay in plain Python for JSON and YAML: `check_json.py [--parse rule|file] RULES ROOT`.

It reads what `check_rules.py` reads, and prints the same; only a file is parsed by Python's `json` or, when its name
does not end in `.json`, by PyYAML with libyaml, and an expression walks through dictionaries and lists.
"""

import json
import re

import yaml

import check_rules

# PyYAML refuses the tags of Unity, whose handle is declared for the first document only; no rule asks for them.
HEAD = re.compile(r"^--- !u!\d+ &-?\d+( stripped)?$", re.MULTILINE)


def read(file):
    """The roots of a file: its documents, the elements of a list each for itself."""
    with open(file, encoding="utf-8") as text:
        if file.endswith(".json"):
            return list(flat(json.load(text)))
        documents = yaml.load_all(HEAD.sub("---", text.read()), Loader=yaml.CSafeLoader)
        return list(flat(list(documents)))


class NodePath:
    """An expression of the rule language, for the nodes of JSON."""

    def __init__(self, text):
        path = check_rules.XPath(text)
        if path.root not in ("", "*") or path.attributes:
            raise ValueError(f"`{text}` is about XML")
        self.steps, self.names = path.steps, path.names
        self.tests = [(test.path.split("/"), test) for test in path.tests]

    def values(self, roots):
        """All values of a file, in the order of its nodes."""
        nodes = [node for root in roots for node in below(root, self.steps) if self.passes(node)]
        return [value for node in nodes for value in self.of(node)]

    def passes(self, node):
        return all(holds(test, below(node, path)) for path, test in self.tests)

    def of(self, node):
        """The values of one selected node: its own, those of one name, or a record of several."""
        if not self.names:
            return [value_of(node)]
        lists = [[value_of(found) for found in below(node, name.split("."))] for name in self.names]
        return lists[0] if len(lists) == 1 else [dict(zip(self.names, lists))]


def below(node, names):
    """The nodes at these keys below one; an array is a node for each of its elements."""
    nodes = [node]
    for name in names:
        nodes = [found for node in nodes if isinstance(node, dict) and name in node for found in flat(node[name])]
    return nodes


def flat(value):
    if not isinstance(value, list):
        yield value
        return
    for element in value:
        yield from flat(element)


def value_of(node):
    return "" if isinstance(node, dict) else node


def holds(test, nodes):
    return any(node is not None and test.matches(spelled(node)) for node in nodes) != test.negated


def spelled(node):
    """A scalar as the file spells it; of numbers that holds for integers."""
    value = value_of(node)
    return value if isinstance(value, str) else json.dumps(value)


if __name__ == "__main__":
    check_rules.main(__doc__, read, NodePath)
