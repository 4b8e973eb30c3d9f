"""Whether every address inside a site leads to a file and a fragment that exist."""
from __future__ import annotations

import posixpath
import re
from pathlib import Path
from urllib.parse import unquote

from . import document, tree

SCHEME = re.compile(r"^[a-zA-Z][a-zA-Z0-9+.-]*:")
OUTSIDE = ("http:", "https:", "mailto:", "data:", "tel:")


def broken(root: Path) -> list[str]:
    """Sentences about every broken, absolute or unsafe address in the HTML, CSS and SVG files below root."""
    known = tree.files(root)
    faults = []
    for name, path in known.items():
        if name.endswith(".html"):
            page = document.read(path)
            for element, attribute, value in page.urls():
                fault = _check(root, known, name, value)
                if fault:
                    faults.append(f"{name}:{element.line}: <{element.tag} {attribute}=\"{value}\">: {fault}")
            faults += [f"{name}: the id {i!r} is there {page.ids.count(i)} times" for i in sorted(set(page.ids)) if page.ids.count(i) > 1]
        elif name.endswith(".css"):
            faults += [f"{name}: url({url}): {fault}" for url in document.css_urls(path.read_text())
                       if (fault := _check(root, known, name, url))]
        elif name.endswith(".svg"):
            for element, attribute, value in document.read(path).urls():
                if fault := _check(root, known, name, value):
                    faults.append(f"{name}: <{element.tag} {attribute}=\"{value}\">: {fault}")
    return faults


def _check(root: Path, known: dict[str, Path], page: str, url: str) -> str | None:
    if SCHEME.match(url):
        return None if url.lower().startswith(OUTSIDE) else "a scheme that a page must not use"
    if url.startswith("//"):
        return "leads to another host without saying so"
    if url != url.strip() or any(ord(c) < 33 for c in url):
        return "holds blanks or control characters"
    if not url.isascii():
        return "is not percent-encoded"
    path, _, fragment = url.partition("#")
    path = path.partition("?")[0]
    if path.startswith("/"):
        return "is absolute; links inside the site are relative"
    if url.endswith("#"):
        return "has an empty fragment"
    target = page
    if path:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path, errors="strict")))
    elif not fragment:
        return "is empty"
    if target.startswith(".."):
        return "leads out of the site"
    if target not in known:
        return f"no such file: {target}" + (" (a folder; links end in a file name)" if (root / target).is_dir() else "")
    if fragment and target.endswith((".html", ".svg")):
        wanted = unquote(fragment, errors="strict")
        if wanted not in set(document.read(known[target]).ids):
            return f"{target} has no element with the id {wanted!r}"
    return None


def targets(path: Path, root: Path) -> list[str]:
    """Where the links of a page lead inside its site, decoded, from the root, without fragments, in order."""
    page = path.relative_to(root).as_posix()
    found = []
    for element, attribute, value in document.read(path).urls():
        if element.tag == "a" and attribute == "href" and not SCHEME.match(value):
            where = value.partition("#")[0].partition("?")[0]
            found.append(posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(where))) if where else page)
    return found
