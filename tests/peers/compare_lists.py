#!/usr/bin/env python3
"""A peer of Assay in plain Python for asset lists: `compare_lists.py FIRST SECOND OUTPUT`.

It reads two lists in JSON, does each operation with dictionaries and sets, writes the union, and prints how long each of
these took by the clock in milliseconds, and how many entries it gave. What two entries have in common is their id, unless
the name of a work says that it is their path.
"""

import argparse
import fnmatch
import json
import re
import sys
import time

import cost


def read(file):
    with open(file, encoding="utf-8") as text:
        return json.load(text)["assets"]


def write(file, assets):
    with open(file, "w", encoding="utf-8") as out:
        # All at once: `json.dump` makes the text piece by piece, in Python and not in C.
        out.write(json.dumps({"assets": assets}))


def index(assets):
    return {asset["id"]: asset for asset in assets}


def delta(first, second, key="id"):
    hashes = {asset[key]: asset["hash"] for asset in first}
    return [asset for asset in second if hashes.get(asset[key]) != asset["hash"]]


def union(first, second):
    known = {asset["id"] for asset in second}
    return second + [asset for asset in first if asset["id"] not in known]


def intersection(first, second):
    known = index(second)
    return [known[asset["id"]] for asset in first if asset["id"] in known]


def complement(first, second):
    known = {asset["id"] for asset in first}
    return [asset for asset in second if asset["id"] not in known]


def pattern(first, _):
    matches = re.compile(fnmatch.translate("*.dds"), re.IGNORECASE).match
    return [asset for asset in first if matches(asset["path"])]


def count(*lists):
    times, earliest = {}, {}
    for assets in lists:
        for asset in assets:
            times[asset["id"]] = times.get(asset["id"], 0) + 1
            earliest.setdefault(asset["id"], asset)
    return [asset for id, asset in earliest.items() if times[id] >= 2]


def portions(assets):
    return [assets[start : start + 1000] for start in range(0, 100_000, 1000)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", metavar="FIRST")
    parser.add_argument("second", metavar="SECOND")
    parser.add_argument("output", metavar="OUTPUT")
    args = parser.parse_args()
    told = {}

    def timed(name, work, counted=len):
        start = time.perf_counter()
        made = work()
        told[name] = {"time": (time.perf_counter() - start) * 1000, "entries": counted(made)}
        return made

    first, second = timed("read", lambda: (read(args.first), read(args.second)), lambda lists: sum(map(len, lists)))
    made = {}
    for operation in (delta, union, intersection, complement, pattern, count):
        made[operation] = timed(operation.__name__, lambda: operation(first, second))
    both = made[union]
    timed("delta by path", lambda: delta(first, second, "path"))
    timed("delta of results", lambda: delta(made[delta], both))
    many = portions(first) + portions(second)
    timed("count of 200 lists", lambda: count(*many))
    timed("write", lambda: write(args.output, both), lambda _: len(both))
    json.dump(told, sys.stdout)
    cost.write()


if __name__ == "__main__":
    main()
