"""Makes the archives of this folder, and `expected.json` beside them: what two independent unpackers agree on, or why one is refused.

It needs Info-ZIP's `zip`, `bsdtar` and `7z`. Tests read what it made, and need none of them.
"""

import io
import json
import os
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib
from pathlib import Path

HERE = Path(__file__).parent
TEXT = b"one line of many\n" * 40
FILES = {"lamp.txt": TEXT, "textures/shade.bin": bytes(range(256)), "empty.txt": b""}
# Its second half is farther away than deflate refers back to.
FAR = (lambda half: half + half)(bytes(n * n * 7 % 251 ^ n >> 5 & 255 for n in range(36_000)))
EXPECTED = []


def told(name: str, files: "dict[str, bytes] | None" = None, code: str = "") -> None:
    """What is expected of an archive: the checksums of its files, or the code that it is refused with."""
    row = {"archive": name, "code": code} if files is None else {"archive": name, "files": {path: zlib.crc32(data) for path, data in sorted(files.items())}}
    EXPECTED.append(row)


def write(name: str, data: bytes, files: "dict[str, bytes] | None" = None, code: str = "") -> None:
    (HERE / name).write_bytes(data)
    told(name, files, code)


def run(folder: Path, *args: str, given: "bytes | None" = None) -> bytes:
    return subprocess.run(args, cwd=folder, input=given, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def entry(raw: bytes, data: bytes = b"content", host: int = 3, flags: int = 0, mode: int = 0, extra: bytes = b"", method: int = 0, packed: "bytes | None" = None, after: bytes = b"", attribute: int = 0):
    return dict(locals())


def archive(*entries: dict, front: bytes = b"", shift: bool = True) -> bytes:
    """An archive made by hand; with `shift`, places do not count what is in front."""
    members, directory = b"", b""
    for it in entries:
        packed = it["data"] if it["packed"] is None else it["packed"]
        crc, at = zlib.crc32(it["data"]), len(members) + (0 if shift else len(front))
        sizes = struct.pack("<III", crc, len(packed), len(it["data"]))
        known = struct.pack("<III", 0, 0, 0) if it["flags"] & 8 else sizes
        lengths = struct.pack("<HH", len(it["raw"]), len(it["extra"]))
        said = struct.pack("<HHHH", it["flags"], it["method"], 0, 33)
        members += b"PK\3\4\x14\0" + said + known + lengths + it["raw"] + it["extra"] + packed + it["after"]
        directory += b"PK\1\2" + struct.pack("<HH", it["host"] << 8 | 20, 20) + said + sizes + lengths
        directory += struct.pack("<HHHII", 0, 0, 0, it["mode"] << 16 | it["attribute"], at) + it["raw"] + it["extra"]
    start = len(members) + (0 if shift else len(front))
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, len(entries), len(entries), len(directory), start, 0)
    return front + members + directory + end


def beside(raw: bytes, name: str) -> bytes:
    data = b"\1" + struct.pack("<I", zlib.crc32(raw)) + name.encode()
    return struct.pack("<HH", 0x7075, len(data)) + data


class Pipe(io.BytesIO):
    """An output that cannot go back."""

    def seekable(self):
        return False

    def seek(self, *_):
        raise OSError("a pipe")

    def tell(self):
        raise OSError("a pipe")


def by_tools(folder: Path) -> None:
    os.environ["TZ"] = "UTC"
    for path, data in FILES.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(data)
        os.utime(folder / path, (1_600_000_000, 1_600_000_000))
    (folder / "far.bin").write_bytes(FAR)
    names = list(FILES)
    out = folder / "out.zip"

    def made(name: str, *args: str, **expected) -> None:
        out.unlink(missing_ok=True)
        run(folder, *args)
        write(name, out.read_bytes(), **expected)

    made("info-zip.zip", "zip", "-qX", "out.zip", *names, files=FILES)
    write("info-zip-from-pipe.zip", run(folder, "zip", "-q", "-", "-", given=TEXT), {"-": TEXT})
    write("info-zip-to-pipe.zip", run(folder, "zip", "-qrX", "-", *names), FILES)
    made("info-zip-from-pipe-to-file.zip", "sh", "-c", "printf text | zip -q out.zip -", files={"-": b"text"})
    made("info-zip-split-in-one.zip", "zip", "-qX", "-s", "1g", "out.zip", *names, files=FILES)
    (folder / "link").symlink_to("lamp.txt")
    made("info-zip-link.zip", "zip", "-qyX", "out.zip", "link", "lamp.txt", code="zip-link")
    made("bsdtar-link.zip", "bsdtar", "-a", "-cf", "out.zip", "link", "lamp.txt", code="zip-link")
    made("bsdtar.zip", "bsdtar", "-a", "-cf", "out.zip", *names, files=FILES)
    write("bsdtar-to-pipe.zip", run(folder, "bsdtar", "-cf", "-", "--format", "zip", *names), FILES)
    made("7-zip.zip", "7z", "a", "out.zip", *names, files=FILES)
    made("7-zip-deflate64.zip", "7z", "a", "-mm=Deflate64", "out.zip", "far.bin", *names, files={**FILES, "far.bin": FAR})
    made("7-zip-lzma.zip", "7z", "a", "-mm=LZMA", "out.zip", *names, code="zip-method")
    made("7-zip-aes.zip", "7z", "a", "-psecret", "-mem=AES256", "out.zip", "lamp.txt", code="zip-encrypted")


def by_python() -> None:
    output = Pipe()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as made:
        for path, data in FILES.items():
            with made.open(zipfile.ZipInfo(path), "w", force_zip64=True) as member:
                member.write(data)
    write("python-to-pipe.zip", output.getvalue(), FILES)
    output = io.BytesIO(b"#!/usr/bin/env python3\n")
    output.seek(0, os.SEEK_END)
    with zipfile.ZipFile(output, "a") as made:
        for path, data in FILES.items():
            made.writestr(zipfile.ZipInfo(path), data)
    write("python-application.zip", output.getvalue(), FILES)


def by_hand() -> None:
    whole = archive(entry(b"a.txt"))
    files = {"a.txt": b"content"}
    japanese, umlaut = "表.jpg".encode("cp932"), "grün.txt".encode("cp437")
    one = lambda path: {path: b"content"}
    write("unicode-path-shift-jis.zip", archive(entry(japanese, host=0, extra=beside(japanese, "表.jpg"))), one("表.jpg"))
    write("unicode-path-of-another-name.zip", archive(entry(japanese, host=0, extra=beside(b"other", "表.jpg"))), code="zip-name-backslash")
    write("shift-jis-second-byte.zip", archive(entry(japanese, host=0)), code="zip-name-backslash")
    write("code-page-437.zip", archive(entry(umlaut, host=0)), one("grün.txt"))
    write("code-page-437-unix.zip", archive(entry(umlaut)), one("grün.txt"))
    write("code-page-932.zip", archive(entry("影.txt".encode("cp932"), host=0)), one("ëe.txt"))
    write("utf-8-unmarked.zip", archive(entry("grün.txt".encode(), host=0)), one("grün.txt"))
    write("utf-8-marked-and-not.zip", archive(entry(umlaut, flags=0x800)), code="zip-name-encoding")
    write("backslash-dos.zip", archive(entry(b"a\\b.txt", host=0)), one("a/b.txt"))
    write("backslash-dos-umlaut.zip", archive(entry("grün\\b.txt".encode("cp437"), host=0)), one("grün/b.txt"))
    write("backslash-dos-among-slashes.zip", archive(entry(b"d/a\\b.txt", host=0)), code="zip-name-backslash")
    write("backslash-unix.zip", archive(entry(b"a\\b.txt")), code="zip-name-backslash")
    write("backslash-leads-out.zip", archive(entry(b"..\\b.txt", host=0)), code="zip-name-dots")
    for mode in (0o010600, 0o117463, 0o140644, 0o000644):
        write(f"mode-{mode:06o}.zip", archive(entry(b"a.txt", mode=mode)), files)
    write("mode-of-unix-on-dos.zip", archive(entry(b"a.txt", mode=0o040755, host=0)), files)
    write("mode-device.zip", archive(entry(b"a.txt", mode=0o020644)), code="zip-special")
    write("mode-folder.zip", archive(entry(b"a", mode=0o040755)), code="zip-kind-disagrees")
    after = b"PK\7\x08" + struct.pack("<III", 0, 2, 0)
    folder = entry(b"d/", data=b"", packed=b"\3\0", method=8, flags=8, after=after)
    write("java-folder.zip", archive(folder, entry(b"d/a.txt")), one("d/a.txt"))
    write("in-front.zip", archive(entry(b"a.txt"), front=b"#!/bin/sh\nexit\n"), files)
    write("in-front-counted.zip", archive(entry(b"a.txt"), front=b"#!/bin/sh\nexit\n", shift=False), files)
    write("in-front-member.zip", archive(entry(b"hidden.txt"))[:47] + whole, code="zip-leading")
    write("behind-zeros.zip", whole + bytes(3000), files)
    write("behind-text.zip", whole + b"<script>", files)
    write("behind-member.zip", whole + whole[:42], code="zip-trailing")
    write("two-ends.zip", whole[:-2] + struct.pack("<H", 22) + whole[-22:], code="zip-ambiguous")
    raw = zlib.compressobj(9, zlib.DEFLATED, -15)
    flat = bytes(4 << 20)
    packed = raw.compress(flat) + raw.flush()
    write("flat-texture.zip", archive(entry(b"flat.tga", data=flat, packed=packed, method=8)), {"flat.tga": flat})
    claim = archive(entry(b"a.bin", data=bytes(4 << 20), packed=packed[:3000], method=8))
    write("claims-more-than-deflate-can.zip", claim, code="zip-limit-ratio")


def main() -> None:
    missing = [tool for tool in ("zip", "bsdtar", "7z") if shutil.which(tool) is None]
    if missing:
        sys.exit(f"missing: {', '.join(missing)}")
    for old in HERE.glob("*.zip"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        by_tools(Path(folder))
    by_python()
    by_hand()
    (HERE / "expected.json").write_text(json.dumps(EXPECTED, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
