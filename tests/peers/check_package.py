#!/usr/bin/env python3
"""A peer of Assay in plain Python for packages: `check_package.py FILE`.

It reads a package with `zipfile`, which compares checksums, hashes each file with `hashlib`, and holds it to the size and the
MD5 that the metadata tells. It prints how many files it looked at, and how many of them are wrong.
"""

import argparse
import hashlib
import json
import sys
import zipfile

import cost

PART = 1 << 16


def is_wrong(archive, entry):
    digest, size = hashlib.md5(), 0
    with archive.open(entry["path"]) as member:
        while part := member.read(PART):
            digest.update(part)
            size += len(part)
    return size != entry["size"] or entry["hash"] != f"{size} {digest.hexdigest()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE")
    with zipfile.ZipFile(parser.parse_args().file) as archive:
        listed = json.loads(archive.read("metadata.json"))["revisionFiles"]
        wrong = sum(is_wrong(archive, entry) for entry in listed)
    json.dump({"files": len(listed), "wrong": wrong}, sys.stdout)
    cost.write()


if __name__ == "__main__":
    main()
