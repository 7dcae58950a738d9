"""Writes pictures of every mode and format that Pillow can write, and what it reads back of each.

Called with a folder: the pictures go into it, and one JSON array goes to the standard output. Each entry has the name of a file, its
width and height as they are stored, its format and, where the file says so, its compression.
"""

import io
import json
import struct
import sys
from pathlib import Path

from PIL import Image, TiffImagePlugin

SIZES = [(1, 1), (1, 7), (5, 3), (17, 31), (64, 64), (255, 256), (300, 5)]
MODES = ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "YCbCr", "I", "I;16", "F", "LAB", "HSV", "PA", "RGBX", "La", "RGBa"]

# The formats of Pillow by the names that rules know; what is not here is no format of theirs.
FORMATS = {
    "PNG": "png", "BMP": "bmp", "GIF": "gif", "JPEG": "jpeg", "TIFF": "tiff", "WEBP": "webp", "TGA": "tga", "DDS": "dds", "PPM": "pnm",
    "MPO": "jpeg", "QOI": "qoi", "DIB": None, "ICO": None, "PCX": None, "SGI": None,
}

TIFF_METHODS = {
    "raw": "none", "tiff_ccitt": "ccitt", "group3": "ccitt", "group4": "ccitt", "tiff_lzw": "lzw", "tiff_jpeg": "jpeg", "jpeg": "jpeg",
    "tiff_adobe_deflate": "deflate", "packbits": "rle", "tiff_deflate": "deflate", "lzma": "lzma", "zstd": "zstd", "webp": "webp",
}
ALWAYS = {"png": "deflate", "jpeg": "jpeg", "gif": "lzw", "webp": "webp", "pnm": "none", "qoi": "qoi"}

# Format, name of the kind, arguments of `save`.
KINDS = [
    ("PNG", "plain", {}),
    ("PNG", "level", {"compress_level": 0}),
    ("PNG", "bits", {"bits": 4}),
    ("BMP", "plain", {}),
    ("GIF", "plain", {}),
    ("GIF", "flat", {"interlace": 0}),
    ("JPEG", "plain", {}),
    ("JPEG", "progressive", {"progressive": True}),
    ("JPEG", "sampled", {"subsampling": "4:2:0", "quality": 20}),
    ("JPEG", "commented", {"comment": "\xff\xd8 no start " * 100}),
    ("JPEG", "profile", {"icc_profile": bytes(range(256)) * 600}),
    ("JPEG", "turned", {"exif": "turned"}),
    ("JPEG", "restart", {"restart_marker_blocks": 1}),
    *(("TIFF", method, {"compression": method}) for method in TIFF_METHODS),
    ("TIFF", "big", {"big_tiff": True}),
    ("TIFF", "big-lzw", {"big_tiff": True, "compression": "tiff_lzw"}),
    ("TIFF", "turned", {"tiffinfo": {274: 6}}),
    ("TIFF", "described", {"description": "x" * 9000, "software": "peer"}),
    ("WEBP", "lossy", {}),
    ("WEBP", "lossless", {"lossless": True}),
    ("WEBP", "turned", {"exif": "turned"}),
    ("TGA", "plain", {}),
    ("TGA", "runs", {"compression": "tga_rle"}),
    ("TGA", "named", {"id_section": b"a name"}),
    ("TGA", "top", {"orientation": 1}),
    ("DDS", "plain", {}),
    *(("DDS", method, {"pixel_format": method}) for method in ("DXT1", "DXT3", "DXT5", "BC2", "BC3", "BC5")),
    ("PPM", "plain", {}),
    ("QOI", "plain", {}),
    ("ICO", "plain", {}),
    ("PCX", "plain", {}),
    ("SGI", "plain", {}),
]


def picture(mode: str, size: tuple[int, int]) -> Image.Image:
    """A picture with some colours in it."""
    width, height = size
    grey = Image.frombytes("L", size, bytes((x * 7 + y * 13) % 256 for y in range(height) for x in range(width)))
    if mode in ("I", "F", "1", "P"):
        return grey.convert(mode)
    if mode == "I;16":
        return Image.frombytes(mode, size, bytes(2 * width * height))
    if mode in ("PA", "La"):
        return grey.convert("LA").convert(mode)
    if mode == "RGBa":
        return grey.convert("RGBA").convert(mode)
    if mode == "LAB":
        return Image.new(mode, size, (50, 20, 30))
    return grey.convert("RGB").convert(mode)


def turned() -> Image.Exif:
    exif = Image.Exif()
    exif[274] = 8
    return exif


def compression(format: str, data: bytes, image: Image.Image) -> str | None:
    """How the pixels are stored, by what Pillow says of the file."""
    if format == "tiff":
        return TIFF_METHODS.get(image.info.get("compression", "raw"))
    if format == "bmp":
        return {0: "none", 1: "rle", 2: "rle", 3: "none"}[image.info.get("compression", 0)]
    if format == "tga":
        return "rle" if image.info.get("compression") == "tga_rle" else "none"
    if format == "dds":
        return "block" if image.tile[0].codec_name == "bcn" else "none"
    return ALWAYS[format]


def facts(name: str, data: bytes) -> dict:
    with Image.open(io.BytesIO(data)) as image:
        format = FORMATS.get(image.format)
        width, height = image.size
        # The size is told as it is stored; Pillow turns that of TIFF as the orientation says.
        if image.format == "TIFF" and image.tag_v2.get(274, 1) >= 5:
            width, height = height, width
        if format is None:
            return {"name": name, "format": None}
        return {"name": name, "width": width, "height": height, "format": format, "compression": compression(format, data, image)}


def animated(size: tuple[int, int]) -> list[Image.Image]:
    return [Image.new("RGB", size, (n * 40, 0, 0)) for n in range(3)]


def made() -> "list[tuple[str, bytes]]":
    pictures = {}
    for size in SIZES:
        for mode in MODES:
            try:
                source = picture(mode, size)
            except ValueError:
                continue
            for format, kind, arguments in KINDS:
                given = {key: turned() if value == "turned" else value for key, value in arguments.items()}
                output = io.BytesIO()
                try:
                    source.save(output, format, **given)
                except (OSError, ValueError, KeyError, RuntimeError, TypeError, struct.error):
                    # Not every format has every mode.
                    continue
                # No name says what the file is.
                pictures[f"{format}-{kind}-{mode.replace(';', '_')}-{size[0]}x{size[1]}".lower()] = output.getvalue()
        for format in ("GIF", "PNG", "WEBP", "TIFF"):
            output = io.BytesIO()
            first, *rest = animated(size)
            first.save(output, format, save_all=True, append_images=rest)
            pictures[f"{format}-animated-{size[0]}x{size[1]}".lower()] = output.getvalue()
    return list(pictures.items())


def by_hand() -> "list[tuple[str, bytes]]":
    """Pictures that Pillow reads and does not write."""
    jpeg, tga = io.BytesIO(), io.BytesIO()
    Image.new("L", (37, 21)).save(jpeg, "JPEG")
    Image.new("RGB", (4, 5)).save(tga, "TGA")
    data, targa = jpeg.getvalue(), bytearray(tga.getvalue())
    yield "jpeg-junk", data[:20] + b"junk\xff\x00\xff\xff\xff" + data[20:] if data[20] == 0xFF else data
    targa[7] = 24
    yield "tga-map0-depth24", bytes(targa)
    targa[17] |= 8
    yield "tga-24bit-alpha8", bytes(targa)
    for scale in (0, 1, 2, 3):
        webp = io.BytesIO()
        Image.new("RGB", (37, 21)).save(webp, "WEBP", lossless=False, quality=50)
        scaled = bytearray(webp.getvalue())
        at = scaled.index(b"\x9d\x01\x2a") + 3
        scaled[at + 1] |= scale << 6
        scaled[at + 3] |= scale << 6
        yield f"webp-scale-{scale}", bytes(scaled)
    bitmap = struct.pack("<2sIHHI", b"BM", 26 + 4 * 3, 0, 0, 26) + struct.pack("<IHHHH", 12, 3, 1, 1, 24) + bytes(12)
    yield "bmp-core", bitmap
    for name, height in (("up", 2), ("down", -2)):
        header = struct.pack("<IiiHHIIiiII", 40, 3, height, 1, 24, 0, 24, 0, 0, 0, 0)
        yield f"bmp-{name}", struct.pack("<2sIHHI", b"BM", 78, 0, 0, 54) + header + bytes(24)


def main() -> None:
    folder = Path(sys.argv[1])
    TiffImagePlugin.WRITE_LIBTIFF = False
    told = []
    for name, data in [*made(), *by_hand()]:
        (folder / name).write_bytes(data)
        told.append(facts(name, data))
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
