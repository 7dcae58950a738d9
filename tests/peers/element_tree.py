#!/usr/bin/env python3
"""Python's own ElementTree, asked what Assay's elements are compared with: `element_tree.py < cases.json > answers.json`.

A case is `{"document": text, "prefixes": {prefix: uri}, "paths": [path]}`. The answer to it is `{"nodes": [node], "found":
[answer]}`: what each element says of itself, in the order of the document, and for each path the places of the elements
that `findall` returns (each once) with the answer of `findtext`, or null when the path does not parse.
"""

import json
import sys
from xml.etree import ElementTree


class Prefixes(dict):
    """Prefixes with their namespaces; one that is not declared has one of its own, for Assay takes them as text."""

    def __missing__(self, prefix):
        return "urn:" + prefix


def answer(case):
    prefixes = Prefixes(case["prefixes"])
    root = ElementTree.fromstring(case["document"].encode("utf-8"))
    elements = list(root.iter())
    places = {element: place for place, element in enumerate(elements)}
    parents = {child: parent for parent in elements for child in parent}
    written = lambda name: as_written(name, prefixes)
    nodes = [
        {
            "tag": written(element.tag),
            "text": element.text,
            "tail": element.tail,
            "attributes": [[written(name), value] for name, value in element.items()],
            "parent": places.get(parents.get(element)),
            "children": [places[child] for child in element],
            "texts": list(element.itertext()),
            "namesakes": [places[other] for other in element.iter(element.tag)],
        }
        for element in elements
    ]
    return {"nodes": nodes, "found": [found(root, path, prefixes, places) for path in case["paths"]]}


def found(root, path, prefixes, places):
    try:
        elements = root.findall(path, prefixes)
    except Exception:  # Of a path that does not parse most are SyntaxErrors; some slips end in a KeyError.
        return None
    return {"places": list(dict.fromkeys(places[element] for element in elements)), "text": root.findtext(path, None, prefixes)}


def as_written(name, prefixes):
    """`{uri}name` as `prefix:name`."""
    uri, separator, local = name.rpartition("}")
    if not separator:
        return name
    return next(prefix for prefix, known in prefixes.items() if known == uri[1:]) + ":" + local


if __name__ == "__main__":
    if sys.version_info < (3, 10):
        sys.exit("Python 3.10 or later is needed: earlier ones do not know `!=` in paths")
    json.dump([answer(case) for case in json.load(sys.stdin)], sys.stdout)
