#!/usr/bin/env python3
"""A peer of Assay that parses and does nothing else: `parse_xml.py ROOT`.

It reads every file of a folder, and parses with expat what begins like XML. No handler is called. Prints the number of files
and bytes.
"""

import argparse
import os
from xml.parsers import expat

import cost


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", metavar="ROOT")
    files = size = 0
    for folder, _, names in os.walk(parser.parse_args().root):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            files += 1
            size += len(data)
            if data.startswith(b"<"):
                expat.ParserCreate().Parse(data, True)
    print(f"{files} files, {size} bytes")
    cost.write()


if __name__ == "__main__":
    main()
