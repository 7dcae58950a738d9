#!/usr/bin/env python3
"""Makes the packages of a bench with Python's `zipfile`: `make_packages.py FOLDER FILES SIZE`.

`whole.zip` has so many files of so many bytes each, of which every other one is deflated and the others are stored;
`stored.zip` and `deflated.zip` have those of one kind. Each file deflates to about half its bytes.
"""

import argparse
import hashlib
import json
import pathlib
import random
import zipfile

KINDS = {"stored": zipfile.ZIP_STORED, "deflated": zipfile.ZIP_DEFLATED}

# Files differ in so many ways: making them must not take longer than packing.
VARIANTS = 64

# The least that deflation tries: unpacking takes as long.
LEVEL = 1


def metadata(name, files):
    data = {"assetGroupPath": f"assets/bench/packages/{name}", "revisionGroupPath": "model/high", "revision": 1}
    return json.dumps({"data": data, "dependency": [], "metadata": [], "revisionFiles": files})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    parser.add_argument("files", metavar="FILES", type=int)
    parser.add_argument("size", metavar="SIZE", type=int)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    archives = {name: zipfile.ZipFile(args.folder / f"{name}.zip", "w") for name in ("whole", *KINDS)}
    listed = {name: [] for name in archives}
    # Digits of noise: half of each byte tells something.
    contents = [random.Random(number).randbytes(args.size // 2).hex().encode() for number in range(VARIANTS)]
    for number in range(args.files):
        kind = ("stored", "deflated")[number % 2]
        content = contents[number % len(contents)]
        path = f"textures/{number // 500:03}/part_{number:06}.txt"
        digest = hashlib.md5(content).hexdigest()
        for name in ("whole", kind):
            # Neither the day nor the system is a part of it.
            member = zipfile.ZipInfo(path)
            member.create_system = 3
            member.external_attr = 0o100644 << 16
            archives[name].writestr(member, content, KINDS[kind], compresslevel=LEVEL)
            listed[name].append({"path": path, "size": len(content), "hash": f"{len(content)} {digest}"})
    for name, archive in archives.items():
        archive.writestr("metadata.json", metadata(name, listed[name]))
        archive.close()


if __name__ == "__main__":
    main()
