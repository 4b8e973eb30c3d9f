"""The graph page in Chromium: opened, waited for, asked and touched."""
from __future__ import annotations

import base64
import io
import json
import re
import struct
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Browser, Page

from . import browser as chromium

STILL = """async () => {
  const frame = () => new Promise(requestAnimationFrame), end = performance.now() + 20000;
  let calm = 0;
  while (performance.now() < end && calm < 4) { await frame(); const p = window.synapseGraph && synapseGraph.probe(); calm = p && p.times.first && p.still() ? calm + 1 : 0; }
  return calm >= 4;
}"""


class Graph:
    """A graph page that stands still."""

    def __init__(self, seen: chromium.Visit):
        self.seen, self.page = seen, seen.page
        self.settle()

    def settle(self):
        assert self.page.evaluate(STILL), "the graph does not come to rest"

    def ask(self, what: str):
        return self.page.evaluate(f"synapseGraph.probe().{what}")

    def camera(self) -> list[float]:
        return self.ask("camera()")

    def selected(self) -> int:
        return self.ask("state()")[2]

    def index(self, address: str) -> int:
        return self.ask(f"index({json.dumps(address)})")

    def spot(self, node: int) -> tuple[float, float]:
        """Where a node is in the window."""
        x, y, _ = self.ask(f"spot({node})")
        box = self.page.locator(".gv-focus").bounding_box()
        return box["x"] + x, box["y"] + y

    def middle(self) -> tuple[float, float]:
        box = self.page.locator(".gv-focus").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drawn(self) -> tuple[int, int]:
        return tuple(self.ask("drawn()"))

    def said(self) -> str:
        return self.page.locator("[data-say]").text_content()

    def pixel(self, x: float, y: float) -> tuple[int, int, int]:
        clip = {"x": round(x), "y": round(y), "width": 1, "height": 1}
        return Image.open(io.BytesIO(self.page.screenshot(clip=clip))).convert("RGB").getpixel((0, 0))

    def picture(self) -> Image.Image:
        """The drawn graph alone: its canvas, without what lies on it."""
        style = "[...document.querySelectorAll('.gv > :not(.gv-stage), .gv-over, .gv-wash')].forEach(e => e.style.visibility = 'hidden')"
        self.page.evaluate(style)
        data = self.page.screenshot(clip=self.page.locator(".gv-stage").bounding_box())
        self.page.evaluate(style.replace("'hidden'", "''"))
        return Image.open(io.BytesIO(data)).convert("RGB")

    def search(self, text: str):
        self.page.fill("#gv-search", text)
        self.page.keyboard.press("Enter")
        self.settle()


@contextmanager
def opened(browser: Browser, url: str, query: dict | None = None, scheme: str = "light", viewport: dict = chromium.DESKTOP, **options):
    address = f"{url}/graph.html" + (f"?{urlencode(query, doseq=True)}" if query else "")
    with chromium.visit(browser, address, scheme, viewport, **options) as seen:
        yield Graph(seen)


class Data:
    """graph-data.js and graph-titles.js, read by what GraphBinary.swift documents and not by the viewer."""

    def __init__(self, site: Path):
        text = (site / "assets/graph-data.js").read_text()
        data = base64.b64decode(re.match(r'synapseGraph\.data\("([^"]*)",', text).group(1))
        self.meta = json.loads(text[text.index('",') + 2:text.rindex(");")])
        magic, self.nodes, self.edges, self.heaviest = struct.unpack_from("<IIIf", data)
        assert magic == 0x31475953 and len(data) == 16 + 16 * self.nodes + 9 * self.edges
        at = 16

        def column(code, count):
            nonlocal at
            values = struct.unpack_from(f"<{count}{code}", data, at)
            at += struct.calcsize(f"<{count}{code}")
            return values
        n, m = self.nodes, self.edges
        self.x, self.y, self.size, self.type, self.community, self.domain = (column(code, n) for code in "ffHHHH")
        low, low2, share, high, high2, self.kind = (column(code, m) for code in "HHHBBB")
        self.source = [a | b << 16 for a, b in zip(low, high)]
        self.target = [a | b << 16 for a, b in zip(low2, high2)]
        self.weight = [value / 65535 * self.heaviest for value in share]
        titles = (site / "assets/graph-titles.js").read_text()
        self.titles, self.addresses = json.loads("[" + titles[len("synapseGraph.titles("):titles.rindex(");")] + "]")

    def degree(self, node: int) -> int:
        return self.source.count(node) + self.target.count(node)

    def ranked(self) -> list[int]:
        degrees = [self.degree(node) for node in range(self.nodes)]
        return sorted(range(self.nodes), key=lambda node: (-degrees[node], node))
