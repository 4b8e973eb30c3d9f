"""Whether words that must stay inside are anywhere in what was written: names, text, escapes, metadata of pictures."""
from __future__ import annotations

import base64
import binascii
import html
import re
import struct
import zlib
from pathlib import Path
from urllib.parse import unquote

from . import tree


def _png_text(data: bytes) -> str:
    """The text chunks of a PNG."""
    found, at = [], 8
    while at + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        chunk = data[at + 8:at + 8 + length]
        if kind == b"tEXt":
            found.append(chunk.decode("latin-1"))
        elif kind == b"zTXt":
            name, _, packed = chunk.partition(b"\0")
            found.append(name.decode("latin-1") + zlib.decompress(packed[1:]).decode("latin-1"))
        elif kind == b"iTXt":
            name, _, rest = chunk.partition(b"\0")
            text = rest[2:].split(b"\0", 2)[2]
            found.append(f"{name.decode('latin-1')} {(zlib.decompress(text) if rest[:1] == bytes([1]) else text).decode('utf-8', 'replace')}")
        elif kind == b"eXIf":
            found.append(chunk.decode("utf-8", "replace"))
        at += length + 12
    return "\n".join(found)


def _decoded(text: str) -> str:
    """The text with what base64 in it hides (data files of scripts are written so)."""
    hidden = []
    for match in re.finditer(r"[A-Za-z0-9+/]{40,}={0,2}", text):
        try:
            raw = base64.b64decode(match.group(0) + "=" * (-len(match.group(0)) % 4))
        except (binascii.Error, ValueError):
            continue
        for unpack in (lambda b: b, zlib.decompress, lambda b: zlib.decompress(b, 31), lambda b: zlib.decompress(b, -15)):
            try:
                hidden.append(unpack(raw).decode("utf-8", "ignore"))
            except zlib.error:
                pass
    return text + "\n".join(hidden)


def readings(name: str, data: bytes) -> str:
    """Everything that a reader could find in a file: as it is, with entities and percent signs and escapes undone."""
    if data.startswith(b"\x89PNG"):
        text = _png_text(data)
    else:
        text = data.decode("utf-8", "replace")
        text = _decoded(text) if name.endswith((".js", ".json")) else text
    escapes = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m.group(1), 16)), text)
    # Words that tags cut apart are still words to a reader.
    return "\n".join([name, text, html.unescape(text), unquote(text), escapes, html.unescape(re.sub(r"<[^>]*>", "", text))])


def found(root: Path, words: list[str]) -> list[str]:
    """Where any of the words is, without regard to case."""
    faults = []
    for name, path in tree.files(root).items():
        text = readings(name, path.read_bytes()).casefold()
        faults += [f"{name}: {word!r}" for word in words if word.casefold() in text]
    return faults
