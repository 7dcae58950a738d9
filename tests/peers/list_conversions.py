#!/usr/bin/env python3
"""A peer of Assay in plain Python for conversion rules: `list_conversions.py ROOT`.

It walks a folder, reads each `asset_rules.xml`, and matches each path with the pattern of every rule of its folder and of
those above. It prints what comes of every file as CSV, as `assay pipeline list --format csv` does, without the places.
"""

import argparse
import os
import re
import sys
from xml.etree import ElementTree

import cost

NAME = "asset_rules.xml"
TRUTHS = {"true": True, "false": False, "": False}


def read_rules(file):
    rules = []
    for rule in ElementTree.parse(file).getroot().iter("rule"):
        said = {field.tag: (field.text or "").strip() for field in rule}
        if "sourcePattern" in said:
            said["sourcePattern"] = re.compile(said["sourcePattern"])
        rules.append((re.compile(rule.get("pattern")), said))
    return rules


def walk(root):
    """The paths of all files, in the order of their bytes, and the rules by folder: empty, or with a slash behind it."""
    paths, rules = [], {}
    for folder, _, names in os.walk(root):
        base = os.path.relpath(folder, root).replace(os.sep, "/") + "/"
        base = "" if base == "./" else base
        for name in names:
            if name == NAME:
                rules[base] = read_rules(os.path.join(folder, name))
            else:
                paths.append(base + name)
    paths.sort(key=str.encode)
    return paths, rules


def folders(path):
    yield ""
    at = path.find("/")
    while at >= 0:
        yield path[: at + 1]
        at = path.find("/", at + 1)


def resolve(path, rules):
    all_said, built_from, base = {}, "", ""
    for folder in folders(path):
        below = path[len(folder) :]
        for pattern, said in rules.get(folder, ()):
            if pattern.fullmatch(below):
                all_said.update(said)
                base = folder if "sourcePattern" in said else base
    below, pattern = path[len(base) :], all_said.get("sourcePattern")
    if pattern and "sourceFormat" in all_said and pattern.search(below):
        built_from = base + pattern.sub(all_said["sourceFormat"], below, count=1)
    converter = all_said.get("converter", "")
    excluded = "noConversion" in all_said and TRUTHS[all_said["noConversion"]]
    root = TRUTHS[all_said.get("root", "false")]
    truths = [str(truth).lower() for truth in (converter != "" and not excluded, root, excluded)]
    return [path, *truths, converter, all_said.get("converterParams", ""), built_from]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", metavar="ROOT")
    paths, rules = walk(parser.parse_args().root)
    lines = [",".join(resolve(path, rules)) for path in paths]
    sys.stdout.write("path,asset,root,excluded,converter,params,source\n" + "".join(line + "\n" for line in lines))
    sys.stdout.flush()
    cost.write()


if __name__ == "__main__":
    main()
