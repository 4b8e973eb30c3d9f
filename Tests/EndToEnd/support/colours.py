"""Whether anything that we paint is pure black: in the text of style sheets and drawings, and in pixels."""
from __future__ import annotations

import re
import subprocess
from pathlib import Path

from PIL import Image

import houserules

from . import tree

Image.MAX_IMAGE_PIXELS = None


def black_text(root: Path, skip: tuple[str, ...] = ()) -> list[str]:
    """Lines of CSS, SVG and HTML files that name pure black. `skip` are the path beginnings of files that come from the vault."""
    faults = []
    for name, path in tree.files(root).items():
        if name.endswith((".css", ".svg", ".js")) and not name.startswith(skip):
            text = houserules.without_comments(name, path.read_text())
            for number, line in enumerate(text.splitlines(), 1):
                faults += [f"{name}:{number}: {m.group(0)}" for m in houserules.BLACK.finditer(line)]
        elif name.endswith(".html") and not name.startswith(skip):
            # Prose may speak of `#000`; what paints stands in tags and in style elements.
            text = houserules.without_comments(name, path.read_text())
            for part in re.findall(r"<[a-zA-Z][^>]*>|(?<=<style>).*?(?=</style>)", text, re.S):
                faults += [f"{name}: {part[:80]}" for _ in houserules.BLACK.finditer(part)]
    return faults


def black_pixels(path: Path) -> int:
    """How many pixels of a picture are visible and pure black."""
    with Image.open(path) as picture:
        colours = picture.convert("RGBA").getcolors(maxcolors=1 << 24)
    return sum(count for count, (r, g, b, a) in colours or [] if (r, g, b) == (0, 0, 0) and a > 0)


def rasterise(svg: Path, png: Path, width: int = 1024) -> Path:
    """Draws an SVG with librsvg: a shape without a fill comes out black here, as it does in a browser."""
    subprocess.run(["rsvg-convert", "--width", str(width), "--keep-aspect-ratio", "-o", str(png), str(svg)], check=True, capture_output=True)
    return png


def size(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        return picture.size


def distinct(path: Path) -> int:
    """How many colours a picture has, counted up to 1,000: a blank one has 1."""
    with Image.open(path) as picture:
        return len(picture.convert("RGBA").getcolors(maxcolors=1000) or range(1001))
