#!/usr/bin/env python3
"""A peer of Assay with the XPath engine of lxml: `select_values.py RULES ROOT`.

RULES is a JSON list of rules, each with `name`, `select`, `fails` and sometimes `then` and `with`. XPath selects values in each
`resource.repository`. With `then` these are GUIDs: it selects values in the attribute file of each. FAILS says which values are
findings. Each file is parsed once. Prints the number of findings of each rule, as JSON.
"""

import argparse
import collections
import json
import os
import re
import sys

from lxml import etree

import cost

GUID = re.compile(r"\{?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?", re.IGNORECASE)
LIST = "resource.repository"
ATTRIBUTE_FILES = ["resource.xml", "resource", "texture.xml"]


def bare(guid):
    return guid.strip("{}").lower()


class Documents:
    """The files of a folder, each parsed when it is first used."""

    def __init__(self, root):
        self.parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
        self.documents, self.paths = {}, {}
        self.lists, self.folders, self.attribute_files = [], set(), collections.defaultdict(list)
        for folder, _, names in os.walk(root):
            if LIST in names:
                self.lists.append(os.path.join(folder, LIST))
            base = os.path.basename(folder)
            if GUID.fullmatch(base):
                guid = bare(base)
                self.folders.add(guid)
                name = next((name for name in ATTRIBUTE_FILES if name in names), None)
                if name:
                    self.attribute_files[guid].append(os.path.join(folder, name))
        self.listed = collections.Counter(
            bare(guid) for file in self.lists for guid in self.values(file, "/*/Items/Item/GUID")
        )

    def values(self, file, path):
        """The texts of the nodes or attributes that XPath selects in a file."""
        document = self.documents.get(file)
        if document is None:
            document = self.documents[file] = etree.parse(file, self.parser)
        select = self.paths.get(path)
        if select is None:
            select = self.paths[path] = etree.XPath(path, smart_strings=False)
        return [node if isinstance(node, str) else (node.text or "").strip() for node in select(document)]

    def followed(self, select):
        """The attribute files of the selected GUIDs, each once."""
        guids = (guid for file in self.lists for guid in self.values(file, select))
        return dict.fromkeys(file for guid in guids for file in self.attribute_files.get(bare(guid), ()))


# What fails: each makes a function of the documents and the parameter, which counts the findings among the values of a file.


def counts(is_finding):
    return lambda values: sum(map(is_finding, values))


def number(text):
    try:
        return float(text)
    except ValueError:
        return float("nan")


FAILS = {
    "any": lambda documents, _: len,
    "none": lambda documents, _: lambda values: 0 if values else 1,
    "repeated": lambda documents, _: lambda values: len(values) - len(set(values)),
    "matches": lambda documents, pattern: counts(lambda text, find=re.compile(pattern).search: find(text) is not None),
    "lacks": lambda documents, pattern: counts(lambda text, find=re.compile(pattern).search: find(text) is None),
    "in": lambda documents, known: counts(frozenset(known).__contains__),
    "not in": lambda documents, known: counts(lambda text, known=frozenset(known): text not in known),
    "above": lambda documents, most: counts(lambda text: not number(text) <= most),
    "below": lambda documents, least: counts(lambda text: not number(text) >= least),
    "listed again": lambda documents, _: counts(lambda guid: documents.listed[bare(guid)] != 1),
    "unlisted": lambda documents, _: counts(lambda guid: bare(guid) not in documents.listed),
    "unlisted GUID": lambda documents, _: counts(
        lambda guid: GUID.fullmatch(guid) is not None and bare(guid) not in documents.listed
    ),
    "without folder": lambda documents, _: counts(lambda guid: bare(guid) not in documents.folders),
}


def findings(rule, documents):
    count = FAILS[rule["fails"]](documents, rule.get("with"))
    if "then" in rule:
        return sum(count(documents.values(file, rule["then"])) for file in documents.followed(rule["select"]))
    return sum(count(documents.values(file, rule["select"])) for file in documents.lists)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", metavar="RULES")
    parser.add_argument("root", metavar="ROOT")
    args = parser.parse_args()
    with open(args.rules, encoding="utf-8") as file:
        rules = json.load(file)
    documents = Documents(args.root)
    json.dump({"findings": {rule["name"]: findings(rule, documents) for rule in rules}}, sys.stdout, indent=1)
    sys.stdout.flush()
    cost.write()


if __name__ == "__main__":
    main()
