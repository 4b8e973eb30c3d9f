"""Whether a site came to an object store in an order in which no reader ever met half of it."""
from __future__ import annotations

import posixpath
import re
from pathlib import Path
from urllib.parse import unquote

from . import document, tree
from .links import SCHEME
from .object_store import Event

PREFIX = "wiki/"
MARKER = ".synapse-publish.json"
# What names pages: an old one does no harm.
LISTS = {"assets/nav.js", "assets/search/index.js", "assets/graph-data.js", "assets/graph-titles.js"}
# May be kept for ever.
LASTING = re.compile(r"^assets/(?:.*\.[0-9a-f]{8}\.(?:css|js|svg|woff2)|search/[0-9a-f]{8}/[^/]*)$")


def references(name: str, text: str) -> tuple[set[str], set[str]]:
    """What a page is shown with, and where its links lead: paths from the root."""
    shown, linked = set(), set()
    for element, attribute, value in document.parse(text).urls():
        where = value.partition("#")[0].partition("?")[0]
        if where and not SCHEME.match(value):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(where)))
            leads = element.tag in ("a", "area", "meta") or element.attributes.get("rel") in ("canonical", "alternate", "prev", "next")
            (linked if leads or target.endswith(".html") else shown).add(target)
    return shown, linked


def judge(events: list[Event], before: dict[str, bytes], after: dict[str, bytes]):
    """Goes through the requests: at each moment every page has what it is shown with, and no link that was whole is broken.

    `before` and `after` are the sites, by path; what lies there in between is one or the other.
    """
    there = dict(before)
    known = {id(site): {name: references(name, data.decode()) for name, data in site.items() if name.endswith(".html")} for site in (before, after)}
    new = {name for name in after if name not in before}
    for event in events:
        name = event.key.removeprefix(PREFIX)
        assert not event.is_answered or event.status in (200, 204), event
        if name == MARKER:
            continue
        if event.method == "PUT" and not event.is_answered:
            assert name in after and after[name] != before.get(name), f"{name} need not be sent"
            if name.endswith(".html"):
                shown, linked = known[id(after)][name]
                for asset in shown & set(after):
                    assert asset in there, f"{name} comes before {asset}"
                    assert asset in LISTS or there[asset] == after[asset], f"{name} comes before {asset} has changed"
                if name not in new or name == "index.html":
                    missing = [target for target in linked & set(after) if target not in there and target != name]
                    assert not missing or not before, f"{name} leads to {missing}"
            if name == "assets/search/index.js":
                assert {part for part in after if part.startswith("assets/search/") and part != name} <= set(there)
            if name == "sw.js":
                assert [part for part in after if part not in there] == ["sw.js"] * ("sw.js" not in there)
        elif event.method == "PUT":
            there[name] = after[name]
        elif not event.is_answered:
            assert name in before and name not in after, f"{name} is not ours to remove"
            assert all(there.get(part) == data for part, data in after.items()), f"{name} is removed before all else is there"
            del there[name]
    return there


def bytes_of(site: Path) -> dict[str, bytes]:
    return {name: path.read_bytes() for name, path in tree.files(site).items() if name != MARKER}


def early(events: list[Event], method: str, name: str) -> list[Event]:
    """The same requests, one of them first."""
    is_it = lambda event: (event.method, event.key) == (method, PREFIX + name)
    return [event for event in events if is_it(event)] + [event for event in events if not is_it(event)]
