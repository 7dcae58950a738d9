#!/usr/bin/env python3
"""A peer of Assay in plain Python and lxml, to compare results and speed with: `check_rules.py [--parse rule|file] RULES ROOT`.

It does what a studio's first checker does: for each rule, parse each file it wants, walk the tree, compare. With
`--parse file` a file is parsed once for all rules. RULES is a JSON rule file; of the rule language it knows the part
that the bench uses: paths of tags, tests with `==` and `!=` joined by `&`, names, attributes, records, regular
expressions as filters, and the conditions of the table CONDITIONS. Prints how many findings each rule has, as JSON.
"""

import argparse
import json
import operator
import os
import re
import sys

from lxml import etree

import cost

BLANKS = " \t\r\n"
NUMBER = re.compile(r"\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)
TEST = re.compile(r"""([\w.]+)\s*(==|!=)\s*("[^"]*"|`[^`]*`|[^&]+)""")


# Extraction: `*/Items/Item.Type==Model,Name,Deps` and `*/Items/Item:Annotation.Edit.author`.


class XPath:
    """An expression of the rule language, taken apart."""

    def __init__(self, text):
        text, self.attributes, self.names = split_names(text)
        path, _, test = text.partition(".")
        self.root, *self.steps = path.split("/")
        self.tests = [Test(*found.groups()) for found in TEST.finditer(test)]

    def values(self, root):
        """All values of a tree, in the order of the document."""
        if self.root not in ("", "*", root.tag):
            return []
        nodes = root.iterfind("/".join(self.steps)) if self.steps else [root]
        return [value for node in nodes if all(test.holds(node) for test in self.tests) for value in self.of(node)]

    def of(self, node):
        """The values of one selected node: its text, those of one name, or a record of several."""
        if not self.names:
            return [text_of(node)]
        lists = [list(self.named(node, name)) for name in self.names]
        return lists[0] if len(lists) == 1 else [dict(zip(self.names, lists))]

    def named(self, node, name):
        if not self.attributes:
            return (text_of(found) for found in node.iterfind(name.replace(".", "/")))
        *parents, attribute = name.split(".")
        owners = node.iterfind("/".join(parents)) if parents else [node]
        return (owner.get(attribute) for owner in owners if owner.get(attribute) is not None)


class Test:
    """`Name==value`: whether any node of that name has the value; `!=` is the exact opposite."""

    def __init__(self, name, sign, value):
        self.path = name.replace(".", "/")
        self.negated = sign == "!="
        if value[0] == "`":
            self.matches = re.compile(value[1:-1]).search
        else:
            wanted = value[1:-1] if value[0] == '"' else value.strip()
            self.matches = wanted.__eq__

    def holds(self, node):
        return any(self.matches(text_of(found)) for found in node.iterfind(self.path)) != self.negated


def split_names(text):
    """Takes the names off the end of an expression: what is left, whether they are attributes, and the names."""
    quoted = False
    for at, char in enumerate(text):
        if char in '"`':
            quoted = not quoted
        elif char in ",:" and not quoted:
            return text[:at], char == ":", [name.strip() for name in text[at + 1 :].split(",")]
    return text, False, []


def text_of(node):
    """A node's own text, without that of its children, trimmed."""
    text = node.text or ""
    for child in node:
        text += child.tail or ""
    return text.strip(BLANKS)


# Conditions: each is given the values of one file and the parameter, and returns those that fail.


def truthy(value):
    return any(value.values()) if isinstance(value, dict) else bool(value)


def number(value):
    """The number that a value is or spells, integers exactly; none if it is no number."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    if not isinstance(value, str) or not NUMBER.fullmatch(value):
        return None
    text = value.strip()
    return int(text) if re.fullmatch(r"[+-]?\d+", text) else float(text)


def repeated(values, _):
    seen = set()
    return [value for value in values if value in seen or seen.add(value)]


def compares(compare):
    def fails(values, wanted):
        wanted_number = number(wanted)
        if wanted_number is None:
            return [value for value in values if not compare(value, wanted)]
        return [value for value in values if not compares_as_number(value, wanted_number)]

    def compares_as_number(value, wanted):
        value = number(value)
        return compare is operator.ne if value is None else compare(value, wanted)

    return fails


CONDITIONS = {
    "exist": lambda values, _: [value for value in values if not truthy(value)],
    "not exist": lambda values, _: [value for value in values if truthy(value)],
    "exist in": lambda values, wanted: [value for value in values if value not in wanted],
    "not exist in": lambda values, wanted: [value for value in values if value in wanted],
    "null collection": lambda values, _: values,
    "not null collection": lambda values, _: [] if values else [None],
    "unique": repeated,
    "<": compares(operator.lt),
    "<=": compares(operator.le),
    ">": compares(operator.gt),
    ">=": compares(operator.ge),
    "==": compares(operator.eq),
    "!=": compares(operator.ne),
}


# A run.


def failing(rule, values):
    """The values of one file that fail one rule."""
    if "filter" in rule:
        values = [value for value in values if found(rule["filter"], value)]
    if "not_filter" in rule:
        values = [value for value in values if not found(rule["not_filter"], value)]
    method, *parameters = rule["condition"]
    return CONDITIONS[method.lower()](values, *(parameters or [None]))


def found(pattern, value):
    """Whether a pattern is found in a value, or in any value of a record; a null matches nothing."""
    texts = [text for texts in value.values() for text in texts] if isinstance(value, dict) else [value]
    return any(text is not None and re.search(pattern, text) for text in texts)


def paths_below(folder):
    for parent, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(parent, name)
            yield path, "/" + os.path.relpath(path, folder).replace(os.sep, "/")


def wants(rule, path):
    return re.search(rule["rpath"], path) and not ("not_rpath" in rule and re.search(rule["not_rpath"], path))


def run(rules, folder, parse, read, path_of):
    """How many values fail each rule, over all files of a folder; `read` parses one, `path_of` makes an expression."""
    findings = {rule["name"]: 0 for rule in rules}
    for file, path in paths_below(folder):
        root = None
        for rule in rules:
            if wants(rule, path):
                if root is None or parse == "rule":
                    root = read(file)
                findings[rule["name"]] += len(failing(rule, path_of(rule["xpath"]).values(root)))
    return findings


def main(about, read, path_of):
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parse", choices=["rule", "file"], default="rule", help="how often a file is parsed")
    parser.add_argument("rules", metavar="RULES")
    parser.add_argument("folder", metavar="ROOT")
    args = parser.parse_args()
    with open(args.rules, encoding="utf-8") as file:
        rules = json.load(file)["rules"]
    json.dump({"findings": run(rules, args.folder, args.parse, read, path_of)}, sys.stdout, indent=1)
    cost.write()


if __name__ == "__main__":
    main(__doc__, lambda file: etree.parse(file).getroot(), XPath)
