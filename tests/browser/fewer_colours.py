"""PNG pictures with at most 256 colours, a third of the size: enough for the documentation, without another package."""

import struct
import zlib
from collections import Counter
from pathlib import Path

Colour = tuple[int, int, int]
MOST = 256


def shrink(path: Path) -> None:
    """Rewrite a picture with a palette. It is 8-bit RGB or RGBA without interlacing, as browsers write them."""
    width, height, pixels = _read(path.read_bytes())
    counts = Counter(zip(pixels[0::3], pixels[1::3], pixels[2::3], strict=True))
    palette, number = _choose(counts)
    rows = bytearray()
    colours = list(zip(pixels[0::3], pixels[1::3], pixels[2::3], strict=True))
    for start in range(0, width * height, width):
        rows.append(0)
        rows += bytes([number[colour] for colour in colours[start : start + width]])
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"PLTE", bytes(v for colour in palette for v in colour))]
    chunks += [(b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b"")]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks))


def _choose(counts: Counter[Colour]) -> tuple[list[Colour], dict[Colour, int]]:
    """Median cut: split the box of colours that matters most until there are enough; each box becomes one colour."""
    boxes = [list(counts)]
    weights = [_spread(boxes[0], counts)]
    while len(boxes) < MOST and max(weights) > 0:
        at = weights.index(max(weights))
        box = boxes.pop(at)
        weights.pop(at)
        channel = max(range(3), key=lambda c: max(x[c] for x in box) - min(x[c] for x in box))
        box.sort(key=lambda colour: colour[channel])
        half, total, cut = sum(counts[each] for each in box) / 2, counts[box[0]], 1
        while total < half and cut < len(box) - 1:
            total += counts[box[cut]]
            cut += 1
        for part in (box[:cut], box[cut:]):
            boxes.append(part)
            weights.append(_spread(part, counts))
    palette: list[Colour] = []
    number: dict[Colour, int] = {}
    for index, box in enumerate(boxes):
        total = sum(counts[each] for each in box)
        mean = [round(sum(each[c] * counts[each] for each in box) / total) for c in range(3)]
        palette.append((mean[0], mean[1], mean[2]))
        number.update(dict.fromkeys(box, index))
    return palette, number


def _spread(box: list[Colour], counts: Counter[Colour]) -> float:
    """The priority of splitting a box: its longest side, weighted by its pixels."""
    side = max(max(each[c] for each in box) - min(each[c] for each in box) for c in range(3))
    return float(side * sum(counts[each] for each in box) ** 0.35)


def _read(data: bytes) -> tuple[int, int, bytes]:
    """Width, height and the pixels as RGB."""
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    assert (depth, interlaced) == (8, 0) and kind in (2, 6)
    at, packed = 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += length + 12
    step = 3 if kind == 2 else 4
    raw, line, pixels = zlib.decompress(packed), bytearray(width * step), bytearray()
    for row in range(height):
        start = row * (width * step + 1)
        line = _unfilter(raw[start], bytearray(raw[start + 1 : start + 1 + width * step]), line, step)
        if step == 4:
            rgb = bytearray(width * 3)
            rgb[0::3], rgb[1::3], rgb[2::3] = line[0::4], line[1::4], line[2::4]
            pixels += rgb
        else:
            pixels += line
    return width, height, bytes(pixels)


def _unfilter(kind: int, line: bytearray, above: bytearray, step: int) -> bytearray:
    for n in range(len(line)):
        left = line[n - step] if n >= step else 0
        up = above[n]
        if kind == 1:
            line[n] = (line[n] + left) & 255
        elif kind == 2:
            line[n] = (line[n] + up) & 255
        elif kind == 3:
            line[n] = (line[n] + (left + up) // 2) & 255
        elif kind == 4:
            corner = above[n - step] if n >= step else 0
            guess = left + up - corner
            near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
            line[n] = (line[n] + near[2]) & 255
    return line


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
