"""Titles of a site's pages as queries: as they are, and with one typing error."""
from __future__ import annotations

import html
import re
from pathlib import Path

from playwright.sync_api import Page

READING = re.compile(rb'<body class="at-reading">.*?<h1[^>]*>(.*?)</h1>', re.S)
RUN = """async ([texts, limit]) => {
  const found = [];
  for (const text of texts) {
    const { results } = await SynapseSearch.query(text, {}, limit);
    found.push(results.map(r => decodeURIComponent(r.url.slice(new URL('.', location.href).href.length))));
  }
  return found;
}"""


def of_site(root: Path) -> dict[str, str]:
    """Address → title of every page of the vault."""
    found = {}
    for path in sorted(root.rglob("*.html")):
        if match := READING.search(path.read_bytes()):
            found[path.relative_to(root).as_posix()] = html.unescape(re.sub(r"<[^>]+>", "", match.group(1).decode())).strip()
    return found


def evenly(titles: dict[str, str], count: int) -> dict[str, str]:
    """About `count` of them, and all that have letters of other scripts."""
    step = max(1, len(titles) // count)
    return {a: t for i, (a, t) in enumerate(titles.items()) if i % step == 0 or any(ord(c) > 0x24F and c.isalpha() for c in t)}


def misspelt(title: str, number: int) -> str | None:
    """The title with one error in its longest word: a letter left out, doubled, changed for another, or two exchanged. None where no word
    has four letters."""
    words = [m for m in re.finditer(r"[^\W\d_]{4,}", title)]
    if not words:
        return None
    word = max(words, key=lambda m: len(m.group()))
    place = word.start() + 1 + number % (len(word.group()) - 2)
    letter, following = title[place], title[place + 1]
    other = "e" if letter != "e" else "a"
    if ord(letter) > 0x24F:  # a letter of the same script
        other = chr(ord(letter) + 1)
    changed = ["", letter * 2, other][number % 4] if number % 4 < 3 else None
    return title[:place] + changed + title[place + 1:] if changed is not None else title[:place] + following + letter + title[place + 2:]


def missed(page: Page, titles: dict[str, str], queries: dict[str, str], within: int) -> list[str]:
    """Queries (by the address that they are to find) whose page is not among the first. Pages with one title may stand for each other."""
    answers = page.evaluate(RUN, [list(queries.values()), within])
    return [f"{text!r} gave {[titles.get(a, a) for a in found]}, not {titles[address]!r}" for (address, text), found in zip(queries.items(), answers)
            if titles[address].casefold() not in {titles.get(a, "").casefold() for a in found}]
