"""An HTML file as the checkers need it, read with Python's own parser (a second opinion on what the program wrote)."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
INLINE = {"a", "abbr", "b", "bdi", "bdo", "button", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "label", "mark", "q", "s", "small", "span",
          "strong", "sub", "sup", "time", "u", "var", "wbr"}
URL_ATTRIBUTES = {"href", "src", "poster", "data", "action", "formaction", "cite", "background", "xlink:href", "manifest"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    line: int
    inside: tuple[str, ...]
    text: str = ""

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()


@dataclass
class Document:
    elements: list[Element] = field(default_factory=list)
    text: str = ""

    @property
    def ids(self) -> list[str]:
        return [e.attributes["id"] for e in self.elements if "id" in e.attributes]

    def all(self, tag: str) -> list[Element]:
        return [e for e in self.elements if e.tag == tag]

    @property
    def title(self) -> str:
        return next((e.text.strip() for e in self.elements if e.tag == "title" and "svg" not in e.inside), "")

    def urls(self) -> list[tuple[Element, str, str]]:
        """Every address in the document: element, attribute, value."""
        found = []
        for e in self.elements:
            for name, value in e.attributes.items():
                if name in URL_ATTRIBUTES:
                    found.append((e, name, value))
                elif name in ("srcset", "imagesrcset"):
                    found += [(e, name, part.split()[0]) for part in value.split(",") if part.split()]
                elif name == "style":
                    found += [(e, name, url) for url in css_urls(value)]
            if e.tag == "meta" and e.attributes.get("http-equiv", "").lower() == "refresh":
                match = re.search(r"url=\s*(.+)", e.attributes.get("content", ""), re.I)
                if match:
                    found.append((e, "content", match.group(1).strip("'\" ")))
            if e.tag == "style":
                found += [(e, "style", url) for url in css_urls(e.text)]
        return found


def css_urls(css: str) -> list[str]:
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    found = [match.group(2) for match in re.finditer(r"url\(\s*([\"']?)(.*?)\1\s*\)", css)]
    return found + [match.group(2) for match in re.finditer(r"@import\s+([\"'])(.*?)\1", css)]


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.document, self.open, self.parts = Document(), [], []

    def handle_starttag(self, tag, attributes):
        values = {}
        for name, value in attributes:
            values.setdefault(name, value if value is not None else "")
        element = Element(tag, values, self.getpos()[0], tuple(e.tag for e in self.open))
        self.document.elements.append(element)
        self.separate(tag)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID and self.open and self.open[-1].tag == tag:
            self.open.pop()

    def separate(self, tag):
        """Blocks stand apart where text is read, also without a blank between them."""
        if tag not in INLINE:
            self.parts.append(" ")

    def handle_endtag(self, tag):
        self.separate(tag)
        for index in range(len(self.open) - 1, -1, -1):
            if self.open[index].tag == tag:
                del self.open[index:]
                return

    def handle_data(self, data):
        for element in self.open:
            element.text += data
        if not any(element.tag in ("script", "style") for element in self.open):
            self.parts.append(data)


def parse(text: str) -> Document:
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.document.text = re.sub(r"\s+", " ", "".join(reader.parts)).strip()
    return reader.document


@lru_cache(maxsize=4096)
def read(path: Path) -> Document:
    return parse(path.read_text(encoding="utf-8"))
